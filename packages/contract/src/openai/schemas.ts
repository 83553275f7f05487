import { z } from "zod";
import { isStoredFile, type StoredFile } from "../endpoint.ts";
import { maxCharactersPerRequest } from "../speech/rules.ts";
import { noEffect } from "../speech/schemas.ts";
import { keyterms, languageOption } from "../transcription/schemas.ts";
import { openaiSpeechFormats, openaiSpeed, openaiTranscriptFormats, openaiTranslationFormats } from "./rules.ts";

export const openaiSpeechBody = z.object({
	model: z
		.string()
		.min(1)
		.max(64)
		.meta({
			description:
				"A model of this server, or `tts-1`, `tts-1-hd` or `gpt-4o-mini-tts`, which all stand for the voice's own model.",
			examples: ["tts-1"],
		}),
	input: z
		.string()
		.max(maxCharactersPerRequest)
		.meta({ description: "Text to speak, at most 150,000 characters.", examples: ["Hello, world. How are you?"] }),
	voice: z
		.union([
			z.string().min(1).max(100),
			z.object({
				id: z
					.string()
					.min(1)
					.max(64)
					.meta({ description: "Id of a voice.", examples: ["cmdr8Wn3LsX0kP5vYtQz"] }),
			}),
		])
		.meta({
			description:
				"Id or name of a voice, or one of OpenAI's names: `alloy`, `ash`, `ballad`, `cedar`, `coral`, `echo`, `fable`, `marin`, `nova`, `onyx`, `sage`, `shimmer` and `verse` stand for shipped voices. If several of your voices have the name, the newest is used.",
			examples: ["alloy"],
		}),
	response_format: z
		.enum(openaiSpeechFormats)
		.nullish()
		.transform((format) => format ?? ("mp3" as const))
		.meta({
			description:
				"Format of the audio: `mp3` (128 kbit/s), `opus` (Ogg, 64 kbit/s), `aac` (ADTS), `flac`, `wav` or `pcm` (16-bit, 24 kHz, mono). `aac` and `flac` are sent when the audio is complete, the others as it is generated. Default: `mp3`.",
			examples: ["mp3"],
		}),
	speed: z
		.number()
		.min(openaiSpeed.min)
		.max(openaiSpeed.max)
		.nullish()
		.meta({ description: "Speaking rate, 0.5 to 2. Default: 1.", examples: [1] }),
	stream_format: z
		.enum(["audio", "sse"])
		.nullish()
		.transform((format) => format ?? ("audio" as const))
		.meta({
			description:
				"`audio` sends the audio itself, `sse` server-sent events `speech.audio.delta` with audio as Base64 and, at the end, `speech.audio.done`. Default: `audio`.",
			examples: ["audio"],
		}),
	instructions: z
		.string()
		.max(maxCharactersPerRequest)
		.nullish()
		.meta({ description: noEffect, examples: ["Speak calmly."] }),
});
export type OpenaiSpeechBody = z.output<typeof openaiSpeechBody>;

/** A form field that is sent several times is a list, and one that is sent once a text. */
const oneOrMore = <S extends z.ZodType>(one: S) =>
	z.preprocess((value) => (typeof value === "string" ? [value] : value), z.array(one).max(100).nullish());
const granularities = oneOrMore(z.enum(["word", "segment"]));
const texts = oneOrMore(z.string().max(1_000_000));
const unavailable = "Not available: a request that sets it is rejected.";

const file = z
	.custom<StoredFile>(isStoredFile, "Send the recording as a form part named file.")
	.meta({ description: "The recording, an audio or video file of up to 500 MB." });
const prompt = z
	.string()
	.max(100_000)
	.nullish()
	.meta({ description: noEffect, examples: ["An interview."] });
const temperature = z.coerce
	.number()
	.min(0)
	.max(1)
	.nullish()
	.meta({ description: noEffect, examples: [0] });

export const openaiTranscriptionBody = z.object({
	file,
	model: z
		.string()
		.min(1)
		.max(64)
		.meta({
			description:
				"A transcription model of this server, or one of OpenAI's: `whisper-1`, `gpt-transcribe` and `gpt-4o-transcribe` stand for `whisper_small`, `gpt-4o-transcribe-diarize` for `whisper_small` with speakers, and `gpt-4o-mini-transcribe` for `whisper_base`.",
			examples: ["whisper-1"],
		}),
	language: languageOption,
	response_format: z
		.enum(openaiTranscriptFormats)
		.default("json")
		.meta({
			description:
				"`json`, `verbose_json` (with times), `diarized_json` (with speakers), `text`, `srt` or `vtt`. Default: `json`.",
			examples: ["verbose_json"],
		}),
	"timestamp_granularities[]": granularities.meta({
		description: "Times that `verbose_json` contains: `segment`, `word` or both. Default: `segment`.",
		examples: [["word"]],
	}),
	timestamp_granularities: granularities.meta({
		description: "Alternative name of `timestamp_granularities[]`.",
		examples: [["word"]],
	}),
	stream: z
		.stringbool()
		.nullish()
		.meta({
			description:
				"Whether to send server-sent events `transcript.text.delta` and, at the end, `transcript.text.done`. They are sent when the transcript is complete. Default: false.",
			examples: [false],
		}),
	"keywords[]": keyterms,
	prompt,
	temperature,
	"include[]": texts.meta({ description: noEffect, examples: [["logprobs"]] }),
	chunking_strategy: z
		.string()
		.max(1_000)
		.nullish()
		.meta({ description: noEffect, examples: ["auto"] }),
	"known_speaker_names[]": texts.meta({ description: unavailable, examples: [[]] }),
	"known_speaker_references[]": texts.meta({ description: unavailable, examples: [[]] }),
});
export type OpenaiTranscriptionBody = z.output<typeof openaiTranscriptionBody>;

export const openaiTranslationBody = z.object({
	file,
	model: z
		.string()
		.min(1)
		.max(64)
		.meta({
			description:
				"`whisper_small` or `whisper_base`, or one of OpenAI's: `whisper-1` stands for `whisper_small`. Models without translation are rejected.",
			examples: ["whisper-1"],
		}),
	response_format: z
		.enum(openaiTranslationFormats)
		.default("json")
		.meta({
			description: "`json`, `verbose_json` (with times), `text`, `srt` or `vtt`. Default: `json`.",
			examples: ["json"],
		}),
	prompt,
	temperature,
});
export type OpenaiTranslationBody = z.output<typeof openaiTranslationBody>;

export const openaiModel = z.object({
	id: z.string().meta({ description: "Id of the model.", examples: ["kokoro_82m_v1"] }),
	object: z.literal("model").meta({ description: "Always `model`.", examples: ["model"] }),
	created: z.int().meta({ description: "Always 0; models have no date.", examples: [0] }),
	owned_by: z.string().meta({
		description: "`timbre`, or `timbre-alias` for an id of OpenAI that stands for a model of this server.",
		examples: ["timbre"],
	}),
});
export type OpenaiModel = z.output<typeof openaiModel>;
