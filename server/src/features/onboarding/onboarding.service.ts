// Getting to know the product: a survey, a checklist, a tour. Always: an item is completed once, and counted in the same transaction;
// a person from before there was any of it is done with it, and only what they ask for themselves begins it again.
import {
	type ChecklistItemId,
	checklistItemIds,
	type OnboardingChecklist,
	type OnboardingSurvey,
	type SurveyBody,
} from "@timbre/contract/onboarding.ts";
import type { Database, Db } from "@timbre/db/connect.ts";
import type { Context } from "../../core/context.ts";
import { recordAnalyticsEvent } from "../../core/events.repo.ts";
import { newId } from "../../core/ids.ts";
import { presentOnboarding } from "./onboarding.present.ts";
import {
	countCompletedItems,
	findOnboarding,
	giveChecklistId,
	insertCompletedItem,
	updateSurvey,
	upsertOnboarding,
} from "./onboarding.repo.ts";

type Person = Pick<Context, "workspaceId" | "userId">;

/** Starts the checklist, or shows it again to whoever has hidden or completed it. */
export async function initiateChecklist(db: Database, { userId }: Person): Promise<OnboardingChecklist> {
	return change(db, userId, async (tx) => {
		const complete = (await countCompletedItems(tx, userId)) === checklistItemIds.length;
		await upsertOnboarding(tx, userId, { is_checklist_completed: complete, checklist_hidden: false });
	});
}

export async function updateChecklist(
	db: Database,
	person: Person,
	itemId: ChecklistItemId,
): Promise<OnboardingChecklist> {
	return change(db, person.userId, async (tx) => {
		await upsertOnboarding(tx, person.userId, {});
		await completeItem(tx, person, itemId);
	});
}

export async function hideChecklist(db: Database, { userId }: Person): Promise<OnboardingChecklist> {
	return change(db, userId, (tx) => upsertOnboarding(tx, userId, { checklist_hidden: true }));
}

export async function completeChecklist(db: Database, { userId }: Person): Promise<OnboardingChecklist> {
	return change(db, userId, (tx) => upsertOnboarding(tx, userId, { is_checklist_completed: true }));
}

async function change(db: Database, userId: string, work: (tx: Db) => Promise<void>): Promise<OnboardingChecklist> {
	const row = await db.transaction().execute(async (tx) => {
		await work(tx);
		await giveChecklistId(tx, userId, newId());
		return findOnboarding(tx, userId);
	});
	const { onboarding_checklist: checklist } = presentOnboarding(row);
	if (!checklist) throw new Error(`user ${userId} has no checklist after beginning one`);
	return checklist;
}

/** Completes an item and counts it. Does neither for an item that is complete, and none for a person who has no checklist. */
export async function completeItem(tx: Db, person: Person, itemId: ChecklistItemId): Promise<void> {
	if (!(await insertCompletedItem(tx, person.userId, itemId))) return;
	await recordAnalyticsEvent(tx, person.workspaceId, {
		name: "onboarding_checklist_item_completed",
		userId: person.userId,
		data: { item_id: itemId },
	});
	if ((await countCompletedItems(tx, person.userId)) === checklistItemIds.length) {
		await upsertOnboarding(tx, person.userId, { is_checklist_completed: true });
	}
}

/** Keeps the answers; none at all is a survey that was skipped, which leaves earlier answers as they are. */
export async function completeSurvey(db: Database, { userId }: Person, answers: SurveyBody): Promise<void> {
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

export async function completeTour(db: Database, { userId }: Person): Promise<void> {
	await upsertOnboarding(db, userId, { is_tour_completed: true });
}
