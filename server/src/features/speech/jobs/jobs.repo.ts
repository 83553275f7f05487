import type { Db } from "@timbre/db/connect.ts";
import { sql } from "kysely";
import { readRow } from "../../../core/json-columns/column.ts";
import { type StoredRequest, speechJobColumns } from "../../../core/json-columns/speech.ts";

export type JobRow = NonNullable<Awaited<ReturnType<typeof findJob>>>;

const active = ["waiting", "running"] as const;

export async function insertJob(
	db: Db,
	workspaceId: string,
	job: {
		id: string;
		userId: string;
		apiKeyId: string | undefined;
		via: "session" | "api-key";
		request: StoredRequest;
		characters: number;
		continuesItemId: string | null;
	},
): Promise<void> {
	await db
		.insertInto("speech_job")
		.values({
			id: job.id,
			workspace_id: workspaceId,
			user_id: job.userId,
			api_key_id: job.apiKeyId ?? null,
			via: job.via,
			request: speechJobColumns.request.write(job.request),
			characters: job.characters,
			continues_item_id: job.continuesItemId,
		})
		.execute();
}

export async function findJob(db: Db, workspaceId: string, id: string) {
	const row = await db
		.selectFrom("speech_job")
		.selectAll()
		.where("workspace_id", "=", workspaceId)
		.where("id", "=", id)
		.executeTakeFirst();
	return row && readRow(speechJobColumns, row);
}

/** Jobs of the user that have not ended, oldest first. */
export async function listActiveJobs(db: Db, workspaceId: string, userId: string) {
	const rows = await db
		.selectFrom("speech_job")
		.selectAll()
		.where("workspace_id", "=", workspaceId)
		.where("user_id", "=", userId)
		.where("state", "in", active)
		.orderBy("created_at")
		.execute();
	return rows.map((row) => readRow(speechJobColumns, row));
}

/** Returns false if an active job already continues the item. */
export async function isContinued(db: Db, workspaceId: string, itemId: string): Promise<boolean> {
	const found = await db
		.selectFrom("speech_job")
		.select("id")
		.where("workspace_id", "=", workspaceId)
		.where("continues_item_id", "=", itemId)
		.where("state", "in", active)
		.executeTakeFirst();
	return found !== undefined;
}

/**
 * Makes a generation the job's current attempt. Returns false if the job has ended, or if another attempt has taken over
 * from `previous`.
 */
export async function beginAttempt(
	db: Db,
	workspaceId: string,
	id: string,
	{ generationId, previous }: { generationId: string; previous: string | null },
): Promise<boolean> {
	const updated = await db
		.updateTable("speech_job")
		.set({ generation_id: generationId })
		.where("workspace_id", "=", workspaceId)
		.where("id", "=", id)
		.where("state", "in", active)
		.where("generation_id", "is not distinct from", previous)
		.returning("id")
		.executeTakeFirst();
	return updated !== undefined;
}

/** Records how far the attempt is. Returns false if the job has ended or another attempt has taken over. */
export async function updateJobProgress(
	db: Db,
	workspaceId: string,
	id: string,
	{ generationId, deliveredCharacters }: { generationId: string; deliveredCharacters: number },
): Promise<boolean> {
	const updated = await db
		.updateTable("speech_job")
		.set({
			state: "running",
			delivered_characters: sql`greatest(delivered_characters, ${deliveredCharacters}::integer)`,
		})
		.where("workspace_id", "=", workspaceId)
		.where("id", "=", id)
		.where("generation_id", "=", generationId)
		.where("state", "in", active)
		.returning("id")
		.executeTakeFirst();
	return updated !== undefined;
}

/** An attempt that found no free slot. */
export async function markWaiting(db: Db, workspaceId: string, id: string): Promise<void> {
	await db
		.updateTable("speech_job")
		.set({ state: "waiting" })
		.where("workspace_id", "=", workspaceId)
		.where("id", "=", id)
		.where("state", "in", active)
		.execute();
}

type JobEnd = { state: "done"; generationId: string } | { state: "failed"; error: string } | { state: "canceled" };

/** Ends an active job and forgets its text. Returns false if it has already ended, or if another attempt has taken over. */
export async function finishJob(db: Db, workspaceId: string, id: string, end: JobEnd): Promise<boolean> {
	const updated = await db
		.updateTable("speech_job")
		.set((eb) => ({
			state: end.state,
			error: end.state === "failed" ? end.error : null,
			history_item_id: end.state === "done" ? end.generationId : null,
			delivered_characters: end.state === "done" ? eb.ref("characters") : eb.ref("delivered_characters"),
			request: null,
			finished_at: sql`now()`,
		}))
		.where("workspace_id", "=", workspaceId)
		.where("id", "=", id)
		.where("state", "in", active)
		.$if(end.state === "done", (query) =>
			query.where("generation_id", "=", end.state === "done" ? end.generationId : ""),
		)
		.returning("id")
		.executeTakeFirst();
	return updated !== undefined;
}

export async function deleteJob(db: Db, workspaceId: string, id: string): Promise<void> {
	await db.deleteFrom("speech_job").where("workspace_id", "=", workspaceId).where("id", "=", id).execute();
}
