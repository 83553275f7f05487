import type { TryWords } from "../components/try-words.ts";

// What a landing page is made of. Every entry has its own file and its own words; entries.ts lists them.

/** One page: the fields of the specification first, then the page's own words. */
export type LandingEntry = {
	/** In the language of the page. */
	name: string;
	flag: string;
	/** What the box and the sample speak, BCP 47. */
	language: string;
	/** Names the page and its sample: /text-to-speech/{audioSrc} and /audio/landing/{audioSrc}.mp3. */
	audioSrc: string;
	/** The voice to begin with; without it the best one there is for the language. */
	voice_id?: string;
	/** What the box holds at first and what the sample says. */
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
	/** Slugs of pages that a reader of this one may want. */
	neighbours: readonly string[];
};

/** The labels of a page in its language. */
export type LandingWords = {
	/** "Text to speech". */
	kind: string;
	/** Of the box to type and hear. */
	tryBox: TryWords;
	/** How good a voice is. */
	tiers: { quality: string; fast: string; basic: string };
	sample: string;
	howTo: string;
	voices: string;
	questions: string;
	neighbours: string;
	languages: string;
	/** Leads to the page of facts, which is in English. */
	facts: string;
	startTitle: string;
	startText: string;
	startLabel: string;
};

export type LanguageEntry = LandingEntry & { words: LandingWords };

/** An accent's page is written in English, or in the language that is spoken with the accent. */
export type AccentEntry = LandingEntry & { lang: string };
