import type { AccentEntry } from "../../../model/landing.ts";

export const essexAccent: AccentEntry = {
	name: "Essex accent",
	flag: "🇬🇧",
	language: "en-GB",
	audioSrc: "essex-accent",
	voice_id: "XC0HLhv9Dn9RFkC3a4HG",
	lang: "en",
	placeholderText:
		"I told him the bottle of water was on the little table, but he was already out the door with half the butter.",
	howToDescription:
		"Type a sentence and press the button. The voice is Southern British, with careful pronunciation. Listen for the t’s in “bottle” and “butter”, which it keeps.",
	feature1Title: "The glottal stop is missing",
	feature1Description:
		"Essex and the Thames estuary drop the t of “bottle”, turn the l of “table” into a w and say “think” with an f. The British voices do none of that; they sound like newsreaders.",
	feature2Title: "Respell single lines",
	feature2Description:
		"For a single line, a respelling helps: “bo'l o' wa'er” is read roughly as it looks. You can also add IPA rules to a pronunciation dictionary, word by word.",
	title: "Essex accent text to speech",
	description:
		"Timbre has no Essex voice. Hear the closest one, a Southern British voice, with your own text, and see what it lacks.",
	h1: "There is no Essex voice; this is the nearest",
	lead: "Timbre's British voices have a Southern English accent, but with more careful pronunciation than in Essex.",
	faq: [
		{
			question: "Which voice is closest?",
			answer: "Isabella or Lily for a female voice, Lewis for a male voice. They differ in character, not in accent.",
		},
		{ question: "Is Cockney supported?", answer: "No, and neither is any other London accent." },
		{ question: "Which engine is used here?", answer: "Kokoro. The demo starts with the voice Isabella." },
	],
	related: ["british-accent", "irish-accent", "australian-accent"],
};
