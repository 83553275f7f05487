import type { Db } from "@timbre/db/connect.ts";
import { sql } from "kysely";
import type { Global } from "../../../core/tenancy.ts";

/** The unfinished run, or a new one with the given id. Concurrent callers agree on one run. */
export async function openRun(db: Db, _scope: Global, newRunId: string, total: number): Promise<string> {
	await sql`select pg_advisory_xact_lock(7140023)`.execute(db);
	const open = await db
		.selectFrom("voice_preview_run")
		.select("id")
		.where("finished_at", "is", null)
		.where("total", "=", total)
		.orderBy("started_at", "desc")
		.limit(1)
		.executeTakeFirst();
	if (open) return open.id;
	await db.insertInto("voice_preview_run").values({ id: newRunId, total }).execute();
	return newRunId;
}

export async function updateRun(
	db: Db,
	_scope: Global,
	id: string,
	{ finished, ...progress }: { done: number; failed: number; error: string | null; finished: boolean },
): Promise<void> {
	await db
		.updateTable("voice_preview_run")
		.set({ ...progress, ...(finished ? { finished_at: sql`now()` } : {}) })
		.where("id", "=", id)
		.execute();
}

export async function findLatestRun(db: Db, _scope: Global) {
	return db.selectFrom("voice_preview_run").selectAll().orderBy("started_at", "desc").limit(1).executeTakeFirst();
}

export async function countRendered(db: Db, _scope: Global, hashes: readonly string[]): Promise<number> {
	if (hashes.length === 0) return 0;
	const row = await db
		.selectFrom("voice_preview")
		.select((eb) => eb.fn.countAll<number>().as("count"))
		.where("content_hash", "in", hashes)
		.executeTakeFirstOrThrow();
	return Number(row.count);
}
