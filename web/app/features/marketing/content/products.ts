import type { PageContent } from "./page-content.ts";

const notYet = "Not built yet. Below: what is meant, and what works today instead.";
const hear = {
	title: "Text to speech works now",
	text: "Type a sentence and hear it, without an account.",
	to: "/text-to-speech",
	label: "Try text to speech",
};

/** Products that do not exist yet. Each page says so first, then what is meant, then what can be done today instead. */
export const plannedProducts: PageContent[] = [
	{
		path: "/voice-changer",
		name: "Voice changer",
		title: "Voice changer: planned",
		description:
			"A voice changer is planned for Timbre: your own performance, with its timing and melody, in another voice. Today there is text to speech.",
		headline: "Say it yourself, in another voice",
		lead: "A recording keeps what a text cannot hold: timing, breath, emphasis. The voice changer is meant to keep all of it and change only who speaks.",
		planned: notYet,
		parts: [
			{
				kind: "features",
				id: "meant",
				title: "What is meant",
				items: [
					{
						title: "Your timing",
						text: "Pauses and stresses stay where you put them, so that a take fits the picture it was spoken to.",
						status: "planned",
					},
					{
						title: "Voices of the library",
						text: "The same voices as in text to speech, so that a character can be read and acted.",
						status: "planned",
					},
					{
						title: "Noise out first",
						text: "A recording from a kitchen is cleaned before it is changed.",
						status: "planned",
					},
				],
			},
			{
				kind: "text",
				id: "today",
				title: "What you can do today",
				paragraphs: [
					"Write what was said and have it spoken. Breaks set pauses to the tenth of a second, speed is exact, and stability and style decide how lively a Kokoro voice reads.",
					"If the words must fall on a picture, ask for times: every character comes with the moment it is heard, and a recording of your own can be aligned to its text.",
				],
				links: [{ to: "/text-to-speech", label: "Text to speech" }],
			},
		],
		end: hear,
	},
	{
		path: "/dubbing",
		name: "Dubbing",
		title: "Dubbing: planned",
		description:
			"Dubbing is planned for Timbre: a film or a recording in another language, each speaker with a voice, in time with the picture.",
		headline: "The same film in another language",
		lead: "Who says what, translated, spoken in a fitting voice and laid back under the picture at the right moment, with every step open to correction.",
		planned: notYet,
		parts: [
			{
				kind: "steps",
				id: "meant",
				title: "What is meant",
				items: [
					{ title: "Hear who speaks", text: "The recording is written down, with its speakers and times." },
					{
						title: "Translate, and let you correct",
						text: "A translation line by line, short enough for the time there is.",
					},
					{
						title: "Speak it again",
						text: "A voice a speaker, timed to the picture, with music and noise kept.",
					},
				],
			},
			{
				kind: "text",
				id: "today",
				title: "What you can do today",
				paragraphs: [
					"If you have the translation, the dialogue page speaks it with a voice a line, and gives back when each word is heard. Laying it under the picture is done in your editor.",
					"Natural voices exist in English, Spanish, French, Hindi, Italian, Japanese, Brazilian Portuguese and Mandarin. Other languages have a basic voice only, which is good for timing a draft and not for a finished film.",
				],
				links: [
					{ to: "/languages", label: "What each language has" },
					{ to: "/use-cases/videos", label: "Voices for videos" },
				],
			},
		],
		end: hear,
	},
	{
		path: "/voice-isolator",
		name: "Voice isolator",
		title: "Voice isolator: planned",
		description:
			"A voice isolator is planned for Timbre: speech kept, street, wind and hum taken away, on your own server. It cannot be used yet.",
		headline: "Keep the voice, lose the street",
		lead: "One recording goes in, the speech alone comes out. Meant for interviews on a windy day, and as the first step of dubbing. Recordings that a voice is made from can have their noise removed today.",
		planned: notYet,
		parts: [
			{
				kind: "features",
				id: "meant",
				title: "What is meant",
				items: [
					{
						title: "Audio and video",
						text: "Give it a file as it is; the picture is left alone.",
						status: "planned",
					},
					{
						title: "Compare as you listen",
						text: "Before and after at the same place with one key, since a cleaner voice is not always a better one.",
						status: "planned",
					},
					{
						title: "On your machine",
						text: "Interviews are confidential. They are not sent anywhere.",
						status: "planned",
					},
				],
			},
			{
				kind: "text",
				id: "today",
				title: "What you can do today",
				paragraphs: [
					"Nothing in Timbre removes noise from a recording yet. Speech made by Timbre has none.",
					"What it can do with a recording is find the words of a known text in it (forced alignment), also when there is some noise around them.",
				],
				links: [{ to: "/api", label: "Forced alignment in the API" }],
			},
		],
		end: hear,
	},
	{
		path: "/sound-effects",
		name: "Sound effects",
		title: "Sound effects: planned",
		description:
			"Sound effects from a description are planned for Timbre: a door, rain, a crowd, in the length you need. It cannot be used yet.",
		headline: "Describe a sound and get it",
		lead: "A heavy door in a stone hall, four seconds. Rain on a tent that can be looped. Written in words, heard a moment later.",
		planned: notYet,
		parts: [
			{
				kind: "features",
				id: "meant",
				title: "What is meant",
				items: [
					{
						title: "A length you choose",
						text: "From a click to a long background, looped without a seam where you want it.",
						status: "planned",
					},
					{
						title: "Several at once",
						text: "A few takes of the same description, side by side, with their waveforms.",
						status: "planned",
					},
					{
						title: "A collection to search",
						text: "Sounds that others gave away, found by meaning.",
						status: "planned",
					},
				],
			},
			{
				kind: "text",
				id: "today",
				title: "What you can do today",
				paragraphs: [
					"Timbre makes speech and pauses, no other sounds. Breaks in a text leave room for an effect, and the word times say exactly where it begins.",
				],
				links: [
					{ to: "/ai-sound-effects-for-sora", label: "Sound for generated video" },
					{ to: "/use-cases/gaming", label: "Voices for games" },
				],
			},
		],
		end: hear,
	},
	{
		path: "/ai-sound-effects-for-sora",
		name: "Sound for generated video",
		title: "Sound for generated video: planned",
		description:
			"Silent generated clips need sound. Effects that follow a clip are planned for Timbre; a narration with exact word times works today.",
		headline: "Silent clips need sound",
		lead: "Video models such as Sora often hand you a picture without a sound, or with one you cannot edit. Timbre is meant to add footsteps, rooms and weather that fit what is seen.",
		planned: "Sound effects are not built. A narration for such a clip works today.",
		parts: [
			{
				kind: "steps",
				id: "today",
				title: "A narration today",
				items: [
					{
						title: "Write to the length",
						text: "About fifteen characters are spoken in a second; ten seconds are two short sentences.",
					},
					{
						title: "Speak it with times",
						text: "The answer says when each word is heard, so cuts and captions can follow it.",
					},
					{
						title: "Fit it exactly",
						text: "Speed is exact: speech at 1.1 takes 1/1.1 of the time. Make it fit without touching the words.",
					},
					{ title: "Lay it under the clip", text: "Download WAV or MP3 and place it in your editor." },
				],
			},
			{
				kind: "features",
				id: "meant",
				title: "What is meant",
				items: [
					{
						title: "Effects from words",
						text: "Describe what is seen, get a few sounds for it.",
						status: "planned",
					},
					{
						title: "Effects from the clip",
						text: "The picture itself decides what is heard, and when.",
						status: "planned",
					},
				],
				links: [{ to: "/sound-effects", label: "Sound effects" }],
			},
		],
		end: hear,
	},
	{
		path: "/studio",
		name: "Studio",
		title: "Studio for long texts: planned",
		description:
			"A studio for books and long scripts is planned for Timbre: chapters, a voice for each character, export by chapter. Long texts can be spoken today.",
		headline: "A book, chapter by chapter",
		lead: "Projects with chapters and paragraphs, a voice for every character, a click to hear any line again, and an export that a shop accepts.",
		planned: "The studio is not built. Long texts and dialogues can be spoken today.",
		parts: [
			{
				kind: "features",
				id: "meant",
				title: "What is meant",
				items: [
					{
						title: "Chapters and blocks",
						text: "Open a manuscript, get its chapters; move and split paragraphs without losing what was spoken.",
						status: "planned",
					},
					{
						title: "A cast",
						text: "Each character has a voice. Colours and names tell who speaks.",
						status: "planned",
					},
					{
						title: "Export that is accepted",
						text: "A file a chapter, at the loudness that shops ask for, with the book's data inside.",
						status: "planned",
					},
					{
						title: "Together",
						text: "Several people on one project, with comments at a moment of the sound.",
						status: "planned",
					},
				],
			},
			{
				kind: "features",
				id: "today",
				title: "What you can do today",
				items: [
					{
						title: "Long texts",
						text: "Up to 150,000 characters in one request. The first sound does not wait for the last.",
					},
					{
						title: "Corrections that cost little",
						text: "A sentence is paid for once. Correct a word and only its sentence is made again.",
					},
					{
						title: "Dialogue",
						text: "Up to 500 lines with a voice each, in one recording.",
					},
					{
						title: "Nothing misread",
						text: "The take check listens to English speech and marks what was not said as written.",
					},
				],
				links: [
					{ to: "/use-cases/audiobooks", label: "Making an audiobook today" },
					{ to: "/text-to-speech", label: "Text to speech" },
				],
			},
		],
		end: hear,
	},
	{
		path: "/text-reader",
		name: "Text reader",
		title: "Text reader: planned",
		description:
			"A reader for articles, books and documents is planned for Timbre. Pasted texts and Word documents can be listened to today.",
		headline: "Let it read to you",
		lead: "Articles, documents and books in a voice you like, continued where you stopped, on whatever device you have at hand.",
		planned: "The reader as a product of its own is not built. You can listen to texts you paste or open today.",
		parts: [
			{
				kind: "features",
				id: "meant",
				title: "What is meant",
				items: [
					{
						title: "Give it an address",
						text: "An article without its menus and advertisements, as sound.",
						status: "planned",
					},
					{ title: "Books", text: "EPUB and PDF with their chapters.", status: "planned" },
					{
						title: "A shelf",
						text: "What you began, what is left, the same on the phone and at the desk.",
						status: "planned",
					},
					{
						title: "For your own site",
						text: "A small player beside an article, read in a voice you chose.",
						status: "planned",
					},
				],
			},
			{
				kind: "steps",
				id: "today",
				title: "Listening to a text today",
				items: [
					{
						title: "Paste it or open it",
						text: "Plain text, text copied from a page, or a Word document, on the text to speech page.",
					},
					{
						title: "Follow the words",
						text: "The word that is heard is marked. Click anywhere to go there; faster and slower are one press away.",
					},
					{
						title: "Take it with you",
						text: "Download it as MP3 and listen wherever you listen to other things.",
					},
				],
			},
		],
		end: hear,
	},
	{
		path: "/elevenstudios",
		name: "Production services",
		title: "Production services: planned",
		description:
			"People who finish a recording for you (casting, checking, mixing) are planned around Timbre. None can be hired here yet.",
		headline: "When you want somebody else to finish it",
		lead: "A book or a film needs ears as well as an engine: somebody who casts the voices, listens to all of it and mixes the result. A place to find such people is planned.",
		planned: "There is nobody to hire here yet, and no date.",
		parts: [
			{
				kind: "features",
				id: "meant",
				title: "What is meant",
				items: [
					{
						title: "A brief and an offer",
						text: "You describe the work; people who do it answer with a price and a date.",
						status: "planned",
					},
					{
						title: "Work inside the project",
						text: "They work on the same sentences and takes as you, and you hear every change.",
						status: "planned",
					},
					{
						title: "Open to other installations",
						text: "Whoever runs a Timbre server decides who may offer work on it.",
						status: "planned",
					},
				],
			},
			{
				kind: "text",
				id: "today",
				title: "What you can do today",
				paragraphs: [
					"Do it yourself with what is there: voices to choose from, a take check that marks misread words, a history from which finished parts are exported as a zip.",
					"Or share single recordings by link with whoever helps you; no account is needed to listen.",
				],
				links: [
					{ to: "/showcase", label: "Recordings made with Timbre" },
					{ to: "/customers", label: "Worked examples" },
				],
			},
		],
		end: hear,
	},
];
