import type { AccentEntry } from "../landing.ts";

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
		"Type a sentence and press the button. The voice is Southern British, a neighbour of Essex but a careful one: listen for the t’s in “bottle” and “butter”, which it keeps.",
	feature1Title: "The glottal stop is missing",
	feature1Description:
		"Essex and the Thames estuary drop the t of “bottle”, turn the l of “table” into a w and say “think” with an f. The British voices do none of that; they speak as on the news.",
	feature2Title: "A line, not a book",
	feature2Description:
		"For one line of a character an apostrophe and a respelling help: “bo'l o' wa'er” is read roughly as it looks. A pronunciation dictionary with IPA can hold such rules, word by word.",
	title: "Essex accent text to speech",
	description:
		"There is no Essex voice in Timbre; the nearest is a Southern British one. Hear it with your own words and see what it lacks.",
	h1: "There is no Essex voice; this is the nearest",
	lead: "The British voices of Timbre come from the same corner of the map, but they speak more carefully than Essex does.",
	faq: [
		{
			question: "Which voice is the nearest?",
			answer: "Isabella or Lily for a woman’s voice, Lewis for a man’s. They differ in character, not in accent.",
		},
		{ question: "Is Cockney there?", answer: "No, nor any other London accent." },
		{ question: "Which engine speaks here?", answer: "Kokoro, beginning with the voice Isabella." },
	],
	neighbours: ["british-accent", "irish-accent", "australian-accent"],
};
