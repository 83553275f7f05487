// For loaders: the facts of a language, from the shipped catalogue and from what was found when the engines read it.
import type { LibraryVoice } from "../content/library/library.ts";
import { landingPage } from "./entries.ts";
import { type LanguageFacts, languageFacts } from "./facts.ts";
import { type LandingData, landingData } from "./landing-data.ts";
import { furtherLanguages, grouped, type ShippedVoice, voicesOf } from "./shipped.ts";
import { accentSlugs, type LandingLanguage, landingLanguages, landingPath } from "./slugs.ts";

export type Ability = { ability: string; state: string };

export type LanguagePageData = {
	path: string;
	landingPath: string;
	/** Of the page's words. */
	lang: "en";
	name: string;
	own: string;
	/** Of the sample: language and direction. */
	spoken: string;
	spokenDir: "ltr" | "rtl";
	lead: string;
	description: string;
	facts: LanguageFacts;
	abilities: Ability[];
	sample: LandingData["sample"] & { text: string };
	count: number;
	voices: (LibraryVoice & { languageName: string })[];
};

const shownOfEach = 4;
const names = new Intl.DisplayNames("en", { type: "language" });

export function languageData(slug: string): LanguagePageData | undefined {
	const language = landingLanguages.find((known) => known.slug === slug);
	const landing = landingData(slug);
	const facts = languageFacts[slug];
	if (!language || !landing || !facts) return undefined;
	const voices = voicesOf(language.lang);
	const summary = summarise(language, voices);
	return {
		path: `/languages/${slug}`,
		landingPath: landingPath(slug),
		lang: "en",
		name: language.english,
		own: language.own,
		spoken: language.lang,
		spokenDir: landing.dir,
		lead: summary,
		description: `${summary} What is read correctly, what is missing, and every voice to hear.`,
		facts,
		abilities: abilitiesOf(language, voices),
		sample: { ...landing.sample, text: landing.entry.placeholderText },
		count: voices.length,
		voices: someOfEach(voices).map((voice) => ({
			voice_id: voice.id,
			name: voice.name,
			language: voice.language,
			languageName: names.of(voice.language) ?? voice.language,
			labels: voice.labels,
			tier: voice.tier,
			model_name: voice.engine,
		})),
	};
}

/** A few of every kind and region, so that a long list does not hide what there is besides its first names. */
function someOfEach(voices: readonly ShippedVoice[]): ShippedVoice[] {
	const counts = new Map<string, number>();
	return voices.filter(({ tier, language }) => {
		const count = (counts.get(`${tier} ${language}`) ?? 0) + 1;
		counts.set(`${tier} ${language}`, count);
		return voices.length <= shownOfEach * 3 || count <= shownOfEach;
	});
}

const kinds = { quality: "natural", fast: "fast", basic: "basic, robotic" };

const numbers = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];

/** "Four natural voices by Kokoro 82M and one basic, robotic voice by espeak-ng speak Hindi." */
function summarise({ english }: LandingLanguage, voices: readonly ShippedVoice[]): string {
	const parts = grouped(voices).map(
		({ tier, engine, names: found }) =>
			`${numbers[found.length] ?? found.length} ${kinds[tier]} ${found.length === 1 ? "voice" : "voices"} by ${engine}`,
	);
	const list = parts.length > 1 ? `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}` : (parts[0] ?? "no voice");
	return `${list.charAt(0).toUpperCase()}${list.slice(1)} ${voices.length === 1 ? "speaks" : "speak"} ${english}.`;
}

function abilitiesOf({ lang }: LandingLanguage, voices: readonly ShippedVoice[]): Ability[] {
	const natural = voices.some(({ tier }) => tier === "quality");
	const fast = voices.some(({ tier }) => tier === "fast");
	const english = lang === "en";
	return [
		{ ability: "Streaming, over HTTP and WebSockets", state: "Yes" },
		{ ability: "Time of every word and character", state: "Yes" },
		{ ability: "Speed", state: "Yes, exact" },
		{
			ability: "Stability",
			state: fast ? "Yes, but for the basic voices" : natural ? "Yes, with the natural voices" : "No effect",
		},
		{ ability: "Style", state: natural ? "Yes, with the natural voices" : "No effect" },
		{ ability: "Pronunciation rules by respelling", state: "Yes" },
		{
			ability: "Pronunciation rules in IPA",
			state: english ? "Yes" : natural ? "Yes, with the natural voices" : "No",
		},
		{ ability: "Take check", state: english ? "Yes" : "No, English only" },
	];
}

export type LanguageRow = {
	slug: string;
	lang: string;
	english: string;
	own: string;
	natural: number;
	fast: number;
	basic: number;
	engines: string;
};

export function languageRows(): LanguageRow[] {
	return landingLanguages.map(({ slug, lang, english, own }) => {
		const voices = voicesOf(lang);
		const count = (tier: ShippedVoice["tier"]) => voices.filter((voice) => voice.tier === tier).length;
		return {
			slug,
			lang,
			english,
			own,
			natural: count("quality"),
			fast: count("fast"),
			basic: count("basic"),
			engines: [...new Set(voices.map(({ engine }) => engine))].join(", "),
		};
	});
}

export function accentLinks(): { to: string; name: string; lang: string }[] {
	return accentSlugs.map((slug) => {
		const page = landingPage(slug);
		if (!page) throw new Error(`there is no page ${slug}`);
		return { to: landingPath(slug), name: page.entry.name, lang: page.lang };
	});
}

export const otherLanguages = () => furtherLanguages(landingLanguages.map(({ lang }) => lang));
