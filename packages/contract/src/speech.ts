import { z } from "zod";
import { endpoint, isUploadedFile, type UploadedFile } from "./endpoint.ts";
import { voiceId, voiceSettings } from "./voices.entities.ts";

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

/** No single request may be longer than this, whatever the model. */
export const maxCharactersPerRequest = 150_000;
export const maxTryCharacters = 200;
export const maxDialogueLines = 500;
export const maxAlignmentFileBytes = 100 * 1_048_576;

const locator = z.object({
	pronunciation_dictionary_id: z.string().max(64),
	version_id: z.string().max(64).nullish(),
});

/** What a dialogue and a single voice have in common. */
const howToSpeak = {
	model_id: z.string().max(64).nullish(),
	language_code: z.string().max(16).nullish(),
	pronunciation_dictionary_locators: z.array(locator).max(3).nullish(),
	seed: z.int().min(0).max(4_294_967_295).nullish(),
	apply_text_normalization: z.enum(["auto", "on", "off"]).default("auto"),
	/** Speak sentences anew that this workspace has already paid for, as another take. */
	new_take: z.boolean().default(false),
	/** Listen to the result in the background and mark what was misread. */
	take_check: z.boolean().default(false),
};

const text = z.string().max(maxCharactersPerRequest * 2);

const speechBody = z.object({
	text,
	...howToSpeak,
	voice_settings: voiceSettings.nullish(),
	previous_text: text.nullish(),
	next_text: text.nullish(),
	previous_request_ids: z.array(z.string()).max(3).nullish(),
	next_request_ids: z.array(z.string()).max(3).nullish(),
	apply_language_text_normalization: z.boolean().nullish(),
	use_pvc_as_ivc: z.boolean().nullish(),
});
export type SpeechBody = z.output<typeof speechBody>;

const dialogueBody = z.object({
	inputs: z
		.array(z.object({ text, voice_id: voiceId }))
		.min(1)
		.max(maxDialogueLines),
	...howToSpeak,
	settings: z.object({ stability: z.number().min(0).max(1).nullish() }).nullish(),
});
export type DialogueBody = z.output<typeof dialogueBody>;

const outputQuery = <T extends readonly [string, ...string[]]>(formats: T) =>
	z.object({
		output_format: z.enum(formats).default("mp3_44100_128" as T[number] as never),
		enable_logging: z.stringbool().default(true),
		optimize_streaming_latency: z.coerce.number().int().min(0).max(4).optional(),
	});

/** Per character of the text, in seconds from the start of the sound. */
export const characterAlignment = z.object({
	characters: z.array(z.string()),
	character_start_times_seconds: z.array(z.number()),
	character_end_times_seconds: z.array(z.number()),
});
export type CharacterAlignment = z.output<typeof characterAlignment>;

/** A rule that the model could not speak as asked, never passed over in silence. */
const unhonouredRule = z.object({
	/** Place in the text. */
	start: z.int(),
	end: z.int(),
	text: z.string(),
	reason: z.string(),
});
export type UnhonouredRule = z.output<typeof unhonouredRule>;

const timedAudio = z.object({
	audio_base64: z.string(),
	/** The text as it was sent. */
	alignment: characterAlignment.nullable(),
	/** The text as it was spoken: numbers and short forms written out. */
	normalized_alignment: characterAlignment.nullable(),
	unhonoured_rules: z.array(unhonouredRule),
});
export type TimedAudio = z.output<typeof timedAudio>;

const voiceSegment = z.object({
	voice_id: z.string(),
	start_time_seconds: z.number(),
	end_time_seconds: z.number(),
	character_start_index: z.int(),
	character_end_index: z.int(),
	dialogue_input_index: z.int(),
});
export type VoiceSegment = z.output<typeof voiceSegment>;

const estimate = z.object({
	characters: z.int(),
	/** Characters of sentences this workspace has not paid for yet. */
	new_characters: z.int(),
	credits: z.int(),
	sentences: z.array(z.object({ start: z.int(), end: z.int(), new: z.boolean() })),
	model_id: z.string(),
});

const misreadWord = z.object({
	/** Place in the text. */
	start: z.int(),
	end: z.int(),
	expected: z.string(),
	heard: z.string().nullable(),
	kind: z.enum(["dropped", "repeated", "changed", "inserted"]),
	start_seconds: z.number(),
	end_seconds: z.number(),
});
export type MisreadWord = z.output<typeof misreadWord>;

const takes = z.object({
	history_item_id: z.string(),
	text: z.string(),
	check: z.enum(["none", "running", "done", "failed", "unsupported"]),
	/** What listened. */
	checked_by: z.string().nullable(),
	sentences: z.array(
		z.object({
			index: z.int(),
			start: z.int(),
			end: z.int(),
			start_seconds: z.number(),
			end_seconds: z.number(),
			/** 1 is the first take. */
			take: z.int(),
			verdict: z.enum(["good", "misread", "unsure"]).nullable(),
			misread: z.array(misreadWord),
		}),
	),
	alignment: characterAlignment.nullable(),
	unhonoured_rules: z.array(unhonouredRule),
});
export type Takes = z.output<typeof takes>;

