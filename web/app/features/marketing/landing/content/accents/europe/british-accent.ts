import type { AccentEntry } from "../../../model/landing.ts";

export const britishAccent: AccentEntry = {
	name: "British accent",
	flag: "🇬🇧",
	language: "en-GB",
	audioSrc: "british-accent",
	voice_id: "AVKN8aRdyluxczZ5MOhO",
	lang: "en",
	placeholderText:
		"I rather thought the car was due at half past four, but nobody came. Never mind, there is hot water in the kettle.",
	howToDescription:
		"Type up to 200 characters and press the button. A British voice starts reading while the rest is generated. In the app you can choose from eight British voices, four female and four male, and adjust speed and intonation.",
	feature1Title: "British pronunciation rules",
	feature1Description:
		"British voices use their own pronunciation rules: the r in “car” is silent, “water” keeps a clear t, and the o in “hot” is rounded. These are Southern English sounds.",
	feature2Title: "One British accent",
	feature2Description:
		"The accent is that of a newsreader from the south of England. There is no Scottish, Welsh, Northern or Cockney voice.",
	title: "British accent text to speech",
	description:
		"Hear your own sentence in a British accent: eight natural Kokoro voices that run on an ordinary CPU. No account needed to try.",
	h1: "A British accent for your own words",
	lead: "Eight natural voices speak British English. Type something and listen.",
	faq: [
		{
			question: "Which engine is used here?",
			answer:
				"Kokoro, with its British voices Alice, Emma, Isabella, Lily, Daniel, Fable, George and Lewis. The demo shows which one is speaking.",
		},
		{
			question: "Does British spelling matter?",
			answer:
				"No. “Colour” and “color” sound the same, because the voice decides the accent. Words that differ, such as “schedule”, follow the British pronunciation.",
		},
		{
			question: "Is there an API?",
			answer:
				"Yes. Copy the voice’s id from the voice library and use it with the API. The official ElevenLabs SDKs work with only the base URL changed.",
		},
	],
	related: ["essex-accent", "irish-accent", "australian-accent", "english"],
};
