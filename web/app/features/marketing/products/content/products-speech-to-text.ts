import type { PageContent } from "../../model/page-content.ts";

export const speechToText: PageContent = {
	path: "/speech-to-text",
	name: "Speech to text",
	title: "Speech to text on your own server",
	description:
		"Transcribe recordings and videos with the time of every word, tell speakers apart, edit the text next to the audio and export subtitles or documents.",
	headline: "Turn recordings into text you can edit",
	lead: "Upload audio or video and get a transcript with the time of every word. Recordings never leave the server.",
	actions: [{ to: "/app/speech-to-text", label: "Transcribe a recording" }],
	parts: [
		{
			kind: "steps",
			id: "how",
			title: "How it works",
			items: [
				{
					title: "Upload, record or paste a link",
					text: "Audio and video files of up to 500 MB and ten hours. An interrupted upload continues where it stopped.",
				},
				{
					title: "Leave if you like",
					text: "Transcription continues when you close the page. The list shows how far each recording is.",
				},
				{
					title: "Check the doubtful words",
					text: "Words that the model is unsure about are shaded. Click a word to hear it, and correct the text in place.",
				},
				{
					title: "Export",
					text: "Subtitles as SRT or VTT, documents as DOCX, PDF, HTML or text, and JSON with every word.",
				},
			],
		},
		{
			kind: "features",
			id: "details",
			title: "What it does",
			items: [
				{
					title: "Three models",
					text: "Whisper small is the most accurate and knows about 60 languages, Whisper base is faster, and Moonshine is the fastest and transcribes English.",
				},
				{
					title: "Speakers",
					text: "Speakers are told apart by their voices. Rename one and the name changes everywhere.",
				},
				{
					title: "Names and terms",
					text: "List words that are likely to occur. They are preferred where the recording is unclear.",
				},
				{
					title: "Live audio",
					text: "A WebSocket transcribes while you speak, with the message format of the official client.",
				},
			],
		},
		{
			kind: "text",
			id: "limits",
			title: "What to expect",
			paragraphs: [
				"The models are small enough for an ordinary CPU. Clear speech is transcribed well; noise, crosstalk and strong accents cause mistakes, so check a transcript before you publish it.",
				"Speakers who sound alike or talk at the same time can be confused. Names, amounts and addresses are not redacted.",
			],
			links: [
				{ to: "/api", label: "The API" },
				{ to: "/pricing", label: "Credits per minute" },
			],
		},
	],
	end: {
		title: "Transcribe your first recording",
		text: "Create an account and upload a file.",
		to: "/app/speech-to-text",
		label: "Open speech to text",
	},
};
