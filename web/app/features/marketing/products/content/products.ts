import type { PageContent } from "../../model/page-content.ts";

const notBuilt = "Not available yet. Below is what we plan and what works today.";
const tryTextToSpeech = {
	title: "Text to speech works now",
	text: "Type a sentence and listen. No account needed.",
	to: "/text-to-speech",
	label: "Try text to speech",
};

/** Products that do not exist yet. Each page says so first, then what is planned, then what works today. */
export const plannedProducts: PageContent[] = [
	{
		path: "/dubbing",
		name: "Dubbing",
		title: "Dubbing: planned",
		description:
			"Dubbing is planned for Timbre: translate a video or recording into another language, with a voice for each speaker, in sync with the picture.",
		headline: "Dub a video into another language",
		lead: "Transcribe, translate and re-voice every speaker in sync with the picture, and correct any step along the way.",
		planned: notBuilt,
		parts: [
			{
				kind: "steps",
				id: "meant",
				title: "What we plan",
				items: [
					{ title: "Transcribe", text: "Get a transcript with speakers and timestamps." },
					{
						title: "Translate and edit",
						text: "Review a line-by-line translation that fits the available time.",
					},
					{
						title: "Generate the dub",
						text: "Each speaker gets a voice, timed to the picture. Music and background audio are preserved.",
					},
				],
			},
			{
				kind: "text",
				id: "today",
				title: "What you can do today",
				paragraphs: [
					"If you already have a translation, the dialogue page generates it with a different voice for each line and returns word timestamps. You sync it to the video in your editor.",
					"Natural voices are available in English, Spanish, French, Hindi, Italian, Japanese, Brazilian Portuguese and Mandarin. Other languages have only a basic voice, which works for timing a draft but not for a finished video.",
				],
				links: [
					{ to: "/languages", label: "Language support" },
					{ to: "/use-cases/videos", label: "Voices for videos" },
				],
			},
		],
		end: tryTextToSpeech,
	},
	{
		path: "/sound-effects",
		name: "Sound effects",
		title: "Sound effects: planned",
		description:
			"Sound effects from a description are planned for Timbre: a door, rain or a crowd, as long as you need. They are not available yet.",
		headline: "Describe a sound and get it",
		lead: "Describe it in words, such as “a heavy door in a stone hall, four seconds” or “rain on a tent, looping”, and get audio moments later.",
		planned: notBuilt,
		parts: [
			{
				kind: "features",
				id: "meant",
				title: "What we plan",
				items: [
					{
						title: "Any length",
						text: "From a click to long background audio, with seamless loops.",
						status: "planned",
					},
					{
						title: "Several variations",
						text: "Compare a few takes of the same description side by side, with waveforms.",
						status: "planned",
					},
					{
						title: "A searchable library",
						text: "Find effects shared by others, by meaning.",
						status: "planned",
					},
				],
			},
			{
				kind: "text",
				id: "today",
				title: "What you can do today",
				paragraphs: [
					"Timbre generates speech and pauses only. Use breaks to leave room for an effect, and word timestamps to place it exactly.",
				],
				links: [
					{ to: "/ai-sound-effects-for-sora", label: "Sound for generated video" },
					{ to: "/use-cases/gaming", label: "Voices for games" },
				],
			},
		],
		end: tryTextToSpeech,
	},
	{
		path: "/ai-sound-effects-for-sora",
		name: "Sound for generated video",
		title: "Sound for generated video: planned",
		description:
			"Add sound to silent generated video. Effects that match a clip are planned for Timbre; narration with exact word timestamps works today.",
		headline: "Add sound to silent video clips",
		lead: "Video models such as Sora often produce clips without audio, or with audio you can't edit. Timbre will add footsteps, rooms and weather that match the picture.",
		planned: "Sound effects are not available yet. Narration for a clip works today.",
		parts: [
			{
				kind: "steps",
				id: "today",
				title: "Add narration today",
				items: [
					{
						title: "Write to length",
						text: "Speech is about fifteen characters per second, so ten seconds is two short sentences.",
					},
					{
						title: "Generate with timestamps",
						text: "The response says when each word is spoken, so cuts and captions can follow it.",
					},
					{
						title: "Adjust the speed",
						text: "Speed is exact: at 1.1, speech takes 1/1.1 of the time. Fit the clip without changing the words.",
					},
					{ title: "Add it to the clip", text: "Download WAV or MP3 and place it in your editor." },
				],
			},
			{
				kind: "features",
				id: "meant",
				title: "What we plan",
				items: [
					{
						title: "Effects from a description",
						text: "Describe the scene and get several effects to choose from.",
						status: "planned",
					},
					{
						title: "Effects from the clip",
						text: "Effects generated from the video itself, at the right moment.",
						status: "planned",
					},
				],
				links: [{ to: "/sound-effects", label: "Sound effects" }],
			},
		],
		end: tryTextToSpeech,
	},
	{
		path: "/text-reader",
		name: "Text reader",
		title: "Text reader: planned",
		description:
			"A reader for articles, books and documents is planned for Timbre. You can listen to pasted text and Word documents today.",
		headline: "Listen to articles, documents and books",
		lead: "Pick a voice and pick up where you left off, on any device.",
		planned: "The reader is not available as a separate product yet. You can listen to text you paste or open today.",
		parts: [
			{
				kind: "features",
				id: "meant",
				title: "What we plan",
				items: [
					{
						title: "Web articles",
						text: "Paste a link and listen to the article without menus and ads.",
						status: "planned",
					},
					{ title: "Books", text: "EPUB and PDF, with chapters.", status: "planned" },
					{
						title: "A library",
						text: "What you started and what is left, synced between phone and desktop.",
						status: "planned",
					},
					{
						title: "Embeddable player",
						text: "Add a player to your own articles, in a voice you choose.",
						status: "planned",
					},
				],
			},
			{
				kind: "steps",
				id: "today",
				title: "Listen to a text today",
				items: [
					{
						title: "Paste or open a file",
						text: "Plain text, text copied from a web page, or a Word document, on the text to speech page.",
					},
					{
						title: "Follow the words",
						text: "The current word is highlighted. Click anywhere to jump there, and change the speed with one click.",
					},
					{
						title: "Download it",
						text: "Save the audio as MP3 and listen anywhere.",
					},
				],
			},
		],
		end: tryTextToSpeech,
	},
	{
		path: "/elevenstudios",
		name: "Production services",
		title: "Production services: planned",
		description:
			"A way to hire people for casting, checking and mixing is planned for Timbre. Nobody can be hired here yet.",
		headline: "Hire someone to finish your production",
		lead: "A book or film needs people as well as an engine: someone to cast the voices, listen to every take and mix the result. A marketplace for that work is planned.",
		planned: "There is nobody to hire here yet, and no release date.",
		parts: [
			{
				kind: "features",
				id: "meant",
				title: "What we plan",
				items: [
					{
						title: "Briefs and quotes",
						text: "Describe the work and get quotes with a price and a date.",
						status: "planned",
					},
					{
						title: "Shared projects",
						text: "Producers work on the same sentences and takes as you, and you can listen to every change.",
						status: "planned",
					},
					{
						title: "Controlled by the operator",
						text: "The operator of each Timbre server decides who can offer work on it.",
						status: "planned",
					},
				],
			},
			{
				kind: "text",
				id: "today",
				title: "What you can do today",
				paragraphs: [
					"Do it yourself: choose a voice, use take check to find misread words, and export finished parts from your history as a zip.",
					"Or share individual recordings with a link. Listeners do not need an account.",
				],
				links: [
					{ to: "/showcase", label: "Audio made with Timbre" },
					{ to: "/customers", label: "Examples" },
				],
			},
		],
		end: tryTextToSpeech,
	},
];
