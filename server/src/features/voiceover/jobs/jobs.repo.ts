import type { ExportFormat } from "@timbre/contract/voiceover/rules.ts";
import type { Db } from "@timbre/db/connect.ts";
import { sql } from "kysely";

export type JobRow = NonNullable<Awaited<ReturnType<typeof findJob>>>;

const active = ["queued", "running"] as const;

type NewJob = {
	id: string;
	voiceoverId: string;
	userId: string;
	via: string;
	apiKeyId: string | null;
} & (
	| { kind: "speech"; lineIds: string[]; credits: number }
	| { kind: "export"; format: ExportFormat; allowProblems: boolean }
);

export async function insertJob(tx: Db, workspaceId: string, job: NewJob): Promise<void> {
	await tx
		.insertInto("voiceover_job")
		.values({
			id: job.id,
			workspace_id: workspaceId,
			voiceover_id: job.voiceoverId,
			created_by: job.userId,
			via: job.via,
			api_key_id: job.apiKeyId,
			kind: job.kind,
			...(job.kind === "speech"
				? { line_ids: job.lineIds, credits: job.credits }
				: { format: job.format, allow_problems: job.allowProblems }),
		})
		.execute();
}

export async function findJob(db: Db, workspaceId: string, id: string) {
	return db
		.selectFrom("voiceover_job")
		.selectAll()
		.where("workspace_id", "=", workspaceId)
		.where("id", "=", id)
		.executeTakeFirst();
}

/** Newest first. */
export async function listJobRows(db: Db, workspaceId: string, voiceoverId: string, limit: number, offset = 0) {
	return db
		.selectFrom("voiceover_job")
		.selectAll()
		.where("workspace_id", "=", workspaceId)
		.where("voiceover_id", "=", voiceoverId)
		.orderBy("created_at", "desc")
		.orderBy("id", "desc")
		.limit(limit)
		.offset(offset)
		.execute();
}

/** A job of this kind that has not ended. */
export async function findActiveJob(db: Db, workspaceId: string, voiceoverId: string, kind: "speech" | "export") {
	return db
		.selectFrom("voiceover_job")
		.selectAll()
		.where("workspace_id", "=", workspaceId)
		.where("voiceover_id", "=", voiceoverId)
		.where("kind", "=", kind)
		.where("state", "in", active)
		.executeTakeFirst();
}

/** False if it has ended. */
export async function beginJob(db: Db, workspaceId: string, id: string): Promise<boolean> {
	const updated = await db
		.updateTable("voiceover_job")
		.set({ state: "running" })
		.where("workspace_id", "=", workspaceId)
		.where("id", "=", id)
		.where("state", "in", active)
		.returning("id")
		.executeTakeFirst();
	return updated !== undefined;
}

export async function isRunning(db: Db, workspaceId: string, id: string): Promise<boolean> {
	return (await findJob(db, workspaceId, id))?.state === "running";
}

export async function updateProgress(
	db: Db,
	workspaceId: string,
	id: string,
	{ progress, linesDone }: { progress: number; linesDone?: number },
): Promise<void> {
	await db
		.updateTable("voiceover_job")
		.set({
			progress: sql<number>`greatest(progress, ${progress})`,
			...(linesDone === undefined ? {} : { lines_done: sql<number>`greatest(lines_done, ${linesDone})` }),
		})
		.where("workspace_id", "=", workspaceId)
		.where("id", "=", id)
		.where("state", "=", "running")
		.execute();
}

/** Makes a generation the latest attempt of a job, and returns the one before. Call it in a transaction. */
export async function beginGeneration(
	tx: Db,
	workspaceId: string,
	id: string,
	generationId: string,
): Promise<string | null> {
	const before = await tx
		.selectFrom("voiceover_job")
		.select("generation_id")
		.where("workspace_id", "=", workspaceId)
		.where("id", "=", id)
		.forUpdate()
		.executeTakeFirst();
	await tx
		.updateTable("voiceover_job")
		.set({ generation_id: generationId })
		.where("workspace_id", "=", workspaceId)
		.where("id", "=", id)
		.execute();
	return before?.generation_id ?? null;
}

type JobEnd =
	| { state: "done"; file?: { key: string; bytes: number; seconds: number } }
	| { state: "failed"; error: string }
	| { state: "canceled" };

/** Ends a job. False if it has already ended. */
export async function endJob(db: Db, workspaceId: string, id: string, end: JobEnd): Promise<boolean> {
	const file = end.state === "done" ? end.file : undefined;
	const updated = await db
		.updateTable("voiceover_job")
		.set({
			state: end.state,
			error: end.state === "failed" ? end.error : null,
			finished_at: sql<Date>`now()`,
			...(end.state === "done" ? { progress: 1 } : {}),
			...(file ? { file_key: file.key, bytes: file.bytes, seconds: file.seconds } : {}),
		})
		.where("workspace_id", "=", workspaceId)
		.where("id", "=", id)
		.where("state", "in", active)
		.returning("id")
		.executeTakeFirst();
	return updated !== undefined;
}

export async function deleteJobRow(db: Db, workspaceId: string, id: string): Promise<void> {
	await db.deleteFrom("voiceover_job").where("workspace_id", "=", workspaceId).where("id", "=", id).execute();
}
