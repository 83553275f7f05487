import type { PageContent } from "../../model/page-content.ts";

export const voiceCloning: PageContent = {
	path: "/voice-cloning",
	name: "Voice cloning",
	title: "A voice from recordings, with consent",
	description:
		"Create a voice from recordings of a consenting speaker, or from a description. The result is matched to the recording and shows how similar it is.",
	headline: "Create a voice from recordings, with consent",
	lead: "Record or upload a minute of speech and get a voice that resembles it. The voice can't be used until its speaker gives consent aloud, and stops working when they revoke it.",
	actions: [
		{ to: "/app/voice-lab/clone", label: "Create a voice" },
		{ to: "/app/voice-lab/design", label: "Design a voice" },
	],
	parts: [
		{
			kind: "steps",
			id: "how",
			title: "How it works",
			items: [
				{
					title: "Record or upload",
					text: "Record in the browser with a level meter, or upload files. Silence at both ends is trimmed, and you can have background noise removed.",
				},
				{
					title: "Timbre finds a match",
					text: "Pitch, pace and tone color are measured, and blends of the natural voices are tried until one is close. You see the similarity score.",
				},
				{
					title: "The speaker gives consent",
					text: "They read a freshly generated sentence aloud. The words are transcribed and the voice is compared with the recordings. Without consent, the voice can't be used.",
				},
				{
					title: "Use it everywhere",
					text: "In text to speech, dialogue and the API, until consent expires or is revoked. Then requests are rejected within two seconds, including stored sentences.",
				},
			],
		},
		{
			kind: "features",
			id: "kinds",
			title: "Four ways to create a voice",
			items: [
				{
					title: "Instant",
					text: "From one or more recordings with at least two seconds of speech. English only, because it blends the natural English voices.",
				},
				{
					title: "Professional",
					text: "From many recordings. Speakers are separated, you choose one, and three times as many blends are tried. No neural network is trained.",
				},
				{
					title: "From a description",
					text: "Describe it as low, slow, bright or British and get three different previews. Each shows which traits it matched. Designed voices belong to no real person.",
				},
				{
					title: "From a designed voice",
					text: "Take a voice you designed and make it a little deeper, faster or calmer.",
				},
			],
			links: [
				{ to: "/voice-library", label: "Browse the voices" },
				{ to: "/safety", label: "Safety" },
			],
		},
		{
			kind: "features",
			id: "sharing",
			title: "Sharing",
			items: [
				{
					title: "By link or in the library",
					text: "Share a voice with one person or with everyone on the server, if its speaker agreed to that too.",
				},
				{
					title: "A notice period",
					text: "When you remove a voice from the library, people who use it keep access for the notice period you set.",
				},
				{
					title: "Earnings",
					text: "Usage is counted at the rate you set. Payouts are not available yet.",
					status: "planned",
				},
				{
					title: "Exact voice cloning",
					text: "You can connect a cloning engine if you bring its weights. None is included, and this has not been tested with real weights.",
					status: "planned",
				},
			],
		},
	],
	faq: [
		{
			question: "Does it sound like me?",
			answer:
				"It sounds like someone with your pitch, pace and tone color. It is a blend of existing voices, so it is labeled as matched, shows a similarity score, and is never called a clone.",
		},
		{
			question: "Can I clone someone else's voice?",
			answer: "Not without them. The consent sentence must be read in the same voice as the recordings.",
		},
		{
			question: "How reliable is the consent check?",
			answer:
				"It is limited, because it compares simple measurements. In our test with six speakers, no stranger passed, but one speaker was rejected as a stranger, and a synthetic imitation can pass. The use policy applies in any case.",
		},
		{
			question: "Why is there a similarity setting?",
			answer:
				"Client code written for other services sends it. It has no effect on a matched voice, so the app shows it disabled.",
		},
	],
	end: {
		title: "Create your first voice",
		text: "Free accounts can create voices too.",
		to: "/app/sign-up",
		label: "Create account",
	},
};
