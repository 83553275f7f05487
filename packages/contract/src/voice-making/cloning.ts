import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { plans, type Tier } from "../plans.ts";
import { speakerSeparation, voiceId, voiceSample } from "../voices/schemas.ts";
import {
	captcha,
	consent,
	consentScope,
	readingResult,
	recording,
	recordingFile,
	resourceId,
	sampleParams,
	sentenceQuery,
	speakerParams,
	toArray,
	training,
	verificationBody,
} from "./cloning-schemas.ts";
import { voiceMakingPaths } from "./paths.ts";
import { type consentScopes, maxSampleBytes, maxSampleFiles } from "./rules.ts";

export const maxSampleMinutes = 30;
/** Total of all samples of a voice. */
export const maxDatasetMinutes = 180;
/** Shorter samples carry too little of a voice. */
export const minSampleSeconds = 2;

const maxRecordingBytes = 12_000_000;

/** Total of all recordings of a professional voice. Less is not enough to identify a speaker reliably. */
export const minDatasetSeconds = 5;

/** How many professional voices a workspace may have: the plan's limit plus extra slots. */
export const professionalVoiceSlots = (tier: Tier, extraPvcSlots: number): number =>
	plans[tier].professionalVoiceLimit + extraPvcSlots;

const sampleFiles = z.preprocess(
	toArray,
	z
		.array(recordingFile("Send each recording as a file part named files."))
		.min(1)
		.max(maxSampleFiles)
		.meta({
			description:
				"1 to 25 recordings of one speaker as repeated file parts, each up to 12 MB and 30 minutes with at least 2 seconds of speech. A voice can have up to 180 minutes in total.",
			examples: [["interview.mp3"]],
		}),
);
const removeBackgroundNoise = z
	.stringbool()
	.default(false)
	.meta({
		description: "Whether to remove background noise from the recordings before the voice is created. Default false.",
		examples: [false],
	});
const name = z
	.string()
	.trim()
	.min(1, "Enter a name.")
	.max(100)
	.meta({ description: "Name of the voice, up to 100 characters.", examples: ["Nora"] });
const description = z
	.string()
	.trim()
	.max(500)
	.nullish()
	.meta({
		description: "What the voice sounds like or is for, up to 500 characters.",
		examples: ["Calm narrator for long stories."],
	});
const language = z
	.string()
	.regex(/^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3}$/, "Use a language tag such as de or en-GB.")
	.meta({ description: "Language the voice speaks, as a BCP 47 tag.", examples: ["en-GB"] });

const labelList = z
	.record(z.string().min(1).max(40), z.string().max(100))
	.refine((all) => Object.keys(all).length <= 20, "A voice can have at most 20 labels.");
/** In form data, labels are a JSON string. */
export const voiceLabels = z.preprocess((value) => {
	if (typeof value !== "string") return value;
	if (value.trim() === "") return null;
	try {
		return JSON.parse(value);
	} catch {
		return value;
	}
}, labelList.nullish());

/** One day; no recording is longer. */
const maxTrimMs = 86_400_000;

export type ConsentScope = (typeof consentScopes)[number];
export type VoiceConsent = z.output<typeof consent>;
export type VoiceTraining = z.output<typeof training>;

