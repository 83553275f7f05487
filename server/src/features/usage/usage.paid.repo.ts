import type { Db } from "@timbre/db/connect.ts";
import { sql } from "kysely";

/** The given sentences that the workspace has paid for. */
export async function listPaidTakes(db: Db, workspaceId: string, keys: readonly string[]): Promise<string[]> {
	if (keys.length === 0) return [];
	const rows = await db
		.selectFrom("credit_paid_take")
		.select("key")
		.where("workspace_id", "=", workspaceId)
		.where("key", "=", sql<string>`any(${keys as string[]}::text[])`)
		.execute();
	return rows.map((row) => row.key);
}

export async function insertPaidTake(db: Db, workspaceId: string, key: string, generationId: string): Promise<void> {
	await db
		.insertInto("credit_paid_take")
		.values({ workspace_id: workspaceId, key, generation_id: generationId })
		.onConflict((conflict) => conflict.doNothing())
		.execute();
}

/** Refunded sentences are no longer paid for. */
export async function deletePaidTakes(db: Db, workspaceId: string, generationId: string): Promise<void> {
	await db
		.deleteFrom("credit_paid_take")
		.where("workspace_id", "=", workspaceId)
		.where("generation_id", "=", generationId)
		.execute();
}
