import type { AccentEntry } from "../../../model/landing.ts";

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
		"Type English and press the button. The voice was trained on Hindi, which sounds close to Urdu, and reads English words with English phonemes.",
	feature1Title: "Urdu and Hindi share most sounds",
	feature1Description:
		"Spoken Urdu and Hindi have nearly the same consonants and vowels, so a voice trained on Hindi is the closest. We have not tested it with Pakistani listeners.",
	feature2Title: "Urdu script is not supported",
	feature2Description:
		"There is no Urdu voice, so text in Urdu script can't be read. The Hindi voices read the same words in Devanagari.",
	title: "Pakistani accent text to speech",
	description:
		"Timbre has no Pakistani voice yet. Hear English from the closest one, a voice trained on Hindi, and see what is missing.",
	h1: "Pakistani English: the nearest relative",
	lead: "Timbre has no Pakistani or Urdu voice yet. The demo uses a voice trained on Hindi to read English.",
	faq: [
		{ question: "Are Punjabi, Sindhi or Pashto supported?", answer: "No." },
		{
			question: "What should I use for formal text?",
			answer: "A British voice. It is clear, natural and neutral.",
		},
		{ question: "Which engine is used here?", answer: "Kokoro. The demo starts with the voice Omega." },
	],
	related: ["indian-accent", "hindi", "british-accent", "arabic"],
};
