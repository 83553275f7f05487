/** The guides in reading order. The text of each is in a Markdown file of its name. */
export const guides = [
	{
		slug: "quick-start",
		group: "Start",
		title: "Quick start",
		description: "Start a server, create an API key and generate your first audio with curl, JavaScript or Python.",
	},
	{
		slug: "migration",
		group: "Start",
		title: "Migrate from ElevenLabs",
		description: "Change the base URL and the key. What stays the same, what differs, and what to do about voices.",
	},
	{
		slug: "openai-clients",
		group: "Start",
		title: "Use with OpenAI clients",
		description: "Point the openai packages or the AI SDK at your server: base URL, voices, models and differences.",
	},
	{
		slug: "streaming",
		group: "Speech",
		title: "Streaming",
		description: "Play audio while it is generated, over HTTP or a WebSocket, and choose the right audio format.",
	},
	{
		slug: "timestamps",
		group: "Speech",
		title: "Timestamps",
		description: "Find out when each character is spoken: captions, highlighted words and alignment of recordings.",
	},
	{
		slug: "pronunciation",
		group: "Speech",
		title: "Pronunciation",
		description: "Get names and terms right with dictionaries of aliases and phonemes, lexicon files and SSML.",
	},
	{
		slug: "cloning",
		group: "Voices",
		title: "Voice cloning",
		description: "Create a voice that resembles a speaker from recordings, with consent, and revoke it again.",
	},
	{
		slug: "webhooks",
		group: "Operate",
		title: "Webhooks",
		description: "Receive signed events on your server, verify them, and handle retries and duplicates.",
	},
	{
		slug: "self-hosting",
		group: "Operate",
		title: "Self-hosting",
		description: "Run Timbre on one machine or many: requirements, settings, containers, health checks and backups.",
	},
] as const;

export type GuideSlug = (typeof guides)[number]["slug"];

export const guidePath = (slug: string) => `/docs/${slug}`;
