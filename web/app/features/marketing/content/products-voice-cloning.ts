import type { PageContent } from "./page-content.ts";

export const voiceCloning: PageContent = {
	path: "/voice-cloning",
	name: "Voice cloning",
	title: "A voice from recordings, with consent",
	description:
		"Make a voice from recordings of a person who agrees, or from a description. What comes out is a mix matched to the sample; it says how near it is.",
	headline: "Your own voice, with your own consent",
	lead: "Record or upload a minute of speech and get a voice that resembles it, on a server of your choosing. It stays silent until its speaker has agreed aloud, and falls silent again when they take it back.",
	actions: [
		{ to: "/app/voice-lab/clone", label: "Make a voice from recordings" },
		{ to: "/app/voice-lab/design", label: "Design one from words" },
	],
	parts: [
		{
			kind: "steps",
			id: "how",
			title: "How it works",
			items: [
				{
					title: "Record or upload",
					text: "In the browser, with a level meter, or as files. Silence at both ends is left out; noise is removed when you ask for it.",
				},
				{
					title: "It is matched",
					text: "Pitch, pace and the colour of the voice are measured, and mixes of the natural voices are tried until one comes near. You see the figure.",
				},
				{
					title: "The speaker agrees",
					text: "They read a sentence that is made at that moment. Its words are heard, and the voice is compared with the recordings. Without it the voice does not speak.",
				},
				{
					title: "Use it everywhere",
					text: "In text to speech, in dialogues and over the API, until the consent ends or is taken back. Then it is refused within two seconds, kept sentences included.",
				},
			],
		},
		{
			kind: "features",
			id: "kinds",
			title: "Four ways to a voice",
			items: [
				{
					title: "Instant",
					text: "From one or more recordings with two seconds of speech or more. English, since the natural English voices are what is mixed.",
				},
				{
					title: "Professional",
					text: "From many recordings: the speakers in them are told apart, you choose one, and three times as many mixes are tried. No network is trained.",
				},
				{
					title: "From a description",
					text: "Low, slow, bright, British: three previews that differ, and a list of what was asked and what was measured. They belong to nobody.",
				},
				{
					title: "A variation",
					text: "Take a voice you designed and ask for it a little deeper, quicker or calmer.",
				},
			],
			links: [
				{ to: "/voice-library", label: "Browse the voices" },
				{ to: "/safety", label: "What is guarded, and what is not" },
			],
		},
		{
			kind: "features",
			id: "sharing",
			title: "Share it, and take it back",
			items: [
				{
					title: "By link or in the library",
					text: "Give a voice to one person or offer it to everybody on the server, if its speaker agreed to that too.",
				},
				{
					title: "A notice period",
					text: "Whoever uses a voice from the library keeps it for as long as you promised after you remove it.",
				},
				{
					title: "Payment for a voice",
					text: "Uses are counted at the rate you set. Nothing is paid out yet.",
					status: "planned",
				},
				{
					title: "A copy instead of a match",
					text: "An engine that copies a voice can be connected, if you bring its weights. None comes with the software, and it was not tried with real ones.",
					status: "planned",
				},
			],
		},
	],
	faq: [
		{
			question: "Does it sound like me?",
			answer:
				"Like somebody of your pitch, pace and colour. A mix of existing voices is not your voice, so it is called matched, shows how alike it was measured to be, and is never called a clone.",
		},
		{
			question: "Can I clone somebody else's voice?",
			answer: "Not without them: the consent sentence must be read in the voice of the recordings.",
		},
		{
			question: "How sure is that check?",
			answer:
				"Not very: it compares simple measurements. In our test of six readers no stranger passed, but one reader was taken for a stranger, and a voice imitated by machine can pass. The use policy holds beside it.",
		},
		{
			question: "Why is there a setting called similarity?",
			answer:
				"Client code written for other services sends it. A matched voice has no recording to stay close to, so it has no effect, and the page shows it disabled.",
		},
	],
	end: {
		title: "Hear yourself from afar",
		text: "A free account can make voices too.",
		to: "/app/sign-up",
		label: "Create account",
	},
};
