import type { AccentEntry } from "../landing.ts";

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
		"Type a sentence and press the button. The voice that answers is British, because British vowels are nearer to Australian ones than American vowels are.",
	feature1Title: "Why a British voice stands in",
	feature1Description:
		"Australian and Southern British English share the silent r of “car” and the rounded o of “hot”. They part in “day”, “no” and “mate”, whose vowels travel further in Australia. The voice does not follow them there.",
	feature2Title: "Words travel better than sounds",
	feature2Description:
		"“Arvo”, “servo” and “brekkie” are read without trouble. Place names are harder: “Wagga Wagga” is read letter by letter as it looks. A rule in a pronunciation dictionary, “Wogga Wogga”, puts it right for good.",
	title: "Australian accent text to speech",
	description:
		"No Australian voice yet: hear the British one that comes nearest, and see what differs, with your own sentence.",
	h1: "Australian English, borrowed for now",
	lead: "Timbre has no Australian voice. A British one reads for it here, which is near in some sounds and far in others.",
	faq: [
		{
			question: "Is it passable for an Australian audience?",
			answer: "As a neutral British reader, yes. As an Australian, no, and nobody will be fooled.",
		},
		{
			question: "What about New Zealand?",
			answer: "The same: there is no such voice, and the British ones are the nearest.",
		},
		{ question: "Which engine speaks here?", answer: "Kokoro, beginning with the voice Lily." },
	],
	neighbours: ["british-accent", "irish-accent", "english"],
};
