import type { LanguageEntry } from "../../../model/landing.ts";

export const english: LanguageEntry = {
	name: "English",
	flag: "🇺🇸",
	language: "en",
	audioSrc: "english",
	voice_id: "wd5ObpQ4vNaJtC9V1idt",
	placeholderText:
		"On May 3rd at 6:45 the bakery sold 1,204 rolls for $0.85 each. The baker only noticed when the shelves were bare.",
	howToDescription:
		"Type up to 200 characters and press the button. Playback starts with the first clause while the rest is generated. With an account there is no 200-character limit, every generation is saved, and you can adjust speed and intonation or get word timestamps with the audio.",
	feature1Title: "Numbers, dates and prices read correctly",
	feature1Description:
		"Dates, times, prices, units, ordinals and common abbreviations are expanded to words before synthesis, such as “May 3rd”, “6:45”, “$0.85” and “Dr.”. If a name is still misread, add a rule to a pronunciation dictionary, as a respelling or in IPA.",
	feature2Title: "American or British, calm or lively",
	feature2Description:
		"Twenty natural voices speak American English and eight speak British English. Sixty fast voices were selected with two speech recognizers. Two sliders control how much intonation and rhythm vary, and the effect of both has been measured.",
	title: "English text to speech",
	description:
		"Type an English sentence and listen: natural American and British voices, numbers and dates read correctly, running on an ordinary CPU.",
	h1: "English, read aloud as you type it",
	lead: "English is Timbre's best-supported language. Type a sentence below and listen while it is generated.",
	faq: [
		{
			question: "Which engine is this?",
			answer:
				"Kokoro, a model that runs on an ordinary CPU without a GPU. The fast voices come from Piper’s LibriTTS-R model. The demo always shows the voice and its engine.",
		},
		{
			question: "Can it check that every word was spoken?",
			answer:
				"Yes, in English. Take check transcribes finished sentences with two speech recognizers and flags words that differ from your text. Other languages are not supported.",
		},
		{
			question: "Is there an API?",
			answer:
				"Yes. Everything the app does goes through the public API. It is compatible with the ElevenLabs API, so the official SDKs work with only the base URL changed.",
		},
	],
	related: ["british-accent", "californian-accent", "canadian-accent"],
	labels: {
		kind: "Text to speech",
		tryBox: {
			box: "Try text to speech",
			sentence: "Text to speak",
			placeholder: "Type a sentence",
			voice: "Voice",
			hearAs: "Hear it as {name}",
			hear: "Hear it",
			pause: "Pause",
			characters: "{count} of {limit} characters",
			position: "Position",
			spokenBy: "{name} is a {engine} voice.",
			unreachable: "Couldn't load voices.",
			again: "Try again",
			none: "This server has no voice for this language.",
			noScript: "Enable JavaScript to use this demo. The sample below and the rest of the page work without it.",
		},
		tiers: { quality: "natural voice", fast: "fast voice", basic: "basic, robotic voice" },
		sample: "Listen to a sample",
		howTo: "How it works",
		voices: "Voices",
		questions: "Questions",
		related: "Related pages",
		languages: "All languages",
		detailsLink: "English support in detail",
		startTitle: "Generate longer texts",
		startText: "Create an account on this server, or run Timbre on your own machine with two commands.",
		startLabel: "Create account",
		openLabel: "Open app",
	},
};
