import type { DroppedKind } from "@timbre/contract/studio/rules.ts";
import type { Db } from "@timbre/db/connect.ts";
import { readRow } from "../../../core/json-columns/column.ts";
import { importColumns, type RevisionResult, revisionColumns } from "../../../core/json-columns/studio.ts";

export type RevisionRow = NonNullable<Awaited<ReturnType<typeof findRevision>>>;
export type RevisionState = "comparing" | "ready" | "applying" | "applied" | "failed";

export async function insertRevision(
	tx: Db,
	workspaceId: string,
	created: { importId: string; projectId: string; via: string; apiKeyId: string | null },
): Promise<void> {
	await tx
		.insertInto("studio_revision")
		.values({
			import_id: created.importId,
			workspace_id: workspaceId,
			project_id: created.projectId,
			via: created.via,
			api_key_id: created.apiKeyId,
		})
		.execute();
}

function revisions(db: Db, workspaceId: string) {
	return db
		.selectFrom("studio_revision as revision")
		.innerJoin("studio_import as import", "import.id", "revision.import_id")
		.selectAll("revision")
		.select([
			"import.created_by",
			"import.source_name",
			"import.state as import_state",
			"import.error as import_error",
			"import.progress",
			"import.document",
			"import.created_at",
		])
		.where("revision.workspace_id", "=", workspaceId);
}

const columns = { ...importColumns, ...revisionColumns };

export async function findRevision(db: Db, workspaceId: string, importId: string) {
	const row = await revisions(db, workspaceId).where("revision.import_id", "=", importId).executeTakeFirst();
	return row && readRow(columns, row);
}

export async function listRevisionRows(db: Db, workspaceId: string, projectId: string): Promise<RevisionRow[]> {
	const rows = await revisions(db, workspaceId)
		.where("revision.project_id", "=", projectId)
		.orderBy("import.created_at", "desc")
		.orderBy("import.id", "desc")
		.execute();
	return rows.map((row) => readRow(columns, row));
}

/** Returns the state and keeps others from changing it. Call it in a transaction. */
export async function lockRevision(tx: Db, workspaceId: string, importId: string): Promise<RevisionState | undefined> {
	const row = await tx
		.selectFrom("studio_revision")
		.select("state")
		.where("workspace_id", "=", workspaceId)
		.where("import_id", "=", importId)
		.forUpdate()
		.executeTakeFirst();
	return row?.state as RevisionState | undefined;
}

/** Does nothing if it is not in this state, or gone. */
export async function updateRevision(
	db: Db,
	workspaceId: string,
	importId: string,
	from: RevisionState,
	change: {
		state: RevisionState;
		error?: string;
		keep?: readonly DroppedKind[];
		replacesLocked?: boolean;
		compared?: { fingerprint: string; result: RevisionResult };
	},
): Promise<boolean> {
	const { state, error = null, keep, replacesLocked, compared } = change;
	const { numUpdatedRows } = await db
		.updateTable("studio_revision")
		.set({
			state,
			error,
			...(keep === undefined ? {} : { keep: [...keep] }),
			...(replacesLocked === undefined ? {} : { replaces_locked: replacesLocked }),
			...(compared ? { fingerprint: compared.fingerprint, result: revisionColumns.result.write(compared.result) } : {}),
		})
		.where("workspace_id", "=", workspaceId)
		.where("import_id", "=", importId)
		.where("state", "=", from)
		.executeTakeFirst();
	return numUpdatedRows > 0n;
}

/** The import of a revision that was applied no longer waits for its user. Call it in the transaction that applies it. */
export async function completeImport(tx: Db, workspaceId: string, importId: string): Promise<void> {
	await tx
		.updateTable("studio_import")
		.set({ state: "completed", progress: 1 })
		.where("workspace_id", "=", workspaceId)
		.where("id", "=", importId)
		.execute();
}
