import { languageName } from "@timbre/contract/language.ts";
import type { Model, ModelCapability } from "@timbre/contract/models/endpoints.ts";
import { creditsPerMinute } from "@timbre/contract/plans.ts";
import { autoLanguage, sourceLanguages, type transcriptionModels } from "@timbre/contract/transcription/rules.ts";
import type { conversionModels } from "@timbre/contract/voice-changer/rules.ts";
import type { ModelInfo } from "./models.public.ts";

export function presentModel(
	model: ModelInfo,
	languages: readonly string[],
	capabilities: readonly ModelCapability[],
): Model {
	return {
		model_id: model.id,
		name: model.name,
		description: model.description,
		can_be_finetuned: false,
		can_do_text_to_speech: true,
		can_do_speech_to_text: false,
		can_do_voice_conversion: false,
		can_use_style: capabilities.includes("style"),
		can_use_speaker_boost: capabilities.includes("use_speaker_boost"),
		serves_pro_voices: false,
		requires_alpha_access: false,
		token_cost_factor: model.cost,
		credits_per_minute: null,
		max_characters_request_free_user: model.maxCharacters,
		max_characters_request_subscribed_user: model.maxCharacters,
		maximum_text_length_per_request: model.maxCharacters,
		languages: languages.map((language) => ({ language_id: language, name: languageName(language) })),
		model_rates: { character_cost_multiplier: model.cost, cost_discount_multiplier: 1 },
		concurrency_group: "standard",
		quality_tier: model.tier,
		capabilities: [...capabilities],
	};
}

/** A model that transcribes recordings. It takes no text and is priced by the minute. */
export function presentTranscriptionModel({
	id,
	name,
	description,
	tier,
	languages,
}: (typeof transcriptionModels)[number]): Model {
	const keys = sourceLanguages.map(({ key }) => key).filter((key) => key !== autoLanguage);
	return {
		...presentModel(
			{ id, name, description, engine: "", tier, maxCharacters: 0, cost: 0, multilingual: languages === "all" },
			languages === "all" ? keys : ["en"],
			["language_code"],
		),
		can_do_text_to_speech: false,
		can_do_speech_to_text: true,
		credits_per_minute: creditsPerMinute.transcription,
	};
}

/** A model that changes the voice of a recording. It takes no text and is priced by the minute. */
export function presentConversionModel(
	{ id, name, description, way }: (typeof conversionModels)[number],
	languages: readonly string[],
): Model {
	return {
		...presentModel(
			{ id, name, description, engine: "", tier: "quality", maxCharacters: 0, cost: 0, multilingual: true },
			languages,
			// Which of them have an effect depends on the model of the voice.
			way === "revoice" ? ["stability", "style", "seed"] : [],
		),
		can_do_text_to_speech: false,
		can_do_voice_conversion: true,
		credits_per_minute: creditsPerMinute.voiceChanger,
	};
}
