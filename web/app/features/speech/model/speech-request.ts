import { isEnglish } from "@timbre/contract/language.ts";
import type { Model, ModelCapability } from "@timbre/contract/models/endpoints.ts";
import type { SpeechBody } from "@timbre/contract/speech/endpoints.ts";
import type { Voice } from "@timbre/contract/voices/schemas.ts";
import type { PageFormat } from "./formats.ts";

/** Settings of the page other than text, voice and model. */
export type Settings = {
	speed: number;
	stability: number;
	similarity_boost: number;
	style: number;
	format: PageFormat;
	/** Ids of pronunciation dictionaries in order of precedence. */
	dictionaries: string[];
	/** null means the default for the voice. */
	takeCheck: boolean | null;
};

export const defaultSettings: Settings = {
	speed: 1,
	stability: 0.5,
	similarity_boost: 0.75,
	style: 0,
	format: "mp3_44100_128",
	dictionaries: [],
	takeCheck: null,
};

/** Parses stored settings, which may come from an older version or be edited by hand. */
export function parseSettings(stored: string): Settings {
	try {
		const parsed: unknown = JSON.parse(stored || "{}");
		if (typeof parsed !== "object" || parsed === null) return defaultSettings;
		const valid = Object.entries(parsed).filter(([name, value]) => {
			const defaultValue = defaultSettings[name as keyof Settings];
			if (name === "takeCheck") return value === null || typeof value === "boolean";
			if (name === "dictionaries") return Array.isArray(value) && value.every((id) => typeof id === "string");
			return defaultValue !== undefined && typeof value === typeof defaultValue;
		});
		return { ...defaultSettings, ...Object.fromEntries(valid) };
	} catch {
		return defaultSettings;
	}
}

export function supports(model: Model | undefined, capability: ModelCapability): boolean {
	return model?.capabilities.includes(capability) ?? false;
}

/** The server's transcriber supports only English. */
export function canCheck(voice: Pick<Voice, "language">): boolean {
	return isEnglish(voice.language);
}

export function takeCheckEnabled(voice: Pick<Voice, "language">, settings: Pick<Settings, "takeCheck">): boolean {
	return canCheck(voice) && (settings.takeCheck ?? true);
}

export type SpeechParams = {
	text: string;
	voice: Voice;
	model: Model | undefined;
	settings: Settings;
	newTake?: boolean;
};

/**
 * The request body, for generating and estimating. Omits settings the model does not support, so that they can't change
 * the take.
 */
export function speechRequest({ text, voice, model, settings, newTake = false }: SpeechParams): Partial<SpeechBody> & {
	text: string;
} {
	const effective = (["speed", "stability", "similarity_boost", "style"] as const).filter((name) =>
		supports(model, name),
	);
	return {
		text,
		model_id: model?.model_id,
		voice_settings: Object.fromEntries(effective.map((name) => [name, settings[name]])),
		...(settings.dictionaries.length > 0
			? {
					pronunciation_dictionary_locators: settings.dictionaries.map((id) => ({ pronunciation_dictionary_id: id })),
				}
			: {}),
		take_check: takeCheckEnabled(voice, settings),
		...(newTake ? { new_take: true } : {}),
	};
}
