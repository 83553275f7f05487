import type { Db } from "@timbre/db/connect.ts";
import { sql } from "kysely";

// By user and not by workspace: what is known of a person is known in all of them.

export async function findProfile(db: Db, userId: string) {
	return db.selectFrom("auth_profile").selectAll().where("user_id", "=", userId).executeTakeFirst();
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

/** Changes what is given and nothing else. */
export async function saveProfile(db: Db, userId: string, change: ProfileChange): Promise<void> {
	const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
	await db
		.insertInto("auth_profile")
		.values({ user_id: userId, ...given })
		.onConflict((conflict) => conflict.column("user_id").doUpdateSet({ user_id: userId, ...given }))
		.execute();
}

/** Adds to the notes; null takes one away. False when there would be too many. */
export async function mergeMetadata(
	db: Db,
	userId: string,
	notes: Record<string, unknown>,
	most: number,
): Promise<boolean> {
	await saveProfile(db, userId, {});
	const merged = await db
		.updateTable("auth_profile")
		.set({ account_metadata: sql`jsonb_strip_nulls(account_metadata || ${JSON.stringify(notes)}::jsonb)` })
		.where("user_id", "=", userId)
		.returning("account_metadata")
		.executeTakeFirstOrThrow();
	return Object.keys(merged.account_metadata as Record<string, unknown>).length <= most;
}

/** The first time counts. */
export async function markAlphaRequested(db: Db, userId: string, reason: string | null): Promise<void> {
	await saveProfile(db, userId, { alpha_reason: reason });
	await db
		.updateTable("auth_profile")
		.set({ alpha_requested_at: sql`now()` })
		.where("user_id", "=", userId)
		.where("alpha_requested_at", "is", null)
		.execute();
}
