import type { AccentEntry } from "../landing.ts";

export const newYorkAccent: AccentEntry = {
	name: "New York accent",
	flag: "🇺🇸",
	language: "en-US",
	audioSrc: "new-york-accent",
	voice_id: "bcYPwpGzpk8t4qNVyEDS",
	lang: "en",
	placeholderText:
		"I walked from the corner store to the water, bought a coffee, and talked to a guy who was painting the third floor.",
	howToDescription:
		"Type a sentence and press the button. The voice is General American, so listen for what is missing: the long vowel in “coffee” and the dropped r in “corner”.",
	feature1Title: "What makes it New York, and is not here",
	feature1Description:
		"“Coffee” and “talk” with a raised vowel, r left out after a vowel, “bad” and “bat” with different a’s. None of the voices do this; they were trained on speech without it.",
	feature2Title: "A deep voice with some weight",
	feature2Description:
		"For a narrator from a hard-boiled story the low voice Onyx comes nearest in character, if not in vowels. Lower stability gives it more melody; a pace of 1.1 makes it sound busier.",
	title: "New York accent text to speech",
	description:
		"Timbre has no New York voice; hear the nearest American one and learn which sounds it lacks and what can be done about it.",
	h1: "Looking for a New York accent",
	lead: "There is no New York voice in Timbre. Below speaks a General American one; it has the pace if you like, but not the vowels.",
	faq: [
		{
			question: "Can I spell the accent?",
			answer:
				"Respelling “coffee” as “cawfee” works for a word or two: the engine reads what is written. Whole texts written so become hard to understand.",
		},
		{
			question: "Will there be one?",
			answer:
				"Voices can be matched to recordings, but as mixes of shipped ones, which have no New York in them. Until a model was trained on a New Yorker, with consent, none will carry the name.",
		},
		{ question: "Which engine speaks here?", answer: "Kokoro, beginning with the voice Onyx." },
	],
	neighbours: ["californian-accent", "canadian-accent", "british-accent", "english"],
};
