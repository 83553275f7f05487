import type { AccentEntry } from "../../../model/landing.ts";

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
		"Type a sentence and press the button. The voice is General American. Listen for what is missing: the long vowel in “coffee” and the dropped r in “corner”.",
	feature1Title: "What is missing from the accent",
	feature1Description:
		"A New York accent raises the vowel in “coffee” and “talk”, drops r after vowels, and uses different a’s in “bad” and “bat”. None of the voices do this.",
	feature2Title: "The closest in character",
	feature2Description:
		"For a hard-boiled narrator, the deep voice Onyx is the closest in character. Lower stability adds intonation, and a speed of 1.1 makes it sound busier.",
	title: "New York accent text to speech",
	description:
		"Timbre has no New York voice. Hear the closest American voice, learn which sounds are missing and how to adjust it.",
	h1: "Looking for a New York accent",
	lead: "Timbre has no New York voice yet. The demo uses a General American voice, which can match the pace but not the vowels.",
	faq: [
		{
			question: "Can I imitate the accent by spelling?",
			answer: "Respelling “coffee” as “cawfee” works for a word or two. Longer texts become hard to understand.",
		},
		{
			question: "Will you add a New York voice?",
			answer:
				"Voices matched to recordings are blends of shipped voices, none of which has a New York accent. We will only add one from a model trained on a New York speaker, with consent.",
		},
		{ question: "Which engine is used here?", answer: "Kokoro. The demo starts with the voice Onyx." },
	],
	related: ["californian-accent", "canadian-accent", "british-accent", "english"],
};
