import type { PageContent } from "./page-content.ts";

export const textToSpeech: PageContent = {
	path: "/text-to-speech",
	name: "Text to speech",
	title: "Text to speech on your own server",
	description:
		"Type a text and hear it while it is still being made. Natural voices in eight languages and basic ones in many more, with word times, dialogue and an API.",
	headline: "Text to speech that starts before it is finished",
	lead: "The first clause is spoken while the rest is still being made, so a page of text is heard as soon as a line of it. Try it: no account, no card.",
	parts: [
		{
			kind: "steps",
			id: "how",
			title: "How it works",
			items: [
				{
					title: "Write or paste",
					text: "Up to 150,000 characters in one go. Numbers, dates and abbreviations are read as words; SSML breaks and phonemes are understood.",
				},
				{
					title: "Choose a voice and see the price",
					text: "The page says what a text costs before you press the button: so many characters, so many of them new.",
				},
				{
					title: "Listen while it is made",
					text: "The words light up as they are heard. Click one to go there. When you leave, the work stops and you pay for what was spoken.",
				},
				{
					title: "Keep it",
					text: "Every generation is in your history with its text, voice and waveform: search it, share it by link, download one or a hundred as a zip.",
				},
			],
		},
		{
			kind: "features",
			id: "voices",
			title: "Three kinds of voices",
			lead: "Each voice says which engine speaks it. None of them is passed off as another.",
			items: [
				{
					title: "Natural: Kokoro",
					text: "The best reading, in English, Spanish, French, Hindi, Italian, Japanese, Brazilian Portuguese and Mandarin. Stability and style change how lively it reads.",
				},
				{
					title: "Fast: Piper",
					text: "English speakers from LibriTTS-R. Only those are shipped whose words two recognisers understood.",
				},
				{
					title: "Basic: espeak-ng",
					text: "A plain, robotic voice for the other languages: intelligible and immediate, and honest about what it is.",
				},
				{
					title: "Your own engine",
					text: "Any server that answers POST /v1/audio/speech can be connected, and its voices stand beside the others.",
				},
			],
			links: [
				{ to: "/voice-library", label: "Browse the voices" },
				{ to: "/languages", label: "What each language has" },
				{ to: "/voice-guide", label: "Choosing and tuning a voice" },
			],
		},
		{
			kind: "features",
			id: "details",
			title: "For people who work with it",
			items: [
				{
					title: "A sentence is paid for once",
					text: "Change one sentence of a chapter and only that one is made and charged again. The rest comes from storage, the same to the sample.",
				},
				{
					title: "Take check",
					text: "On request, English speech is listened to after it was made. Words that were dropped, doubled or changed are marked with their time, and a new take of that sentence is free.",
				},
				{
					title: "Word times",
					text: "Each character carries the moment it is heard: for captions, karaoke or cutting. A recording of your own can be aligned to its text as well.",
				},
				{
					title: "Dialogue",
					text: "A script with a voice a line becomes one recording, with the pauses between speakers that people make.",
				},
				{
					title: "Pronunciation dictionaries",
					text: "Names and terms are written once, in letters or IPA, and heard before they are saved. Dictionaries have versions.",
				},
				{
					title: "Formats",
					text: "MP3, Opus, WAV, PCM, µ-law and A-law, encoded while it streams.",
				},
			],
		},
	],
	faq: [
		{
			question: "Does it need a graphics card?",
			answer:
				"No. All shipped engines run on an ordinary processor. On two shared virtual cores Kokoro makes about 1.6 seconds of sound a second.",
		},
		{
			question: "Can a voice whisper, laugh or shout?",
			answer:
				"No. Kokoro and Piper are good readers, not actors: livelier or calmer, faster or slower is what they can be told. Settings without effect on a voice are shown disabled.",
		},
		{
			question: "Where does my text go?",
			answer:
				"To the server you are using, and nowhere else, unless whoever runs it connects it to another engine. Run it yourself and it stays on your machine.",
		},
		{
			question: "May I use the recordings commercially?",
			answer:
				"The shipped models allow it: Kokoro and Piper LibriTTS-R are under Apache 2.0, the LibriTTS-R data under CC BY 4.0, which asks for attribution. Whoever runs the server may add rules of their own.",
		},
	],
	end: {
		title: "Ten thousand characters to begin with",
		text: "A free account has 10,000 credits a month; a credit is a character that was really spoken for the first time.",
		to: "/app/sign-up",
		label: "Create account",
	},
};
