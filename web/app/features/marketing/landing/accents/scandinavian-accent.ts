import type { AccentEntry } from "../landing.ts";

export const scandinavianAccent: AccentEntry = {
	name: "Scandinavian accent",
	flag: "🇸🇪",
	language: "sv",
	audioSrc: "scandinavian-accent",
	lang: "en",
	placeholderText: "God morgon. Tåget mot Malmö går från spår sju. Ta med kaffe, det blåser kallt på perrongen.",
	howToDescription:
		"Type Swedish and press the button; the basic voice of espeak-ng reads it. Danish and Norwegian have a voice of the same kind, in the app and on the Danish page.",
	feature1Title: "Three languages, three basic voices",
	feature1Description:
		"Swedish, Danish and Norwegian each have one voice by espeak-ng. They get the sounds right that matter, sje and soft d among them, and they sound like a machine.",
	feature2Title: "English with a Nordic lilt is not there",
	feature2Description:
		"The melody that people mean by a Scandinavian accent, two tones in one word, is beyond these voices, even in Swedish itself. English text given to them is read by Swedish letters.",
	title: "Scandinavian accent text to speech",
	description:
		"Basic voices for Swedish, Danish and Norwegian, and no English voice with a Nordic accent: hear what there is.",
	h1: "Scandinavian voices, as they are",
	lead: "Swedish, Danish and Norwegian are spoken here by basic, robotic voices. None of them speaks English with an accent.",
	faq: [
		{ question: "Is Icelandic there?", answer: "No." },
		{
			question: "Why are these voices robotic?",
			answer:
				"espeak-ng computes sounds from rules; it never heard a person. The natural voices of Kokoro do not cover the Nordic languages.",
		},
		{
			question: "What are they good for?",
			answer:
				"Announcements, reading aids, checking a text by ear: wherever being understood comes first. They cost next to no computing time.",
		},
	],
	neighbours: ["swedish", "danish", "finnish", "german-accent"],
};
