// Archives of many generations. Always: which items are in it is decided when it is asked for; only its maker sees it; and it goes when
// its time is over or it is cancelled, with every piece of it.
import type { InputOf } from "@timbre/contract/endpoint.ts";
import { AppError } from "@timbre/contract/errors.ts";
import { type HistoryExport, type historyEndpoints, maxExportItems } from "@timbre/contract/history.ts";
import type { Database } from "@timbre/db/connect.ts";
import { type AudioAnswer, storedAudio } from "../../core/audio.ts";
import type { Context } from "../../core/context.ts";
import { newId } from "../../core/ids.ts";
import { addToOutbox } from "../../core/outbox.repo.ts";
import type { Storage } from "../../core/storage.ts";
import { maxZipBytes } from "../files/files.public.ts";
import { attachment, fileBytes } from "./history.download.service.ts";
import { type ExportRow, endExport, findExport, insertExport } from "./history.export.repo.ts";
import { exportWorkflow } from "./history.export.workflow.ts";
import { unix } from "./history.present.ts";
import { findItems, listIds } from "./history.repo.ts";
import { historyFilter, missing } from "./history.service.ts";

type Request = InputOf<typeof historyEndpoints.createExport>["body"];
type Caller = Pick<Context, "workspaceId" | "userId">;

/** What is estimated is left some room to be wrong. */
const maxArchiveBytes = maxZipBytes * 0.8;

export async function startExport(
	db: Database,
	caller: Caller,
	request: Request,
	keepSeconds: number,
): Promise<HistoryExport> {
	const { workspaceId, userId } = caller;
	const itemIds = request.history_item_ids
		? [...new Set(request.history_item_ids)]
		: await listIds(db, workspaceId, {
				...historyFilter(request.filter ?? {}),
				direction: "desc",
				limit: maxExportItems + 1,
			});
	if (itemIds.length > maxExportItems)
		throw new AppError("invalid_request", `An archive holds at most ${maxExportItems} items. Narrow the filter.`);
	if (itemIds.length === 0) throw new AppError("invalid_request", "There is nothing to put into the archive.");
	const rows = await findItems(db, workspaceId, itemIds);
	if (rows.length < itemIds.length) throw missing();
	if (rows.reduce((sum, row) => sum + fileBytes(row, request.output_format), 0) > maxArchiveBytes)
		throw new AppError("invalid_request", "The archive would be larger than 3 GB. Choose fewer items, or mp3.");
	const id = newId();
	await db.transaction().execute(async (tx) => {
		await insertExport(tx, workspaceId, { id, userId, format: request.output_format, itemIds });
		await addToOutbox(tx, {
			target: exportWorkflow.name,
			key: id,
			payload: { workspaceId, exportId: id, keepSeconds },
		});
	});
	return readExport(db, caller, id);
}

export async function readExport(db: Database, caller: Caller, id: string): Promise<HistoryExport> {
	return presentExport(await requireExport(db, caller, id));
}

async function requireExport(db: Database, caller: Caller, id: string): Promise<ExportRow> {
	const row = await findExport(db, caller.workspaceId, id);
	if (!row || row.user_id !== caller.userId) throw new AppError("not_found", "There is no such archive.");
	return row;
}

function presentExport(row: ExportRow): HistoryExport {
	const done = row.status === "done";
	return {
		export_id: row.id,
		status: row.status as HistoryExport["status"],
		done: row.done,
		total: row.total,
		skipped: row.skipped,
		size_bytes: done ? row.size_bytes : null,
		url: done ? `/v1/history/exports/${row.id}/file` : null,
		file_name: fileName(row),
		created_at_unix: unix(row.created_at),
		expires_at_unix: row.expires_at === null ? null : unix(row.expires_at),
	};
}

function fileName(row: ExportRow): string {
	return `Timbre_${row.created_at.toISOString().slice(0, 19).replaceAll(":", "-")}.zip`;
}

/** One that is being made stops between two parts, and its workflow clears up; a finished one goes at once. */
export async function cancelExport(db: Database, caller: Caller, id: string, storage: Storage): Promise<HistoryExport> {
	const row = await requireExport(db, caller, id);
	await endExport(db, caller.workspaceId, id, "cancelled", ["waiting", "running", "done"]);
	if (row.file_key !== null) await storage.remove(row.file_key);
	return readExport(db, caller, id);
}

export async function readExportFile(
	db: Database,
	caller: Caller,
	id: string,
	storage: Storage,
	range: string | undefined,
): Promise<AudioAnswer> {
	const row = await requireExport(db, caller, id);
	const answer =
		row.status === "done" && row.file_key !== null
			? await storedAudio(storage, row.file_key, { contentType: "application/zip", rangeHeader: range })
			: undefined;
	if (!answer) throw new AppError("not_found", "This archive is not ready, or it is gone already.");
	return { ...answer, headers: attachment(fileName(row)) };
}
