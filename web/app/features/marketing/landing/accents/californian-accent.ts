import type { AccentEntry } from "../landing.ts";

export const californianAccent: AccentEntry = {
	name: "Californian accent",
	flag: "🇺🇸",
	language: "en-US",
	audioSrc: "californian-accent",
	voice_id: "k4UhbjVicoJ5HOuZat49",
	lang: "en",
	placeholderText:
		"So I took the coast road, windows down, and by the time we got to the beach the fog had totally burned off.",
	howToDescription:
		"Type a sentence and press the button. The voice is General American, which is most of the way to California already.",
	feature1Title: "Nearer than most",
	feature1Description:
		"“Cot” and “caught” alike, every r pronounced, “water” with a soft t: General American and Californian English share these. What is missing is the shifted vowel in “dude” and “totally”, and the rising end of a sentence that asks for nothing.",
	feature2Title: "Liveliness is a slider",
	feature2Description:
		"A relaxed, lively delivery is partly melody. With stability at 0.25 the pitch of the voice Heart was measured to move about a third more, and style loosens the rhythm. Neither adds an accent; both change the mood.",
	title: "Californian accent text to speech",
	description:
		"Timbre has twenty natural American voices and none labelled Californian. Hear how near one comes to the West Coast.",
	h1: "West Coast, more or less",
	lead: "No voice here is labelled Californian, but General American is a close neighbour. Type something and listen.",
	faq: [
		{
			question: "Which voice should I try first?",
			answer:
				"Sky or Nova for a young woman’s voice, Puck for a bright man’s voice. These are impressions; only pitch and melody were measured.",
		},
		{
			question: "Is there upspeak?",
			answer: "A question mark makes the voice rise. A statement falls, also when a Californian would not let it.",
		},
		{ question: "Which engine speaks here?", answer: "Kokoro, beginning with the voice Sky." },
	],
	neighbours: ["new-york-accent", "canadian-accent", "mexican-accent", "english"],
};
