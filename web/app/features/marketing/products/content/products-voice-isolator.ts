import type { PageContent } from "../../model/page-content.ts";

export const voiceIsolator: PageContent = {
	path: "/voice-isolator",
	name: "Voice isolator",
	title: "Voice isolator on your own server",
	description:
		"Remove street noise, wind, hum and fans from speech. Compare before and after at the same position, and keep the picture of a video. On your own server.",
	headline: "Remove background noise from speech",
	lead: "Upload a recording and get back the speech with less noise: for interviews in noisy places, calls and voice-overs.",
	actions: [{ to: "/app/voice-isolator", label: "Clean a recording" }],
	parts: [
		{
			kind: "steps",
			id: "how",
			title: "How it works",
			items: [
				{
					title: "Upload or record",
					text: "Audio and video files of up to 500 MB, or a recording from your microphone.",
				},
				{
					title: "Compare",
					text: "Switch between the original and the result at the same position. Timbre shows the measured difference.",
				},
				{ title: "Download", text: "Audio as MP3 or WAV. A video keeps its picture and gets the cleaned sound." },
			],
		},
		{
			kind: "features",
			id: "details",
			title: "What it does",
			items: [
				{
					title: "Two small neural networks",
					text: "RNNoise is included. GTCRN removes more and is a download of half a megabyte. Both run on an ordinary CPU, faster than real time.",
				},
				{ title: "Stereo stays stereo", text: "Both channels are treated alike, so the image does not move." },
				{ title: "Private", text: "Recordings stay on your server, and you can delete them at any time." },
				{ title: "API", text: "The endpoints of audio isolation work with the official SDKs, also as a stream." },
			],
		},
		{
			kind: "text",
			id: "limits",
			title: "What to expect",
			paragraphs: [
				"Steady noise is removed best. Music and other people in the background are reduced but often still audible, and heavy noise leaves traces in the voice.",
				"It does not remove echo and does not separate several speakers.",
			],
			links: [
				{ to: "/speech-to-text", label: "Speech to text" },
				{ to: "/pricing", label: "Credits per minute" },
			],
		},
	],
	end: {
		title: "Clean your first recording",
		text: "Create an account and upload a file.",
		to: "/app/voice-isolator",
		label: "Open the voice isolator",
	},
};
