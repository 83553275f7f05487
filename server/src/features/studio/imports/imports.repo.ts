import type { Db } from "@timbre/db/connect.ts";
import { sql } from "kysely";
import { readRow } from "../../../core/json-columns/column.ts";
import { type FoundDocument, importColumns } from "../../../core/json-columns/studio.ts";

export type ImportRow = NonNullable<Awaited<ReturnType<typeof findImport>>>;
export type ImportPurpose = "review" | "create" | "replace" | "chapter" | "podcast" | "bundle" | "revision";
export type ScriptBy = "model" | "rules";

/** Whether it becomes part of a project only when somebody accepts it. */
export const isReviewed = (purpose: string): boolean => purpose === "review" || purpose === "revision";

const openStates = ["reading", "review", "writing"];
const runningStates = ["reading", "writing"];

export async function insertImport(
	tx: Db,
	workspaceId: string,
	created: {
		id: string;
		userId: string;
		purpose: ImportPurpose;
		projectId: string | null;
		chapterId: string | null;
		sourceName: string;
		assignVoices: boolean;
	},
): Promise<void> {
	await tx
		.insertInto("studio_import")
		.values({
			id: created.id,
			workspace_id: workspaceId,
			created_by: created.userId,
			purpose: created.purpose,
			project_id: created.projectId,
			chapter_id: created.chapterId,
			source_name: created.sourceName,
			assign_voices: created.assignVoices,
			accepted_at: isReviewed(created.purpose) ? null : sql<Date>`now()`,
		})
		.execute();
}

export async function findImport(db: Db, workspaceId: string, id: string) {
	const row = await db
		.selectFrom("studio_import")
		.selectAll()
		.where("workspace_id", "=", workspaceId)
		.where("id", "=", id)
		.executeTakeFirst();
	return row && readRow(importColumns, row);
}

/** Imports of a user that aren't done, newest first. */
export async function listOpenImports(db: Db, workspaceId: string, userId: string): Promise<ImportRow[]> {
	const rows = await db
		.selectFrom("studio_import")
		.selectAll()
		.where("workspace_id", "=", workspaceId)
		.where("created_by", "=", userId)
		.where("purpose", "=", "review")
		.where("state", "!=", "completed")
		.orderBy("created_at", "desc")
		.orderBy("id", "desc")
		.execute();
	return rows.map((row) => readRow(importColumns, row));
}

/** Serializes the creation of a user's imports, so that their limit holds, and returns how many are open. */
export async function countOpenImports(tx: Db, workspaceId: string, userId: string): Promise<number> {
	await sql`select pg_advisory_xact_lock(hashtext('studio_import'), hashtext(${`${workspaceId} ${userId}`}))`.execute(
		tx,
	);
	const { count } = await tx
		.selectFrom("studio_import")
		.select(({ fn }) => fn.countAll<string>().as("count"))
		.where("workspace_id", "=", workspaceId)
		.where("created_by", "=", userId)
		.where("state", "in", openStates)
		.executeTakeFirstOrThrow();
	return Number(count);
}

/** Whether a document is being imported into the project. */
export async function hasRunningImport(db: Db, workspaceId: string, projectId: string): Promise<boolean> {
	const row = await db
		.selectFrom("studio_import")
		.select("id")
		.where("workspace_id", "=", workspaceId)
		.where("project_id", "=", projectId)
		.where("accepted_at", "is not", null)
		.where("state", "in", runningStates)
		.executeTakeFirst();
	return row !== undefined;
}

/** False if the import has ended or was deleted. */
export async function updateRunningImport(
	db: Db,
	workspaceId: string,
	id: string,
	change: { progress: number; state?: "review" | "writing"; document?: FoundDocument },
): Promise<boolean> {
	const { progress, state, document } = change;
	const { numUpdatedRows } = await db
		.updateTable("studio_import")
		.set({
			progress,
			...(state === undefined ? {} : { state }),
			...(document === undefined ? {} : { document: importColumns.document.write(document) }),
		})
		.where("workspace_id", "=", workspaceId)
		.where("id", "=", id)
		.where("state", "in", runningStates)
		.executeTakeFirst();
	return numUpdatedRows > 0n;
}

/** Starts to write an import that waits for it. False if it doesn't. */
export async function acceptReviewed(
	tx: Db,
	workspaceId: string,
	id: string,
	{ projectId, assignVoices }: { projectId: string; assignVoices: boolean },
): Promise<boolean> {
	const { numUpdatedRows } = await tx
		.updateTable("studio_import")
		.set({
			state: "writing",
			progress: 0,
			project_id: projectId,
			assign_voices: assignVoices,
			accepted_at: sql<Date>`now()`,
		})
		.where("workspace_id", "=", workspaceId)
		.where("id", "=", id)
		.where("state", "=", "review")
		.executeTakeFirst();
	return numUpdatedRows > 0n;
}

/** Returns the import if it is to be written, and keeps others from doing so. Call it in a transaction. */
export async function lockWriting(tx: Db, workspaceId: string, id: string) {
	return tx
		.selectFrom("studio_import")
		.select(["id", "purpose", "project_id", "chapter_id", "assign_voices"])
		.where("workspace_id", "=", workspaceId)
		.where("id", "=", id)
		.where("state", "=", "writing")
		.forUpdate()
		.executeTakeFirst();
}

export async function endImport(
	db: Db,
	workspaceId: string,
	id: string,
	end: { state: "completed"; scriptBy?: ScriptBy } | { state: "failed"; error: string },
): Promise<void> {
	await db
		.updateTable("studio_import")
		.set(
			end.state === "completed"
				? { state: "completed", progress: 1, script_by: end.scriptBy ?? null }
				: { state: "failed", error: end.error },
		)
		.where("workspace_id", "=", workspaceId)
		.where("id", "=", id)
		.where("state", "in", runningStates)
		.execute();
}

/** Names of voices of a bundle that the workspace doesn't have. */
export async function updateReplacedVoices(
	db: Db,
	workspaceId: string,
	id: string,
	replaced: readonly string[],
): Promise<void> {
	await db
		.updateTable("studio_import")
		.set({ replaced_voices: [...replaced] })
		.where("workspace_id", "=", workspaceId)
		.where("id", "=", id)
		.execute();
}

export async function isRunning(db: Db, workspaceId: string, id: string): Promise<boolean> {
	const row = await db
		.selectFrom("studio_import")
		.select("id")
		.where("workspace_id", "=", workspaceId)
		.where("id", "=", id)
		.where("state", "in", runningStates)
		.executeTakeFirst();
	return row !== undefined;
}

/** Waits while its chapters are being written. Does nothing if it is gone. */
export async function deleteImportRow(db: Db, workspaceId: string, id: string): Promise<void> {
	await db.deleteFrom("studio_import").where("workspace_id", "=", workspaceId).where("id", "=", id).execute();
}
