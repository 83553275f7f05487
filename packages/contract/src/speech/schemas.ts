import { z } from "zod";
import { characterAlignment } from "../history/schemas.ts";
import { canonicalLanguage } from "../language.ts";
import { voiceId, voiceSettings } from "../voices/schemas.ts";
import { maxCharactersPerRequest, maxDialogueLines } from "./rules.ts";

const optionalId = z.string().max(64).nullish();

const locator = z.object({
	pronunciation_dictionary_id: z
		.string()
		.max(64)
		.meta({ description: "Id of the dictionary.", examples: ["P1kVr2sQ9wTz4LmX7cBd"] }),
	version_id: optionalId.meta({
		description: "Id of the version to apply. Default: the latest.",
		examples: ["vE3nJ8uHq5YfR0gKa6Ws"],
	}),
});
export const locators = z.array(locator).max(3).nullish();
export const locatorsMeta = {
	description:
		"Pronunciation dictionaries to apply, at most 3. Of two rules for the same text, the one listed first applies. An empty list applies none. Default: the workspace's default dictionaries.",
};

export const modelMeta = {
	description:
		"Model to use. Every voice has one model; ids that start with `eleven_` also select it, others are rejected. Default: the voice's model.",
	examples: ["kokoro_82m_v1"],
};
/** Three-letter codes and regions are understood like the two-letter code. */
export const languageCode = z.string().max(16).overwrite(canonicalLanguage);
export const languageMeta = {
	description:
		"Language of the text, as an ISO 639 code or a BCP 47 tag: `de`, `deu` and `de-DE` are all German. If the voice doesn't speak it, the closest voice that does is used, and the response names that voice: in the header `voice-id`, or in `voice_id` of a socket's first message. Default: the voice's language.",
	examples: ["en"],
};
export const normalizationMeta = {
	description:
		"Whether numbers and abbreviations are written out before they are spoken. English only; `on` does the same as `auto`. Default: `auto`.",
	examples: ["auto"],
};
export const seedMeta = {
	description:
		"Seed for a different take, 0 to 4294967295. The same seed gives the same audio with models that list `seed` in `capabilities`. Default: none.",
	examples: [12_345],
};

export const outputFormatMeta = {
	description:
		"Codec, sample rate in Hz and, for MP3 and Opus, bitrate in kbit/s. `mp3_44100_192` needs the Creator plan or higher, PCM and WAV at 44100 Hz the Pro plan or higher. Default: `mp3_44100_128`.",
	examples: ["mp3_44100_128"],
};
export const noEffect = "Accepted for compatibility; no effect.";

/** Options shared by single-voice and dialogue requests. */
export const renderOptions = {
	model_id: optionalId.meta(modelMeta),
	language_code: languageCode.nullish().meta(languageMeta),
	pronunciation_dictionary_locators: locators.meta(locatorsMeta),
	seed: z.int().min(0).max(4_294_967_295).nullish().meta(seedMeta),
	apply_text_normalization: z.enum(["auto", "on", "off"]).default("auto").meta(normalizationMeta),
	new_take: z
		.boolean()
		.default(false)
		.meta({
			description:
				"Whether to generate a new take of sentences that the workspace has already paid for. They cost credits again. No effect together with `seed`. Default: false.",
			examples: [false],
		}),
	take_check: z
		.boolean()
		.default(false)
		.meta({
			description:
				"Whether to check the audio for misread words in the background. English only, and not with `enable_logging=false`. Default: false.",
			examples: [true],
		}),
};

/** An audio tag or pronunciation rule the model does not support. Always reported, never ignored silently. */
export const unsupportedRule = z.object({
	start: z.int().meta({ description: "Offset of the first affected character in the text as sent.", examples: [6] }),
	end: z.int().meta({ description: "Offset after the last affected character.", examples: [15] }),
	text: z.string().meta({ description: "The tag, or the words that the rule matched.", examples: ["Towcester"] }),
	reason: z.string().meta({ description: "Why the rule wasn't applied.", examples: ["this voice can't pronounce it"] }),
});

