import { z } from "zod";
import { endpoint, isUploadedFile, type UploadedFile } from "./endpoint.ts";
import { plans, type Tier } from "./plans.ts";
import { speakerSeparation, voiceId, voiceSample } from "./voices.entities.ts";

export const maxSampleFiles = 25;
export const maxSampleBytes = 12_000_000;
export const maxSampleMinutes = 30;
/** All samples of a voice together. */
export const maxDatasetMinutes = 180;
/** Less than this tells too little of a voice. */
export const minSampleSeconds = 2;
export const maxRecordingSeconds = 60;
const maxRecordingBytes = 12_000_000;

/** Of all recordings of a professional voice together: from less than this a voice cannot be told reliably. */
export const minDatasetSeconds = 5;

/** How many professional voices a workspace may have: those of its plan and those it was given beyond. */
export const professionalVoiceSlots = (tier: Tier, extraPvcSlots: number): number =>
	plans[tier].professionalVoiceLimit + extraPvcSlots;

const recordingFile = (words: string) => z.custom<UploadedFile>(isUploadedFile, words);
/** A part that was sent once is no list yet. */
const several = (value: unknown) => (value === undefined || Array.isArray(value) ? value : [value]);
const sampleFiles = z.preprocess(
	several,
	z.array(recordingFile("Send each recording as a file part called files.")).min(1).max(maxSampleFiles),
);
const name = z.string().trim().min(1, "A voice needs a name.").max(100);
const description = z.string().trim().max(500).nullish();
const language = z
	.string()
	.regex(/^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3}$/, "A language is a tag such as de or en-GB.");

const labelList = z
	.record(z.string().min(1).max(40), z.string().max(100))
	.refine((all) => Object.keys(all).length <= 20, "A voice has at most 20 labels.");
/** In a form the labels come as one text of JSON. */
export const voiceLabels = z.preprocess((value) => {
	if (typeof value !== "string") return value;
	if (value.trim() === "") return null;
	try {
		return JSON.parse(value);
	} catch {
		return value;
	}
}, labelList.nullish());

/** A day; no recording is as long. */
const maxTrimMs = 86_400_000;

/** What somebody who lends a voice can allow. */
export const consentScopes = ["workspace", "share", "library"] as const;
export type ConsentScope = (typeof consentScopes)[number];

const challenge = z.object({
	/** To be read aloud as it stands. */
	sentence: z.string(),
	/** Of the sentence, and of the ear that hears it. So far always English, whatever the voice speaks: no reading in another language is understood. */
	language: z.literal("en"),
	expires_at_unix: z.int(),
});

const readingResult = z.object({
	status: z.literal("ok"),
	/** What was understood. */
	heard: z.string(),
	word_error_rate: z.number(),
	/** How near the reader's voice is to that of the samples, -1..1; null for a voice without samples. */
	similarity: z.number().nullable(),
});

const attempts = {
	attempts_left: z.int(),
	/** When failed attempts are forgotten; null while there are none. */
	attempts_reset_at_unix: z.int().nullable(),
};

const captcha = challenge.extend({ voice_id: z.string(), ...attempts });

const consent = z.object({
	voice_id: z.string(),
	/** Whether the voice stays silent without it. */
	required: z.boolean(),
	given: z
		.object({
			scope: z.array(z.enum(consentScopes)),
			given_at_unix: z.int(),
			expires_at_unix: z.int().nullable(),
			sentence: z.string(),
			similarity: z.number(),
		})
		.nullable(),
	revoked_at_unix: z.int().nullable(),
	/** What is to be read to give it; null while it is given, or while there are no samples to compare the reading with. */
	challenge: challenge.nullable(),
	...attempts,
});
export type VoiceConsent = z.output<typeof consent>;

/** How the making of a voice from samples goes. */
const training = z.object({
	voice_id: z.string(),
	state: z.enum(["not_started", "queued", "fine_tuning", "fine_tuned", "failed", "delayed", "cancelled"]),
	/** 0..1 */
	progress: z.number(),
	/** What is really done, in words. */
	message: z.string().nullable(),
	model_id: z.string().nullable(),
	origin: z.enum(["matched", "cloned", "trained"]),
	/** Of the voice that was found with the samples; null until there is one. */
	similarity: z.number().nullable(),
	started_at_unix: z.int().nullable(),
	finished_at_unix: z.int().nullable(),
});
export type VoiceTraining = z.output<typeof training>;

