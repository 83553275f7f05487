import { z } from "zod";
import { endpoint, isUploadedFile, type UploadedFile } from "../endpoint.ts";
import { type characterAlignment, itemParams } from "../history/schemas.ts";
import { voiceId } from "../voices/schemas.ts";
import { speechPaths } from "./paths.ts";
import { maxCharactersPerRequest } from "./rules.ts";
import {
	dialogueBody,
	estimate,
	forcedAlignment,
	languageCode,
	languageMeta,
	misreadWord,
	modelMeta,
	noEffect,
	normalizationMeta,
	outputFormatMeta,
	seedMeta,
	socketSettings,
	speechBody,
	speechJob,
	takes,
	timedAudio,
	type unsupportedRule,
	voiceSegment,
} from "./schemas.ts";

export const streamFormats = [
	"mp3_22050_32",
	"mp3_24000_48",
	"mp3_44100_32",
	"mp3_44100_64",
	"mp3_44100_96",
	"mp3_44100_128",
	"mp3_44100_192",
	"opus_48000_32",
	"opus_48000_64",
	"opus_48000_96",
	"opus_48000_128",
	"opus_48000_192",
	"pcm_8000",
	"pcm_16000",
	"pcm_22050",
	"pcm_24000",
	"pcm_32000",
	"pcm_44100",
	"pcm_48000",
	"ulaw_8000",
	"alaw_8000",
] as const;

export const fileFormats = [
	...streamFormats,
	"wav_8000",
	"wav_16000",
	"wav_22050",
	"wav_24000",
	"wav_32000",
	"wav_44100",
	"wav_48000",
] as const;

export const maxTryCharacters = 200;

export const maxAlignmentFileBytes = 100 * 1_048_576;

const spokenVoice = voiceId.meta({ description: "Voice to speak with.", examples: ["wd5ObpQ4vNaJtC9V1idt"] });

export type SpeechBody = z.output<typeof speechBody>;
export type DialogueBody = z.output<typeof dialogueBody>;

const outputQuery = <T extends readonly [string, ...string[]]>(formats: T) =>
	z.object({
		output_format: z
			.enum(formats)
			.default("mp3_44100_128" as T[number] as never)
			.meta(outputFormatMeta),
		enable_logging: z
			.stringbool()
			.default(true)
			.meta({
				description:
					"Whether to store the generation. If false, there is no history item and no stored take, so a new sentence costs credits every time. Default: true.",
				examples: [true],
			}),
		optimize_streaming_latency: z.coerce
			.number()
			.int()
			.min(0)
			.max(4)
			.optional()
			.meta({ description: noEffect, examples: [0] }),
	});

export type CharacterAlignment = z.output<typeof characterAlignment>;
export type UnsupportedRule = z.output<typeof unsupportedRule>;
export type TimedAudio = z.output<typeof timedAudio>;
export type VoiceSegment = z.output<typeof voiceSegment>;
export type MisreadWord = z.output<typeof misreadWord>;
export type SpeechJob = z.output<typeof speechJob>;
export type Takes = z.output<typeof takes>;

const errors = [
	"voice_not_found",
	"model_not_found",
	"model_can_not_use_voice",
	"empty_text",
	"unsupported_language",
	"invalid_markup",
	"max_character_limit_exceeded",
	"pronunciation_dictionary_not_found",
	"voice_banned",
	"text_not_allowed",
	"voice_disabled",
	"voice_consent_revoked",
	"voice_not_verified",
	"voice_not_ready",
	"quota_exceeded",
	"only_for_higher_plan",
	"too_many_concurrent_requests",
	"system_busy",
] as const;

const common = {
	method: "POST",
	since: "0.2.0",
	auth: "user",
	permission: "text_to_speech",
	errors,
	credits: true,
} as const;
const voiceParams = z.object({ voice_id: spokenVoice });
const jobParams = z.object({
	speech_job_id: z
		.string()
		.max(64)
		.meta({ description: "Id of the job.", examples: ["Jb5oL2yMnB8dTq4RvS1i"] }),
});
const singleVoice = { ...common, params: voiceParams, body: speechBody };
const dialogue = { ...common, body: dialogueBody };

