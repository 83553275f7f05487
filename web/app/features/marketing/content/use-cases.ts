import type { PageContent } from "./page-content.ts";

export const useCases: PageContent[] = [
	{
		path: "/use-cases/audiobooks",
		name: "Audiobooks",
		title: "Making an audiobook with Timbre",
		description:
			"Speak a manuscript chapter by chapter: natural voices, misread words marked, corrections that cost only their sentence, files to download.",
		headline: "From manuscript to a chapter you can hear",
		lead: "A book is edited a hundred times before it is finished. Timbre makes and charges only the sentences that changed, and listens to what it spoke.",
		actions: [{ to: "/app/sign-up", label: "Create account" }],
		parts: [
			{
				kind: "steps",
				id: "way",
				title: "A chapter, step by step",
				items: [
					{
						title: "Find the narrator",
						text: "Hear the first paragraph in a few voices. Calmer or livelier is a slider, not another voice.",
					},
					{
						title: "Teach it the names",
						text: "People, places and invented words go into a pronunciation dictionary, in letters or IPA, and are heard at once.",
					},
					{
						title: "Speak the chapter",
						text: "Listening begins within the first sentence. A long chapter is one request.",
					},
					{
						title: "Check the take",
						text: "English chapters can be listened to by the take check. In our measurement it found 191 of 200 planted faults and raised an alarm on 5 of 200 clean sentences.",
					},
					{
						title: "Correct and export",
						text: "Change a line, speak again, pay for that line. Then download the chapter, or all of them as a zip.",
					},
				],
				links: [{ to: "/blog/", label: "How the take check was measured" }],
			},
			{
				kind: "features",
				id: "limits",
				title: "What it does not do yet",
				lead: "So that you can decide before you begin.",
				items: [
					{
						title: "Chapters as a project",
						text: "Today a chapter is a text of its own. The studio, with chapters and a cast, is planned.",
						status: "planned",
					},
					{
						title: "Loudness for shops",
						text: "Files are not yet brought to the level that audiobook shops ask for.",
						status: "planned",
					},
					{
						title: "An exact copy of your voice",
						text: "A voice can be matched to your recordings, with your consent. It resembles you; it is not you.",
						status: "planned",
					},
				],
				links: [{ to: "/studio", label: "The planned studio" }],
			},
		],
		end: {
			title: "Try it with your first page",
			text: "A free account speaks 10,000 characters a month: about six printed pages.",
			to: "/app/sign-up",
			label: "Create account",
		},
	},
	{
		path: "/use-cases/videos",
		name: "Videos",
		title: "Voice-over for videos",
		description:
			"Narration for explainers, lessons and clips: exact speed, a time for every word, formats for your editor, corrections that cost one sentence.",
		headline: "A narration that follows the picture",
		lead: "Say how fast, get exactly that. Every word comes with the moment it is heard, so captions and cuts can follow the voice.",
		actions: [{ to: "/text-to-speech", label: "Try it" }],
		parts: [
			{
				kind: "features",
				id: "why",
				title: "What helps with videos",
				items: [
					{
						title: "Exact speed",
						text: "At 1.2, speech takes 1/1.2 of the time. The engine's own rounding is measured and made up for.",
					},
					{
						title: "Captions from the voice",
						text: "Times for each character, in one answer or with the stream. No second tool has to guess them.",
					},
					{
						title: "Late changes",
						text: "The product's name changed? Only the sentences that say it are made and paid for again.",
					},
					{
						title: "Formats for editors",
						text: "WAV and PCM up to 48 kHz, MP3 and Opus in several rates.",
					},
				],
			},
			{
				kind: "steps",
				id: "way",
				title: "A clip, step by step",
				items: [
					{ title: "Write to the length", text: "About fifteen characters are spoken in a second." },
					{ title: "Listen and adjust", text: "Breaks where the picture needs room, speed where it needs pace." },
					{ title: "Take the sound and its times", text: "From the page, or with one API call." },
				],
				links: [
					{ to: "/api", label: "The call" },
					{ to: "/dubbing", label: "Dubbing, which is planned" },
				],
			},
		],
		end: {
			title: "Hear your own script",
			text: "Paste two sentences of it and listen.",
			to: "/text-to-speech",
			label: "Try text to speech",
		},
	},
	{
		path: "/use-cases/gaming",
		name: "Games",
		title: "Voices for games",
		description:
			"Draft every line of a game with a voice: dialogue in one call, a batch by API, stable takes, times for mouths. What it cannot act is said.",
		headline: "Every line has a voice from the first build",
		lead: "Writers hear a scene on the day they write it. Lines that stay are kept, lines that change cost only themselves, and the build asks for all of it by API.",
		actions: [{ to: "/api", label: "See the API" }],
		parts: [
			{
				kind: "features",
				id: "why",
				title: "What helps with games",
				items: [
					{
						title: "A scene at once",
						text: "Text to dialogue takes up to 500 lines with a voice each and makes one recording, with times.",
					},
					{
						title: "The same take again",
						text: "With a Kokoro voice and a seed, a line sounds the same tomorrow, sample by sample, on the same version and machine.",
					},
					{
						title: "Mouths in time",
						text: "Times for each character drive simple lip movement without another tool.",
					},
					{
						title: "Invented words",
						text: "Names of places and spells go into a dictionary once, in IPA if need be.",
					},
				],
			},
			{
				kind: "text",
				id: "limits",
				title: "What it cannot do",
				paragraphs: [
					"It does not act. The shipped voices read well; they do not scream, cry or laugh. They are right for drafts, for narrators, announcers, terminals and machines, and for games where a calm voice fits.",
					"Sound effects and voice changing are planned, not built.",
				],
				links: [
					{ to: "/sound-effects", label: "Sound effects" },
					{ to: "/voice-changer", label: "Voice changer" },
				],
			},
		],
		end: {
			title: "Give your build a voice",
			text: "An API key is made in a minute; the official SDK works with another base URL.",
			to: "/api",
			label: "Read about the API",
		},
	},
	{
		path: "/use-cases/chatbots",
		name: "Chatbots",
		title: "A voice for chatbots",
		description:
			"Speak the answers of a language model while they are still being written: WebSockets in, sound out, times along, on your own server.",
		headline: "Speak while the answer is still being written",
		lead: "Send words as your model writes them; sound comes back over the same socket. No waiting for the end of the sentence that comes after next.",
		actions: [{ to: "/api", label: "See the API" }],
		parts: [
			{
				kind: "features",
				id: "why",
				title: "What helps with conversation",
				items: [
					{
						title: "Text in pieces",
						text: "A WebSocket takes text as it comes and treats it as one stream, so that melody does not break at your packets.",
					},
					{
						title: "Several at once",
						text: "The multi-context socket holds several answers side by side, and drops one when the listener interrupts.",
					},
					{
						title: "Telephone formats",
						text: "µ-law and A-law at 8 kHz, as lines expect them.",
					},
					{
						title: "Tokens for browsers",
						text: "Single-use tokens let a page connect without ever holding your key.",
					},
				],
			},
			{
				kind: "text",
				id: "measured",
				title: "What was measured",
				paragraphs: [
					"The product adds about 15 milliseconds between the engine's first clause and the first byte at the client, measured inside the request. The engine itself needs most of the time: on two shared virtual cores without a graphics card a Kokoro sentence is first heard after one to two seconds. More cores shorten that; the fast Piper voices do too.",
				],
				links: [{ to: "/blog/", label: "All measurements" }],
			},
			{
				kind: "features",
				id: "planned",
				title: "What is missing for a whole agent",
				items: [
					{
						title: "Hearing",
						text: "Transcription as a product is planned. Bring your own for now.",
						status: "planned",
					},
					{
						title: "Agents",
						text: "Turn taking, tools and telephone numbers are planned.",
						status: "planned",
					},
				],
			},
		],
		end: {
			title: "Connect your model",
			text: "The socket speaks the protocol that existing client code knows.",
			to: "/api",
			label: "Read about the API",
		},
	},
];
