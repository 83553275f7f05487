import type { AccentEntry } from "../landing.ts";

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
		"Type Italian and press the button: two natural voices, Nicola and Sara, speak it. Type English and the same voices read it with Italian letters’ values, which is seldom what one wants.",
	feature1Title: "Italian spoken by Italian voices",
	feature1Description:
		"This is the real thing: double consonants are long, stress falls where the written accent puts it, and numbers are said in Italian. For an Italian character who speaks Italian, look no further.",
	feature2Title: "English with an Italian accent",
	feature2Description:
		"There is no such voice. The Italian voices read “the table” as “te table”, by Italian spelling. With IPA rules in a pronunciation dictionary single English words can be given proper sounds, still in an Italian voice.",
	title: "Italian accent text to speech",
	description:
		"Natural Italian voices for Italian text, and the truth about English with an Italian accent: what works and what does not.",
	h1: "Italian voices, and the accent question",
	lead: "Two natural voices speak Italian. English with an Italian accent is another matter, and this page says how far it goes.",
	faq: [
		{
			question: "Why not simply feed English to an Italian voice?",
			answer:
				"Because text is turned into sounds by the rules of the voice’s language. The result is funny for a sentence and tiring after two.",
		},
		{ question: "Are there regional Italian accents?", answer: "No, one standard pronunciation." },
		{ question: "Which engine speaks here?", answer: "Kokoro, beginning with the voice Nicola." },
	],
	neighbours: ["italian", "spanish-accent", "french-swiss-accent"],
};
