// Onboarding: survey, checklist and tour.
// Invariant: an item is completed once; users from before onboarding existed count as completed unless they start it
// themselves. Nothing is measured here: the page reports a completed item, if its user allows analytics.
import type {
	ChecklistItemId,
	OnboardingChecklist,
	OnboardingSurvey,
	SurveyBody,
} from "@timbre/contract/onboarding/endpoints.ts";
import { checklistItemIds, plannedItemIds } from "@timbre/contract/onboarding/rules.ts";
import type { Database, Db } from "@timbre/db/connect.ts";
import type { Context } from "../../core/http/context.ts";
import { newId } from "../../core/ids.ts";
import { presentOnboarding } from "./onboarding.present.ts";
import {
	countCompletedItems,
	findOnboarding,
	insertCompletedItem,
	updateChecklistId,
	updateSurvey,
	upsertOnboarding,
} from "./onboarding.repo.ts";

type Caller = Pick<Context, "userId">;

/** Starts the checklist, or shows it again if hidden or completed. */
export async function initiateChecklist(db: Database, { userId }: Caller): Promise<OnboardingChecklist> {
	return withChecklist(db, userId, async (tx) => {
		const complete = await isComplete(tx, userId);
		await upsertOnboarding(tx, userId, { is_checklist_completed: complete, checklist_hidden: false });
	});
}

export async function updateChecklist(
	db: Database,
	caller: Caller,
	itemId: ChecklistItemId,
): Promise<OnboardingChecklist> {
	return withChecklist(db, caller.userId, async (tx) => {
		await upsertOnboarding(tx, caller.userId, {});
		await completeItem(tx, caller, itemId);
	});
}

export async function hideChecklist(db: Database, { userId }: Caller): Promise<OnboardingChecklist> {
	return withChecklist(db, userId, (tx) => upsertOnboarding(tx, userId, { checklist_hidden: true }));
}

export async function completeChecklist(db: Database, { userId }: Caller): Promise<OnboardingChecklist> {
	return withChecklist(db, userId, (tx) => upsertOnboarding(tx, userId, { is_checklist_completed: true }));
}

async function withChecklist(
	db: Database,
	userId: string,
	work: (tx: Db) => Promise<void>,
): Promise<OnboardingChecklist> {
	const row = await db.transaction().execute(async (tx) => {
		await work(tx);
		await updateChecklistId(tx, userId, newId());
		return findOnboarding(tx, userId);
	});
	const { onboarding_checklist: checklist } = presentOnboarding(row);
	if (!checklist) throw new Error(`user ${userId} has no checklist after starting one`);
	return checklist;
}

/** Completes an item. Does nothing if it is already complete or the user has no onboarding row. */
export async function completeItem(tx: Db, { userId }: Caller, itemId: ChecklistItemId): Promise<void> {
	if (!(await insertCompletedItem(tx, userId, itemId))) return;
	if (await isComplete(tx, userId)) {
		await upsertOnboarding(tx, userId, { is_checklist_completed: true });
	}
}

const availableItemIds = checklistItemIds.filter((id) => !plannedItemIds.includes(id));

async function isComplete(tx: Db, userId: string): Promise<boolean> {
	return (await countCompletedItems(tx, userId, availableItemIds)) === availableItemIds.length;
}

/** Stores the answers. A survey without answers was skipped and keeps earlier answers. */
export async function completeSurvey(db: Database, { userId }: Caller, answers: SurveyBody): Promise<void> {
	const survey: OnboardingSurvey = {
		first_name: answers.first_name || null,
		role: answers.role ?? null,
		subrole: answers.subrole || null,
		timezone: answers.timezone ?? null,
		source: answers.source ?? null,
	};
	const answered = Object.values(survey).some((answer) => answer !== null);
	await db.transaction().execute(async (tx) => {
		await upsertOnboarding(tx, userId, { is_completed: true });
		if (answered) await updateSurvey(tx, userId, survey);
	});
}

export async function completeTour(db: Database, { userId }: Caller): Promise<void> {
	await upsertOnboarding(db, userId, { is_tour_completed: true });
}
