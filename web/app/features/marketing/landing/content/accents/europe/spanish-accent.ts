import type { AccentEntry } from "../../../model/landing.ts";

export const spanishAccent: AccentEntry = {
	name: "Spanish accent",
	flag: "🇪🇸",
	language: "es",
	audioSrc: "spanish-accent",
	voice_id: "ybeEznAnJFYzHzr6xZVS",
	lang: "en",
	placeholderText: "Buenos días. Hoy hay tortilla, pan recién hecho y una mesa libre junto a la plaza. ¿Qué les pongo?",
	howToDescription:
		"Type Spanish and press the button. Three natural voices with a Spain Spanish accent are available. They read English by Spanish spelling rules, so use them for Spanish.",
	feature1Title: "Spanish as spoken in Spain",
	feature1Description:
		"“Cielo” starts with the th of “think”, “calle” keeps its ll, and the written accent decides the stress. Numbers, percentages and “Sr.” are read as words.",
	feature2Title: "English with a Spanish accent",
	feature2Description:
		"There is no voice for this. A Spanish voice reads “the train” as “te train”. IPA rules in a pronunciation dictionary can correct single words, but not a whole text.",
	title: "Spanish accent text to speech",
	description:
		"Natural Spanish voices with the accent of Spain, and what is possible for English with a Spanish accent.",
	h1: "Spanish voices, with the sounds of Spain",
	lead: "Three natural voices speak Spanish. English with a Spanish accent is not supported yet.",
	faq: [
		{
			question: "Is Latin American Spanish supported?",
			answer:
				"There is no voice for it yet. The pages for Mexican, Argentine and Latin American Spanish explain what differs.",
		},
		{
			question: "Which voice should I choose?",
			answer: "Dora is a female voice, Alex and Santa are male voices. Lower stability makes each of them livelier.",
		},
		{ question: "Which engine is used here?", answer: "Kokoro. The demo starts with the voice Alex." },
	],
	related: ["spanish", "spanish-castilian-accent", "latin-american-accent", "mexican-accent"],
};
