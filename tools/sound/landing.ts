import { isSameLanguage } from "@timbre/contract/language.ts";
import { type CatalogueVoice, catalogue } from "@timbre/engines/speech/catalogue.ts";
import type { LandingEntry } from "../../web/app/features/marketing/landing/model/landing.ts";
import { sha256 } from "./render.ts";

/** The entry's own voice, or the best one for its language. */
export function landingVoice({ voice_id, language, audioSrc }: LandingEntry): CatalogueVoice {
	const voice =
		catalogue.find(({ id }) => id === voice_id) ??
		catalogue.find((known) => known.language === language) ??
		catalogue.find((known) => isSameLanguage(known.language, language));
	if (!voice) throw new Error(`No voice for ${audioSrc}`);
	return voice;
}

/** Hash of everything that affects a page's sample. */
export function landingRecipe(entry: LandingEntry): string {
	return sha256([landingVoice(entry).id, entry.placeholderText].join("\n"));
}
