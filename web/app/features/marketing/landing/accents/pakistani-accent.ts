import type { AccentEntry } from "../landing.ts";

export const pakistaniAccent: AccentEntry = {
	name: "Pakistani accent",
	flag: "🇵🇰",
	language: "hi",
	audioSrc: "pakistani-accent",
	voice_id: "4YkZFx7z1LpoYL1OJrmu",
	lang: "en",
	placeholderText:
		"Good evening. The flight from Karachi has landed, and passengers may collect their luggage at belt number four.",
	howToDescription:
		"Type English and press the button. The voice was trained on Hindi, whose sounds are close to those of Urdu, and it reads English words with English phonemes.",
	feature1Title: "Urdu and Hindi share their sounds",
	feature1Description:
		"Spoken Urdu and Hindi have nearly the same consonants and vowels, so a voice that learned Hindi is the nearest relative. It has not been tested with Pakistani listeners, and no claim is made beyond that.",
	feature2Title: "Urdu script is not read",
	feature2Description:
		"There is no Urdu voice: text in Nastaliq or Naskh letters cannot be spoken here. The same words in Devanagari can, by the Hindi voices.",
	title: "Pakistani accent text to speech",
	description:
		"No Pakistani voice in Timbre yet: hear English from a Hindi-trained voice, its nearest relative, and read what is missing.",
	h1: "Pakistani English: the nearest relative",
	lead: "There is no Pakistani voice and no Urdu yet. A Hindi-trained voice reads English here; judge the distance yourself.",
	faq: [
		{ question: "Are Punjabi, Sindhi or Pashto there?", answer: "No." },
		{
			question: "What is the safer choice for a formal text?",
			answer: "A British voice: clear, natural and neutral to most ears.",
		},
		{ question: "Which engine speaks here?", answer: "Kokoro, beginning with the voice Omega." },
	],
	neighbours: ["indian-accent", "hindi", "british-accent", "arabic"],
};
