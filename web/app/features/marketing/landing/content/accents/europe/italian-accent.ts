import type { AccentEntry } from "../../../model/landing.ts";

export const italianAccent: AccentEntry = {
	name: "Italian accent",
	flag: "🇮🇹",
	language: "it",
	audioSrc: "italian-accent",
	voice_id: "atrAF1BUQMAXFkEA2EJu",
	lang: "en",
	placeholderText:
		"Buonasera! Il tavolo vicino alla finestra è pronto, il vino è aperto e la cuoca canta già da mezz'ora.",
	howToDescription:
		"Type Italian and press the button. Two natural voices, Nicola and Sara, are available. They read English by Italian spelling rules, so use them for Italian.",
	feature1Title: "Natural Italian voices",
	feature1Description:
		"Double consonants are long, stress follows the written accent, and numbers are read in Italian. Use these voices for any character who speaks Italian.",
	feature2Title: "English with an Italian accent",
	feature2Description:
		"There is no voice for this. The Italian voices read “the table” as “te table”, following Italian spelling. IPA rules in a pronunciation dictionary can correct single English words.",
	title: "Italian accent text to speech",
	description:
		"Natural Italian voices for Italian text, and what works and does not work for English with an Italian accent.",
	h1: "Italian voices, and the accent question",
	lead: "Two natural voices speak Italian. English with an Italian accent is not supported yet.",
	faq: [
		{
			question: "Why not use an Italian voice for English?",
			answer:
				"Text is converted to sounds by the rules of the voice’s language, so English becomes hard to understand.",
		},
		{ question: "Are there regional Italian accents?", answer: "No, only standard Italian." },
		{ question: "Which engine is used here?", answer: "Kokoro. The demo starts with the voice Nicola." },
	],
	related: ["italian", "spanish-accent", "french-swiss-accent"],
};
