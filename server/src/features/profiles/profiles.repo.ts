import type { Db } from "@timbre/db/connect.ts";
import { sql } from "kysely";
import type { Global } from "../../core/tenancy.ts";

// Scoped by user, not by workspace: a profile belongs to the user.

const columns = ["user_id", "handle", "is_public", "list_shared"] as const;

export async function findByUser(db: Db, userId: string) {
	return db.selectFrom("profile").select(columns).where("user_id", "=", userId).executeTakeFirst();
}

/** Only if the profile is public. */
export async function findPublicByHandle(db: Db, _scope: Global, handle: string) {
	return db
		.selectFrom("profile")
		.select(columns)
		.where("handle", "=", handle)
		.where("is_public", "=", true)
		.executeTakeFirst();
}

export type ProfileChange = { handle?: string; is_public?: boolean; list_shared?: boolean };

/** Updates the given fields. Returns false if the handle is taken. */
export async function upsertProfile(db: Db, userId: string, change: ProfileChange): Promise<boolean> {
	const fields = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
	const taken =
		change.handle !== undefined &&
		(await db
			.selectFrom("profile")
			.select("user_id")
			.where("handle", "=", change.handle)
			.where("user_id", "<>", userId)
			.executeTakeFirst()) !== undefined;
	if (taken) return false;
	const updated = await db
		.updateTable("profile")
		.set({ ...fields, updated_at: sql<Date>`now()` })
		.where("user_id", "=", userId)
		.returning("user_id")
		.executeTakeFirst();
	if (!updated)
		await db
			.insertInto("profile")
			.values({ user_id: userId, ...fields })
			.execute();
	return true;
}

/** Serializes handle changes, so two users can't take the same handle. */
export async function lockHandles(db: Db, _scope: Global): Promise<void> {
	await sql`select pg_advisory_xact_lock(7140041)`.execute(db);
}
