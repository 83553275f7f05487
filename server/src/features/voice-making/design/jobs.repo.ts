import type { VoicePreviews } from "@timbre/contract/voice-making/design.ts";
import type { Db } from "@timbre/db/connect.ts";
import { sql } from "kysely";
import { readRow } from "../../../core/json-columns/column.ts";
import { type DesignJobRequest, voiceDesignJobColumns } from "../../../core/json-columns/voices.ts";

export type DesignJobRow = NonNullable<Awaited<ReturnType<typeof findJob>>>;

export async function insertJob(
	db: Db,
	workspaceId: string,
	job: { id: string; userId: string; request: DesignJobRequest },
): Promise<void> {
	await db
		.insertInto("voice_design_job")
		.values({
			id: job.id,
			workspace_id: workspaceId,
			created_by: job.userId,
			request: voiceDesignJobColumns.request.write(job.request),
		})
		.execute();
}

export async function findJob(db: Db, workspaceId: string, id: string) {
	const row = await db
		.selectFrom("voice_design_job")
		.selectAll()
		.where("workspace_id", "=", workspaceId)
		.where("id", "=", id)
		.executeTakeFirst();
	return row && readRow(voiceDesignJobColumns, row);
}

export async function listJobs(db: Db, workspaceId: string, userId: string, limit: number): Promise<DesignJobRow[]> {
	const rows = await db
		.selectFrom("voice_design_job")
		.selectAll()
		.where("workspace_id", "=", workspaceId)
		.where("created_by", "=", userId)
		.orderBy("created_at", "desc")
		.limit(limit)
		.execute();
	return rows.map((row) => readRow(voiceDesignJobColumns, row));
}

/** False if the job was canceled or deleted. */
export async function beginJob(db: Db, workspaceId: string, id: string): Promise<boolean> {
	const updated = await db
		.updateTable("voice_design_job")
		.set({ state: "running", done: 0 })
		.where("workspace_id", "=", workspaceId)
		.where("id", "=", id)
		.where("state", "in", ["queued", "running"])
		.executeTakeFirst();
	return updated.numUpdatedRows > 0n;
}

export async function countPreview(db: Db, workspaceId: string, id: string): Promise<void> {
	await db
		.updateTable("voice_design_job")
		.set({ done: sql`least(done + 1, 3)` })
		.where("workspace_id", "=", workspaceId)
		.where("id", "=", id)
		.where("state", "=", "running")
		.execute();
}

/** False if the job has already ended. */
export async function endJob(
	db: Db,
	workspaceId: string,
	id: string,
	end: { state: "completed"; result: VoicePreviews } | { state: "failed"; error: string } | { state: "cancelled" },
): Promise<boolean> {
	const updated = await db
		.updateTable("voice_design_job")
		.set({
			state: end.state,
			...(end.state === "completed" ? { result: voiceDesignJobColumns.result.write(end.result), done: 3 } : {}),
			...(end.state === "failed" ? { error: end.error } : {}),
		})
		.where("workspace_id", "=", workspaceId)
		.where("id", "=", id)
		.where("state", "in", ["queued", "running"])
		.executeTakeFirst();
	return updated.numUpdatedRows > 0n;
}

export async function deleteJob(db: Db, workspaceId: string, id: string): Promise<void> {
	await db.deleteFrom("voice_design_job").where("workspace_id", "=", workspaceId).where("id", "=", id).execute();
}
