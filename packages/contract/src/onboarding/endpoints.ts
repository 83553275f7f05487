import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { onboardingPaths } from "./paths.ts";
import { checklistItemIds, type surveyRoles } from "./rules.ts";
import { surveyBody } from "./schemas.ts";

export type ChecklistItemId = (typeof checklistItemIds)[number];

export type SurveyRole = keyof typeof surveyRoles;

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
		description: "Whether all items that can be done are completed, or the checklist was marked as complete.",
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
		...onboardingPaths.initiateChecklist,
		summary: "Start the checklist",
		description:
			"Starts your onboarding checklist, or shows it again if it was hidden or marked as complete. Completed items stay completed.",
		since: "0.3.0",
		auth: "user",
		permission: "user_write",
		response: onboardingChecklist,
	}),
	updateChecklist: endpoint({
		...onboardingPaths.updateChecklist,
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
		...onboardingPaths.hideChecklist,
		summary: "Hide the checklist",
		description: "Hides the checklist from the app's home page. Start it again to show it.",
		since: "0.3.0",
		auth: "user",
		permission: "user_write",
		response: onboardingChecklist,
	}),
	completeChecklist: endpoint({
		...onboardingPaths.completeChecklist,
		summary: "Complete the checklist",
		description: "Marks the checklist as complete, even with open items. The items don't change.",
		since: "0.3.0",
		auth: "user",
		permission: "user_write",
		response: onboardingChecklist,
	}),
	completeSurvey: endpoint({
		...onboardingPaths.completeSurvey,
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
		...onboardingPaths.completeTour,
		summary: "Complete the product tour",
		description: "Marks the product tour as seen or skipped, so the app doesn't show it again.",
		since: "0.3.0",
		auth: "user",
		permission: "user_write",
		response: done,
	}),
};
