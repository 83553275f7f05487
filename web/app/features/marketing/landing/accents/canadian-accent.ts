import type { AccentEntry } from "../landing.ts";

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
		"Type a sentence and press the button. What you hear is a General American voice, which is the nearest there is; compare it with your own ear for “about” and “sorry”.",
	feature1Title: "Close, but not Canadian",
	feature1Description:
		"Most Canadian English differs from General American in a few sounds only: the vowel of “about” and “house” before a voiceless consonant, “sorry” with an o, “Mazda” with a short a. The voices here say them the American way.",
	feature2Title: "Single words can be turned",
	feature2Description:
		"A pronunciation dictionary takes IPA. A rule that gives “about” as /əˈbʌʊt/ moves that word, in every text that uses the dictionary. It is work for a name or a slogan, not for a novel.",
	title: "Canadian accent text to speech",
	description:
		"There is no Canadian voice in Timbre yet. Hear the nearest one, a natural General American voice, and read how far off it is.",
	h1: "Canadian English: the nearest voice",
	lead: "Timbre has no Canadian voice. The nearest are its American ones, and this page lets you hear how near.",
	faq: [
		{
			question: "Why is there no Canadian voice?",
			answer:
				"The models shipped with Timbre were trained on speakers labelled American or British. A voice may only be called Canadian when somebody Canadian is known to have lent it.",
		},
		{ question: "Is Canadian French covered?", answer: "No. The French voice speaks as in France." },
		{
			question: "Which engine speaks in the box?",
			answer: "Kokoro, with the voice Michael to begin with. You can choose another in the box.",
		},
	],
	neighbours: ["new-york-accent", "californian-accent", "british-accent", "french"],
};
