import type { OnboardingChecklist, OnboardingState, OnboardingSurvey } from "@timbre/contract/onboarding/endpoints.ts";
import { checklistItemIds } from "@timbre/contract/onboarding/rules.ts";

type Row = {
	is_completed: boolean;
	is_checklist_completed: boolean;
	is_tour_completed: boolean;
	survey: OnboardingSurvey | null;
	checklist_id: string | null;
	checklist_hidden: boolean;
	items: string[];
};

/** Users without a row signed up before onboarding existed and count as completed. */
export function presentOnboarding(row: Row | undefined): OnboardingState {
	return {
		is_onboarding_completed: row?.is_completed ?? true,
		is_onboarding_checklist_completed: row?.is_checklist_completed ?? true,
		is_onboarding_tour_completed: row?.is_tour_completed ?? true,
		onboarding_survey: row?.survey ?? null,
		onboarding_checklist: row ? presentChecklist(row) : null,
	};
}

function presentChecklist(row: Row): OnboardingChecklist | null {
	if (row.checklist_id === null) return null;
	return {
		checklist_id: row.checklist_id,
		items: checklistItemIds.map((id) => ({
			onboarding_checklist_item_id: id,
			is_completed: row.items.includes(id),
		})),
		hidden: row.checklist_hidden,
	};
}