const done = z.object({ status: z.string().meta({ description: "Always `ok`.", examples: ["ok"] }) });
const createdVoice = z.object({
	voice_id: z.string().meta({ description: "Id of the voice.", examples: ["Xb7hH8MSUJpSbSDYk0k2"] }),
});
const base = { since: "0.5.0", auth: "user" } as const;
const own = { ...base, permission: "voices_write" } as const;
const professional = { ...base, permission: "create_professional_voice_clone" } as const;
const params = z.object({ voice_id: voiceId });
const uploads = { files: maxSampleFiles, maxFileBytes: maxSampleBytes };
const oneRecording = { files: 1, maxFileBytes: maxRecordingBytes };
const analysisLimits = [{ per: "workspace", requests: 30, seconds: 60 }] as const;
const readingErrors = [
	"bipa_terms_required",
	"voice_not_found",
	"invalid_audio",
	"verification_failed",
	"verification_attempts_exceeded",
	"conflict",
	"payload_too_large",
	"system_busy",
] as const;
const sampleErrors = ["voice_not_found", "sample_not_found"] as const;
export const cloningEndpoints = {
	createInstantVoice: endpoint({
		...voiceMakingPaths.createInstantVoice,
		summary: "Create a voice from recordings",
		description:
			"Analyzes and stores the recordings, all or none of them, then creates the voice in the background: the closest blend of shipped voices, or a clone if the server has a cloning engine and consent was given. The voice can't be used until its speaker gives consent with `POST /v1/voices/{voice_id}/consent`. Takes one voice slot of the plan and counts as a voice edit. Limited to 30 requests per minute and workspace.",
		...base,
		permission: "create_instant_voice_clone",
		multipart: uploads,
		body: z.object({
			name,
			files: sampleFiles,
			remove_background_noise: removeBackgroundNoise,
			description,
			labels: voiceLabels.meta({
				description:
					"Up to 20 labels, in form data as a JSON object. `language` sets the language of the voice; the default is English.",
			}),
		}),
		response: createdVoice.extend({
			requires_verification: z.boolean().meta({
				description: "Always true: the speaker has to give consent before the voice can be used.",
				examples: [true],
			}),
		}),
		errors: ["bipa_terms_required", "invalid_audio", "voice_limit_reached", "payload_too_large", "system_busy"],
		limits: analysisLimits,
	}),
	getTraining: endpoint({
		...voiceMakingPaths.getTraining,
		summary: "Get training progress",
		description:
			"Returns the state of the latest training of a voice from recordings, its progress and the similarity of the result. Poll it after creating a voice or adding recordings.",
		...base,
		permission: "voices_read",
		params,
		response: training,
		errors: ["voice_not_found"],
	}),
	cancelTraining: endpoint({
		...voiceMakingPaths.cancelTraining,
		summary: "Cancel training",
		description:
			"Stops a queued or running training within about two seconds and returns its final state. The result of an earlier training, if any, stays in use.",
		...own,
		params,
		response: training,
		errors: ["voice_not_found", "conflict"],
	}),

	getConsent: endpoint({
		...voiceMakingPaths.getConsent,
		summary: "Get the consent for a voice",
		description:
			"Returns the valid consent of the speaker or, if there is none, a sentence to read aloud. The sentence belongs to you, is valid for ten minutes and one reading, and is returned again while at least five minutes are left. Requires the editor role on the voice; library copies have no consent of their own. Limited to 30 requests per minute and workspace.",
		...own,
		params,
		query: sentenceQuery,
		response: consent,
		errors: ["voice_not_found"],
		limits: analysisLimits,
	}),
	giveConsent: endpoint({
		...voiceMakingPaths.giveConsent,
		summary: "Give consent for a voice",
		description:
			"Verifies a recording of the current sentence: the words must match it and the voice must match the samples. On success, the recording is stored, the voice becomes usable in the workspace, and a server with a cloning engine creates an instant voice again from the reading. A rejected reading uses up the sentence, an unreadable file does not; five failures within a day block verification. Limited to 30 requests per minute and workspace.",
		...own,
		params,
		multipart: oneRecording,
		body: recording.extend({
			scope: z.preprocess(
				toArray,
				z
					.array(consentScope)
					.min(1, "Choose at least one use for the voice.")
					.default(["workspace"])
					.meta({
						description:
							"What the speaker agrees to, as repeated parts: `workspace`, `share` (required to share by link) and `library` (required to publish). Default: `workspace`.",
						examples: [["workspace", "share"]],
					}),
			),
			expires_in_days: z.coerce
				.number()
				.int()
				.min(1)
				.max(3_650)
				.nullish()
				.meta({
					description: "Days until consent expires, up to 3,650. It does not expire by default.",
					examples: [365],
				}),
		}),
		response: readingResult.extend({
			consent: consent.meta({ description: "The consent that was given." }),
		}),
		errors: readingErrors,
		limits: analysisLimits,
	}),
	revokeConsent: endpoint({
		...voiceMakingPaths.revokeConsent,
		summary: "Revoke consent for a voice",
		description:
			"Disables the voice and all its copies in other workspaces, and stops generations in progress within seconds. The voice stays unusable until the speaker gives consent again.",
		...own,
		params,
		response: consent,
		errors: ["voice_not_found", "conflict"],
	}),

	getCaptcha: endpoint({
		...voiceMakingPaths.getCaptcha,
		summary: "Get a verification sentence",
		description:
			"Returns a sentence to read aloud, valid for ten minutes and one reading. Needed for voices whose `safety_control` is `CAPTCHA`; for a voice from recordings, the reading also counts as consent. Blocked voices and voices with revoked consent can't be verified this way. Limited to 30 requests per minute and workspace.",
		...own,
		params,
		query: sentenceQuery,
		response: captcha,
		errors: ["voice_not_found", "conflict", "verification_attempts_exceeded"],
		limits: analysisLimits,
	}),
	solveCaptcha: endpoint({
		...voiceMakingPaths.solveCaptcha,
		summary: "Verify a voice",
		description:
			"Verifies a recording of the sentence from `GET /v1/voices/{voice_id}/captcha`: the words must match it and the voice must match the samples, if there are any. On success, the voice can be used again; a voice from recordings without consent gets consent for the workspace. Five failures within a day block verification. Limited to 30 requests per minute and workspace.",
		...own,
		params,
		multipart: oneRecording,
		body: recording,
		response: readingResult,
		errors: readingErrors,
		limits: analysisLimits,
	}),
	requestVerification: endpoint({
		...voiceMakingPaths.requestVerification,
		summary: "Request manual verification",
		description:
			"Stores the files and the explanation with the voice. Possible once per voice, and not for a verified voice. There is no review process on this server yet, so the operator has to handle requests. Limited to 30 requests per minute and workspace.",
		...own,
		params,
		multipart: { files: 10, maxFileBytes: maxRecordingBytes },
		body: verificationBody,
		response: done,
		errors: ["bipa_terms_required", "voice_not_found", "conflict", "payload_too_large"],
		limits: analysisLimits,
	}),

	createProfessionalVoice: endpoint({
		...voiceMakingPaths.createProfessionalVoice,
		summary: "Create a professional voice",
		description:
			"Creates an empty professional voice; add recordings, verify the speaker and start training next. Requires the Creator plan or higher, and takes one voice slot and one professional voice slot of the plan.",
		...professional,
		body: z.object({
			name,
			language,
			description,
			labels: labelList.nullish().meta({ description: "Up to 20 labels, such as accent, gender and use case." }),
		}),
		response: createdVoice,
		errors: ["only_for_higher_plan", "voice_limit_reached"],
	}),
	updateProfessionalVoice: endpoint({
		...voiceMakingPaths.updateProfessionalVoice,
		summary: "Update a professional voice",
		description: "Updates the given fields and keeps the others.",
		...professional,
		params,
		body: z.object({
			name: name.optional().meta({ description: "New name, up to 100 characters.", examples: ["Nora"] }),
			language: language.optional().meta({ description: "New language as a BCP 47 tag.", examples: ["en-GB"] }),
			description: description.meta({
				description: "New description, up to 500 characters. Null removes it.",
				examples: ["Calm narrator for long stories."],
			}),
			labels: labelList
				.nullish()
				.meta({ description: "Up to 20 labels, which replace all current ones. Null keeps them." }),
		}),
		response: createdVoice,
		errors: ["voice_not_found"],
	}),
	addSamples: endpoint({
		...voiceMakingPaths.addSamples,
		summary: "Add recordings",
		description:
			"Analyzes and stores the recordings and trims silence at both ends; the files themselves stay unchanged. Recordings of a different speaker reset the verification of the voice, and none can be added during training. Returns the added recordings; start training to use them. Limited to 30 requests per minute and workspace.",
		...professional,
		params,
		multipart: uploads,
		body: z.object({ files: sampleFiles, remove_background_noise: removeBackgroundNoise }),
		response: z.array(voiceSample),
		errors: ["bipa_terms_required", "voice_not_found", "invalid_audio", "conflict", "payload_too_large", "system_busy"],
		limits: analysisLimits,
	}),
	updateSample: endpoint({
		...voiceMakingPaths.updateSample,
		summary: "Update a recording",
		description:
			"Updates the given fields and keeps the others. If the change leaves speech of a different speaker, the verification of the voice is reset. Not possible during training. Limited to 30 requests per minute and workspace.",
		...professional,
		params: sampleParams,
		body: z.object({
			remove_background_noise: z
				.boolean()
				.nullish()
				.meta({
					description: "Whether to remove background noise before the voice is created. Null keeps the current value.",
					examples: [true],
				}),
			selected_speaker_ids: z
				.array(resourceId)
				.max(20)
				.nullish()
				.meta({
					description: "Speakers to use, from speaker separation. Null or an empty list uses all of them.",
					examples: [["speaker_0"]],
				}),
			trim_start_time: z
				.int()
				.min(0)
				.max(maxTrimMs)
				.nullish()
				.meta({
					description: "Where the used part starts, in milliseconds. Null is the beginning of the recording.",
					examples: [350],
				}),
			trim_end_time: z
				.int()
				.min(0)
				.max(maxTrimMs)
				.nullish()
				.meta({
					description: "Where the used part ends, in milliseconds. Null is the end of the recording.",
					examples: [91_800],
				}),
			file_name: z
				.string()
				.trim()
				.min(1)
				.max(200)
				.nullish()
				.meta({
					description: "New file name, up to 200 characters. Null keeps the current one.",
					examples: ["interview-part-1.mp3"],
				}),
		}),
		response: createdVoice,
		errors: [...sampleErrors, "invalid_request", "conflict", "system_busy"],
		limits: analysisLimits,
	}),
	deleteProfessionalSample: endpoint({
		...voiceMakingPaths.deleteProfessionalSample,
		summary: "Delete a recording",
		description:
			"Deletes the recording and its audio for good. The voice itself does not change until it is trained again. Not possible during training.",
		...professional,
		params: sampleParams,
		response: done,
		errors: [...sampleErrors, "conflict"],
	}),
	getSamplePreview: endpoint({
		...voiceMakingPaths.getSamplePreview,
		summary: "Get a preview of a recording",
		description:
			"Returns the first 30 seconds of the used part of a recording: within its trim, and only the selected speakers. Limited to 30 requests per minute and workspace.",
		...professional,
		params: sampleParams,
		query: z.object({
			remove_background_noise: z
				.stringbool()
				.default(false)
				.meta({
					description:
						"Whether to remove background noise from the preview. Default false. The stored setting is neither used nor changed.",
					examples: [true],
				}),
		}),
		response: z.object({
			audio_base_64: z.string().meta({
				description: "The audio as base64: a 24 kHz WAV file.",
				examples: ["UklGRiQAAABXQVZFZm10IBAAAAABAAEA"],
			}),
			voice_id: z.string().meta({ description: "Id of the voice.", examples: ["Xb7hH8MSUJpSbSDYk0k2"] }),
			sample_id: z.string().meta({ description: "Id of the recording.", examples: ["DCwhRBWXzGAHq8TQ4Fs1"] }),
			media_type: z.string().meta({ description: "Content type of the audio.", examples: ["audio/wav"] }),
			duration_secs: z
				.number()
				.nullable()
				.meta({
					description: "Length of the preview in seconds, at most 30.",
					examples: [30],
				}),
		}),
		errors: [...sampleErrors, "invalid_audio", "system_busy"],
		limits: analysisLimits,
	}),
	getSampleWaveform: endpoint({
		...voiceMakingPaths.getSampleWaveform,
		summary: "Get the waveform of a recording",
		description: "Returns the waveform of the complete recording, regardless of its trim, for display.",
		...professional,
		params: sampleParams,
		response: z.object({
			sample_id: z.string().meta({ description: "Id of the recording.", examples: ["DCwhRBWXzGAHq8TQ4Fs1"] }),
			visual_waveform: z.array(z.number()).meta({
				description: "200 peaks from 0 to 1, evenly spaced over the recording.",
				examples: [[0.02, 0.31, 0.74, 0.52]],
			}),
		}),
		errors: sampleErrors,
	}),
	getSampleSpeakers: endpoint({
		...voiceMakingPaths.getSampleSpeakers,
		summary: "Get the speakers of a recording",
		description:
			"Returns the state of speaker separation and, once it has completed, who speaks when. Start separation with `POST …/separate-speakers`.",
		...professional,
		params: sampleParams,
		response: speakerSeparation,
		errors: sampleErrors,
	}),
	separateSpeakers: endpoint({
		...voiceMakingPaths.separateSpeakers,
		summary: "Separate the speakers of a recording",
		description:
			"Starts separation in the background and returns at once; poll `GET …/speakers` for the result, with up to six speakers. A new separation clears the selected speakers. Does nothing if separation is already running. Limited to 30 requests per minute and workspace.",
		...professional,
		params: sampleParams,
		response: done,
		errors: ["bipa_terms_required", ...sampleErrors],
		limits: analysisLimits,
	}),
	getSpeakerAudio: endpoint({
		...voiceMakingPaths.getSpeakerAudio,
		summary: "Get the audio of a speaker",
		description:
			"Returns up to 30 seconds of what one speaker says in a recording. Limited to 30 requests per minute and workspace.",
		...professional,
		params: speakerParams,
		response: z.object({
			audio_base_64: z.string().meta({
				description: "The audio as base64: a 24 kHz WAV file.",
				examples: ["UklGRiQAAABXQVZFZm10IBAAAAABAAEA"],
			}),
			media_type: z.string().meta({ description: "Content type of the audio.", examples: ["audio/wav"] }),
			duration_secs: z.number().meta({ description: "Length of the audio in seconds, at most 30.", examples: [12.6] }),
		}),
		errors: [...sampleErrors, "speaker_not_found", "invalid_audio", "system_busy"],
		limits: analysisLimits,
	}),
	getProfessionalCaptcha: endpoint({
		...voiceMakingPaths.getProfessionalCaptcha,
		summary: "Get a professional verification sentence",
		description:
			"Returns a sentence to read aloud, valid for ten minutes and one reading. A professional voice must be verified before it can be trained. Limited to 30 requests per minute and workspace.",
		...professional,
		params,
		query: sentenceQuery,
		response: captcha,
		errors: ["voice_not_found", "conflict", "verification_attempts_exceeded"],
		limits: analysisLimits,
	}),
	solveProfessionalCaptcha: endpoint({
		...voiceMakingPaths.solveProfessionalCaptcha,
		summary: "Verify a professional voice",
		description:
			"Verifies a recording of the sentence from `GET /v1/voices/pvc/{voice_id}/captcha`: the words must match it and the voice must match the recordings. On success, the voice can be trained, and the reading counts as consent for use in the workspace unless consent was already given. Five failures within a day block verification. Limited to 30 requests per minute and workspace.",
		...professional,
		params,
		multipart: oneRecording,
		body: recording,
		response: readingResult,
		errors: readingErrors,
		limits: analysisLimits,
	}),
	trainProfessionalVoice: endpoint({
		...voiceMakingPaths.trainProfessionalVoice,
		summary: "Train a professional voice",
		description:
			"Starts a search for the blend of shipped voices that is closest to the recordings, with three times as many tries as for an instant voice; no neural network is trained. Needs consent and at least five seconds of speech. Runs in the background: poll `GET /v1/voices/{voice_id}/training`. Limited to 30 requests per minute and workspace.",
		...professional,
		params,
		body: z.object({
			model_id: z
				.string()
				.max(100)
				.nullish()
				.meta({
					description:
						"Model to train for. Only the model whose voices can be blended is accepted, which is also the default.",
					examples: ["kokoro_82m_v1"],
				}),
		}),
		response: done,
		errors: ["bipa_terms_required", "voice_not_found", "model_not_found", "conflict", "only_for_higher_plan"],
		limits: analysisLimits,
	}),
	requestProfessionalVerification: endpoint({
		...voiceMakingPaths.requestProfessionalVerification,
		summary: "Request manual professional verification",
		description:
			"Stores the files and the explanation with the voice. Possible once per voice, and not for a verified voice. There is no review process on this server yet, so the operator has to handle requests. Limited to 30 requests per minute and workspace.",
		...professional,
		params,
		multipart: { files: 10, maxFileBytes: maxRecordingBytes },
		body: verificationBody,
		response: done,
		errors: ["bipa_terms_required", "voice_not_found", "conflict", "payload_too_large"],
		limits: analysisLimits,
	}),
};
