import type { AccentEntry } from "../../../model/landing.ts";

export const russianAccent: AccentEntry = {
	name: "Russian accent",
	flag: "🇷🇺",
	language: "ru",
	audioSrc: "russian-accent",
	lang: "en",
	placeholderText:
		"Добрый вечер. Поезд из Казани прибывает на третий путь. Просим встречающих отойти от края платформы.",
	howToDescription:
		"Type Russian and press the button. A basic espeak-ng voice reads it. English words are read with English sounds in the same voice.",
	feature1Title: "Rule-based Russian",
	feature1Description:
		"Unstressed o becomes a, consonants are softened correctly, and ё is respected. Stress comes from a word list and is sometimes wrong. The voice is clear but robotic.",
	feature2Title: "English with a Russian accent",
	feature2Description:
		"There is no voice for this. The Russian voice reads English words with English phonemes and flat intonation, which sounds robotic rather than Russian.",
	title: "Russian accent text to speech",
	description:
		"Timbre has a basic voice for Russian text. It has no voice for English with a Russian accent. Listen and see what is missing.",
	h1: "Russian voice yes, Russian accent no",
	lead: "Timbre reads Russian with a basic voice. English with a Russian accent is not supported yet.",
	faq: [
		{ question: "Is there a natural Russian voice?", answer: "Not yet. Kokoro does not support Russian." },
		{
			question: "Can I mark the stress?",
			answer: "No. This engine ignores stress marks. For single words, use a respelling in a pronunciation dictionary.",
		},
		{ question: "Which engine is used here?", answer: "espeak-ng, with a single voice." },
	],
	related: ["russian", "ukrainian", "bulgarian"],
};
