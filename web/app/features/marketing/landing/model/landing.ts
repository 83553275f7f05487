import type { TryLabels } from "../../model/try-labels.ts";

// Content of a landing page. Every entry has its own file; entries.ts lists them.

/** One page: the fields of the specification first, then the page's own text. */
export type LandingEntry = {
	/** In the language of the page. */
	name: string;
	flag: string;
	/** Language of the demo and the sample, BCP 47. */
	language: string;
	/** Slug of the page and its sample: /text-to-speech/{audioSrc} and /audio/landing/{audioSrc}.mp3. */
	audioSrc: string;
	/** Initial voice. Defaults to the best one for the language. */
	voice_id?: string;
	/** Initial text of the demo, and the text of the sample. */
	placeholderText: string;
	howToDescription: string;
	feature1Title: string;
	feature1Description: string;
	feature2Title: string;
	feature2Description: string;
	/** For search results and shared links. */
	title: string;
	description: string;
	h1: string;
	lead: string;
	faq: readonly { question: string; answer: string }[];
	/** Slugs of related pages. */
	related: readonly string[];
};

/** Labels of a page in its language. */
export type LandingLabels = {
	/** "Text to speech". */
	kind: string;
	/** Labels of the demo. */
	tryBox: TryLabels;
	/** Names of the quality tiers. */
	tiers: { quality: string; fast: string; basic: string };
	sample: string;
	howTo: string;
	voices: string;
	questions: string;
	related: string;
	languages: string;
	/** Label of the link to the language's detail page, which is in English. */
	detailsLink: string;
	startTitle: string;
	startText: string;
	startLabel: string;
	/** Replaces `startLabel` for visitors who have an account. */
	openLabel: string;
};

export type LanguageEntry = LandingEntry & { labels: LandingLabels };

/** Accent pages are written in English or in the language spoken with the accent. */
export type AccentEntry = LandingEntry & { lang: string };
