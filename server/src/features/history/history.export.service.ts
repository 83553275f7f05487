// Archives of many generations.
// Invariant: an archive's items are fixed when it is requested, only the user who requested it can see it, and its files are removed when
// it expires or is canceled.
import type { InputOf } from "@timbre/contract/endpoint.ts";
import { AppError } from "@timbre/contract/errors.ts";
import { type HistoryExport, type historyEndpoints, maxExportItems } from "@timbre/contract/history/endpoints.ts";
import type { Database } from "@timbre/db/connect.ts";
import { addToOutbox } from "../../core/events/outbox.repo.ts";
import { type AudioResponse, storedAudio } from "../../core/http/audio.ts";
import type { Context } from "../../core/http/context.ts";
import { newId } from "../../core/ids.ts";
import type { Storage } from "../../core/storage/storage.ts";
import { GLOBAL } from "../../core/tenancy.ts";
import { unix } from "../../core/time.ts";
import { maxZipBytes } from "../../core/zip.ts";
import { attachment, fileBytes } from "./history.download.service.ts";
import { type ExportRow, endExport, findExport, insertExport } from "./history.export.repo.ts";
import { exportWorkflow } from "./history.export.workflow.ts";
import { listIds, listItemsById } from "./history.repo.ts";
import { historyFilter, itemNotFound } from "./history.service.ts";

type Request = InputOf<typeof historyEndpoints.createExport>["body"];
type Caller = Pick<Context, "workspaceId" | "userId">;

/** Leaves room for error, because file sizes are estimated. */
const maxArchiveBytes = maxZipBytes * 0.8;

export async function createExport(
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
		throw new AppError("invalid_request", `An archive can have at most ${maxExportItems} items. Narrow the filter.`);
	if (itemIds.length === 0) throw new AppError("invalid_request", "No items match. Change the filter or select items.");
	const rows = await listItemsById(db, workspaceId, itemIds);
	if (rows.length < itemIds.length) throw itemNotFound();
	if (rows.reduce((sum, row) => sum + fileBytes(row, request.output_format), 0) > maxArchiveBytes)
		throw new AppError(
			"invalid_request",
			"The archive would be larger than 3 GB. Select fewer items or export as mp3.",
		);
	const id = newId();
	await db.transaction().execute(async (tx) => {
		await insertExport(tx, workspaceId, { id, userId, format: request.output_format, itemIds });
		await addToOutbox(tx, GLOBAL, {
			target: exportWorkflow.name,
			key: id,
			payload: { workspaceId, exportId: id, keepSeconds },
		});
	});
	return getExport(db, caller, id);
}

export async function getExport(db: Database, caller: Caller, id: string): Promise<HistoryExport> {
	return presentExport(await requireExport(db, caller, id));
}

async function requireExport(db: Database, caller: Caller, id: string): Promise<ExportRow> {
	const row = await findExport(db, caller.workspaceId, id);
	if (!row || row.user_id !== caller.userId) throw new AppError("not_found", "This archive doesn't exist.");
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
		error: row.error,
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

/** A running export stops after the current part and its workflow cleans up. A finished archive is removed immediately. */
export async function cancelExport(db: Database, caller: Caller, id: string, storage: Storage): Promise<HistoryExport> {
	const row = await requireExport(db, caller, id);
	await endExport(db, caller.workspaceId, id, "cancelled", ["waiting", "running", "done"]);
	if (row.file_key !== null) await storage.delete(row.file_key);
	return getExport(db, caller, id);
}

export async function getExportFile(
	db: Database,
	caller: Caller,
	id: string,
	storage: Storage,
	range: string | undefined,
): Promise<AudioResponse> {
	const row = await requireExport(db, caller, id);
	const response =
		row.status === "done" && row.file_key !== null
			? await storedAudio(storage, row.file_key, { contentType: "application/zip", rangeHeader: range })
			: undefined;
	if (!response) throw new AppError("not_found", "This archive isn't ready yet or has expired.");
	return { ...response, headers: attachment(fileName(row)) };
}
