import type { Db } from "@timbre/db/connect.ts";
import { sql } from "kysely";
import { readRow } from "../../../core/json-columns/column.ts";
import { authProfileColumns } from "../../../core/json-columns/platform.ts";

// Profiles belong to a user, not to a workspace, so queries are scoped by user.

export async function findProfile(db: Db, userId: string) {
	const row = await db.selectFrom("auth_profile").selectAll().where("user_id", "=", userId).executeTakeFirst();
	return row && readRow(authProfileColumns, row);
}

export type ProfileChange = {
	language?: string | null;
	phone_number?: string | null;
	pid?: string;
	xid?: string;
	agrees_to_product_updates?: boolean;
	alpha_reason?: string | null;
	internal_email?: string;
	probation_until?: Date;
	probation_reason?: string;
};

/** Updates the given fields. */
export async function upsertProfile(db: Db, userId: string, change: ProfileChange): Promise<void> {
	const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
	await db
		.insertInto("auth_profile")
		.values({ user_id: userId, ...given })
		.onConflict((conflict) => conflict.column("user_id").doUpdateSet({ user_id: userId, ...given }))
		.execute();
}

/** Merges entries; null removes one. Returns false if there would be more than `max`. */
export async function mergeMetadata(
	db: Db,
	userId: string,
	entries: Record<string, unknown>,
	max: number,
): Promise<boolean> {
	await upsertProfile(db, userId, {});
	const merged = await db
		.updateTable("auth_profile")
		.set({
			account_metadata: sql`jsonb_strip_nulls(account_metadata || ${authProfileColumns.account_metadata.write(entries)}::jsonb)`,
		})
		.where("user_id", "=", userId)
		.returning("account_metadata")
		.executeTakeFirstOrThrow();
	return Object.keys(readRow(authProfileColumns, merged).account_metadata).length <= max;
}

/** Keeps the time of the first request. */
export async function markAlphaRequested(db: Db, userId: string, reason: string | null): Promise<void> {
	await upsertProfile(db, userId, { alpha_reason: reason });
	await db
		.updateTable("auth_profile")
		.set({ alpha_requested_at: sql`now()` })
		.where("user_id", "=", userId)
		.where("alpha_requested_at", "is", null)
		.execute();
}