const sentenceParams = itemParams.extend({
	index: z.coerce
		.number()
		.int()
		.min(0)
		.max(100_000)
		.meta({ description: "Position of the sentence, from 0, as listed in the takes.", examples: [0] }),
});

export const speechEndpoints = {
	convert: endpoint({
		...singleVoice,
		...speechPaths.convert,
		summary: "Convert text to speech",
		description:
			"Returns the audio as it is generated. Costs one credit per character of each sentence that the workspace has not paid for yet, times the rates of voice and model; sentences already paid for come from storage. The `character-cost` header gives the cost, `history-item-id` the stored generation, `voice-id` the voice that spoke if another one was requested, and `unhonoured-rules` the audio tags and the words whose pronunciation rule had no effect.",
		query: outputQuery(fileFormats),
		response: "audio",
	}),
	convertWithTimestamps: endpoint({
		...singleVoice,
		...speechPaths.convertWithTimestamps,
		summary: "Convert text to speech with timestamps",
		description:
			"Returns the complete audio as Base64 with the time of each character. One response holds at most 50,000 characters, or 10,000 as PCM or WAV; stream longer texts. Costs the same as without timestamps.",
		query: outputQuery(fileFormats),
		response: timedAudio,
	}),
	stream: endpoint({
		...singleVoice,
		...speechPaths.stream,
		summary: "Stream speech",
		description:
			"Like converting text to speech, for formats that can be played while they arrive; WAV is not available. If the client disconnects, generation stops and only delivered audio is charged.",
		query: outputQuery(streamFormats),
		response: "audio",
	}),
	streamWithTimestamps: endpoint({
		...singleVoice,
		...speechPaths.streamWithTimestamps,
		summary: "Stream speech with timestamps",
		description:
			"Returns JSON objects separated by blank lines. Each has a piece of the audio as `audio_base64`; `alignment` and `normalized_alignment` have the times of the text that begins there, from the start of the audio, or are null. Audio tags and pronunciation rules that had no effect follow at the end in `unhonoured_rules`. Costs the same as without timestamps.",
		query: outputQuery(streamFormats),
		response: "lines",
	}),
	estimate: endpoint({
		...speechPaths.estimate,
		summary: "Estimate the cost of a text",
		description:
			"Returns what a text would cost now and which of its sentences are new, without generating audio. Free.",
		since: "0.2.0",
		auth: "user",
		permission: "text_to_speech",
		params: voiceParams,
		body: speechBody,
		response: estimate,
		errors: [
			"voice_not_found",
			"model_not_found",
			"model_can_not_use_voice",
			"empty_text",
			"invalid_markup",
			"text_not_allowed",
			"max_character_limit_exceeded",
			"pronunciation_dictionary_not_found",
		],
	}),
	createJob: endpoint({
		...singleVoice,
		...speechPaths.createJob,
		summary: "Generate speech in the background",
		description:
			"Starts a job that continues when the client disconnects, for long texts. The audio appears in the history when the job is done. Costs the same as converting text to speech; a job that fails or is canceled is charged for what it has generated, which costs nothing the next time.",
		query: z.object({
			output_format: z.enum(fileFormats).default("mp3_44100_128").meta(outputFormatMeta),
		}),
		response: speechJob,
		status: 202,
	}),
	listJobs: endpoint({
		...speechPaths.listJobs,
		summary: "List speech jobs",
		description: "Returns your jobs that are waiting or running, oldest first.",
		since: "0.2.0",
		auth: "user",
		permission: "text_to_speech",
		response: z.object({ jobs: z.array(speechJob).meta({ description: "Jobs that have not ended." }) }),
	}),
	getJob: endpoint({
		...speechPaths.getJob,
		summary: "Get a speech job",
		description:
			"Returns the state and progress of one of your jobs. A job is deleted 7 days after it ended; its generation stays in the history.",
		since: "0.2.0",
		auth: "user",
		permission: "text_to_speech",
		params: jobParams,
		response: speechJob,
		errors: ["not_found"],
	}),
	cancelJob: endpoint({
		...speechPaths.cancelJob,
		summary: "Cancel a speech job",
		description:
			"Stops one of your jobs. What was generated is charged and stored in the history as a partial generation.",
		since: "0.2.0",
		auth: "user",
		permission: "text_to_speech",
		params: jobParams,
		response: speechJob,
		errors: ["not_found"],
	}),
	continueItem: endpoint({
		...speechPaths.continueItem,
		summary: "Continue a partial generation",
		description:
			"Starts a job that generates the rest of a `partial` generation. The complete one replaces it in the history. Only the rest costs credits.",
		since: "0.2.0",
		auth: "user",
		permission: "text_to_speech",
		params: itemParams,
		response: speechJob,
		status: 202,
		errors: [...errors, "history_item_not_found", "conflict"],
	}),
	dialogue: endpoint({
		...dialogue,
		...speechPaths.dialogue,
		summary: "Convert a dialogue to speech",
		description:
			"Returns one recording of all lines, each with its own voice. Charged like text to speech, with the rate of each line's voice. The dialogue is stored as one history item.",
		query: outputQuery(fileFormats),
		response: "audio",
	}),
	dialogueWithTimestamps: endpoint({
		...dialogue,
		...speechPaths.dialogueWithTimestamps,
		summary: "Convert a dialogue with timestamps",
		description:
			"Returns the complete recording as Base64 with the time of each character and line. One response holds at most 50,000 characters, or 10,000 as PCM or WAV; stream longer dialogues.",
		query: outputQuery(fileFormats),
		response: timedAudio.extend({
			voice_segments: z.array(voiceSegment).meta({ description: "Time and voice of each line, in order." }),
		}),
	}),
	dialogueStream: endpoint({
		...dialogue,
		...speechPaths.dialogueStream,
		summary: "Stream a dialogue",
		description:
			"Like converting a dialogue, for formats that can be played while they arrive; WAV is not available. If the client disconnects, generation stops and only delivered audio is charged.",
		query: outputQuery(streamFormats),
		response: "audio",
	}),
	dialogueStreamWithTimestamps: endpoint({
		...dialogue,
		...speechPaths.dialogueStreamWithTimestamps,
		summary: "Stream a dialogue with timestamps",
		description:
			"Returns JSON objects separated by blank lines, like streaming speech with timestamps. `voice_segments` lists the lines that are complete, with times and character indexes from the start of the recording.",
		query: outputQuery(streamFormats),
		response: "lines",
	}),
	dialogueEstimate: endpoint({
		...speechPaths.dialogueEstimate,
		summary: "Estimate the cost of a dialogue",
		description:
			"Returns what a dialogue would cost now and which of its sentences are new, without generating audio. Offsets refer to the lines joined by line breaks. Free.",
		since: "0.2.0",
		auth: "user",
		permission: "text_to_speech",
		body: dialogueBody,
		response: estimate,
		errors: [
			"voice_not_found",
			"model_not_found",
			"model_can_not_use_voice",
			"empty_text",
			"invalid_markup",
			"text_not_allowed",
			"max_character_limit_exceeded",
			"pronunciation_dictionary_not_found",
		],
	}),
	getTakes: endpoint({
		...speechPaths.getTakes,
		summary: "Get the takes of a generation",
		description: "Returns the sentences of a stored generation with their times, take numbers and misread words.",
		since: "0.2.0",
		auth: "user",
		permission: "speech_history_read",
		params: itemParams,
		response: takes,
		errors: ["history_item_not_found"],
	}),
	checkTakes: endpoint({
		...speechPaths.checkTakes,
		summary: "Check a generation for misread words",
		description:
			"Transcribes the sentences that were not checked yet, in the background. Get the takes to see the result. English only; free.",
		since: "0.2.0",
		auth: "user",
		permission: "text_to_speech",
		params: itemParams,
		response: takes,
		status: 202,
		errors: ["history_item_not_found"],
	}),
	retake: endpoint({
		...speechPaths.retake,
		summary: "Regenerate a sentence",
		description:
			"Generates a new take of one sentence and rebuilds the audio and timestamps of the generation, which replace the old ones. Free if the take check found a misread word in the sentence; otherwise it costs as much as generating the sentence. At most 20 times per sentence. If the generation was checked for misread words, the new take is checked too. Fails if one of its voices can no longer be used.",
		since: "0.2.0",
		auth: "user",
		permission: "text_to_speech",
		params: sentenceParams,
		response: takes,
		errors: ["history_item_not_found", "system_busy", "conflict", "quota_exceeded", "too_many_concurrent_requests"],
		limits: [{ per: "workspace", requests: 60, seconds: 60 }],
	}),
	acceptWord: endpoint({
		...speechPaths.acceptWord,
		summary: "Accept a misread word",
		description:
			"Removes a word from the misread words of a sentence, because it sounds right. A sentence without misread words is `good`. Fails while a take check is running.",
		since: "0.3.0",
		auth: "user",
		permission: "speech_history_write",
		params: sentenceParams,
		body: misreadWord.pick({ start: true, end: true }),
		response: takes,
		errors: ["history_item_not_found", "conflict"],
	}),
	forcedAlignment: endpoint({
		...speechPaths.forcedAlignment,
		summary: "Align a text with a recording",
		description:
			"Returns when each character and word of a text is spoken in a recording. The recording can be up to 100 MB and two hours long, with up to 60 characters of text per second of audio. All common audio and video formats work. Free; at most 30 requests a minute per workspace.",
		since: "0.2.0",
		auth: "user",
		permission: "forced_alignment",
		multipart: { files: 1, maxFileBytes: maxAlignmentFileBytes },
		body: z.object({
			file: z
				.custom<UploadedFile>(isUploadedFile, "Send the recording as a form part named file.")
				.meta({ description: "Recording of the text, at most 100 MB." }),
			text: z
				.string()
				.trim()
				.min(1)
				.max(100_000)
				.meta({
					description: "Text that is spoken in the recording, 1 to 100,000 characters.",
					examples: ["Hello, world. How are you?"],
				}),
			enabled_spooled_file: z
				.stringbool()
				.nullish()
				.meta({ description: noEffect, examples: [false] }),
			language_code: languageCode.nullish().meta({
				description:
					"Language of the text, as an ISO 639 code or a BCP 47 tag. Default: by its script; Latin script is taken as English.",
				examples: ["en"],
			}),
		}),
		response: forcedAlignment,
		errors: ["invalid_audio", "quota_exceeded", "system_busy", "payload_too_large"],
		limits: [{ per: "workspace", requests: 30, seconds: 60 }],
	}),
	trySpeech: endpoint({
		...speechPaths.trySpeech,
		summary: "Try text to speech",
		description:
			"Speaks a short text with a shipped voice, without an account, and returns MP3. Nothing is stored. Each visitor can send 10 requests a minute and 60 an hour, and signed-in users go first.",
		since: "0.1.0",
		auth: "public",
		body: z.object({
			text: z
				.string()
				.trim()
				.min(1)
				.max(maxTryCharacters)
				.meta({ description: "Text to speak, 1 to 200 characters.", examples: ["Hello, world."] }),
			voice_id: voiceId.meta({ description: "A shipped voice.", examples: ["wd5ObpQ4vNaJtC9V1idt"] }),
		}),
		response: "audio",
		errors: ["voice_not_found", "system_busy"],
		limits: [
			{ per: "visitor", requests: 10, seconds: 60, shared: true },
			{ per: "visitor", requests: 60, seconds: 3_600, shared: true },
			{ per: "everyone", requests: 120, seconds: 60, shared: true },
		],
		concurrencyCapped: true,
	}),
};

