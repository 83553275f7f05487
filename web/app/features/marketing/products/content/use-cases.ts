import type { PageContent } from "../../model/page-content.ts";

export const useCases: PageContent[] = [
	{
		path: "/use-cases/audiobooks",
		name: "Audiobooks",
		title: "Make an audiobook with Timbre",
		description:
			"Turn a manuscript into audio chapter by chapter: natural voices, misread words flagged, corrections charged by the sentence, downloads.",
		headline: "Turn a manuscript into an audiobook",
		lead: "A book goes through many edits. Timbre generates and charges only the sentences that changed, and checks its own audio for misread words.",
		actions: [{ to: "/app/sign-up", label: "Create account" }],
		parts: [
			{
				kind: "steps",
				id: "way",
				title: "A book, step by step",
				items: [
					{
						title: "Import the manuscript",
						text: "Studio finds the chapters, takes out page numbers, running heads and footnotes, and shows you what it left out.",
					},
					{
						title: "Choose the voices",
						text: "Hear three passages in another voice before you pay for anything. Give each character a voice, or one narrator the whole book.",
					},
					{
						title: "Add pronunciations",
						text: "Add people, places and invented words to a pronunciation dictionary, as respellings or in IPA, and listen right away.",
					},
					{
						title: "Convert and check",
						text: "Take check flags misread words of English chapters and reads them again free of charge. In our test it found 191 of 200 planted errors and flagged 5 of 200 clean sentences by mistake.",
					},
					{
						title: "Correct and export",
						text: "Change a line and pay for that line only. Then export a master at the levels that ACX requires, or an M4B with chapters and cover.",
					},
				],
				links: [{ to: "/blog/", label: "How take check was measured" }],
			},
			{
				kind: "features",
				id: "limits",
				title: "What it does not do yet",
				lead: "Know the limits before you start.",
				items: [
					{
						title: "An exact clone of your voice",
						text: "A voice can be matched to your recordings, with your consent. It resembles you but is not an exact clone.",
						status: "planned",
					},
				],
				links: [{ to: "/studio", label: "Studio" }],
			},
		],
		end: {
			title: "Try it with your first page",
			text: "A free account includes 10,000 characters a month, about six printed pages.",
			to: "/app/sign-up",
			label: "Create account",
		},
	},
	{
		path: "/use-cases/videos",
		name: "Videos",
		title: "Voice-over for videos",
		description:
			"Narration for explainers, lessons and clips: exact speed, word timestamps, formats for your editor, and corrections charged by the sentence.",
		headline: "Narration that stays in sync with your video",
		lead: "Set an exact speed and get a timestamp for every word, so captions and cuts can follow the voice.",
		actions: [{ to: "/text-to-speech", label: "Try it" }],
		parts: [
			{
				kind: "features",
				id: "why",
				title: "Features for video",
				items: [
					{
						title: "Exact speed",
						text: "At 1.2, speech takes 1/1.2 of the time. Timbre measures and corrects the engine's own rounding.",
					},
					{
						title: "Captions",
						text: "Timestamps for every character, in one response or with the stream. No separate alignment tool needed.",
					},
					{
						title: "Late changes",
						text: "A product name changed? Only the sentences that contain it are regenerated and charged.",
					},
					{
						title: "Formats for editors",
						text: "WAV and PCM up to 48 kHz, MP3 and Opus at several bit rates.",
					},
				],
			},
			{
				kind: "steps",
				id: "way",
				title: "A clip, step by step",
				items: [
					{ title: "Write to length", text: "Speech is about fifteen characters per second." },
					{
						title: "Listen and adjust",
						text: "Add breaks where the video needs room, and change the speed where it needs pace.",
					},
					{ title: "Export audio and timestamps", text: "From the app, or with one API request." },
				],
				links: [
					{ to: "/api", label: "API" },
					{ to: "/dubbing", label: "Dubbing (planned)" },
				],
			},
		],
		end: {
			title: "Try your own script",
			text: "Paste two sentences and listen.",
			to: "/text-to-speech",
			label: "Try text to speech",
		},
	},
	{
		path: "/use-cases/gaming",
		name: "Games",
		title: "Voices for games",
		description:
			"Voice every line of a game draft: dialogue in one request, batches over the API, repeatable takes and timestamps for lip sync.",
		headline: "Voice every line from the first build",
		lead: "Writers hear a scene the day they write it. Unchanged lines are free, changed lines are charged by the sentence, and your build fetches everything over the API.",
		actions: [{ to: "/api", label: "See the API" }],
		parts: [
			{
				kind: "features",
				id: "why",
				title: "Features for games",
				items: [
					{
						title: "Whole scenes",
						text: "Text to dialogue turns up to 500 lines, each with its own voice, into one recording with timestamps.",
					},
					{
						title: "Repeatable takes",
						text: "With a Kokoro voice and a seed, a line is identical sample by sample on the same version and machine.",
					},
					{
						title: "Lip sync",
						text: "Character timestamps drive simple lip movement without another tool.",
					},
					{
						title: "Invented words",
						text: "Add place names and spells to a pronunciation dictionary once, in IPA if needed.",
					},
				],
			},
			{
				kind: "text",
				id: "limits",
				title: "What it can't do",
				paragraphs: [
					"The shipped voices read well, but they do not scream, cry or laugh. They suit drafts, narrators, announcers, terminals and machines, and games where a calm voice fits.",
					"Sound effects are planned. The voice changer turns a recording of your own performance into another voice.",
				],
				links: [
					{ to: "/sound-effects", label: "Sound effects" },
					{ to: "/voice-changer", label: "Voice changer" },
				],
			},
		],
		end: {
			title: "Give your build a voice",
			text: "Create an API key and point the official SDK at your server.",
			to: "/api",
			label: "Explore the API",
		},
	},
	{
		path: "/use-cases/chatbots",
		name: "Chatbots",
		title: "A voice for chatbots",
		description:
			"Speak a language model's replies while they are still being written: text in and audio with timestamps out over WebSockets, on your own server.",
		headline: "Speak replies while they are still being written",
		lead: "Send words as your model writes them and get audio back over the same socket, without waiting for the full reply.",
		actions: [{ to: "/api", label: "See the API" }],
		parts: [
			{
				kind: "features",
				id: "why",
				title: "Features for conversations",
				items: [
					{
						title: "Streaming text input",
						text: "A WebSocket accepts text as it arrives and treats it as one stream, so intonation does not break between messages.",
					},
					{
						title: "Multiple contexts",
						text: "One socket can carry several replies at once and drop one when the user interrupts.",
					},
					{
						title: "Live transcription",
						text: "Another WebSocket turns speech into text while the user talks.",
					},
					{
						title: "Phone formats",
						text: "µ-law and A-law at 8 kHz for telephony.",
					},
					{
						title: "Tokens for browsers",
						text: "Single-use tokens let a web page connect without seeing your API key.",
					},
				],
			},
			{
				kind: "text",
				id: "measured",
				title: "Latency",
				paragraphs: [
					"Timbre adds about 15 milliseconds between the engine's first clause and the first byte at the client, measured inside the request. The engine takes most of the time: on a 2-core VM without a GPU, the first audio of a Kokoro sentence arrives after one to two seconds. More cores or the fast Piper voices shorten that.",
				],
				links: [{ to: "/blog/", label: "All benchmarks" }],
			},
			{
				kind: "features",
				id: "planned",
				title: "Not available yet",
				items: [
					{
						title: "Agents",
						text: "Turn taking, tools and phone numbers are planned.",
						status: "planned",
					},
				],
			},
		],
		end: {
			title: "Connect your model",
			text: "The socket uses a protocol that existing client code supports.",
			to: "/api",
			label: "Explore the API",
		},
	},
];
