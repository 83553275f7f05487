import type { PageContent } from "../../model/page-content.ts";

export const textToSpeech: PageContent = {
	path: "/text-to-speech",
	name: "Text to speech",
	title: "Text to speech on your own server",
	description:
		"Type text and listen while it is still being generated. Natural voices in eight languages, basic voices in many more, word timestamps, dialogue and an API.",
	headline: "Text to speech that streams as it is generated",
	lead: "Playback starts with the first clause, so a full page starts as quickly as a single line. Try it without an account.",
	parts: [
		{
			kind: "steps",
			id: "how",
			title: "How it works",
			items: [
				{
					title: "Write or paste text",
					text: "Up to 150,000 characters per request. Numbers, dates and abbreviations are read as words. SSML breaks and phonemes are supported.",
				},
				{
					title: "Choose a voice and check the cost",
					text: "The app shows the cost before you generate: total characters, and how many of them are new.",
				},
				{
					title: "Listen while it generates",
					text: "Words are highlighted as they play. Click a word to jump to it. If you leave, synthesis stops and you pay only for what was delivered.",
				},
				{
					title: "Find it later",
					text: "Every generation is in your history with its text, voice and waveform. Search it, share it with a link, or download many at once as a zip.",
				},
			],
		},
		{
			kind: "features",
			id: "voices",
			title: "Voices and engines",
			lead: "Every voice shows the engine it uses.",
			items: [
				{
					title: "Natural: Kokoro",
					text: "The most natural voices, in English, Spanish, French, Hindi, Italian, Japanese, Brazilian Portuguese and Mandarin. Stability and style control how lively they sound.",
				},
				{
					title: "Fast: Piper",
					text: "English speakers from LibriTTS-R. We ship only speakers that two speech recognizers understood.",
				},
				{
					title: "Basic: espeak-ng",
					text: "A robotic voice for all other languages. It is fast and easy to understand.",
				},
				{
					title: "Bring your own engine",
					text: "Connect any server that implements POST /v1/audio/speech. Its voices appear next to the built-in ones.",
				},
			],
			links: [
				{ to: "/voice-library", label: "Browse the voices" },
				{ to: "/languages", label: "Language support" },
				{ to: "/voice-guide", label: "Voice guide" },
			],
		},
		{
			kind: "features",
			id: "details",
			title: "For production work",
			items: [
				{
					title: "Pay for each sentence once",
					text: "Change one sentence of a chapter and only that sentence is generated and charged. The rest comes from storage, identical down to the sample.",
				},
				{
					title: "Take check",
					text: "Optionally, English audio is transcribed after it is generated. Dropped, repeated or changed words are flagged with their time, and a new take of that sentence is free.",
				},
				{
					title: "Timestamps",
					text: "Every character has a start time, for captions, karaoke or editing. You can also align your own recording to its text.",
				},
				{
					title: "Dialogue",
					text: "Turn a script with a different voice for each line into one recording, with natural pauses between speakers.",
				},
				{
					title: "Pronunciation dictionaries",
					text: "Define names and terms once, as a respelling or in IPA, and listen before you save. Dictionaries are versioned.",
				},
				{
					title: "Formats",
					text: "MP3, Opus, WAV, PCM, µ-law and A-law, encoded while streaming.",
				},
			],
		},
	],
	faq: [
		{
			question: "Does it need a GPU?",
			answer:
				"No. All shipped engines run on the CPU. On a 2-core VM, Kokoro generates about 1.6 seconds of audio per second.",
		},
		{
			question: "Can a voice whisper, laugh or shout?",
			answer:
				"No. Kokoro and Piper read well but do not act. You can make them livelier or calmer, faster or slower. Settings that have no effect on a voice are disabled.",
		},
		{
			question: "Where does my text go?",
			answer:
				"To the server you are using and nowhere else, unless its operator has connected an external engine. If you run Timbre yourself, your text stays on your machine.",
		},
		{
			question: "Can I use the audio commercially?",
			answer:
				"The shipped models allow it. Kokoro and Piper LibriTTS-R are under Apache 2.0, and the LibriTTS-R data is under CC BY 4.0, which requires attribution. The operator of a server may add its own rules.",
		},
	],
	end: {
		title: "Start with 10,000 characters a month",
		text: "A free account includes 10,000 credits a month. One credit is one character, charged the first time it is spoken.",
		to: "/app/sign-up",
		label: "Create account",
	},
};
