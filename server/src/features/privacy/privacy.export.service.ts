// Data export.
// Invariant: only the signed-in user can request or download their archive; one runs at a time; it is deleted when it
// expires, when it is canceled and with the account.
import { AppError } from "@timbre/contract/errors.ts";
import type { DataExport } from "@timbre/contract/privacy/endpoints.ts";
import type { Database } from "@timbre/db/connect.ts";
import { addToOutbox } from "../../core/events/outbox.repo.ts";
import { type AudioResponse, storedAudio } from "../../core/http/audio.ts";
import type { Context } from "../../core/http/context.ts";
import { newId } from "../../core/ids.ts";
import type { Storage } from "../../core/storage/storage.ts";
import { GLOBAL } from "../../core/tenancy.ts";
import { dataExportWorkflow } from "./privacy.export.workflow.ts";
import { exportFileName, presentExport } from "./privacy.present.ts";
import { closeExport, findExport, findLatestExport, insertExport } from "./privacy.repo.ts";

type Caller = Pick<Context, "userId" | "via">;

/** API keys may be shared between programs, so these actions need a session. */
export function requireSession({ via }: Pick<Context, "via">, what: string): void {
	if (via !== "session") throw new AppError("needs_session", `${what} requires a signed-in session.`);
}

const exportAction = "Exporting your data";

/** Returns the running export if there is one. */
export async function startDataExport(db: Database, caller: Caller, keepSeconds: number): Promise<DataExport> {
	requireSession(caller, exportAction);
	const { userId } = caller;
	const id = newId();
	await db.transaction().execute(async (tx) => {
		if (!(await insertExport(tx, userId, id))) return;
		await addToOutbox(tx, GLOBAL, {
			target: dataExportWorkflow.name,
			key: id,
			payload: { userId, exportId: id, keepSeconds },
		});
	});
	const latest = await findLatestExport(db, userId);
	if (!latest) throw new Error(`user ${userId} has no archive after requesting one`);
	return presentExport(latest);
}

export async function getLatestDataExport(db: Database, caller: Caller): Promise<{ data_export: DataExport | null }> {
	requireSession(caller, exportAction);
	const row = await findLatestExport(db, caller.userId);
	return { data_export: row ? presentExport(row) : null };
}

async function requireExport(db: Database, caller: Caller, id: string) {
	requireSession(caller, exportAction);
	const row = await findExport(db, caller.userId, id);
	if (!row) throw new AppError("not_found", "Archive not found.");
	return row;
}

/** A running export stops at the next part and its workflow cleans up; a finished one is deleted immediately. */
export async function cancelDataExport(db: Database, caller: Caller, id: string, storage: Storage) {
	const row = await requireExport(db, caller, id);
	await closeExport(db, caller.userId, id, "cancelled", ["waiting", "running", "done"]);
	if (row.file_key !== null) await storage.delete(row.file_key);
	return presentExport(await requireExport(db, caller, id));
}

export async function getDataExportFile(
	db: Database,
	caller: Caller,
	id: string,
	{ storage, range }: { storage: Storage; range: string | undefined },
): Promise<AudioResponse> {
	const row = await requireExport(db, caller, id);
	const response =
		row.status === "done" && row.file_key !== null
			? await storedAudio(storage, row.file_key, { contentType: "application/zip", rangeHeader: range })
			: undefined;
	if (!response) throw new AppError("not_found", "This archive isn't ready or is no longer available.");
	return { ...response, headers: { "content-disposition": `attachment; filename="${exportFileName(row)}"` } };
}
