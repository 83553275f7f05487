import type { AccentEntry } from "../landing.ts";

export const spanishAccent: AccentEntry = {
	name: "Spanish accent",
	flag: "🇪🇸",
	language: "es",
	audioSrc: "spanish-accent",
	voice_id: "ybeEznAnJFYzHzr6xZVS",
	lang: "en",
	placeholderText: "Buenos días. Hoy hay tortilla, pan recién hecho y una mesa libre junto a la plaza. ¿Qué les pongo?",
	howToDescription:
		"Type Spanish and press the button: three natural voices speak it, with the sounds of Spain. English typed here is read by Spanish letters, so keep it for Spanish.",
	feature1Title: "Spanish as spoken in Spain",
	feature1Description:
		"“Cielo” begins with the sound of “think”, “calle” keeps its own ll, and the written accent decides the stress. Numbers, percentages and “Sr.” are said as words.",
	feature2Title: "English with a Spanish accent",
	feature2Description:
		"There is no voice for that. A Spanish voice reads “the train” as “te train”, syllable by syllable. Single words can be given IPA in a pronunciation dictionary; a whole text cannot.",
	title: "Spanish accent text to speech",
	description: "Natural Spanish voices with the sounds of Spain, and an honest word on English with a Spanish accent.",
	h1: "Spanish voices, with the sounds of Spain",
	lead: "Three natural voices speak Spanish. For English with a Spanish accent Timbre has nothing yet, and says so.",
	faq: [
		{
			question: "Is Latin American Spanish there?",
			answer: "Not as a voice. The pages for Mexican, Argentine and Latin American Spanish tell what differs.",
		},
		{
			question: "Which voice for which purpose?",
			answer: "Dora is the woman’s voice, Alex and Santa are men’s. Lower stability makes each of them livelier.",
		},
		{ question: "Which engine speaks here?", answer: "Kokoro, beginning with the voice Alex." },
	],
	neighbours: ["spanish", "spanish-castilian-accent", "latin-american-accent", "mexican-accent"],
};
