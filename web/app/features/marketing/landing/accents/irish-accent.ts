import type { AccentEntry } from "../landing.ts";

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
		"Type a sentence and press the button. A British voice reads it. Listen to “three” and “harbour”: an Irish speaker would say neither that way.",
	feature1Title: "Where it parts from Irish English",
	feature1Description:
		"Irish English keeps the r everywhere and often says t and d where others say th. The British voices drop the r of “harbour” and keep the th of “three”. American voices keep the r, but have other vowels.",
	feature2Title: "Some Irish names need a rule",
	feature2Description:
		"“Siobhán” comes out right; “Niamh”, “Tadhg” and “Dún Laoghaire” do not. One rule each in a pronunciation dictionary, as “Neev” or in IPA, settles it for every text.",
	title: "Irish accent text to speech",
	description:
		"There is no Irish voice in Timbre. Hear what the nearest natural voice makes of your sentence, and how names are put right.",
	h1: "No Irish voice yet, and what to do",
	lead: "Timbre cannot speak with an Irish accent today. Here is the nearest voice there is, and the trick that gets Irish names right.",
	faq: [
		{
			question: "Does Timbre speak Irish (Gaeilge)?",
			answer: "No. It is not among the languages of the engines as shipped.",
		},
		{ question: "Is a Scottish voice there?", answer: "No. The British voices speak Southern English." },
		{ question: "Which engine speaks here?", answer: "Kokoro, beginning with the voice Lewis." },
	],
	neighbours: ["british-accent", "essex-accent", "australian-accent"],
};
