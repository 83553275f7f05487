import type { LanguageEntry } from "../landing.ts";

export const english: LanguageEntry = {
	name: "English",
	flag: "🇺🇸",
	language: "en",
	audioSrc: "english",
	voice_id: "wd5ObpQ4vNaJtC9V1idt",
	placeholderText:
		"On May 3rd at 6:45 the bakery sold 1,204 rolls for $0.85 each. The baker only noticed when the shelves were bare.",
	howToDescription:
		"Type up to 200 characters and press the button: the first clause is heard while the rest is still being made. With an account there is no such limit, every take is kept, and you can set pace and melody, or have each word's time written beside the sound.",
	feature1Title: "Figures are read as a person would read them",
	feature1Description:
		"Dates, times, prices, units, ordinals and common abbreviations are written out before they are spoken: “May 3rd”, “6:45”, “$0.85” and “Dr.” each come out as words. Names that still go wrong get a rule in a pronunciation dictionary, as a respelling or in IPA.",
	feature2Title: "American or British, calm or lively",
	feature2Description:
		"Twenty natural voices speak American English and eight speak British English. Sixty fast voices passed a hearing test by two recognisers before they were let in. Two sliders move how far the melody strays and how much the rhythm varies, and the effect of both has been measured.",
	title: "English text to speech",
	description:
		"Type an English sentence and hear it at once: natural American and British voices, figures read properly, running on an ordinary processor.",
	h1: "English, read aloud as you type it",
	lead: "English is the language Timbre knows best. Write a sentence below; the sound begins before the sentence has been made to its end.",
	faq: [
		{
			question: "Which engine speaks here?",
			answer:
				"Kokoro, a model that runs on an ordinary processor without a graphics card. The fast voices come from Piper’s LibriTTS-R model. The box names the voice and the engine whenever it speaks.",
		},
		{
			question: "Does somebody check that the words were really said?",
			answer:
				"In English, yes, if you ask for it: the take check transcribes a finished sentence with two recognisers and tells you where they heard something else. It does this for English only.",
		},
		{
			question: "Can I use it in a program?",
			answer:
				"Whatever the pages do goes through the public API. It answers in the form of the ElevenLabs API, so the official SDKs work with only the base URL changed.",
		},
	],
	neighbours: ["british-accent", "californian-accent", "canadian-accent"],
	words: {
		kind: "Text to speech",
		tryBox: {
			box: "Type and hear",
			sentence: "A sentence to hear",
			placeholder: "Write a sentence.",
			voice: "Voice",
			hearAs: "Hear it as {name}",
			hear: "Hear it",
			pause: "Pause",
			characters: "{count} of {limit} characters",
			position: "Position",
			spokenBy: "{name} speaks, by {engine}.",
			unreachable: "The voices cannot be reached.",
			again: "Try again",
			none: "There is no voice for this language on this server.",
			noScript: "Typing and hearing needs JavaScript; the sample below and everything else on this page does not.",
		},
		tiers: { quality: "natural voice", fast: "fast voice", basic: "basic, robotic voice" },
		sample: "A sample made beforehand",
		howTo: "How it works",
		voices: "Voices",
		questions: "Questions",
		neighbours: "Close to this",
		languages: "All languages",
		facts: "What there is for English, in detail",
		startTitle: "Longer texts, kept and counted",
		startText: "Make an account on this server, or run Timbre on a machine of your own with two commands.",
		startLabel: "Create account",
	},
};
