// For the loader: all that one landing page shows.
import manifest from "./audio.generated.json" with { type: "json" };
import { accentEntries, type LandingPage, landingPage } from "./entries.ts";
import type { LandingEntry, LandingWords } from "./landing.ts";
import { grouped, type ShippedVoice, type VoiceGroup, voicesOf } from "./shipped.ts";
import { landingLanguages, landingPath } from "./slugs.ts";

export type LandingLink = { to: string; label: string; lang: string };

export type LandingData = {
	slug: string;
	kind: LandingPage["kind"];
	/** Also tells the root which language the document is in. */
	lang: string;
	dir: "ltr" | "rtl";
	/** Its letters reach so high and low that lines need more room. */
	tall: boolean;
	entry: LandingEntry;
	words: LandingWords;
	sample: {
		src: string;
		seconds: number;
		/** 0 to 1. */
		peaks: number[];
		voiceId: string;
		voice: string;
		engine: string;
		tier: ShippedVoice["tier"];
	};
	voices: VoiceGroup[];
	facts: { to: string; label: string };
	neighbours: LandingLink[];
	languages: LandingLink[];
	/** On the pages of accents only. */
	accents: LandingLink[];
};

const tallScripts = ["ar", "hi", "ja", "ko", "ta", "zh"];

export function landingData(slug: string): LandingData | undefined {
	const page = landingPage(slug);
	const made = manifest.find((known) => known.slug === slug);
	if (!page || !made) return undefined;
	const { kind, lang, words } = page;
	// The labels go their own way: an entry without them is what a page shows.
	const { words: _, ...entry } = page.entry as LandingEntry & { words?: LandingWords };
	return {
		slug,
		kind,
		lang,
		dir: lang === "ar" ? "rtl" : "ltr",
		tall: tallScripts.includes(lang),
		entry,
		words,
		sample: {
			src: `/audio/landing/${slug}.mp3`,
			seconds: made.seconds,
			peaks: made.peaks.map((peak) => Math.round((peak / 255) * 100) / 100),
			voiceId: made.voiceId,
			voice: made.voice,
			engine: made.engine,
			tier: made.tier as ShippedVoice["tier"],
		},
		voices: grouped(voicesOf(kind === "language" ? (entry.language.split("-")[0] ?? "") : entry.language)),
		facts: factsLink(entry.language, lang, words),
		neighbours: entry.neighbours.map(linkTo),
		languages: landingLanguages.map((language) => linkTo(language.slug)),
		accents: kind === "accent" ? accentEntries.map(({ audioSrc }) => linkTo(audioSrc)) : [],
	};
}

/** An English page may be about a voice of another language, which its own words do not name. */
function factsLink(spoken: string, lang: string, words: LandingWords): LandingData["facts"] {
	const found = landingLanguages.find((known) => known.lang === spoken.split("-")[0]);
	if (!found) throw new Error(`there is no page for the language ${spoken}`);
	const label = lang === "en" ? `What there is for ${found.english}, in detail` : words.facts;
	return { to: `/languages/${found.slug}`, label };
}

function linkTo(slug: string): LandingLink {
	const page = landingPage(slug);
	if (!page) throw new Error(`there is no landing page ${slug}`);
	return { to: landingPath(slug), label: page.entry.name, lang: page.lang };
}