export const timedAudio = z.object({
	audio_base64: z
		.string()
		.meta({ description: "Audio in the requested format, encoded as Base64.", examples: ["SUQzBAAAAAAAI1RTU0UAAAAP"] }),
	alignment: characterAlignment.nullable().meta({
		description: "Times of the characters as written, without markup. Null if nothing was spoken.",
	}),
	normalized_alignment: characterAlignment.nullable().meta({
		description:
			"Times of the characters as spoken, with numbers and abbreviations written out. Null if nothing was spoken.",
	}),
	unhonoured_rules: z
		.array(unsupportedRule)
		.meta({ description: "Audio tags and pronunciation rules that had no effect, with the reason." }),
});

export const voiceSegment = z.object({
	voice_id: z.string().meta({ description: "Voice that speaks the line.", examples: ["wd5ObpQ4vNaJtC9V1idt"] }),
	start_time_seconds: z
		.number()
		.meta({ description: "Start of the line in seconds from the start of the audio.", examples: [0] }),
	end_time_seconds: z
		.number()
		.meta({ description: "End of the line in seconds from the start of the audio.", examples: [1.425] }),
	character_start_index: z
		.int()
		.meta({ description: "Index of the line's first character in `alignment.characters`.", examples: [0] }),
	character_end_index: z
		.int()
		.meta({ description: "Index after the line's last character in `alignment.characters`.", examples: [18] }),
	dialogue_input_index: z.int().meta({ description: "Index of the line in `inputs`, from 0.", examples: [0] }),
});

export const estimate = z.object({
	characters: z.int().meta({ description: "Characters of the text without markup.", examples: [26] }),
	new_characters: z
		.int()
		.meta({ description: "Characters in sentences that the workspace has not paid for yet.", examples: [13] }),
	credits: z.int().meta({
		description: "Cost in credits: the new characters times the rates of voice and model, rounded up.",
		examples: [13],
	}),
	sentences: z
		.array(
			z.object({
				start: z
					.int()
					.meta({ description: "Offset of the sentence's first character in the text as sent.", examples: [0] }),
				end: z.int().meta({ description: "Offset after the sentence's last character.", examples: [13] }),
				new: z.boolean().meta({
					description: "Whether the sentence costs credits: not paid for yet, and not earlier in the same text.",
					examples: [true],
				}),
			}),
		)
		.meta({ description: "Sentences in the order of the text. In a dialogue, offsets count across its lines." }),
	model_id: z.string().meta({
		description: "Model that would be used. In a dialogue, that of the first line.",
		examples: ["kokoro_82m_v1"],
	}),
});

export const speechJob = z.object({
	speech_job_id: z.string().meta({ description: "Id of the job.", examples: ["Jb5oL2yMnB8dTq4RvS1i"] }),
	status: z.enum(["waiting", "running", "done", "failed", "canceled"]).meta({
		description:
			"State of the job. It is `waiting` until a slot of the plan and of the engine is free. Once it is `done`, the audio is in the history.",
		examples: ["running"],
	}),
	title: z.string().meta({
		description: "Start of the text, at most 100 characters. Empty once the job has ended.",
		examples: ["Chapter 1. It was a bright cold day in April."],
	}),
	characters: z.int().meta({ description: "Characters of the text without markup.", examples: [48_000] }),
	delivered_characters: z.int().meta({ description: "Characters generated so far.", examples: [12_500] }),
	history_item_id: z
		.string()
		.nullable()
		.meta({ description: "Generation that the job has created. Null until it is `done`.", examples: [null] }),
	continues_history_item_id: z
		.string()
		.nullable()
		.meta({ description: "Partial generation that the job completes. Null if there is none.", examples: [null] }),
	error: z
		.string()
		.nullable()
		.meta({ description: "Why the job `failed`. Null unless it failed.", examples: [null] }),
	created_at_unix: z.int().meta({ description: "When it was created, in Unix seconds.", examples: [1_760_000_000] }),
});

