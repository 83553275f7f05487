import type { Db } from "@timbre/db/connect.ts";
import { sql } from "kysely";

export type ExportRow = NonNullable<Awaited<ReturnType<typeof findExport>>>;

export async function insertExport(
	db: Db,
	workspaceId: string,
	values: { id: string; userId: string; format: string; itemIds: readonly string[] },
): Promise<void> {
	await db
		.insertInto("history_export")
		.values({
			id: values.id,
			workspace_id: workspaceId,
			user_id: values.userId,
			output_format: values.format,
			item_ids: [...values.itemIds],
		})
		.execute();
}

export async function findExport(db: Db, workspaceId: string, id: string) {
	return db
		.selectFrom("history_export")
		.select([
			"id",
			"user_id",
			"status",
			"output_format",
			"done",
			"skipped",
			"error",
			"file_key",
			"size_bytes",
			"created_at",
			"expires_at",
			sql<number>`cardinality(item_ids)`.as("total"),
		])
		.where("workspace_id", "=", workspaceId)
		.where("id", "=", id)
		.executeTakeFirst();
}

/** Marks the export as running and returns its items; undefined if it was canceled. Idempotent. */
export async function startExport(db: Db, workspaceId: string, id: string) {
	return db
		.updateTable("history_export")
		.set({ status: "running" })
		.where("workspace_id", "=", workspaceId)
		.where("id", "=", id)
		.where("status", "in", ["waiting", "running"])
		.returning(["item_ids", "output_format"])
		.executeTakeFirst();
}

/** Returns false if the export was canceled. */
export async function updateProgress(
	db: Db,
	workspaceId: string,
	id: string,
	progress: { done: number; skipped: number },
): Promise<boolean> {
	const updated = await db
		.updateTable("history_export")
		.set(progress)
		.where("workspace_id", "=", workspaceId)
		.where("id", "=", id)
		.where("status", "=", "running")
		.returning("id")
		.executeTakeFirst();
	return updated !== undefined;
}

/** Returns false if the export was canceled. Idempotent. */
export async function finishExport(
	db: Db,
	workspaceId: string,
	id: string,
	file: { key: string; bytes: number; keepSeconds: number },
): Promise<boolean> {
	const finished = await db
		.updateTable("history_export")
		.set({
			status: "done",
			file_key: file.key,
			size_bytes: file.bytes,
			finished_at: sql`now()`,
			expires_at: sql`now() + make_interval(secs => ${file.keepSeconds})`,
		})
		.where("workspace_id", "=", workspaceId)
		.where("id", "=", id)
		.where("status", "in", ["running", "done"])
		.returning("id")
		.executeTakeFirst();
	return finished !== undefined;
}

/** Ends an export whose status is one of `from`. */
export async function endExport(
	db: Db,
	workspaceId: string,
	id: string,
	status: "failed" | "cancelled" | "expired",
	from: readonly string[],
	error: string | null = null,
): Promise<void> {
	await db
		.updateTable("history_export")
		.set({ status, error, file_key: null, finished_at: sql`coalesce(finished_at, now())` })
		.where("workspace_id", "=", workspaceId)
		.where("id", "=", id)
		.where("status", "in", [...from])
		.execute();
}
