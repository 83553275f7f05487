import type { Model, ModelCapability } from "@timbre/contract/models.ts";
import type { SpeechBody } from "@timbre/contract/speech.ts";
import type { Voice } from "@timbre/contract/voices.entities.ts";
import type { PageFormat } from "./formats.ts";

/** Everything beside text, voice and model that the page can set. */
export type Settings = {
	speed: number;
	stability: number;
	similarity_boost: number;
	style: number;
	format: PageFormat;
	/** Ids of pronunciation dictionaries, in the order in which they apply. */
	dictionaries: string[];
	/** null: as suits the voice. */
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

/** What a browser has kept, which may be of an older page or made by hand. */
export function parseSettings(stored: string): Settings {
	try {
		const kept: unknown = JSON.parse(stored || "{}");
		if (typeof kept !== "object" || kept === null) return defaultSettings;
		const known = Object.entries(kept).filter(([name, value]) => {
			const usual = defaultSettings[name as keyof Settings];
			if (name === "takeCheck") return value === null || typeof value === "boolean";
			if (name === "dictionaries") return Array.isArray(value) && value.every((id) => typeof id === "string");
			return usual !== undefined && typeof value === typeof usual;
		});
		return { ...defaultSettings, ...Object.fromEntries(known) };
	} catch {
		return defaultSettings;
	}
}

export function canDo(model: Model | undefined, what: ModelCapability): boolean {
	return model?.capabilities.includes(what) ?? false;
}

/** The ears of the server know English only. */
export function canCheck(voice: Pick<Voice, "language">): boolean {
	return /^en\b/i.test(voice.language);
}

export function checksTakes(voice: Pick<Voice, "language">, settings: Pick<Settings, "takeCheck">): boolean {
	return canCheck(voice) && (settings.takeCheck ?? true);
}

type Asked = { text: string; voice: Voice; model: Model | undefined; settings: Settings; newTake?: boolean };

/** What is sent, and what is asked the price of. A setting the model has no use for is left out, so that it cannot make two takes differ. */
export function speechRequest({ text, voice, model, settings, newTake = false }: Asked): Partial<SpeechBody> & {
	text: string;
} {
	const effective = (["speed", "stability", "similarity_boost", "style"] as const).filter((name) => canDo(model, name));
	return {
		text,
		model_id: model?.model_id,
		voice_settings: Object.fromEntries(effective.map((name) => [name, settings[name]])),
		...(settings.dictionaries.length > 0
			? {
					pronunciation_dictionary_locators: settings.dictionaries.map((id) => ({ pronunciation_dictionary_id: id })),
				}
			: {}),
		take_check: checksTakes(voice, settings),
		...(newTake ? { new_take: true } : {}),
	};
}
