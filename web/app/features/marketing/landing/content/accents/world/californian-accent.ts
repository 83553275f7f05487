import type { AccentEntry } from "../../../model/landing.ts";

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
		"Type a sentence and press the button. The voice is General American, which is close to Californian English.",
	feature1Title: "What is close and what is missing",
	feature1Description:
		"General American and Californian English share most sounds: “cot” and “caught” are alike, every r is pronounced, and “water” has a soft t. What is missing is the shifted vowel in “dude” and “totally”, and rising intonation at the end of statements.",
	feature2Title: "Adjust the delivery",
	feature2Description:
		"A relaxed, lively delivery is partly intonation. In our measurements, stability 0.25 increased the pitch variation of the voice Heart by about a third, and style loosens the rhythm. Neither adds an accent.",
	title: "Californian accent text to speech",
	description:
		"Timbre has twenty natural American voices. None is labeled Californian, but General American comes close. Try it with your own text.",
	h1: "West Coast, more or less",
	lead: "No voice is labeled Californian, but General American is close. Type something and listen.",
	faq: [
		{
			question: "Which voice should I try first?",
			answer:
				"Sky or Nova for a young female voice, Puck for a bright male voice. These are impressions; only pitch and intonation were measured.",
		},
		{
			question: "Is there upspeak?",
			answer: "A question mark makes the voice rise. Statements always fall.",
		},
		{ question: "Which engine is used here?", answer: "Kokoro. The demo starts with the voice Sky." },
	],
	related: ["new-york-accent", "canadian-accent", "mexican-accent", "english"],
};