const itemId = z.object({ history_item_id: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/) });

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
const oneVoice = { ...common, params: z.object({ voice_id: voiceId }), body: speechBody };
const dialogue = { ...common, body: dialogueBody };

export const speechEndpoints = {
	convert: endpoint({
		...oneVoice,
		method: "POST",
		id: "textToSpeech_convert",
		path: "/v1/text-to-speech/{voice_id}",
		summary: "Speak a text",
		query: outputQuery(fileFormats),
		response: "audio",
	}),
	convertWithTimestamps: endpoint({
		...oneVoice,
		method: "POST",
		id: "textToSpeech_convertWithTimestamps",
		path: "/v1/text-to-speech/{voice_id}/with-timestamps",
		summary: "Speak a text and tell when each character is heard",
		query: outputQuery(fileFormats),
		response: timedAudio,
	}),
	stream: endpoint({
		...oneVoice,
		method: "POST",
		id: "textToSpeech_stream",
		path: "/v1/text-to-speech/{voice_id}/stream",
		summary: "Speak a text, sound arriving while it is made",
		query: outputQuery(streamFormats),
		response: "audio",
	}),
	streamWithTimestamps: endpoint({
		...oneVoice,
		method: "POST",
		id: "textToSpeech_streamWithTimestamps",
		path: "/v1/text-to-speech/{voice_id}/stream/with-timestamps",
		summary: "Speak a text, sound and times arriving while they are made, one JSON text each",
		query: outputQuery(streamFormats),
		response: "lines",
	}),
	estimate: endpoint({
		id: "textToSpeech_estimate",
		method: "POST",
		path: "/v1/text-to-speech/{voice_id}/estimate",
		summary: "What a text would cost, sentence by sentence, without speaking it",
		since: "0.2.0",
		auth: "user",
		permission: "text_to_speech",
		params: z.object({ voice_id: voiceId }),
		body: speechBody,
		response: estimate,
		errors: [
			"voice_not_found",
			"model_not_found",
			"model_can_not_use_voice",
			"invalid_markup",
			"text_not_allowed",
			"pronunciation_dictionary_not_found",
		],
	}),
	dialogue: endpoint({
		...dialogue,
		method: "POST",
		id: "textToDialogue_convert",
		path: "/v1/text-to-dialogue",
		summary: "Speak lines, each with its voice",
		query: outputQuery(fileFormats),
		response: "audio",
	}),
	dialogueWithTimestamps: endpoint({
		...dialogue,
		method: "POST",
		id: "textToDialogue_convertWithTimestamps",
		path: "/v1/text-to-dialogue/with-timestamps",
		summary: "Speak lines and tell when each character is heard, and who speaks when",
		query: outputQuery(fileFormats),
		response: timedAudio.extend({ voice_segments: z.array(voiceSegment) }),
	}),
	dialogueStream: endpoint({
		...dialogue,
		method: "POST",
		id: "textToDialogue_stream",
		path: "/v1/text-to-dialogue/stream",
		summary: "Speak lines, sound arriving while it is made",
		query: outputQuery(streamFormats),
		response: "audio",
	}),
	dialogueStreamWithTimestamps: endpoint({
		...dialogue,
		method: "POST",
		id: "textToDialogue_streamWithTimestamps",
		path: "/v1/text-to-dialogue/stream/with-timestamps",
		summary: "Speak lines, sound, times and speakers arriving while they are made",
		query: outputQuery(streamFormats),
		response: "lines",
	}),
	dialogueEstimate: endpoint({
		id: "textToDialogue_estimate",
		method: "POST",
		path: "/v1/text-to-dialogue/estimate",
		summary: "What a dialogue would cost, without speaking it; places are those in its lines joined by line breaks",
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
		id: "speech_getTakes",
		method: "GET",
		path: "/v1/history/{history_item_id}/takes",
		summary: "The sentences of a generation: when each is heard, which take it is, and what was misread",
		since: "0.2.0",
		auth: "user",
		permission: "speech_history_read",
		params: itemId,
		response: takes,
		errors: ["history_item_not_found"],
	}),
	checkTakes: endpoint({
		id: "speech_checkTakes",
		method: "POST",
		path: "/v1/history/{history_item_id}/takes/check",
		summary: "Listen to a generation in the background and mark what was misread",
		since: "0.2.0",
		auth: "user",
		permission: "text_to_speech",
		params: itemId,
		response: takes,
		status: 202,
		errors: ["history_item_not_found"],
	}),
	retake: endpoint({
		id: "speech_retake",
		method: "POST",
		path: "/v1/history/{history_item_id}/takes/{index}/retake",
		summary: "Speak one sentence of a generation anew, at no charge",
		since: "0.2.0",
		auth: "user",
		permission: "text_to_speech",
		params: itemId.extend({ index: z.coerce.number().int().min(0).max(100_000) }),
		response: takes,
		errors: ["history_item_not_found", "system_busy", "conflict"],
		limits: [{ per: "workspace", requests: 60, seconds: 60 }],
	}),
	forcedAlignment: endpoint({
		id: "forcedAlignment_create",
		method: "POST",
		path: "/v1/forced-alignment",
		summary: "Find when each word of a text is heard in a recording",
		since: "0.2.0",
		auth: "user",
		permission: "forced_alignment",
		multipart: { files: 1, maxFileBytes: maxAlignmentFileBytes },
		body: z.object({
			file: z.custom<UploadedFile>(isUploadedFile, "Send the recording as a file part called file."),
			text: z.string().trim().min(1).max(100_000),
			enabled_spooled_file: z.stringbool().nullish(),
			language_code: z.string().max(16).nullish(),
		}),
		response: z.object({
			characters: z.array(z.object({ text: z.string(), start: z.number(), end: z.number() })),
			words: z.array(z.object({ text: z.string(), start: z.number(), end: z.number(), loss: z.number() })),
			loss: z.number(),
		}),
		errors: ["invalid_audio", "quota_exceeded", "system_busy", "payload_too_large"],
		limits: [{ per: "workspace", requests: 30, seconds: 60 }],
	}),
	trySpeech: endpoint({
		id: "try_speech",
		method: "POST",
		path: "/v1/try/speech",
		summary: "A visitor hears one sentence; free, short and limited",
		since: "0.1.0",
		auth: "public",
		body: z.object({ text: z.string().trim().min(1).max(maxTryCharacters), voice_id: voiceId }),
		response: "audio",
		errors: ["voice_not_found", "system_busy"],
		limits: [
			{ per: "visitor", requests: 10, seconds: 60, shared: true },
			{ per: "visitor", requests: 60, seconds: 3_600, shared: true },
			{ per: "everyone", requests: 120, seconds: 60, shared: true },
		],
		crowded: true,
	}),
};

