import type { AccentEntry } from "../landing.ts";

export const africanAccent: AccentEntry = {
	name: "African accent",
	flag: "🌍",
	language: "en-GB",
	audioSrc: "african-accent",
	voice_id: "Wb1v1d6G0IFUWzZJdG84",
	lang: "en",
	placeholderText:
		"The market opens before sunrise. By seven the first bus from the coast has come, and every radio plays another song.",
	howToDescription:
		"Type a sentence and press the button. A British voice reads it. It is here as the nearest formal English, not as an African one.",
	feature1Title: "There is no one African accent",
	feature1Description:
		"Lagos, Nairobi, Accra, Kampala and Johannesburg speak English in ways that differ from one another as much as from London. A single voice called African would be wrong for nearly everybody.",
	feature2Title: "What is missing, in names",
	feature2Description:
		"No voice for Nigerian, Kenyan, Ghanaian or South African English; no Swahili, Yoruba, Hausa, Amharic, Zulu or Afrikaans. Personal and place names can be put right with a pronunciation dictionary.",
	title: "African accents and text to speech",
	description:
		"Timbre has no African voice yet. What is missing, what the nearest voice does with your sentence, and how names are corrected.",
	h1: "African English: not yet, and not one",
	lead: "Timbre has no voice for any African English. A British voice stands in below, so that you can judge the distance.",
	faq: [
		{
			question: "Can I bring a voice?",
			answer:
				"A voice can be matched to recordings, as a mix of American and British ones: the accent is lost. Data partnerships are planned; the page on voice data partnerships tells how recordings can be offered, with consent and terms.",
		},
		{
			question: "Is Arabic there?",
			answer: "Yes, Modern Standard Arabic with a basic voice. The Arabic of Egypt or the Maghreb is not.",
		},
		{ question: "Which engine speaks here?", answer: "Kokoro, beginning with the voice Fable." },
	],
	neighbours: ["british-accent", "arabic", "portuguese-accent", "indian-accent"],
};
