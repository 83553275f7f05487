import { z } from "zod";
import { endpoint } from "../endpoint.ts";

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
export type ChecklistItemId = (typeof checklistItemIds)[number];

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
export type SurveyRole = keyof typeof surveyRoles;

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

const keysOf = <T extends object>(table: T) => Object.keys(table) as [keyof T & string, ...(keyof T & string)[]];

function isTimeZone(name: string): boolean {
	try {
		new Intl.DateTimeFormat("en", { timeZone: name });
		return true;
	} catch {
		return false;
	}
}

/** All questions are optional; a skipped survey counts as completed. */
export const surveyBody = z
	.object({
		first_name: z
			.string()
			.trim()
			.max(80, "At most 80 characters.")
			.optional()
			.meta({ description: "How to address the user, at most 80 characters.", examples: ["Ada"] }),
		role: z
			.enum(keysOf(surveyRoles), "Choose one of the options.")
			.optional()
			.meta({ description: "What the user wants to create.", examples: ["developer"] }),
		subrole: z
			.string()
			.max(40)
			.optional()
			.meta({ description: "More specific answer. Must belong to the role.", examples: ["assistant"] }),
		timezone: z
			.string()
			.max(64)
			.refine(isTimeZone, "Enter a valid time zone, such as Europe/Vienna.")
			.optional()
			.meta({ description: "IANA time zone of the user.", examples: ["Europe/Vienna"] }),
		source: z
			.enum(keysOf(surveySources), "Choose one of the options.")
			.optional()
			.meta({ description: "How the user heard about the product.", examples: ["friend"] }),
	})
	.refine(
		({ role, subrole }) => !subrole || (role !== undefined && Object.hasOwn(surveyRoles[role].subroles, subrole)),
		{
			path: ["subrole"],
			message: "This option doesn't belong to the selected role.",
		},
	);
export type SurveyBody = z.output<typeof surveyBody>;

const surveyText = z.string().nullable();
const onboardingSurvey = z.object({
	first_name: surveyText.meta({ description: "How to address the user. Null if not answered.", examples: ["Ada"] }),
	role: surveyText.meta({
		description: "What the user wants to create. Null if not answered.",
		examples: ["developer"],
	}),
	subrole: surveyText.meta({ description: "More specific answer. Null if not answered.", examples: ["assistant"] }),
	timezone: surveyText.meta({ description: "IANA time zone. Null if not answered.", examples: ["Europe/Vienna"] }),
	source: surveyText.meta({
		description: "How the user heard about the product. Null if not answered.",
		examples: ["friend"],
	}),
});
export type OnboardingSurvey = z.output<typeof onboardingSurvey>;

const checklistItem = z.object({
	onboarding_checklist_item_id: z
		.enum(checklistItemIds)
		.meta({ description: "Id of the item.", examples: ["generate_text_to_speech"] }),
	is_completed: z.boolean().meta({ description: "Whether the user has done it.", examples: [true] }),
});
const onboardingChecklist = z.object({
	checklist_id: z.string().meta({ description: "Id of the user's checklist.", examples: ["C4hRk9LsTq2WvX7yZb0N"] }),
	items: z.array(checklistItem).meta({ description: "All items in display order." }),
	hidden: z
		.boolean()
		.meta({ description: "Whether the user hid the checklist from the home page.", examples: [false] }),
});
export type OnboardingChecklist = z.output<typeof onboardingChecklist>;

const completed = z.boolean().default(true);
/** The onboarding part of the user entity. */
export const onboardingState = z.object({
	is_onboarding_completed: completed.meta({
		description: "Whether the survey was submitted or skipped.",
		examples: [true],
	}),
	is_onboarding_checklist_completed: completed.meta({
		description: "Whether all items are completed or the checklist was marked as complete.",
		examples: [false],
	}),
	is_onboarding_tour_completed: completed.meta({
		description: "Whether the product tour was seen or skipped.",
		examples: [true],
	}),
	onboarding_survey: onboardingSurvey.nullable().meta({ description: "Survey answers. Null if there are none." }),
	onboarding_checklist: onboardingChecklist
		.nullable()
		.meta({ description: "The checklist. Null until it is started." }),
});
export type OnboardingState = z.output<typeof onboardingState>;

const done = z.object({ status: z.literal("ok").meta({ description: "Always `ok`." }) });

export const onboardingEndpoints = {
	initiateChecklist: endpoint({
		id: "user_onboardingChecklist_initiate",
		method: "POST",
		path: "/v1/user/onboarding-checklist/initiate",
		summary: "Start the checklist",
		description:
			"Starts your onboarding checklist, or shows it again if it was hidden or marked as complete. Completed items stay completed.",
		since: "0.3.0",
		auth: "user",
		permission: "user_write",
		response: onboardingChecklist,
	}),
	updateChecklist: endpoint({
		id: "user_onboardingChecklist_update",
		method: "POST",
		path: "/v1/user/onboarding-checklist/update",
		summary: "Complete a checklist item",
		description:
			"Marks one item as complete; it can't be undone. The server completes most items itself when you use the feature.",
		since: "0.3.0",
		auth: "user",
		permission: "user_write",
		body: z.object({
			item_id: z
				.enum(checklistItemIds)
				.meta({ description: "Item to complete.", examples: ["generate_text_to_speech"] }),
		}),
		response: onboardingChecklist,
	}),
	hideChecklist: endpoint({
		id: "user_onboardingChecklist_hide",
		method: "POST",
		path: "/v1/user/onboarding-checklist/hide",
		summary: "Hide the checklist",
		description: "Hides the checklist from the app's home page. Start it again to show it.",
		since: "0.3.0",
		auth: "user",
		permission: "user_write",
		response: onboardingChecklist,
	}),
	completeChecklist: endpoint({
		id: "user_onboardingChecklist_markComplete",
		method: "POST",
		path: "/v1/user/onboarding-checklist/mark-complete",
		summary: "Complete the checklist",
		description: "Marks the checklist as complete, even with open items. The items don't change.",
		since: "0.3.0",
		auth: "user",
		permission: "user_write",
		response: onboardingChecklist,
	}),
	completeSurvey: endpoint({
		id: "user_onboardingSurvey_complete",
		method: "POST",
		path: "/v1/user/onboarding-survey-complete",
		summary: "Submit the survey",
		description:
			"Stores the answers and marks the survey as completed. Every question is optional. Without any answer the survey counts as skipped, and earlier answers are kept.",
		since: "0.3.0",
		auth: "user",
		permission: "user_write",
		body: surveyBody,
		response: done,
	}),
	completeTour: endpoint({
		id: "user_onboardingTour_complete",
		method: "POST",
		path: "/v1/user/onboarding-tour-complete",
		summary: "Complete the product tour",
		description: "Marks the product tour as seen or skipped, so the app doesn't show it again.",
		since: "0.3.0",
		auth: "user",
		permission: "user_write",
		response: done,
	}),
};