/** Query parameters of the streaming-input WebSockets. */
export const speechSocketQuery = z.object({
	model_id: z.string().max(64).optional().meta(modelMeta),
	language_code: languageCode.optional().meta(languageMeta),
	enable_logging: z
		.stringbool()
		.default(true)
		.meta({
			description:
				"Whether to store generations. If false, there are no history items and no stored takes, so a new sentence costs credits every time. Default: true.",
			examples: [true],
		}),
	enable_ssml_parsing: z
		.stringbool()
		.default(false)
		.meta({
			description: "Whether SSML tags in the text are applied. If false, they are spoken as text. Default: false.",
			examples: [false],
		}),
	output_format: z.enum(streamFormats).default("mp3_44100_128").meta(outputFormatMeta),
	inactivity_timeout: z.coerce
		.number()
		.min(1)
		.max(180)
		.default(20)
		.meta({
			description: "Seconds without a message after which the socket closes, 1 to 180. Default: 20.",
			examples: [20],
		}),
	sync_alignment: z
		.stringbool()
		.default(false)
		.meta({
			description: "Whether to hold audio back and send it together with its timestamps. Default: false.",
			examples: [false],
		}),
	auto_mode: z
		.stringbool()
		.default(false)
		.meta({
			description:
				"Whether to generate every complete sentence or clause immediately instead of following the chunk schedule. Default: false.",
			examples: [false],
		}),
	apply_text_normalization: z.enum(["auto", "on", "off"]).default("auto").meta(normalizationMeta),
	seed: z.coerce.number().int().min(0).max(4_294_967_295).optional().meta(seedMeta),
	optimize_streaming_latency: z.coerce
		.number()
		.int()
		.min(0)
		.max(4)
		.optional()
		.meta({ description: noEffect, examples: [0] }),
});
export type SpeechSocketQuery = z.output<typeof speechSocketQuery>;

