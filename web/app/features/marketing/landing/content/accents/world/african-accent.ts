import type { AccentEntry } from "../../../model/landing.ts";

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
		"Type a sentence and press the button. A British voice reads it: the closest formal English available, not an African accent.",
	feature1Title: "There is no single African accent",
	feature1Description:
		"English in Lagos, Nairobi, Accra, Kampala and Johannesburg differs as much between cities as it does from London. A single voice labeled African would be wrong for nearly everyone.",
	feature2Title: "What is missing",
	feature2Description:
		"There is no voice for Nigerian, Kenyan, Ghanaian or South African English, and no Swahili, Yoruba, Hausa, Amharic, Zulu or Afrikaans. You can correct personal and place names with a pronunciation dictionary.",
	title: "African accents and text to speech",
	description:
		"Timbre has no African voice yet. Hear the closest available voice, see what is missing, and learn how to correct names.",
	h1: "African English: not yet, and not one",
	lead: "Timbre has no voice for any variety of African English yet. The demo below uses a British voice instead.",
	faq: [
		{
			question: "Can I add a voice?",
			answer:
				"You can match a voice to recordings, but it is a blend of American and British voices, so the accent is lost. Data partnerships are planned; the voice data partnerships page explains how to offer recordings.",
		},
		{
			question: "Is Arabic supported?",
			answer: "Yes, Modern Standard Arabic with a basic voice. Egyptian and Maghrebi Arabic are not supported.",
		},
		{ question: "Which engine is used here?", answer: "Kokoro. The demo starts with the voice Fable." },
	],
	related: ["british-accent", "arabic", "portuguese-accent", "indian-accent"],
};
