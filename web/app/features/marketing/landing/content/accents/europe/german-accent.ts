import type { AccentEntry } from "../../../model/landing.ts";

export const germanAccent: AccentEntry = {
	name: "German accent",
	flag: "🇩🇪",
	language: "de",
	audioSrc: "german-accent",
	lang: "en",
	placeholderText:
		"Guten Tag. Ihr Zug fährt heute von Gleis sieben. Bitte halten Sie Abstand und Ihre Fahrkarte bereit.",
	howToDescription:
		"Type German and press the button. A basic espeak-ng voice reads it clearly but sounds robotic. English text is read partly with German sounds, so use this voice for German only.",
	feature1Title: "Correct German, robotic voice",
	feature1Description:
		"Compounds are split correctly, both ch sounds are distinguished, and numbers follow German word order. The voice itself sounds synthetic.",
	feature2Title: "English with a German accent",
	feature2Description:
		"There is no voice for this. The natural voices speak American or British English, and no setting adds a German accent.",
	title: "German accent text to speech",
	description: "Timbre has a basic German voice for German text. It has no voice yet for English with a German accent.",
	h1: "German spoken, accent not included",
	lead: "Timbre reads German with a basic voice. It has no voice for English with a German accent.",
	faq: [
		{
			question: "Can I imitate the accent by spelling?",
			answer:
				"An English voice reads “ze train vill leave” as written. It wears off quickly, and most listeners prefer a clear voice.",
		},
		{
			question: "Will the German voice get better?",
			answer: "It will be replaced when a good open model for German is available.",
		},
		{ question: "Which engine is used here?", answer: "espeak-ng, with a single voice." },
	],
	related: ["german", "german-bavarian-accent", "scandinavian-accent"],
};
