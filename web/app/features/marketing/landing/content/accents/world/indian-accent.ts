import type { AccentEntry } from "../../../model/landing.ts";

export const indianAccent: AccentEntry = {
	name: "Indian accent",
	flag: "🇮🇳",
	language: "hi",
	audioSrc: "indian-accent",
	voice_id: "J0cgcV1Y6Icw2Uo5rafw",
	lang: "en",
	placeholderText:
		"Good morning, this is the enquiry counter. Your train is ten minutes late. Please have your ticket ready.",
	howToDescription:
		"Type English or Hindi in Devanagari and press the button. Both are read by a voice trained on Hindi, with English sounds for English words.",
	feature1Title: "A Hindi voice that reads English",
	feature1Description:
		"Four voices were trained on Hindi speakers. They read English words with English phonemes, influenced by their Hindi training. We have not tested with listeners whether this sounds like an Indian accent.",
	feature2Title: "Two scripts in one sentence",
	feature2Description:
		"You can mix Devanagari and Latin script in one sentence. Hindi written in Latin letters is not supported: it is read as English.",
	title: "Indian accent text to speech",
	description:
		"Hear English read by a voice trained on Hindi, the closest to Indian English in Timbre, and try it with your own sentence.",
	h1: "English in a voice that learned Hindi",
	lead: "Timbre has no Indian English voice, but its Hindi voices read English too. Try one.",
	faq: [
		{
			question: "Which other Indian languages are supported?",
			answer:
				"Tamil, with a basic, robotic voice. Bengali, Telugu, Marathi, Gujarati and others are not supported yet.",
		},
		{
			question: "What should I use for business text?",
			answer: "A British voice. It is clear and neutral, although it does not sound Indian.",
		},
		{
			question: "Which engine is used here?",
			answer: "Kokoro. The demo starts with the voice Alpha. You can choose the other Hindi voices in the demo.",
		},
	],
	related: ["hindi", "tamil", "pakistani-accent", "british-accent"],
};
