import type { AccentEntry } from "../landing.ts";

export const russianAccent: AccentEntry = {
	name: "Russian accent",
	flag: "🇷🇺",
	language: "ru",
	audioSrc: "russian-accent",
	lang: "en",
	placeholderText:
		"Добрый вечер. Поезд из Казани прибывает на третий путь. Просим встречающих отойти от края платформы.",
	howToDescription:
		"Type Russian and press the button; the basic voice of espeak-ng reads it. English words in between are said with English sounds, in the same synthetic voice.",
	feature1Title: "Russian by rule",
	feature1Description:
		"Unstressed o becomes a, consonants are soft where they should be, and ё counts. Stress comes from a word list and is sometimes wrong. The voice is robotic, and clear.",
	feature2Title: "English with a Russian accent",
	feature2Description:
		"There is no voice for it. The Russian voice says English words with English phonemes and a flat melody, which is a machine’s accent rather than a Russian one.",
	title: "Russian accent text to speech",
	description:
		"A basic voice for Russian text, none for English with a Russian accent: hear it and read what is missing.",
	h1: "Russian voice yes, Russian accent no",
	lead: "Timbre reads Russian with a basic voice. English with a Russian accent is not something it can do today.",
	faq: [
		{ question: "Is there a natural Russian voice?", answer: "Not yet. Kokoro does not speak Russian." },
		{
			question: "Can I mark the stress?",
			answer:
				"The stress mark changes nothing in this engine. A respelling in a pronunciation dictionary does, for single words.",
		},
		{ question: "Which engine speaks here?", answer: "espeak-ng, one voice." },
	],
	neighbours: ["russian", "ukrainian", "bulgarian"],
};
