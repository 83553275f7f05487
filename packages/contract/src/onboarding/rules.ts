// Limits, fixed values and rules that browsers and the server share. Without zod, which would cost every page its size.

/** In display order. */
export const checklistItemIds = [
	"generate_text_to_speech",
	"generate_speech_to_speech",
	"add_voice_to_voice_lab",
	"design_voice",
	"create_dub",
	"join_affiliate",
	"generate_api_key",
] as const;

/** Items whose feature does not exist yet. They are not offered, and the checklist is complete without them. */
export const plannedItemIds: readonly (typeof checklistItemIds)[number][] = ["create_dub", "join_affiliate"];

/** Survey options: what users create, with more specific subroles per role. */
export const surveyRoles = {
	creator: {
		label: "Videos, podcasts or games",
		subroles: { videos: "Videos", podcasts: "Podcasts", games: "Games", short_clips: "Short clips" },
	},
	author: {
		label: "Books and articles",
		subroles: { audiobooks: "Audiobooks", articles: "Articles", newsletters: "Newsletters" },
	},
	developer: {
		label: "Apps with speech",
		subroles: {
			web_app: "A website or app",
			assistant: "An assistant",
			telephony: "A phone system",
			device: "A device",
		},
	},
	educator: {
		label: "Teaching and learning",
		subroles: { lessons: "Lessons", languages: "Languages", training: "Workplace training" },
	},
	listener: {
		label: "Listening to text",
		subroles: { accessibility: "Reading is hard for me", on_the_go: "On the go", study: "To study" },
	},
	other: { label: "Something else", subroles: {} },
} as const satisfies Record<string, { label: string; subroles: Record<string, string> }>;

export const surveySources = {
	search: "A search engine",
	friend: "A friend or colleague",
	work: "We use it at work",
	article: "An article or a newsletter",
	video: "A video or a podcast",
	social: "Social media",
	code: "Its source code",
	other: "Somewhere else",
} as const;

export const keysOf = <T extends object>(table: T) => Object.keys(table) as [keyof T & string, ...(keyof T & string)[]];

export function isTimeZone(name: string): boolean {
	try {
		new Intl.DateTimeFormat("en", { timeZone: name });
		return true;
	} catch {
		return false;
	}
}