const flush = z
	.boolean()
	.nullish()
	.meta({
		description: "Whether to generate everything buffered now, this text included. Default: false.",
		examples: [true],
	});

/** Message of a single-context socket: a space first, then text as it is written, then an empty text to end it. */
export const speechSocketMessage = z.object({
	text: z
		.string()
		.max(maxCharactersPerRequest)
		.meta({
			description:
				"Next piece of the text, at most 150,000 characters in total. A space keeps the socket open; an empty text ends the input.",
			examples: ["Hello, world. "],
		}),
	try_trigger_generation: z
		.boolean()
		.nullish()
		.meta({
			description:
				"Whether to generate the next chunk from 50 buffered characters on, or earlier if the schedule says so. Default: false.",
			examples: [true],
		}),
	flush,
	...socketSettings,
});
export type SpeechSocketMessage = z.output<typeof speechSocketMessage>;

const contextId = z.string().min(1).max(200).nullish();

/** Message of a multi-context socket; each context has its own id. */
export const contextSocketMessage = z.object({
	text: z
		.string()
		.max(maxCharactersPerRequest)
		.nullish()
		.meta({
			description:
				"Next piece of the context's text, at most 150,000 characters in total. An empty text keeps the socket open.",
			examples: ["Hello, world. "],
		}),
	context_id: contextId.meta({
		description:
			"Context that the message belongs to. A new id opens a context, at most 5 at once. Default: `default`.",
		examples: ["reply-1"],
	}),
	contextId: contextId.meta({ description: "Alternative name of `context_id`.", examples: ["reply-1"] }),
	flush,
	close_context: z
		.boolean()
		.nullish()
		.meta({
			description: "Whether to end the context: what is buffered is generated, then it closes. `text` is ignored.",
			examples: [true],
		}),
	close_socket: z
		.boolean()
		.nullish()
		.meta({
			description: "Whether to end all contexts and close the socket when they are finished. `text` is ignored.",
			examples: [true],
		}),
	...socketSettings,
});
export const maxSocketContexts = 5;
