import type { AccentEntry } from "../../../model/landing.ts";

export const australianAccent: AccentEntry = {
	name: "Australian accent",
	flag: "🇦🇺",
	language: "en-GB",
	audioSrc: "australian-accent",
	voice_id: "OzWmokRioQKiNjoY1vWl",
	lang: "en",
	placeholderText:
		"No worries, the ferry leaves at eight. Take a hat, fill your bottle, and mind the seagulls near the chips.",
	howToDescription:
		"Type a sentence and press the button. The voice is British, because British vowels are closer to Australian ones than American vowels are.",
	feature1Title: "Why a British voice",
	feature1Description:
		"Australian and Southern British English share the silent r of “car” and the rounded o of “hot”. They differ in “day”, “no” and “mate”, where the British voice keeps British vowels.",
	feature2Title: "Australian words and place names",
	feature2Description:
		"“Arvo”, “servo” and “brekkie” are read correctly. Place names are harder: “Wagga Wagga” is read as it is spelled. A rule in a pronunciation dictionary, “Wogga Wogga”, fixes it everywhere.",
	title: "Australian accent text to speech",
	description:
		"Timbre has no Australian voice yet. Hear the closest British voice read your own sentence, and see what differs.",
	h1: "Australian English, borrowed for now",
	lead: "Timbre has no Australian voice yet. The demo uses a British voice, which is close in some sounds and different in others.",
	faq: [
		{
			question: "Does it work for an Australian audience?",
			answer: "As a neutral British narrator, yes. It will not pass as Australian.",
		},
		{
			question: "What about New Zealand?",
			answer: "There is no New Zealand voice either. The British voices are the closest.",
		},
		{ question: "Which engine is used here?", answer: "Kokoro. The demo starts with the voice Lily." },
	],
	related: ["british-accent", "irish-accent", "english"],
};
