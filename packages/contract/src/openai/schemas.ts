import { z } from "zod";
import { maxCharactersPerRequest } from "../speech/rules.ts";
import { openaiSpeechFormats, openaiSpeed } from "./rules.ts";

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
			z.object({ id: z.string().min(1).max(64).meta({ description: "Id of a voice." }) }),
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
		.meta({ description: "Accepted for compatibility; no effect.", examples: ["Speak calmly."] }),
});
export type OpenaiSpeechBody = z.output<typeof openaiSpeechBody>;

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
