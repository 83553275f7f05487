import type { OnboardingSurvey } from "@timbre/contract/onboarding/endpoints.ts";
import type { Db } from "@timbre/db/connect.ts";
import { sql } from "kysely";
import { readRow } from "../../core/json-columns/column.ts";
import { onboardingColumns } from "../../core/json-columns/platform.ts";

// Scoped by user, not by workspace: onboarding belongs to the user.

type Changes = {
	is_completed?: boolean;
	is_checklist_completed?: boolean;
	is_tour_completed?: boolean;
	checklist_hidden?: boolean;
};

export async function findOnboarding(db: Db, userId: string) {
	const row = await db
		.selectFrom("onboarding")
		.selectAll()
		.select(
			sql<string[]>`array(select item_id from onboarding_item i where i.user_id = onboarding.user_id)`.as("items"),
		)
		.where("user_id", "=", userId)
		.executeTakeFirst();
	return row && readRow(onboardingColumns, row);
}

/** A new user with everything still open. */
export async function insertOnboarding(db: Db, userId: string): Promise<void> {
	await db
		.insertInto("onboarding")
		.values({ user_id: userId, is_completed: false, is_checklist_completed: false, is_tour_completed: false })
		.onConflict((conflict) => conflict.column("user_id").doNothing())
		.execute();
}

/** Also creates the row for users who signed up before onboarding existed. */
export async function upsertOnboarding(db: Db, userId: string, changes: Changes): Promise<void> {
	await db
		.insertInto("onboarding")
		.values({ user_id: userId, ...changes })
		.onConflict((conflict) => conflict.column("user_id").doUpdateSet({ user_id: userId, ...changes }))
		.execute();
}

export async function updateSurvey(db: Db, userId: string, survey: OnboardingSurvey): Promise<void> {
	await db
		.updateTable("onboarding")
		.set({ survey: onboardingColumns.survey.write(survey) })
		.where("user_id", "=", userId)
		.execute();
}

/** Does not change an existing id. */
export async function updateChecklistId(db: Db, userId: string, checklistId: string): Promise<void> {
	await db
		.updateTable("onboarding")
		.set({ checklist_id: checklistId })
		.where("user_id", "=", userId)
		.where("checklist_id", "is", null)
		.execute();
}

/**
 * Returns false if the item was already complete or the user has no onboarding row. Only one concurrent call succeeds.
 */
export async function insertCompletedItem(db: Db, userId: string, itemId: string): Promise<boolean> {
	const completed = await db
		.insertInto("onboarding_item")
		.columns(["user_id", "item_id"])
		.expression((eb) =>
			eb
				.selectFrom("onboarding")
				.select(["user_id", (item) => item.val(itemId).as("item_id")])
				.where("user_id", "=", userId),
		)
		.onConflict((conflict) => conflict.columns(["user_id", "item_id"]).doNothing())
		.returning("item_id")
		.executeTakeFirst();
	return completed !== undefined;
}

export async function countCompletedItems(db: Db, userId: string, ids: readonly string[]): Promise<number> {
	const { count } = await db
		.selectFrom("onboarding_item")
		.select((eb) => eb.fn.countAll().as("count"))
		.where("user_id", "=", userId)
		.where("item_id", "in", ids)
		.executeTakeFirstOrThrow();
	return Number(count);
}
