import type { PageContent } from "../../model/page-content.ts";

export const voiceChanger: PageContent = {
	path: "/voice-changer",
	name: "Voice changer",
	title: "Voice changer on your own server",
	description:
		"Turn a recording into another voice: speak its words again in its own timing, or shift pitch and formants and keep the acting. On your own server.",
	headline: "Change the voice, keep your timing",
	lead: "Record or upload speech, choose a voice and get a recording of the same length. There are two ways to do it, and each says what it keeps.",
	actions: [{ to: "/app/speech-synthesis/speech-to-speech", label: "Change a voice" }],
	parts: [
		{
			kind: "features",
			id: "ways",
			title: "Two ways",
			items: [
				{
					title: "Re-voice",
					text: "The words are transcribed and spoken again by the voice you choose, phrase by phrase in the timing and loudness of the original. Laughs, sighs and acting are lost.",
				},
				{
					title: "Reshape",
					text: "Pitch and formants move into the range of the voice. Every breath and emphasis stays, but it does not sound like that voice.",
				},
			],
		},
		{
			kind: "features",
			id: "details",
			title: "What it does",
			items: [
				{
					title: "Your timing",
					text: "Phrases start where yours start, so a take still fits the video it was recorded for.",
				},
				{
					title: "The same voices",
					text: "Every voice of text to speech works, including your own, with the same rules of consent.",
				},
				{ title: "Noise removal", text: "Optionally removes background noise before the voice is changed." },
				{ title: "API", text: "The endpoints of speech to speech work with the official SDKs, also as a stream." },
			],
		},
		{
			kind: "text",
			id: "limits",
			title: "What to expect",
			paragraphs: [
				"Neither way is a neural voice conversion: no model for it is included. Re-voice works in the languages that both the transcriber and the voice know, and several speakers become one voice.",
			],
			links: [
				{ to: "/text-to-speech", label: "Text to speech" },
				{ to: "/pricing", label: "Credits per minute" },
			],
		},
	],
	end: {
		title: "Change your first recording",
		text: "Create an account and record a sentence.",
		to: "/app/speech-synthesis/speech-to-speech",
		label: "Open the voice changer",
	},
};
