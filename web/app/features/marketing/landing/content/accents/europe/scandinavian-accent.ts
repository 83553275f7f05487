import type { AccentEntry } from "../../../model/landing.ts";

export const scandinavianAccent: AccentEntry = {
	name: "Scandinavian accent",
	flag: "🇸🇪",
	language: "sv",
	audioSrc: "scandinavian-accent",
	lang: "en",
	placeholderText: "God morgon. Tåget mot Malmö går från spår sju. Ta med kaffe, det blåser kallt på perrongen.",
	howToDescription:
		"Type Swedish and press the button. A basic espeak-ng voice reads it. Danish and Norwegian have basic voices too, in the app and on the Danish page.",
	feature1Title: "Three languages, three basic voices",
	feature1Description:
		"Swedish, Danish and Norwegian each have one espeak-ng voice. They get important sounds such as sje and soft d right, but they sound robotic.",
	feature2Title: "English with a Scandinavian accent",
	feature2Description:
		"There is no voice for this. The typical melody, with two tones in one word, is missing even in Swedish, and English text is read with Swedish letter sounds.",
	title: "Scandinavian accent text to speech",
	description:
		"Timbre has basic voices for Swedish, Danish and Norwegian, and no English voice with a Nordic accent. Listen to what is available.",
	h1: "Scandinavian voices, as they are",
	lead: "Swedish, Danish and Norwegian have basic, robotic voices. English with a Scandinavian accent is not supported.",
	faq: [
		{ question: "Is Icelandic supported?", answer: "No." },
		{
			question: "Why are these voices robotic?",
			answer:
				"espeak-ng generates audio from rules instead of recordings. Kokoro's natural voices do not cover the Nordic languages.",
		},
		{
			question: "What are they good for?",
			answer:
				"Announcements, reading aids and proofreading by ear: wherever clarity comes first. They need very little CPU.",
		},
	],
	related: ["swedish", "danish", "finnish", "german-accent"],
};
