import { isSameLanguage } from "@timbre/contract/language.ts";
import { type CatalogueVoice, catalogue } from "@timbre/engines/speech/catalogue.ts";
import { featuredSpeakers } from "@timbre/server/features/voices/voices.public.ts";
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

/** The voices that the home page offers first. */
export function homeVoices(): CatalogueVoice[] {
	return featuredSpeakers.map((speaker) => {
		const voice = catalogue.find((known) => known.speaker === speaker);
		if (!voice) throw new Error(`No voice for ${speaker}`);
		return voice;
	});
}

/** Hash of everything that affects a clip. */
export function clipRecipe(voice: CatalogueVoice, text: string): string {
	return sha256([voice.id, text].join("\n"));
}
