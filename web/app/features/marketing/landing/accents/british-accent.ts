import type { AccentEntry } from "../landing.ts";

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
		"Type up to 200 characters and press the button; a British voice begins before the sentence is finished. In the app you choose among eight of them, four women and four men, and set pace and melody for each.",
	feature1Title: "The sounds, not just the words",
	feature1Description:
		"British text goes through rules of its own: the r in “car” is silent, “water” keeps a clear t, and the o of “hot” is rounded. These are Southern English sounds, as the model was taught them.",
	feature2Title: "One accent out of many",
	feature2Description:
		"It is the English of news readers from the south of England. There is no Scottish, Welsh, Northern or Cockney voice, and we would rather say so than call these voices by those names.",
	title: "British accent text to speech",
	description:
		"Hear your own sentence in a British accent: eight natural voices by Kokoro, on an ordinary processor, with no account needed to try.",
	h1: "A British accent for your own words",
	lead: "Eight natural voices speak British English here. Write something and judge for yourself.",
	faq: [
		{
			question: "Which engine speaks?",
			answer:
				"Kokoro, with its British voices: Alice, Emma, Isabella, Lily, Daniel, Fable, George and Lewis. The box names the one that is speaking.",
		},
		{
			question: "Does British spelling matter?",
			answer:
				"No. “Colour” and “color” sound the same; the voice decides the accent, not the spelling. Words that are really different, such as “schedule”, follow the British reading.",
		},
		{
			question: "Can I hear it in my own program?",
			answer:
				"Yes. Take the voice’s id from the voice library and call the API; the official ElevenLabs SDKs work with the base URL changed.",
		},
	],
	neighbours: ["essex-accent", "irish-accent", "australian-accent", "english"],
};
