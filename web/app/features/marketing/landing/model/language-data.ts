// Data of a language's detail page, from the catalog of shipped voices and language-support.ts. Used by loaders only.
import { languageName } from "@timbre/contract/language.ts";
import type { LibraryVoice } from "../../library/model/library.ts";
import { landingPage } from "./entries.ts";
import { type LandingData, landingData } from "./landing-data.ts";
import { type LanguageSupport, languageSupport } from "./language-support.ts";
import { groupByEngine, languagesWithoutPage, type ShippedVoice, voicesOf } from "./shipped.ts";
import { accentSlugs, type LandingLanguage, landingLanguages, landingPath } from "./slugs.ts";

export type Feature = { ability: string; state: string };

export type LanguagePageData = {
	path: string;
	landingPath: string;
	/** Language of the page text. */
	lang: "en";
	name: string;
	own: string;
	/** Language and direction of the sample. */
	spoken: string;
	spokenDir: "ltr" | "rtl";
	lead: string;
	description: string;
	support: LanguageSupport;
	abilities: Feature[];
	sample: LandingData["sample"] & { text: string };
	count: number;
	voices: (LibraryVoice & { languageName: string })[];
};

const maxVoicesPerGroup = 4;

export function languageData(slug: string): LanguagePageData | undefined {
	const language = landingLanguages.find((known) => known.slug === slug);
	const landing = landingData(slug);
	const support = languageSupport[slug];
	if (!language || !landing || !support) return undefined;
	const voices = voicesOf(language.lang);
	const summary = summarize(language, voices);
	return {
		path: `/languages/${slug}`,
		landingPath: landingPath(slug),
		lang: "en",
		name: language.english,
		own: language.own,
		spoken: language.lang,
		spokenDir: landing.dir,
		lead: summary,
		description: `${summary} See what is read correctly, known limits, and voice samples.`,
		support,
		abilities: featuresOf(language, voices),
		sample: { ...landing.sample, text: landing.entry.placeholderText },
		count: voices.length,
		voices: pickVoices(voices).map((voice) => ({
			voice_id: voice.id,
			name: voice.name,
			language: voice.language,
			languageName: languageName(voice.language),
			labels: voice.labels,
			tier: voice.tier,
			model_name: voice.engine,
		})),
	};
}

/** A few voices of every tier and region, so a long list shows all of them. */
function pickVoices(voices: readonly ShippedVoice[]): ShippedVoice[] {
	const counts = new Map<string, number>();
	return voices.filter(({ tier, language }) => {
		const count = (counts.get(`${tier} ${language}`) ?? 0) + 1;
		counts.set(`${tier} ${language}`, count);
		return voices.length <= maxVoicesPerGroup * 3 || count <= maxVoicesPerGroup;
	});
}

const kinds = { quality: "natural", fast: "fast", basic: "basic, robotic" };

const numbers = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];

/** "Hindi has four natural voices (Kokoro 82M) and one basic, robotic voice (espeak-ng)." */
function summarize({ english }: LandingLanguage, voices: readonly ShippedVoice[]): string {
	const parts = groupByEngine(voices).map(
		({ tier, engine, names: found }) =>
			`${numbers[found.length] ?? found.length} ${kinds[tier]} ${found.length === 1 ? "voice" : "voices"} (${engine})`,
	);
	const list = parts.length > 1 ? `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}` : (parts[0] ?? "no voice");
	return `${english} has ${list}.`;
}

function featuresOf({ lang }: LandingLanguage, voices: readonly ShippedVoice[]): Feature[] {
	const natural = voices.some(({ tier }) => tier === "quality");
	const fast = voices.some(({ tier }) => tier === "fast");
	const english = lang === "en";
	return [
		{ ability: "Streaming, over HTTP and WebSockets", state: "Yes" },
		{ ability: "Word and character timestamps", state: "Yes" },
		{ ability: "Speed", state: "Yes, exact" },
		{
			ability: "Stability",
			state: fast ? "Yes, except basic voices" : natural ? "Yes, with natural voices" : "No effect",
		},
		{ ability: "Style", state: natural ? "Yes, with natural voices" : "No effect" },
		{ ability: "Pronunciation rules (alias)", state: "Yes" },
		{
			ability: "Pronunciation rules (IPA)",
			state: english ? "Yes" : natural ? "Yes, with natural voices" : "No",
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
		if (!page) throw new Error(`No page ${slug}`);
		return { to: landingPath(slug), name: page.entry.name, lang: page.lang };
	});
}

export const otherLanguages = () => languagesWithoutPage(landingLanguages.map(({ lang }) => lang));
