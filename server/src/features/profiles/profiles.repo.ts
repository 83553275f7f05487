import type { Db } from "@timbre/db/connect.ts";
import { sql } from "kysely";

// A page belongs to a person, whatever workspaces they are in, so functions take the user and not a workspace.

const columns = ["user_id", "handle", "is_public", "list_shared"] as const;

export async function findByUser(db: Db, userId: string) {
	return db.selectFrom("profile").select(columns).where("user_id", "=", userId).executeTakeFirst();
}

/** Only while its owner shows it. */
export async function findPublic(db: Db, handle: string) {
	return db
		.selectFrom("profile")
		.select(columns)
		.where("handle", "=", handle)
		.where("is_public", "=", true)
		.executeTakeFirst();
}

export type ProfileChange = { handle?: string; is_public?: boolean; list_shared?: boolean };

/** Changes what is given and nothing else. False when the handle is somebody else's. */
export async function saveProfile(db: Db, userId: string, change: ProfileChange): Promise<boolean> {
	const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
	const taken =
		change.handle !== undefined &&
		(await db
			.selectFrom("profile")
			.select("user_id")
			.where("handle", "=", change.handle)
			.where("user_id", "<>", userId)
			.executeTakeFirst()) !== undefined;
	if (taken) return false;
	const changed = await db
		.updateTable("profile")
		.set({ ...given, updated_at: sql<Date>`now()` })
		.where("user_id", "=", userId)
		.returning("user_id")
		.executeTakeFirst();
	if (!changed)
		await db
			.insertInto("profile")
			.values({ user_id: userId, ...given })
			.execute();
	return true;
}

/** Two persons who choose the same name at once come one after the other. */
export async function lockHandles(db: Db): Promise<void> {
	await sql`select pg_advisory_xact_lock(7140041)`.execute(db);
}
