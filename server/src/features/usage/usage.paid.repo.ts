import type { Db } from "@timbre/db/connect.ts";
import { sql } from "kysely";

/** What a generation has paid of a sentence: a number of characters, or `null` for the rest of it. */
export type PaidTake = { key: string; characters: number | null };

/** What the workspace has paid of the given sentences; `characters` is null if a sentence is fully paid. */
export async function listPaidTakes(db: Db, workspaceId: string, keys: readonly string[]): Promise<PaidTake[]> {
	if (keys.length === 0) return [];
	return db
		.selectFrom("credit_paid_take")
		.select([
			"key",
			sql<number | null>`case when bool_or(characters is null) then null else sum(characters)::integer end`.as(
				"characters",
			),
		])
		.where("workspace_id", "=", workspaceId)
		.where("key", "=", sql<string>`any(${keys as string[]}::text[])`)
		.groupBy("key")
		.execute();
}

/** Paid characters only increase, so late writes can't undo earlier ones. */
export async function upsertPaidTakes(
	db: Db,
	workspaceId: string,
	generationId: string,
	paid: readonly PaidTake[],
): Promise<void> {
	if (paid.length === 0) return;
	await db
		.insertInto("credit_paid_take")
		.values(paid.map((take) => ({ ...take, workspace_id: workspaceId, generation_id: generationId })))
		.onConflict((conflict) =>
			conflict
				.columns(["workspace_id", "key", "generation_id"])
				.doUpdateSet({ characters: increasedCharacters })
				.where("credit_paid_take.characters", "is not", null),
		)
		.execute();
}

/** For `on conflict do update`. */
export const increasedCharacters = sql<
	number | null
>`case when excluded.characters is not null then greatest(credit_paid_take.characters, excluded.characters) end`;

/** Refunded sentences are no longer paid for. */
export async function deletePaidTakes(db: Db, workspaceId: string, generationId: string): Promise<void> {
	await db
		.deleteFrom("credit_paid_take")
		.where("workspace_id", "=", workspaceId)
		.where("generation_id", "=", generationId)
		.execute();
}

export async function deletePaidTakesByKey(db: Db, workspaceId: string, keys: readonly string[]): Promise<void> {
	if (keys.length === 0) return;
	await db
		.deleteFrom("credit_paid_take")
		.where("workspace_id", "=", workspaceId)
		.where("key", "=", sql<string>`any(${keys as string[]}::text[])`)
		.execute();
}
