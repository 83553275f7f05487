import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { voiceId, voiceSettings } from "./voices.ts";

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
export const maxCharactersPerRequest = 40_000;
export const maxTryCharacters = 200;

const speechBody = z.object({
	text: z.string().max(maxCharactersPerRequest * 2),
	model_id: z.string().max(64).nullish(),
	language_code: z.string().max(16).nullish(),
	voice_settings: voiceSettings.nullish(),
	seed: z.int().min(0).max(4_294_967_295).nullish(),
	previous_text: z.string().nullish(),
	next_text: z.string().nullish(),
	previous_request_ids: z.array(z.string()).max(3).nullish(),
	next_request_ids: z.array(z.string()).max(3).nullish(),
	apply_text_normalization: z.enum(["auto", "on", "off"]).default("auto"),
});
export type SpeechBody = z.output<typeof speechBody>;

const speechQuery = <T extends readonly [string, ...string[]]>(formats: T) =>
	z.object({
		output_format: z.enum(formats).default("mp3_44100_128" as T[number] as never),
		enable_logging: z.stringbool().default(true),
		optimize_streaming_latency: z.coerce.number().int().min(0).max(4).optional(),
	});

const errors = [
	"voice_not_found",
	"model_not_found",
	"model_can_not_use_voice",
	"empty_text",
	"max_character_limit_exceeded",
	"quota_exceeded",
	"only_for_higher_plan",
	"too_many_concurrent_requests",
	"system_busy",
] as const;

export const speechEndpoints = {
	convert: endpoint({
		id: "textToSpeech_convert",
		method: "POST",
		path: "/v1/text-to-speech/{voice_id}",
		summary: "Speak a text",
		since: "0.1.0",
		auth: "user",
		permission: "text_to_speech",
		params: z.object({ voice_id: voiceId }),
		query: speechQuery(fileFormats),
		body: speechBody,
		response: "audio",
		errors,
		credits: true,
	}),
	stream: endpoint({
		id: "textToSpeech_stream",
		method: "POST",
		path: "/v1/text-to-speech/{voice_id}/stream",
		summary: "Speak a text, sound arriving while it is made",
		since: "0.1.0",
		auth: "user",
		permission: "text_to_speech",
		params: z.object({ voice_id: voiceId }),
		query: speechQuery(streamFormats),
		body: speechBody,
		response: "audio",
		errors,
		credits: true,
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
			{ per: "visitor", requests: 10, seconds: 60 },
			{ per: "everyone", requests: 120, seconds: 60 },
		],
	}),
};
