// All of one's data in an archive. Always: only the person it is about, signed in, asks for it or fetches it; one is made at a time; it
// goes when its time is over, when it is cancelled, and with the account.
import { AppError } from "@timbre/contract/errors.ts";
import type { DataExport } from "@timbre/contract/privacy.ts";
import type { Database } from "@timbre/db/connect.ts";
import { type AudioAnswer, storedAudio } from "../../core/audio.ts";
import type { Context } from "../../core/context.ts";
import { newId } from "../../core/ids.ts";
import { addToOutbox } from "../../core/outbox.repo.ts";
import type { Storage } from "../../core/storage.ts";
import { dataExportWorkflow } from "./privacy.export.workflow.ts";
import { exportFileName, presentExport } from "./privacy.present.ts";
import { endExport, findExport, findLatestExport, insertExport } from "./privacy.repo.ts";

type Caller = Pick<Context, "userId" | "via">;

/** A key is for programs, and may be in many hands; this is for the person. */
export function requirePerson({ via }: Pick<Context, "via">, what: string): void {
	if (via !== "session") throw new AppError("needs_session", `${what} can only be done by the person, signed in.`);
}

const packing = "Taking one's data along";

/** The one that is under way, if there is one. */
export async function startDataExport(db: Database, caller: Caller, keepSeconds: number): Promise<DataExport> {
	requirePerson(caller, packing);
	const { userId } = caller;
	const id = newId();
	await db.transaction().execute(async (tx) => {
		if (!(await insertExport(tx, userId, id))) return;
		await addToOutbox(tx, {
			target: dataExportWorkflow.name,
			key: id,
			payload: { userId, exportId: id, keepSeconds },
		});
	});
	const latest = await findLatestExport(db, userId);
	if (!latest) throw new Error(`user ${userId} has no archive after asking for one`);
	return presentExport(latest);
}

export async function readLatestDataExport(db: Database, caller: Caller): Promise<{ data_export: DataExport | null }> {
	requirePerson(caller, packing);
	const row = await findLatestExport(db, caller.userId);
	return { data_export: row ? presentExport(row) : null };
}

async function requireExport(db: Database, caller: Caller, id: string) {
	requirePerson(caller, packing);
	const row = await findExport(db, caller.userId, id);
	if (!row) throw new AppError("not_found", "There is no such archive.");
	return row;
}

/** One that is being made stops between two parts, and its workflow clears up; a finished one goes at once. */
export async function cancelDataExport(db: Database, caller: Caller, id: string, storage: Storage) {
	const row = await requireExport(db, caller, id);
	await endExport(db, caller.userId, id, "cancelled", ["waiting", "running", "done"]);
	if (row.file_key !== null) await storage.remove(row.file_key);
	return presentExport(await requireExport(db, caller, id));
}

export async function readDataExportFile(
	db: Database,
	caller: Caller,
	id: string,
	{ storage, range }: { storage: Storage; range: string | undefined },
): Promise<AudioAnswer> {
	const row = await requireExport(db, caller, id);
	const answer =
		row.status === "done" && row.file_key !== null
			? await storedAudio(storage, row.file_key, { contentType: "application/zip", rangeHeader: range })
			: undefined;
	if (!answer) throw new AppError("not_found", "This archive is not ready, or it is gone already.");
	return { ...answer, headers: { "content-disposition": `attachment; filename="${exportFileName(row)}"` } };
}
