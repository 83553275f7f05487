import type { Db } from "@timbre/db/connect.ts";
import { sql } from "kysely";
import { readRow } from "../../../core/json-columns/column.ts";
import {
	type ExportChapter,
	type ExportReport,
	type ExportSettings,
	exportColumns,
} from "../../../core/json-columns/studio.ts";

export type ExportRow = NonNullable<Awaited<ReturnType<typeof findExport>>>;

const active = ["queued", "running"] as const;

export async function insertExport(
	db: Db,
	workspaceId: string,
	created: {
		id: string;
		projectId: string;
		userId: string;
		via: string;
		apiKeyId: string | null;
		format: string;
		settings: ExportSettings;
		chapters: readonly ExportChapter[];
	},
): Promise<void> {
	await db
		.insertInto("studio_export")
		.values({
			id: created.id,
			workspace_id: workspaceId,
			project_id: created.projectId,
			created_by: created.userId,
			via: created.via,
			api_key_id: created.apiKeyId,
			format: created.format,
			settings: exportColumns.settings.write(created.settings),
			chapters: exportColumns.chapters.write(created.chapters),
		})
		.execute();
}

/** An export, with the number of those ahead of it if it is queued. */
function exportsOf(db: Db, workspaceId: string) {
	return db
		.selectFrom("studio_export as export")
		.selectAll("export")
		.select(
			sql<number | null>`case when export.state = 'queued' then (
				select count(*)::integer from studio_export other
				where other.workspace_id = export.workspace_id and other.state in ('queued', 'running')
					and (other.created_at, other.id) < (export.created_at, export.id)) end`.as("ahead"),
		)
		.where("export.workspace_id", "=", workspaceId);
}

export async function findExport(db: Db, workspaceId: string, id: string) {
	const row = await exportsOf(db, workspaceId).where("export.id", "=", id).executeTakeFirst();
	return row && readRow(exportColumns, row);
}

export async function listExportRows(db: Db, workspaceId: string, projectId: string): Promise<ExportRow[]> {
	const rows = await exportsOf(db, workspaceId)
		.where("project_id", "=", projectId)
		.orderBy("created_at", "desc")
		.orderBy("id", "desc")
		.execute();
	return rows.map((row) => readRow(exportColumns, row));
}

/** Call it in a transaction that has locked the project. */
export async function countExports(tx: Db, workspaceId: string, projectId: string): Promise<number> {
	const { count } = await tx
		.selectFrom("studio_export")
		.select(({ fn }) => fn.countAll<string>().as("count"))
		.where("workspace_id", "=", workspaceId)
		.where("project_id", "=", projectId)
		.executeTakeFirstOrThrow();
	return Number(count);
}

/** Starts an export if none of the workspace is ahead of it. Call it in a transaction. */
export async function tryBegin(tx: Db, workspaceId: string, id: string): Promise<"running" | "wait" | "ended"> {
	await sql`select pg_advisory_xact_lock(hashtext('studio_export'), hashtext(${workspaceId}))`.execute(tx);
	const row = await findExport(tx, workspaceId, id);
	if (!row || (row.state !== "queued" && row.state !== "running")) return "ended";
	if (row.state === "running") return "running";
	if ((row.ahead ?? 0) > 0) return "wait";
	await tx
		.updateTable("studio_export")
		.set({ state: "running" })
		.where("workspace_id", "=", workspaceId)
		.where("id", "=", id)
		.execute();
	return "running";
}

export async function isRunning(db: Db, workspaceId: string, id: string): Promise<boolean> {
	const row = await db
		.selectFrom("studio_export")
		.select("id")
		.where("workspace_id", "=", workspaceId)
		.where("id", "=", id)
		.where("state", "=", "running")
		.executeTakeFirst();
	return row !== undefined;
}

/** Never goes back: a step that is repeated starts again. */
export async function updateProgress(db: Db, workspaceId: string, id: string, progress: number): Promise<void> {
	await db
		.updateTable("studio_export")
		.set({ progress: sql<number>`greatest(progress, ${progress}::real)` })
		.where("workspace_id", "=", workspaceId)
		.where("id", "=", id)
		.where("state", "=", "running")
		.execute();
}

export type FinishedFile = {
	key: string;
	name: string;
	contentType: string;
	bytes: number;
	sha256: string;
};

/** False if it was canceled or deleted meanwhile. */
export async function finishExport(
	db: Db,
	workspaceId: string,
	id: string,
	{ file, report }: { file: FinishedFile; report: ExportReport },
): Promise<boolean> {
	const { numUpdatedRows } = await db
		.updateTable("studio_export")
		.set({
			state: "done",
			progress: 1,
			file_key: file.key,
			file_name: file.name,
			content_type: file.contentType,
			bytes: file.bytes,
			sha256: file.sha256,
			report: exportColumns.report.write(report),
			finished_at: sql<Date>`now()`,
		})
		.where("workspace_id", "=", workspaceId)
		.where("id", "=", id)
		.where("state", "in", ["running", "done"])
		.executeTakeFirst();
	return numUpdatedRows > 0n;
}

/** Ends an export that has not ended. */
export async function endExport(
	db: Db,
	workspaceId: string,
	id: string,
	end: { state: "canceled" } | { state: "failed"; error: string },
): Promise<void> {
	await db
		.updateTable("studio_export")
		.set({ state: end.state, error: end.state === "failed" ? end.error : null, finished_at: sql<Date>`now()` })
		.where("workspace_id", "=", workspaceId)
		.where("id", "=", id)
		.where("state", "in", active)
		.execute();
}

export async function deleteExportRow(db: Db, workspaceId: string, id: string): Promise<void> {
	await db.deleteFrom("studio_export").where("workspace_id", "=", workspaceId).where("id", "=", id).execute();
}
