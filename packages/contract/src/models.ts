import { z } from "zod";
import { endpoint } from "./endpoint.ts";

const language = z.object({ language_id: z.string(), name: z.string() });

/** Everything a request may set that some model can act on. */
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
	model_id: z.string(),
	name: z.string(),
	description: z.string(),
	can_be_finetuned: z.boolean(),
	can_do_text_to_speech: z.boolean(),
	can_do_voice_conversion: z.boolean(),
	can_use_style: z.boolean(),
	can_use_speaker_boost: z.boolean(),
	serves_pro_voices: z.boolean(),
	requires_alpha_access: z.boolean(),
	token_cost_factor: z.number(),
	max_characters_request_free_user: z.int(),
	max_characters_request_subscribed_user: z.int(),
	maximum_text_length_per_request: z.int(),
	languages: z.array(language),
	model_rates: z.object({ character_cost_multiplier: z.number(), cost_discount_multiplier: z.number() }),
	concurrency_group: z.string(),
	/** How good it is to be thought of: the best voices, the fastest, or intelligible but robotic. */
	quality_tier: z.enum(["quality", "fast", "basic", "remote", "fake"]),
	/** What has an effect on this model's sound. What is not here is accepted and changes nothing. */
	capabilities: z.array(z.enum(modelCapabilities)),
});
export type Model = z.output<typeof model>;

/** What a page shows when the list of models does not come. */
export function modelsErrorMessage(status: number): string {
	return `Error occured while fetching models, status_code ${status}`;
}

export type Language = { name: string; languageCode: string; flagCode: string };

const named = (name: string, languageCode: string, flagCode: string): Language => ({ name, languageCode, flagCode });

export const baseLanguages: readonly Language[] = [
	named("English", "en", "us"),
	named("Hindi", "hi", "in"),
	named("Portuguese", "pt", "br"),
	named("Chinese", "zh", "cn"),
	named("Spanish", "es", "es"),
	named("French", "fr", "fr"),
	named("German", "de", "de"),
	named("Japanese", "ja", "jp"),
	named("Arabic", "ar", "sa"),
	named("Russian", "ru", "ru"),
	named("Korean", "ko", "kr"),
	named("Indonesian", "id", "id"),
	named("Italian", "it", "it"),
	named("Dutch", "nl", "nl"),
	named("Turkish", "tr", "tr"),
	named("Polish", "pl", "pl"),
	named("Swedish", "sv", "se"),
	named("Filipino", "fil", "ph"),
	named("Malay", "ms", "my"),
	named("Romanian", "ro", "ro"),
	named("Ukrainian", "uk", "ua"),
	named("Greek", "el", "gr"),
	named("Czech", "cs", "cz"),
	named("Danish", "da", "dk"),
	named("Finnish", "fi", "fi"),
	named("Bulgarian", "bg", "bg"),
	named("Croatian", "hr", "hr"),
	named("Slovak", "sk", "sk"),
	named("Tamil", "ta", "in"),
];

export const extendedLanguages: readonly Language[] = [
	...baseLanguages,
	named("Hungarian", "hu", "hu"),
	named("Norwegian", "no", "no"),
	named("Vietnamese", "vi", "vn"),
];

/** `code` is language-dialect; `order` is its place within its language. */
export type Accent = { name: string; code: string; order: number };

const dialects: Record<string, readonly (readonly [dialect: string, name: string])[]> = {
	en: [
		["american", "American"],
		["british", "British"],
		["australian", "Australian"],
		["canadian", "Canadian"],
		["indian", "Indian"],
		["irish", "Irish"],
		["scottish", "Scottish"],
		["new-york", "New York"],
		["californian", "Californian"],
		["essex", "Essex"],
		["african", "African"],
		["pakistani", "Pakistani"],
		["scandinavian", "Scandinavian"],
	],
	es: [
		["castilian", "Castilian"],
		["latin-american", "Latin American"],
		["mexican", "Mexican"],
		["argentine", "Argentine"],
	],
	pt: [
		["brazilian", "Brazilian"],
		["european", "European"],
	],
	fr: [
		["parisian", "Parisian"],
		["canadian", "Canadian"],
		["swiss", "Swiss"],
	],
	de: [
		["standard", "Standard"],
		["bavarian", "Bavarian"],
	],
	zh: [["mandarin", "Mandarin"]],
	cs: [
		["standard", "Standard"],
		["moravian", "Moravian"],
	],
	tr: [["istanbul", "Istanbul"]],
};

export const accents: readonly Accent[] = Object.entries(dialects).flatMap(([languageCode, list]) =>
	list.map(([dialect, name], order) => ({ name, code: `${languageCode}-${dialect}`, order })),
);

export function accentsOf(languageCode: string): Accent[] {
	return accents
		.filter((accent) => accent.code.startsWith(`${languageCode}-`))
		.sort((one, other) => one.order - other.order);
}

export const modelsEndpoints = {
	listModels: endpoint({
		id: "models_list",
		method: "GET",
		path: "/v1/models",
		summary: "List the speech models this server runs",
		since: "0.1.0",
		auth: "user",
		permission: "models_read",
		response: z.array(model),
	}),
};
