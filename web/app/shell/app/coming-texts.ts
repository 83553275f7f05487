const destinations = {
	speech: {
		to: "/app/speech-synthesis/text-to-speech",
		label: "Text to speech",
		text: "Write a text, choose a voice and listen.",
	},
	dialogue: {
		to: "/app/speech-synthesis/text-to-dialogue",
		label: "Dialogue",
		text: "Generate a conversation between several voices.",
	},
	history: { to: "/app/speech-synthesis/text-to-speech/history", label: "History", text: "All your generations." },
	pronunciation: {
		to: "/app/speech-synthesis/pronunciation",
		label: "Pronunciation",
		text: "Set how names and terms are pronounced.",
	},
	voices: { to: "/app/voices", label: "Voices", text: "Preview and use every voice on this server." },
	usage: { to: "/app/usage", label: "Usage", text: "Credits left and how they were spent." },
	keys: { to: "/app/settings/api-keys", label: "API keys", text: "Generate speech from your own code." },
	settings: { to: "/app/settings", label: "Settings", text: "Account, theme and API keys." },
} as const;

type Destination = keyof typeof destinations;

/** Describes each planned page and names the built pages closest to it. */
const texts: Record<string, [what: string, ...today: Destination[]]> = {
	"sound-effects": ["Describe a sound, such as a closing door or rain on a tin roof, and generate it.", "speech"],
	"sound-effects/generate": ["Generate sound effects from a description.", "speech"],
	"sound-effects/history": ["Play and download your generated sound effects.", "history"],
	"sound-effects/explore": ["Browse sound effects shared by others.", "voices"],
	"sound-effects/explore/search": ["Search shared sound effects.", "voices"],
	"sound-effects/explore/category": [
		"Browse shared sound effects by category: nature, rooms, machines and more.",
		"voices",
	],
	music: ["Generate music from a description.", "speech"],
	dubbing: [
		"Translate a video or recording into another language and keep each speaker distinct.",
		"dialogue",
		"voices",
	],
	"dubbing/:dubbingId": ["Review and edit a dubbed recording.", "speech", "dialogue"],
	"audio-native": ["Embed a player that reads your articles aloud.", "speech", "keys"],
	"audio-native/settings": ["Choose which pages can embed the player and which voice reads them.", "speech"],
	"audio-native/settings/player": ["Customize the embedded player.", "speech"],
	publishing: ["Publish your audiobooks and series on their own pages.", "history"],
	productions: ["Order audio work from other people, or take on work yourself.", "history"],
	"productions/active": ["Productions you're working on.", "history"],
	"productions/dashboard": ["An overview of all productions.", "history"],
	"productions/history": ["Finished productions.", "history"],
	"productions/settings": ["Choose the kinds of work you accept and how you're notified.", "settings"],
	"productions/settings/qualifications": ["The languages and skills you're qualified for.", "settings"],
	"productions/unclaimed": ["Productions nobody has claimed yet.", "history"],
	"conversational-ai": ["Build voice agents for your website or the phone.", "keys", "speech"],
	"conversational-ai/agents": ["Agents in this workspace.", "keys"],
	"conversational-ai/integrations": ["Connect agents to other systems.", "keys"],
	"conversational-ai/knowledge-base": ["Documents your agents can use to answer questions.", "keys"],
	"conversational-ai/phone-numbers": ["Phone numbers connected to your agents.", "keys"],
	"conversational-ai/batch-calling": ["Have an agent call a list of people.", "keys"],
	"conversational-ai/settings": ["Limits and rules for all agents.", "settings"],
	"conversational-ai/history": ["Read and play past conversations with your agents.", "history"],
	"conversational-ai/playground": ["Test an agent while you build it.", "speech"],
	"conversational-ai/talk-to": ["Talk to an agent in full screen.", "speech"],
	subscription: ["Manage your plan, invoices and payment method.", "usage"],
	payouts: ["See what your shared voices have earned.", "usage"],
	"integrations/vercel/callback": ["Finish connecting this workspace to a hosting provider.", "keys"],
};

/** Text for a planned page; `path` as in appPages. */
export function plannedText(path: string) {
	const [what, ...today] = texts[path.replace(/^\/app\//, "")] ?? ["", "speech" as const];
	return { what, today: today.map((name) => destinations[name]) };
}