const done = z.object({ status: z.string() });
const made = z.object({ voice_id: z.string() });
const base = { since: "0.5.0", auth: "user" } as const;
const own = { ...base, permission: "voices_write" } as const;
const professional = { ...base, permission: "create_professional_voice_clone" } as const;
const params = z.object({ voice_id: voiceId });
const thingId = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, "An id is letters, digits, hyphens and underscores.");
const sampleParams = z.object({ voice_id: voiceId, sample_id: thingId });
const speakerParams = z.object({ voice_id: voiceId, sample_id: thingId, speaker_id: thingId });
const uploads = { files: maxSampleFiles, maxFileBytes: maxSampleBytes };
const recording = z.object({ recording: recordingFile("Send the recording as a file part called recording.") });
const oneRecording = { files: 1, maxFileBytes: maxRecordingBytes };
const listening = [{ per: "workspace", requests: 30, seconds: 60 }] as const;
const readingErrors = [
	"voice_not_found",
	"invalid_audio",
	"verification_failed",
	"verification_attempts_exceeded",
	"conflict",
	"payload_too_large",
	"system_busy",
] as const;
const sampleErrors = ["voice_not_found", "sample_not_found"] as const;
const verificationBody = z.object({
	files: z.preprocess(several, z.array(recordingFile("Send each file as a part called files.")).min(1).max(10)),
	extra_text: z.string().max(2_000).nullish(),
});