export const misreadWord = z.object({
	start: z.int().meta({
		description: "Offset of the word in `text`, or of its sentence if that contains markup.",
		examples: [7],
	}),
	end: z.int().meta({ description: "Offset after the word or its sentence.", examples: [12] }),
	expected: z.string().meta({
		description: "What should be spoken, with numbers written out. For an inserted word, the one before it.",
		examples: ["world"],
	}),
	heard: z
		.string()
		.nullable()
		.meta({ description: "What was transcribed. Null if the word was dropped.", examples: ["word"] }),
	kind: z
		.enum(["dropped", "repeated", "changed", "inserted"])
		.meta({ description: "How the audio differs from the text.", examples: ["changed"] }),
	start_seconds: z
		.number()
		.meta({ description: "Start of the word in seconds from the start of the audio.", examples: [0.612] }),
	end_seconds: z
		.number()
		.meta({ description: "End of the word in seconds from the start of the audio.", examples: [1.04] }),
});

const sentenceTake = z.object({
	index: z.int().meta({ description: "Position of the sentence, from 0. Use it to request a retake.", examples: [0] }),
	start: z.int().meta({ description: "Offset of the sentence's first character in `text`.", examples: [0] }),
	end: z.int().meta({ description: "Offset after the sentence's last character in `text`.", examples: [13] }),
	start_seconds: z
		.number()
		.meta({ description: "Start of the sentence in seconds from the start of the audio.", examples: [0] }),
	end_seconds: z
		.number()
		.meta({ description: "End of the sentence in seconds from the start of the audio.", examples: [1.425] }),
	take: z.int().meta({ description: "Number of the current take. The first is 1.", examples: [1] }),
	retake_credits: z
		.int()
		.nullable()
		.meta({
			description:
				"What a retake costs in credits. 0 if the take was found misread; null if one of the generation's voices can no longer be used.",
			examples: [13],
		}),
	verdict: z
		.enum(["good", "misread", "unsure"])
		.nullable()
		.meta({ description: "Result of the take check. Null if this take wasn't checked.", examples: ["misread"] }),
	misread: z.array(misreadWord).meta({ description: "Misread words. Empty unless the verdict is `misread`." }),
});

export const takes = z.object({
	history_item_id: z.string().meta({ description: "Id of the history item.", examples: ["ja9xsmfGhxYcymxGcOGB"] }),
	text: z.string().meta({ description: "Text as sent, markup included.", examples: ["Hello, world. How are you?"] }),
	check: z.enum(["none", "running", "done", "failed", "unsupported"]).meta({
		description:
			"State of the take check. `failed`: not every sentence could be checked. `unsupported`: not English, or this server has no transcriber.",
		examples: ["done"],
	}),
	check_error: z
		.string()
		.nullable()
		.meta({
			description: "Why the take check `failed`. Null unless it failed.",
			examples: ["The audio of a sentence is no longer stored."],
		}),
	checked_by: z
		.string()
		.nullable()
		.meta({
			description: "Transcription models that checked the takes, joined by `+`. Null if none was checked.",
			examples: ["moonshine-tiny+whisper-base"],
		}),
	sentences: z.array(sentenceTake).meta({ description: "Sentences in the order of the text." }),
	alignment: characterAlignment.nullable().meta({
		description: "Times of the characters as written, without markup. Null if the model reported none.",
	}),
	unhonoured_rules: z
		.array(unsupportedRule)
		.meta({ description: "Audio tags and pronunciation rules that had no effect, with the reason." }),
});

const timedText = z.object({
	text: z.string().meta({ description: "The character.", examples: ["H"] }),
	start: z.number().meta({ description: "Start in seconds from the start of the recording.", examples: [0.32] }),
	end: z.number().meta({ description: "End in seconds from the start of the recording.", examples: [0.41] }),
});

export const forcedAlignment = z.object({
	characters: z.array(timedText).meta({ description: "Time of each character of the text, in order." }),
	words: z
		.array(
			timedText.extend({
				text: z.string().meta({ description: "The word with adjacent punctuation.", examples: ["Hello,"] }),
				loss: z.number().meta({
					description:
						"How much the word differs from a reference reading: near 0 is identical, 1 is not found. Use it to rank the words of a recording.",
					examples: [0.57],
				}),
			}),
		)
		.meta({ description: "Time of each word of the text, in order." }),
	loss: z.number().meta({ description: "Mean loss of all words, weighted by their duration.", examples: [0.61] }),
});

