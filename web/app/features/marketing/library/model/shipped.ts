// The shipped voices, so the page is complete without a request. Used by loaders only.
import { isEnglish, languageName, primaryLanguage } from "@timbre/contract/language.ts";
import shipped from "../../landing/content/voices.generated.json" with { type: "json" };
import type { LibraryChoice, LibraryFilters, LibraryPage, LibraryVoice } from "./library.ts";
import { libraryPageSize, tierName } from "./library.ts";

const modelNames: Record<string, string> = { kokoro: "Kokoro 82M", piper: "Piper LibriTTS-R", espeak: "espeak-ng" };
const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** The server's order: best tier first, favorites first within a tier, often misheard voices last. */
const tiers = ["quality", "fast", "basic"];
const favorites = ["Heart", "Michael", "Emma", "George", "Bella", "Puck"];
function rank({ tier, name, language, labels }: (typeof shipped)[number]): number {
	const favourite = tier === "quality" && isEnglish(language) ? favorites.indexOf(name) : -1;
	return tiers.indexOf(tier) * 1_000 + ("clarity" in labels ? 100 : 0) + (favourite < 0 ? favorites.length : favourite);
}
const ordered = shipped.toSorted((one, other) => rank(one) - rank(other));

const voices: LibraryVoice[] = ordered.map(({ id, name, engine, language, tier, labels }) => ({
	voice_id: id,
	name,
	language,
	// The JSON import types missing labels as undefined; drop them.
	labels: Object.fromEntries(Object.entries(labels).filter(([, value]) => value !== undefined)) as Record<
		string,
		string
	>,
	tier,
	model_name: modelNames[engine] ?? engine,
}));

function choices(values: (string | undefined)[], nameOf: (value: string) => string): LibraryChoice[] {
	const counts = new Map<string, number>();
	for (const value of values) if (value) counts.set(value, (counts.get(value) ?? 0) + 1);
	return [...counts].map(([value, count]) => ({ value, name: nameOf(value), count }));
}

const byName = (a: { name: string }, b: { name: string }) => a.name.localeCompare(b.name, "en");

export function firstLibraryPage(): LibraryPage {
	const filters: LibraryFilters = {
		languages: choices(
			voices.map(({ language }) => primaryLanguage(language)),
			languageName,
		).sort(byName),
		genders: choices(
			voices.map(({ labels }) => labels.gender),
			capital,
		),
		accents: choices(
			voices.map(({ labels }) => labels.accent),
			capital,
		).sort(byName),
		tiers: choices(
			voices.map(({ tier }) => tier),
			tierName,
		),
	};
	const pages = Math.ceil(voices.length / libraryPageSize);
	return { voices: voices.slice(0, libraryPageSize), total: voices.length, page: 1, pages, filters };
}

export type LanguageVoices = { language: string; tiers: { name: string; voices: string[] }[] };

/** Voice names by language. A basic voice has no name of its own. */
export function voicesByLanguage(): LanguageVoices[] {
	return choices(
		voices.map(({ language }) => language),
		languageName,
	)
		.sort(byName)
		.map(({ value, name }) => {
			const own = voices.filter(({ language }) => language === value);
			return {
				language: name,
				tiers: choices(
					own.map(({ tier }) => tier),
					tierName,
				).map((tier) => ({
					name: tier.name,
					voices:
						tier.value === "basic"
							? ["one voice"]
							: own.filter((voice) => voice.tier === tier.value).map((voice) => voice.name),
				})),
			};
		});
}
