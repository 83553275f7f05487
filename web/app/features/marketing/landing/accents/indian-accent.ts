import type { AccentEntry } from "../landing.ts";

export const indianAccent: AccentEntry = {
	name: "Indian accent",
	flag: "🇮🇳",
	language: "hi",
	audioSrc: "indian-accent",
	voice_id: "J0cgcV1Y6Icw2Uo5rafw",
	lang: "en",
	placeholderText:
		"Good morning, this is the enquiry counter. Your train is ten minutes late. Please have your ticket ready.",
	howToDescription:
		"Type English or Hindi in Devanagari and press the button. Both are read by a voice that was trained on Hindi; English letters get English sounds in that voice.",
	feature1Title: "A Hindi voice that reads English",
	feature1Description:
		"Four voices were trained on Hindi speakers. Given English words they say them with English phonemes, coloured by how they learned to speak. Whether that is an Indian accent is for your ear: it has not been tested with listeners.",
	feature2Title: "Two scripts in one sentence",
	feature2Description:
		"A sentence may change from Devanagari to Latin letters and back, as a platform announcement does. Hindi written in Latin letters does not work: it is taken for English.",
	title: "Indian accent text to speech",
	description:
		"Hear English read by a voice trained on Hindi, the nearest thing to Indian English in Timbre, and try it with a sentence of your own.",
	h1: "English in a voice that learned Hindi",
	lead: "There is no voice of Indian English as such. What there is: Hindi voices that read English too. Try one.",
	faq: [
		{
			question: "Which other languages of India are there?",
			answer: "Tamil, with a basic robotic voice. Bengali, Telugu, Marathi, Gujarati and others are not there yet.",
		},
		{
			question: "What is the safer choice for a business text?",
			answer: "A British voice. Its English is measured and clear, even though nobody will take it for Indian.",
		},
		{
			question: "Which engine speaks here?",
			answer: "Kokoro, beginning with the voice Alpha. The other Hindi voices are in the box.",
		},
	],
	neighbours: ["hindi", "tamil", "pakistani-accent", "british-accent"],
};