const settingsOfSocket = {
	voice_settings: voiceSettings.nullish(),
	generation_config: z
		.object({ chunk_length_schedule: z.array(z.number().min(5).max(500)).min(1).max(20).nullish() })
		.nullish(),
	generator_config: z
		.object({ chunk_length_schedule: z.array(z.number().min(5).max(500)).min(1).max(20).nullish() })
		.nullish(),
	pronunciation_dictionary_locators: z.array(locator).max(3).nullish(),
	"xi-api-key": z.string().max(200).nullish(),
	xi_api_key: z.string().max(200).nullish(),
	authorization: z.string().max(200).nullish(),
	single_use_token: z.string().max(200).nullish(),
};

/** The address of a socket that is written to while it speaks. */
export const speechSocketQuery = z.object({
	model_id: z.string().max(64).optional(),
	language_code: z.string().max(16).optional(),
	enable_logging: z.stringbool().default(true),
	enable_ssml_parsing: z.stringbool().default(false),
	output_format: z.enum(streamFormats).default("mp3_44100_128"),
	inactivity_timeout: z.coerce.number().min(1).max(180).default(20),
	sync_alignment: z.stringbool().default(false),
	auto_mode: z.stringbool().default(false),
	apply_text_normalization: z.enum(["auto", "on", "off"]).default("auto"),
	seed: z.coerce.number().int().min(0).max(4_294_967_295).optional(),
	optimize_streaming_latency: z.coerce.number().int().min(0).max(4).optional(),
});
export type SpeechSocketQuery = z.output<typeof speechSocketQuery>;

/** One text, one voice: a space first, then text as it is written, then an empty text. */
export const speechSocketMessage = z.object({
	text: z.string().max(maxCharactersPerRequest),
	try_trigger_generation: z.boolean().nullish(),
	flush: z.boolean().nullish(),
	...settingsOfSocket,
});
export type SpeechSocketMessage = z.output<typeof speechSocketMessage>;

/** Several texts over one socket, each under its own name. */
export const contextSocketMessage = z.object({
	text: z.string().max(maxCharactersPerRequest).nullish(),
	context_id: z.string().min(1).max(200).nullish(),
	contextId: z.string().min(1).max(200).nullish(),
	flush: z.boolean().nullish(),
	close_context: z.boolean().nullish(),
	close_socket: z.boolean().nullish(),
	...settingsOfSocket,
});
export type ContextSocketMessage = z.output<typeof contextSocketMessage>;
export const mostSocketContexts = 5;
