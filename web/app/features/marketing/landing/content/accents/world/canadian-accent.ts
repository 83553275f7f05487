import type { AccentEntry } from "../../../model/landing.ts";

export const canadianAccent: AccentEntry = {
	name: "Canadian accent",
	flag: "🇨🇦",
	language: "en-US",
	audioSrc: "canadian-accent",
	voice_id: "INK0k10NNoVzPijzNjbS",
	lang: "en",
	placeholderText:
		"We drove out past the lake to see about the house. About twenty below, the radio said, and not a cloud in the sky.",
	howToDescription:
		"Type a sentence and press the button. The voice is General American, the closest available. Listen for “about” and “sorry”.",
	feature1Title: "Close, but not Canadian",
	feature1Description:
		"Most Canadian English differs from General American in only a few sounds: the vowel of “about” and “house” before a voiceless consonant, “sorry” with an o, “Mazda” with a short a. The voices here say them the American way.",
	feature2Title: "Correct individual words",
	feature2Description:
		"Pronunciation dictionaries support IPA. A rule that maps “about” to /əˈbʌʊt/ changes that word in every text that uses the dictionary. This is practical for a name or a slogan, not for a novel.",
	title: "Canadian accent text to speech",
	description:
		"Timbre has no Canadian voice yet. Hear the closest one, a natural General American voice, and read what differs.",
	h1: "Canadian English: the nearest voice",
	lead: "Timbre has no Canadian voice yet. The American voices are the closest. Listen and compare.",
	faq: [
		{
			question: "Why is there no Canadian voice?",
			answer:
				"The models shipped with Timbre were trained on speakers labeled American or British. We only label a voice Canadian if it comes from a Canadian speaker.",
		},
		{ question: "Is Canadian French supported?", answer: "No. The French voice has a France French accent." },
		{
			question: "Which engine is used here?",
			answer: "Kokoro. The demo starts with the voice Michael, and you can choose another.",
		},
	],
	related: ["new-york-accent", "californian-accent", "british-accent", "french"],
};
