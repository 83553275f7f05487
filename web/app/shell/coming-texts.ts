const destinations = {
	speech: {
		to: "/app/speech-synthesis/text-to-speech",
		label: "Text to speech",
		text: "Write, choose a voice, listen.",
	},
	dialogue: {
		to: "/app/speech-synthesis/text-to-dialogue",
		label: "Dialogue",
		text: "Several voices in one recording.",
	},
	history: { to: "/app/speech-synthesis/text-to-speech/history", label: "History", text: "Everything spoken so far." },
	pronunciation: {
		to: "/app/speech-synthesis/pronunciation",
		label: "Pronunciation",
		text: "How names and terms are to be said.",
	},
	voices: { to: "/app/voices", label: "Voices", text: "Every voice this server speaks with, to hear and use." },
	usage: { to: "/app/usage", label: "Usage", text: "Credits left and where they went." },
	keys: { to: "/app/settings/api-keys", label: "API keys", text: "Speak from your own programs." },
	settings: { to: "/app/settings", label: "Settings", text: "Account, theme, keys." },
} as const;

type Destination = keyof typeof destinations;

/** What a page will be, in one or two sentences, and which pages of today come nearest to it. */
const texts: Record<string, [what: string, ...today: Destination[]]> = {
	"speech-synthesis/speech-to-speech": [
		"Speak or upload a recording and hear the same words, with the same timing, in another voice.",
		"speech",
		"dialogue",
	],
	"speech-synthesis/speech-to-speech/history": ["The recordings changed into another voice, to hear again.", "history"],
	"speech-to-text": ["Turn a recording into text with times and speakers, to correct and export.", "speech", "keys"],
	"sound-effects": ["Describe a sound, a door or rain on a tin roof, and get it as a recording.", "speech"],
	"sound-effects/generate": ["The place to describe a sound and have it made.", "speech"],
	"sound-effects/history": ["The sounds made so far, to hear again and download.", "history"],
	"sound-effects/explore": ["Sounds that others have made and shared, to hear and use.", "voices"],
	"sound-effects/explore/search": ["A search through shared sounds.", "voices"],
	"sound-effects/explore/category": ["Shared sounds by kind: nature, rooms, machines and so on.", "voices"],
	"voice-isolator": ["Take the voice out of a noisy recording and leave the noise behind.", "speech"],
	music: ["Describe a piece of music and have it played.", "speech"],
	studio: [
		"Books and long texts as chapters and blocks, each with its voice, rendered as one recording.",
		"dialogue",
		"speech",
	],
	"studio/:projectId": ["One long text with its chapters, open to be edited and rendered.", "dialogue", "speech"],
	"voiceover-studio": ["A timeline for a film: speech placed to the second, beside the picture.", "dialogue", "speech"],
	dubbing: ["Give a film or a recording another language and keep who says what.", "dialogue", "voices"],
	"audio-native": ["A player for your own articles that reads them to visitors.", "speech", "keys"],
	"audio-native/settings": ["Which pages the player may stand on and which voice reads them.", "speech"],
	"audio-native/settings/player": ["How the embedded player looks.", "speech"],
	publishing: ["Offer what you made to listeners: a book or a series with a page of its own.", "history"],
	productions: ["Work that people do on recordings for others, from order to hand-over.", "history"],
	"productions/active": ["The productions you are working on.", "history"],
	"productions/dashboard": ["All productions at a glance.", "history"],
	"productions/history": ["Productions that are finished.", "history"],
	"productions/settings": ["What kinds of work you take and how you are told about them.", "settings"],
	"productions/settings/qualifications": ["The languages and skills you can prove.", "settings"],
	"productions/unclaimed": ["Work that nobody has taken yet.", "history"],
	"conversational-ai": ["Agents that listen and answer, on a page or on the phone.", "keys", "speech"],
	"conversational-ai/agents": ["The agents of this workspace.", "keys"],
	"conversational-ai/integrations": ["What agents may do in other systems.", "keys"],
	"conversational-ai/knowledge-base": ["Documents that agents may answer from.", "keys"],
	"conversational-ai/phone-numbers": ["Numbers under which agents can be called.", "keys"],
	"conversational-ai/batch-calling": ["Calls that an agent makes to a list of people.", "keys"],
	"conversational-ai/settings": ["Limits and rules for all agents.", "settings"],
	"conversational-ai/history": ["Conversations with agents, to read and hear.", "history"],
	"conversational-ai/playground": ["A place to try an agent while it is being built.", "speech"],
	"conversational-ai/talk-to": ["Speak with one agent, full screen.", "speech"],
	subscription: ["The plan of this workspace, its invoices and how it is paid.", "usage"],
	payouts: ["What your shared voices have earned.", "usage"],
	"integrations/vercel/callback": ["Finish connecting this workspace with a hosting provider.", "keys"],
};

/** What the screen of an unbuilt page says; `path` as in appPages. */
export function comingText(path: string) {
	const [what, ...today] = texts[path.replace(/^\/app\//, "")] ?? ["", "speech" as const];
	return { what, today: today.map((name) => destinations[name]) };
}
