import type { Db } from "@timbre/db/connect.ts";
import { sql } from "kysely";
import type { Global } from "../../core/tenancy.ts";

// Scoped by user, not by workspace: probation follows the user.

export async function isWarningDismissed(db: Db, userId: string): Promise<boolean> {
	const row = await db
		.selectFrom("safety_warning_dismissed")
		.select("user_id")
		.where("user_id", "=", userId)
		.executeTakeFirst();
	return row !== undefined;
}

export async function insertDismissal(db: Db, userId: string): Promise<void> {
	await db
		.insertInto("safety_warning_dismissed")
		.values({ user_id: userId })
		.onConflict((conflict) => conflict.column("user_id").doNothing())
		.execute();
}

export async function deleteDismissal(db: Db, userId: string): Promise<void> {
	await db.deleteFrom("safety_warning_dismissed").where("user_id", "=", userId).execute();
}

/** Returns false if already recorded or the user was deleted. */
export async function insertFailedReading(
	db: Db,
	userId: string,
	reading: { eventId: string; voiceId: string },
): Promise<boolean> {
	const inserted = await db
		.insertInto("safety_failed_reading")
		.columns(["event_id", "user_id", "voice_id"])
		.expression((eb) =>
			eb
				.selectFrom("auth_user")
				.select([
					(e) => e.val(reading.eventId).as("event_id"),
					"id as user_id",
					(e) => e.val(reading.voiceId).as("voice_id"),
				])
				.where("id", "=", userId),
		)
		.onConflict((conflict) => conflict.column("event_id").doNothing())
		.returning("event_id")
		.executeTakeFirst();
	return inserted !== undefined;
}

export async function countFailedReadings(db: Db, userId: string, since: Date): Promise<number> {
	const { count } = await db
		.selectFrom("safety_failed_reading")
		.select((eb) => eb.fn.countAll().as("count"))
		.where("user_id", "=", userId)
		.where("failed_at", ">=", since)
		.executeTakeFirstOrThrow();
	return Number(count);
}

export type NewFingerprint = {
	historyItemId: string;
	fileHash: Uint8Array;
	seconds: number;
	words: Uint8Array;
	keys: number[];
	createdAt: Date;
};

/**
 * Replaces the previous fingerprint, since a regenerated sentence changes the audio. Does nothing if the item was
 * deleted.
 */
export async function upsertFingerprint(db: Db, workspaceId: string, fingerprint: NewFingerprint): Promise<void> {
	await sql`
		insert into safety_fingerprint (history_item_id, workspace_id, file_hash, seconds, words, keys, made_at)
		select id, workspace_id, ${Buffer.from(fingerprint.fileHash)}, ${fingerprint.seconds}, ${Buffer.from(fingerprint.words)},
			${fingerprint.keys}::integer[], ${fingerprint.createdAt}
		from history_item where id = ${fingerprint.historyItemId} and workspace_id = ${workspaceId} for key share
		on conflict (history_item_id) do update
		set file_hash = excluded.file_hash, seconds = excluded.seconds, words = excluded.words, keys = excluded.keys`.execute(
		db,
	);
}

/** Across all workspaces; callers learn only that a match in another workspace exists. */
export async function listByFileHash(db: Db, _scope: Global, fileHash: Uint8Array) {
	return db
		.selectFrom("safety_fingerprint")
		.select(["history_item_id", "workspace_id", "made_at", "seconds"])
		.where("file_hash", "=", Buffer.from(fileHash))
		.orderBy("made_at")
		.limit(50)
		.execute();
}

/** Across all workspaces, best matches first. */
export async function listByKeys(db: Db, _scope: Global, keys: readonly number[], max: number) {
	const { rows } = await sql<{ history_item_id: string; workspace_id: string; made_at: Date; words: Buffer }>`
		select f.history_item_id, f.workspace_id, f.made_at, f.words
		from safety_fingerprint f
		cross join lateral (
			select count(*) as shared from unnest(f.keys) k where k = any(${[...keys]}::integer[])
		) common
		where f.keys && ${[...keys]}::integer[]
		order by common.shared desc, f.made_at
		limit ${max}`.execute(db);
	return rows;
}
