import { z } from "zod";
import { endpoint } from "./endpoint.ts";

/** In the order in which they are shown. */
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

/** What people come for, and more closely what they make. A subrole belongs to its role. */
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
		label: "Software that speaks",
		subroles: {
			web_app: "A website or app",
			assistant: "An assistant",
			telephony: "A telephone line",
			device: "A device",
		},
	},
	educator: {
		label: "Teaching and learning",
		subroles: { lessons: "Lessons", languages: "Languages", training: "Training at work" },
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
	work: "My work uses it",
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

/** Every question may be left out: whoever skips the survey has completed it too. */
export const surveyBody = z
	.object({
		first_name: z.string().trim().max(80, "At most 80 characters.").optional(),
		role: z.enum(keysOf(surveyRoles), "Choose one of the list.").optional(),
		subrole: z.string().max(40).optional(),
		timezone: z.string().max(64).refine(isTimeZone, "This is no time zone, such as Europe/Vienna.").optional(),
		source: z.enum(keysOf(surveySources), "Choose one of the list.").optional(),
	})
	.refine(
		({ role, subrole }) => !subrole || (role !== undefined && Object.hasOwn(surveyRoles[role].subroles, subrole)),
		{
			path: ["subrole"],
			message: "This does not belong to what was chosen before it.",
		},
	);
export type SurveyBody = z.output<typeof surveyBody>;

const onboardingSurvey = z.object({
	first_name: z.string().nullable(),
	role: z.string().nullable(),
	subrole: z.string().nullable(),
	timezone: z.string().nullable(),
	source: z.string().nullable(),
});
export type OnboardingSurvey = z.output<typeof onboardingSurvey>;

const onboardingChecklist = z.object({
	checklist_id: z.string(),
	items: z.array(z.object({ onboarding_checklist_item_id: z.enum(checklistItemIds), is_completed: z.boolean() })),
	hidden: z.boolean(),
});
export type OnboardingChecklist = z.output<typeof onboardingChecklist>;

/** The part of the user that onboarding answers for. */
export const onboardingState = z.object({
	is_onboarding_completed: z.boolean().default(true),
	is_onboarding_checklist_completed: z.boolean().default(true),
	/** The tour over the first tool: seen or skipped. */
	is_onboarding_tour_completed: z.boolean().default(true),
	onboarding_survey: onboardingSurvey.nullable(),
	/** Null until it is initiated. */
	onboarding_checklist: onboardingChecklist.nullable(),
});
export type OnboardingState = z.output<typeof onboardingState>;

const done = z.object({ status: z.literal("ok") });

export const onboardingEndpoints = {
	initiateChecklist: endpoint({
		id: "user_onboardingChecklist_initiate",
		method: "POST",
		path: "/v1/user/onboarding-checklist/initiate",
		summary: "Start the checklist, or show it again; what was done stays done",
		since: "0.3.0",
		auth: "user",
		permission: "user_write",
		response: onboardingChecklist,
	}),
	updateChecklist: endpoint({
		id: "user_onboardingChecklist_update",
		method: "POST",
		path: "/v1/user/onboarding-checklist/update",
		summary: "Mark one item of the checklist complete",
		since: "0.3.0",
		auth: "user",
		permission: "user_write",
		body: z.object({ item_id: z.enum(checklistItemIds) }),
		response: onboardingChecklist,
	}),
	hideChecklist: endpoint({
		id: "user_onboardingChecklist_hide",
		method: "POST",
		path: "/v1/user/onboarding-checklist/hide",
		summary: "Hide the checklist from the home page",
		since: "0.3.0",
		auth: "user",
		permission: "user_write",
		response: onboardingChecklist,
	}),
	completeChecklist: endpoint({
		id: "user_onboardingChecklist_markComplete",
		method: "POST",
		path: "/v1/user/onboarding-checklist/mark-complete",
		summary: "Mark the whole checklist complete, whatever is left of it",
		since: "0.3.0",
		auth: "user",
		permission: "user_write",
		response: onboardingChecklist,
	}),
	completeSurvey: endpoint({
		id: "user_onboardingSurvey_complete",
		method: "POST",
		path: "/v1/user/onboarding-survey-complete",
		summary: "Answer the survey, or skip it with no answers",
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
		summary: "Remember that the first tour was seen or skipped",
		since: "0.3.0",
		auth: "user",
		permission: "user_write",
		response: done,
	}),
};
