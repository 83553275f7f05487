// All data of one landing page. Used by the loader only.
import { primaryLanguage } from "@timbre/contract/language.ts";
import manifest from "../content/audio.generated.json" with { type: "json" };
import { accentEntries, type LandingPage, landingPage } from "./entries.ts";
import type { LandingEntry, LandingLabels } from "./landing.ts";
import { groupByEngine, type ShippedVoice, type VoiceGroup, voicesOf } from "./shipped.ts";
import { landingLanguages, landingPath } from "./slugs.ts";

export type LandingLink = { to: string; label: string; lang: string };

export type LandingData = {
	slug: string;
	kind: LandingPage["kind"];
	/** The root layout reads this for the document language. */
	lang: string;
	dir: "ltr" | "rtl";
	/** The script needs more line height. */
	tall: boolean;
	entry: LandingEntry;
	labels: LandingLabels;
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
	details: { to: string; label: string };
	related: LandingLink[];
	languages: LandingLink[];
	/** Accent pages only. */
	accents: LandingLink[];
};

const tallScripts = ["ar", "hi", "ja", "ko", "ta", "zh"];

export function landingData(slug: string): LandingData | undefined {
	const page = landingPage(slug);
	const clip = manifest.find((known) => known.slug === slug);
	if (!page || !clip) return undefined;
	const { kind, lang, labels } = page;
	// Labels are returned separately.
	const { labels: _, ...entry } = page.entry as LandingEntry & { labels?: LandingLabels };
	return {
		slug,
		kind,
		lang,
		dir: lang === "ar" ? "rtl" : "ltr",
		tall: tallScripts.includes(lang),
		entry,
		labels,
		sample: {
			src: `/audio/landing/${slug}.mp3`,
			seconds: clip.seconds,
			peaks: clip.peaks.map((peak) => Math.round((peak / 255) * 100) / 100),
			voiceId: clip.voiceId,
			voice: clip.voice,
			engine: clip.engine,
			tier: clip.tier as ShippedVoice["tier"],
		},
		voices: groupByEngine(voicesOf(kind === "language" ? primaryLanguage(entry.language) : entry.language)),
		details: detailsLink(entry.language, lang, labels),
		related: entry.related.map(linkTo),
		languages: landingLanguages.map((language) => linkTo(language.slug)),
		accents: kind === "accent" ? accentEntries.map(({ audioSrc }) => linkTo(audioSrc)) : [],
	};
}

/** English accent pages may use a voice of another language, so their label names that language. */
function detailsLink(spoken: string, lang: string, labels: LandingLabels): LandingData["details"] {
	const found = landingLanguages.find((known) => known.lang === primaryLanguage(spoken));
	if (!found) throw new Error(`No page for language ${spoken}`);
	const label = lang === "en" ? `${found.english} support in detail` : labels.detailsLink;
	return { to: `/languages/${found.slug}`, label };
}

function linkTo(slug: string): LandingLink {
	const page = landingPage(slug);
	if (!page) throw new Error(`No landing page ${slug}`);
	return { to: landingPath(slug), label: page.entry.name, lang: page.lang };
}
