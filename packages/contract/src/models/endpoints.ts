import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { modelsPaths } from "./paths.ts";

const language = z.object({
	language_id: z.string().meta({ description: "Language code (ISO 639).", examples: ["en"] }),
	name: z.string().meta({ description: "Name of the language in English.", examples: ["English"] }),
});

/** Request options that at least one model supports. */
export const modelCapabilities = [
	"stability",
	"similarity_boost",
	"style",
	"use_speaker_boost",
	"speed",
	"seed",
	"language_code",
	"ssml_phonemes",
] as const;
export type ModelCapability = (typeof modelCapabilities)[number];

export const model = z.object({
	model_id: z.string().meta({ description: "Id of the model.", examples: ["kokoro_82m_v1"] }),
	name: z.string().meta({ description: "Name shown in the app.", examples: ["Kokoro 82M"] }),
	description: z.string().meta({
		description: "What the model is good for, and its languages.",
		examples: ["The most natural voices. English in two accents, Spanish, French, Italian and more."],
	}),
	can_be_finetuned: z.boolean().meta({ description: "Always false; models can't be trained.", examples: [false] }),
	can_do_text_to_speech: z.boolean().meta({ description: "Whether it generates speech from text.", examples: [true] }),
	can_do_speech_to_text: z.boolean().meta({ description: "Whether it transcribes recordings.", examples: [false] }),
	can_do_voice_conversion: z
		.boolean()
		.meta({ description: "Whether it changes the voice of a recording.", examples: [false] }),
	can_use_style: z.boolean().meta({ description: "Whether the `style` setting has an effect.", examples: [true] }),
	can_use_speaker_boost: z
		.boolean()
		.meta({ description: "Whether the `use_speaker_boost` setting has an effect.", examples: [false] }),
	serves_pro_voices: z.boolean().meta({ description: "Always false.", examples: [false] }),
	requires_alpha_access: z
		.boolean()
		.meta({ description: "Always false; every workspace can use it.", examples: [false] }),
	token_cost_factor: z
		.number()
		.meta({ description: "Credits per character. 0 for models that are charged by the minute.", examples: [1] }),
	credits_per_minute: z
		.number()
		.nullable()
		.meta({
			description: "Credits per minute of audio. Null for models that are charged by the character.",
			examples: [null],
		}),
	max_characters_request_free_user: z.int().meta({
		description: "Maximum characters per request on the Free plan; the same for all plans.",
		examples: [150_000],
	}),
	max_characters_request_subscribed_user: z.int().meta({
		description: "Maximum characters per request on other plans; the same for all plans.",
		examples: [150_000],
	}),
	maximum_text_length_per_request: z.int().meta({
		description: "Maximum characters per request, without markup. 0 if the model takes no text.",
		examples: [150_000],
	}),
	languages: z.array(language).meta({ description: "Languages of the model's shipped voices." }),
	model_rates: z
		.object({
			character_cost_multiplier: z.number().meta({ description: "Credits per character.", examples: [1] }),
			cost_discount_multiplier: z.number().meta({ description: "Always 1; there are no discounts.", examples: [1] }),
		})
		.meta({ description: "What the model costs." }),
	concurrency_group: z
		.string()
		.meta({ description: "Always `standard`; all models share one concurrency limit.", examples: ["standard"] }),
	quality_tier: z.enum(["quality", "fast", "basic", "remote", "fake"]).meta({
		description:
			"Quality of its voices: natural (`quality`), faster and less natural (`fast`), robotic but intelligible (`basic`), that of another server (`remote`), or a test tone (`fake`).",
		examples: ["quality"],
	}),
	capabilities: z.array(z.enum(modelCapabilities)).meta({
		description:
			"Request options that have an effect. Others are accepted and ignored. Empty while the engine of a speech model doesn't respond.",
		examples: [["stability", "style", "speed", "seed", "language_code", "ssml_phonemes"]],
	}),
});
export type Model = z.output<typeof model>;

const accent = z.object({
	name: z.string().meta({ description: "Name of the accent or dialect in English.", examples: ["British"] }),
	code: z.string().meta({ description: "Language code and dialect.", examples: ["en-british"] }),
	order: z.int().meta({ description: "Sort order within the language, from 0.", examples: [1] }),
});

const listedLanguage = z.object({
	name: z.string().meta({ description: "Name of the language in English.", examples: ["English"] }),
	languageCode: z.string().meta({ description: "Language code (ISO 639).", examples: ["en"] }),
	flagCode: z.string().meta({
		description: "Country code (ISO 3166, lower case) of the flag shown for the language.",
		examples: ["us"],
	}),
	accents: z.array(accent).meta({ description: "Its accents and dialects, in their sort order." }),
});

export const modelsEndpoints = {
	listModels: endpoint({
		...modelsPaths.listModels,
		summary: "List models",
		description:
			"Returns the models that this server runs, first those that generate speech, with their languages, limits and the settings that have an effect. Every voice has one model, so `model_id` is optional in requests.",
		since: "0.1.0",
		auth: "user",
		permission: "models_read",
		response: z.array(model),
	}),
	listLanguages: endpoint({
		...modelsPaths.listLanguages,
		summary: "List languages and accents",
		description:
			"Returns the languages that voices can be labeled with, with the flag shown for each and its accents. `GET /v1/models` lists the languages that this server can speak.",
		since: "0.5.0",
		auth: "user",
		permission: "models_read",
		response: z.object({ languages: z.array(listedLanguage).meta({ description: "All languages." }) }),
	}),
};