const chunking = z
	.object({
		chunk_length_schedule: z
			.array(z.number().min(5).max(500))
			.min(1)
			.max(20)
			.nullish()
			.meta({
				description:
					"Buffered characters, 5 to 500, at which the first, second, third and every later chunk is generated. Default: 120, 160, 250, 290.",
				examples: [[120, 160, 250, 290]],
			}),
	})
	.nullish();
const credential = z.string().max(200).nullish();
const aboutKey = "API key. Only needed if the connection request had none.";
const firstOnly = "Used only in the first message of the socket or context.";

/** Fields of the messages of both sockets. */
export const socketSettings = {
	voice_settings: voiceSettings.nullish().meta({ description: `Overrides the voice's stored settings. ${firstOnly}` }),
	generation_config: chunking.meta({ description: `When buffered text is generated. ${firstOnly}` }),
	generator_config: chunking.meta({ description: "Alternative name of `generation_config`." }),
	pronunciation_dictionary_locators: locators.meta({ description: `${locatorsMeta.description} ${firstOnly}` }),
	"xi-api-key": credential.meta({ description: aboutKey, examples: ["sk_5f0c2b7e9a1d"] }),
	xi_api_key: credential.meta({ description: "Alternative name of `xi-api-key`.", examples: ["sk_5f0c2b7e9a1d"] }),
	authorization: credential.meta({
		description: `${aboutKey} May start with \`Bearer\`.`,
		examples: ["Bearer sk_5f0c2b7e9a1d"],
	}),
	single_use_token: credential.meta({
		description: "Single-use token instead of an API key, for browsers.",
		examples: ["sutkn_1f8Xb7hH8MSUJpSbSDYk0k2"],
	}),
};

const text = z.string().max(maxCharactersPerRequest * 2);
const requestIds = z.array(z.string()).max(3).nullish();

export const speechBody = z.object({
	text: text.meta({
		description:
			"Text to speak, at most 150,000 characters without markup; a model's `maximum_text_length_per_request` may be lower. May contain the SSML tags `break`, `phoneme`, `sub`, `p` and `s`.",
		examples: ["Hello, world. How are you?"],
	}),
	...renderOptions,
	voice_settings: voiceSettings.nullish().meta({
		description:
			"Overrides the stored settings of the voice for this request. Settings that the model doesn't list in `capabilities` have no effect.",
	}),
	previous_text: text.nullish().meta({ description: noEffect, examples: ["Good morning."] }),
	next_text: text.nullish().meta({
		description: "Text that follows in another request. Sets the length of the pause at the end; it is not spoken.",
		examples: ["And then it rained."],
	}),
	previous_request_ids: requestIds.meta({ description: noEffect, examples: [["Qm4TzR8kLw2VxN6sYb1D"]] }),
	next_request_ids: requestIds.meta({ description: noEffect, examples: [["Qm4TzR8kLw2VxN6sYb1D"]] }),
	apply_language_text_normalization: z
		.boolean()
		.nullish()
		.meta({ description: noEffect, examples: [false] }),
	use_pvc_as_ivc: z
		.boolean()
		.nullish()
		.meta({ description: noEffect, examples: [false] }),
});

const dialogueLine = z.object({
	text: text.meta({
		description: "What the voice says. May contain SSML tags; must not be empty.",
		examples: ["Did you hear that?"],
	}),
	voice_id: voiceId.meta({ description: "Voice that speaks the line.", examples: ["wd5ObpQ4vNaJtC9V1idt"] }),
});

export const dialogueBody = z.object({
	inputs: z
		.array(dialogueLine)
		.min(1)
		.max(maxDialogueLines)
		.meta({ description: "Lines in the order in which they are spoken, 1 to 500." }),
	...renderOptions,
	settings: z
		.object({
			stability: z
				.number()
				.min(0)
				.max(1)
				.nullish()
				.meta({
					description: "Stability of every voice, 0 (varied) to 1 (even). Default: each voice's own.",
					examples: [0.5],
				}),
		})
		.nullish()
		.meta({ description: "Overrides the stored settings of all voices for this request." }),
});
