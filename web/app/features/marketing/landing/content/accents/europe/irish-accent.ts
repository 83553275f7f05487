import type { AccentEntry } from "../../../model/landing.ts";

export const irishAccent: AccentEntry = {
	name: "Irish accent",
	flag: "🇮🇪",
	language: "en-GB",
	audioSrc: "irish-accent",
	voice_id: "UgGDsXLiHipI2u1G0CVw",
	lang: "en",
	placeholderText:
		"The rain stopped at three, so we walked the length of the pier and back, and had the whole harbour to ourselves.",
	howToDescription:
		"Type a sentence and press the button. A British voice reads it. Listen for “three” and “harbour”, which an Irish speaker would say differently.",
	feature1Title: "How it differs from Irish English",
	feature1Description:
		"Irish English keeps the r everywhere and often says t and d where others say th. The British voices drop the r of “harbour” and keep the th of “three”. American voices keep the r but have different vowels.",
	feature2Title: "Some Irish names need a rule",
	feature2Description:
		"“Siobhán” is read correctly; “Niamh”, “Tadhg” and “Dún Laoghaire” are not. One rule for each in a pronunciation dictionary, such as “Neev” or IPA, fixes it in every text.",
	title: "Irish accent text to speech",
	description:
		"Timbre has no Irish voice yet. Hear the closest natural voice read your sentence, and learn how to correct Irish names.",
	h1: "No Irish voice yet, and what to do",
	lead: "Timbre has no voice with an Irish accent yet. Try the closest one, and see how to get Irish names right.",
	faq: [
		{
			question: "Is Irish (Gaeilge) supported?",
			answer: "No. None of the shipped engines supports it.",
		},
		{ question: "Is there a Scottish voice?", answer: "No. The British voices have a Southern English accent." },
		{ question: "Which engine is used here?", answer: "Kokoro. The demo starts with the voice Lewis." },
	],
	related: ["british-accent", "essex-accent", "australian-accent"],
};