export const cloningEndpoints = {
	createInstantVoice: endpoint({
		id: "voices_ivc_create",
		method: "POST",
		path: "/v1/voices/add",
		summary:
			"Make a voice from samples: cloned where the server has an engine for it, else matched from its own voices",
		...base,
		permission: "create_instant_voice_clone",
		multipart: uploads,
		body: z.object({
			name,
			files: sampleFiles,
			remove_background_noise: z.stringbool().default(false),
			description,
			labels: voiceLabels,
		}),
		response: z.object({ voice_id: z.string(), requires_verification: z.boolean() }),
		errors: ["invalid_audio", "voice_limit_reached", "payload_too_large", "system_busy"],
		limits: listening,
	}),
	getTraining: endpoint({
		id: "voices_training_get",
		method: "GET",
		path: "/v1/voices/{voice_id}/training",
		summary: "How far the making of a voice from samples has come, and what was found",
		...base,
		permission: "voices_read",
		params,
		response: training,
		errors: ["voice_not_found"],
	}),
	cancelTraining: endpoint({
		id: "voices_training_cancel",
		method: "DELETE",
		path: "/v1/voices/{voice_id}/training",
		summary: "Stop the making of a voice from samples",
		...own,
		params,
		response: training,
		errors: ["voice_not_found", "conflict"],
	}),

	getConsent: endpoint({
		id: "voices_consent_get",
		method: "GET",
		path: "/v1/voices/{voice_id}/consent",
		summary: "Whether its speaker allows the use of a voice, for what, and the English sentence by which it is allowed",
		...own,
		params,
		response: consent,
		errors: ["voice_not_found"],
		limits: listening,
	}),
	giveConsent: endpoint({
		id: "voices_consent_give",
		method: "POST",
		path: "/v1/voices/{voice_id}/consent",
		summary: "Allow the use of a voice by reading the sentence aloud; words and voice are compared",
		...own,
		params,
		multipart: oneRecording,
		body: recording.extend({
			scope: z.preprocess(
				several,
				z.array(z.enum(consentScopes)).min(1, "Say what the voice may be used for.").default(["workspace"]),
			),
			expires_in_days: z.coerce.number().int().min(1).max(3_650).nullish(),
		}),
		response: readingResult.extend({ consent }),
		errors: readingErrors,
		limits: listening,
	}),
	revokeConsent: endpoint({
		id: "voices_consent_revoke",
		method: "DELETE",
		path: "/v1/voices/{voice_id}/consent",
		summary: "Take the permission back: the voice falls silent everywhere within seconds",
		...own,
		params,
		response: consent,
		errors: ["voice_not_found", "conflict"],
	}),

	getCaptcha: endpoint({
		id: "voices_captcha_get",
		method: "GET",
		path: "/v1/voices/{voice_id}/captcha",
		summary: "An English sentence to read aloud, to show that a voice is one's own",
		...own,
		params,
		response: captcha,
		errors: ["voice_not_found", "conflict", "verification_attempts_exceeded"],
		limits: listening,
	}),
	solveCaptcha: endpoint({
		id: "voices_captcha_verify",
		method: "POST",
		path: "/v1/voices/{voice_id}/captcha",
		summary: "The sentence, read aloud",
		...own,
		params,
		multipart: oneRecording,
		body: recording,
		response: readingResult,
		errors: readingErrors,
		limits: listening,
	}),
	requestVerification: endpoint({
		id: "voices_verification_request",
		method: "POST",
		path: "/v1/voices/{voice_id}/verification",
		summary: "Ask a person to verify a voice that cannot be verified by reading",
		...own,
		params,
		multipart: { files: 10, maxFileBytes: maxRecordingBytes },
		body: verificationBody,
		response: done,
		errors: ["voice_not_found", "conflict", "payload_too_large"],
		limits: listening,
	}),

	createProfessionalVoice: endpoint({
		id: "voices_pvc_create",
		method: "POST",
		path: "/v1/voices/pvc",
		summary: "Begin a professional voice; its samples come afterwards",
		...professional,
		body: z.object({ name, language, description, labels: labelList.nullish() }),
		response: made,
		errors: ["only_for_higher_plan", "voice_limit_reached"],
	}),
	updateProfessionalVoice: endpoint({
		id: "voices_pvc_update",
		method: "POST",
		path: "/v1/voices/pvc/{voice_id}",
		summary: "Change what a professional voice is called and how it is described",
		...professional,
		params,
		body: z.object({
			name: name.optional(),
			language: language.optional(),
			description,
			labels: labelList.nullish(),
		}),
		response: made,
		errors: ["voice_not_found"],
	}),
	addSamples: endpoint({
		id: "voices_pvc_samples_create",
		method: "POST",
		path: "/v1/voices/pvc/{voice_id}/samples",
		summary: "Add recordings to a professional voice",
		...professional,
		params,
		multipart: uploads,
		body: z.object({ files: sampleFiles, remove_background_noise: z.stringbool().default(false) }),
		response: z.array(voiceSample),
		errors: ["voice_not_found", "invalid_audio", "conflict", "payload_too_large", "system_busy"],
		limits: listening,
	}),
	updateSample: endpoint({
		id: "voices_pvc_samples_update",
		method: "POST",
		path: "/v1/voices/pvc/{voice_id}/samples/{sample_id}",
		summary: "Trim a recording, choose whose voice in it counts, or take its noise away",
		...professional,
		params: sampleParams,
		body: z.object({
			remove_background_noise: z.boolean().nullish(),
			selected_speaker_ids: z.array(thingId).max(20).nullish(),
			/** Milliseconds from its start. */
			trim_start_time: z.int().min(0).max(maxTrimMs).nullish(),
			trim_end_time: z.int().min(0).max(maxTrimMs).nullish(),
			file_name: z.string().trim().min(1).max(200).nullish(),
		}),
		response: made,
		errors: [...sampleErrors, "invalid_request", "conflict", "system_busy"],
		limits: listening,
	}),
	deleteProfessionalSample: endpoint({
		id: "voices_pvc_samples_delete",
		method: "DELETE",
		path: "/v1/voices/pvc/{voice_id}/samples/{sample_id}",
		summary: "Remove a recording from a professional voice",
		...professional,
		params: sampleParams,
		response: done,
		errors: [...sampleErrors, "conflict"],
	}),
	getSamplePreview: endpoint({
		id: "voices_pvc_samples_audio_get",
		method: "GET",
		path: "/v1/voices/pvc/{voice_id}/samples/{sample_id}/audio",
		summary: "The first half minute of a recording, as it will be used",
		...professional,
		params: sampleParams,
		query: z.object({ remove_background_noise: z.stringbool().default(false) }),
		response: z.object({
			audio_base_64: z.string(),
			voice_id: z.string(),
			sample_id: z.string(),
			media_type: z.string(),
			duration_secs: z.number().nullable(),
		}),
		errors: [...sampleErrors, "invalid_audio", "system_busy"],
		limits: listening,
	}),
	getSampleWaveform: endpoint({
		id: "voices_pvc_samples_waveform_get",
		method: "GET",
		path: "/v1/voices/pvc/{voice_id}/samples/{sample_id}/waveform",
		summary: "How loud a recording is from its start to its end",
		...professional,
		params: sampleParams,
		response: z.object({ sample_id: z.string(), visual_waveform: z.array(z.number()) }),
		errors: sampleErrors,
	}),
	getSampleSpeakers: endpoint({
		id: "voices_pvc_samples_speakers_get",
		method: "GET",
		path: "/v1/voices/pvc/{voice_id}/samples/{sample_id}/speakers",
		summary: "Who speaks when in a recording, as far as that was found out",
		...professional,
		params: sampleParams,
		response: speakerSeparation,
		errors: sampleErrors,
	}),
	separateSpeakers: endpoint({
		id: "voices_pvc_samples_speakers_separate",
		method: "POST",
		path: "/v1/voices/pvc/{voice_id}/samples/{sample_id}/separate-speakers",
		summary: "Find out who speaks when in a recording",
		...professional,
		params: sampleParams,
		response: done,
		errors: sampleErrors,
		limits: listening,
	}),
	getSpeakerAudio: endpoint({
		id: "voices_pvc_samples_speakers_audio_get",
		method: "GET",
		path: "/v1/voices/pvc/{voice_id}/samples/{sample_id}/speakers/{speaker_id}/audio",
		summary: "What one of the speakers of a recording says",
		...professional,
		params: speakerParams,
		response: z.object({ audio_base_64: z.string(), media_type: z.string(), duration_secs: z.number() }),
		errors: [...sampleErrors, "speaker_not_found", "invalid_audio", "system_busy"],
		limits: listening,
	}),
	getProfessionalCaptcha: endpoint({
		id: "voices_pvc_verification_captcha_get",
		method: "GET",
		path: "/v1/voices/pvc/{voice_id}/captcha",
		summary: "An English sentence to read aloud, to show that a professional voice is one's own",
		...professional,
		params,
		response: captcha,
		errors: ["voice_not_found", "conflict", "verification_attempts_exceeded"],
		limits: listening,
	}),
	solveProfessionalCaptcha: endpoint({
		id: "voices_pvc_verification_captcha_verify",
		method: "POST",
		path: "/v1/voices/pvc/{voice_id}/captcha",
		summary: "The sentence, read aloud: verifies the voice and allows its use in the workspace",
		...professional,
		params,
		multipart: oneRecording,
		body: recording,
		response: readingResult,
		errors: readingErrors,
		limits: listening,
	}),
	trainProfessionalVoice: endpoint({
		id: "voices_pvc_train",
		method: "POST",
		path: "/v1/voices/pvc/{voice_id}/train",
		summary: "Make the voice from its recordings: a long matching over all of them",
		...professional,
		params,
		body: z.object({ model_id: z.string().max(100).nullish() }),
		response: done,
		errors: ["voice_not_found", "model_not_found", "conflict", "only_for_higher_plan"],
		limits: listening,
	}),
	requestProfessionalVerification: endpoint({
		id: "voices_pvc_verification_request",
		method: "POST",
		path: "/v1/voices/pvc/{voice_id}/verification",
		summary: "Ask a person to verify a professional voice that cannot be verified by reading",
		...professional,
		params,
		multipart: { files: 10, maxFileBytes: maxRecordingBytes },
		body: verificationBody,
		response: done,
		errors: ["voice_not_found", "conflict", "payload_too_large"],
		limits: listening,
	}),
};
