import type { AccentEntry } from "../landing.ts";

export const germanAccent: AccentEntry = {
	name: "German accent",
	flag: "🇩🇪",
	language: "de",
	audioSrc: "german-accent",
	lang: "en",
	placeholderText:
		"Guten Tag. Ihr Zug fährt heute von Gleis sieben. Bitte halten Sie Abstand und Ihre Fahrkarte bereit.",
	howToDescription:
		"Type German and press the button: the basic voice of espeak-ng reads it, clearly and like a machine. English typed here is read half by German letters and half in English, which helps nobody.",
	feature1Title: "Good German, plain voice",
	feature1Description:
		"Compounds are taken apart, the two ch sounds are kept apart, numbers are said the German way round. The voice itself is synthetic and makes no secret of it.",
	feature2Title: "English with a German accent",
	feature2Description:
		"There is no voice for it. The natural voices speak American or British English without any German in it, and no setting adds some.",
	title: "German accent text to speech",
	description:
		"A basic German voice for German text, and a plain answer about English with a German accent: there is none in Timbre yet.",
	h1: "German spoken, accent not included",
	lead: "Timbre reads German with a basic voice. It has no voice that speaks English with a German accent.",
	faq: [
		{
			question: "Can I fake it by spelling?",
			answer:
				"“Ze train vill leave” is read by an English voice as it is written. It is a joke that wears off; most listeners prefer a clear voice.",
		},
		{
			question: "Will the German voice get better?",
			answer:
				"When a free natural model for German is good enough it takes this place. Until then the page says basic.",
		},
		{ question: "Which engine speaks here?", answer: "espeak-ng, one voice." },
	],
	neighbours: ["german", "german-bavarian-accent", "scandinavian-accent"],
};
