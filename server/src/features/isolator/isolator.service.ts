import type { InputOf, ResponseOf } from "@timbre/contract/endpoint.ts";
import { AppError } from "@timbre/contract/errors.ts";
import type { isolatorEndpoints } from "@timbre/contract/isolator/endpoints.ts";
import type { IsolationFormat } from "@timbre/contract/isolator/rules.ts";
import type { Isolation } from "@timbre/contract/isolator/schemas.ts";
import { creditsForSeconds } from "@timbre/contract/plans.ts";
import type { Database, Db } from "@timbre/db/connect.ts";
import { addToOutbox } from "../../core/events/outbox.repo.ts";
import { type AudioResponse, storedAudio } from "../../core/http/audio.ts";
import type { Context } from "../../core/http/context.ts";
import { newId } from "../../core/ids.ts";
import type { Storage } from "../../core/storage/storage.ts";
import { GLOBAL } from "../../core/tenancy.ts";
import { claimUpload, getUpload } from "../uploads/uploads.public.ts";
import { requireCredits, settleCredits } from "../usage/usage.public.ts";
import { getTier } from "../workspace/workspace.public.ts";
import { downloadName, fileKey } from "./files.ts";
import { presentIsolation, presentItem } from "./isolator.present.ts";
import {
	endIsolation,
	findIsolation,
	type IsolationRow,
	insertIsolation,
	listIsolations,
	markDeleted,
	undelete,
} from "./isolator.repo.ts";
import { isolationPurgeWorkflow, isolationWorkflow } from "./isolator.workflow.ts";

type Endpoints = typeof isolatorEndpoints;
export type IsolatorDeps = { db: Database; storage: Storage; publicUrl: string; undoSeconds: number };
type Caller = Pick<Context, "workspaceId" | "userId" | "apiKeyId" | "via">;

export type NewIsolation = {
	uploadId: string;
	title?: string;
	format: IsolationFormat;
	rawPcm?: boolean;
	previewB64?: string | null;
};

/** Starts to isolate a complete upload. Its credits are reserved once its length is known. Returns the id. */
export async function startIsolation(
	{ db }: Pick<IsolatorDeps, "db">,
	{ workspaceId, userId, apiKeyId, via }: Caller,
	{ uploadId, title, format, rawPcm = false, previewB64 = null }: NewIsolation,
): Promise<string> {
	await requireCredits(db, workspaceId, await getTier(db, workspaceId), creditsForSeconds("isolation", 1));
	const { file_name } = title === undefined ? await getUpload(db, workspaceId, uploadId) : { file_name: title };
	const id = newId();
	await db.transaction().execute(async (tx) => {
		await claimUpload(tx, workspaceId, uploadId, `isolation:${id}`);
		await insertIsolation(tx, workspaceId, {
			id,
			userId,
			apiKeyId,
			via,
			title: file_name || "recording",
			format,
			rawPcm,
			previewB64,
			uploadId,
		});
		await addToOutbox(tx, GLOBAL, {
			target: isolationWorkflow.name,
			key: id,
			payload: { workspaceId, isolationId: id, uploadId },
		});
	});
	return id;
}

export async function getIsolation(db: Db, workspaceId: string, id: string): Promise<Isolation> {
	return presentIsolation(await requireIsolation(db, workspaceId, id));
}

export async function listHistory(
	{ db, publicUrl }: IsolatorDeps,
	workspaceId: string,
	{ page, page_size, search }: InputOf<Endpoints["listIsolations"]>["query"],
): Promise<ResponseOf<Endpoints["listIsolations"]>> {
	const rows = await listIsolations(db, workspaceId, {
		search: search ?? undefined,
		offset: (page - 1) * page_size,
		limit: page_size + 1,
	});
	return {
		items: rows.slice(0, page_size).map((row) => presentItem(row, publicUrl)),
		has_more: rows.length > page_size,
	};
}

/** Does nothing if it has ended. */
export async function cancelIsolation(db: Database, workspaceId: string, id: string): Promise<Isolation> {
	await requireIsolation(db, workspaceId, id);
	await db.transaction().execute((tx) => cancel(tx, workspaceId, id));
	return getIsolation(db, workspaceId, id);
}

async function cancel(tx: Db, workspaceId: string, id: string): Promise<void> {
	if (await endIsolation(tx, workspaceId, id, { state: "cancelled" })) await settleCredits(tx, workspaceId, id, 0);
}

export async function deleteIsolation(
	{ db, undoSeconds }: IsolatorDeps,
	workspaceId: string,
	id: string,
): Promise<void> {
	await db.transaction().execute(async (tx) => {
		const deletedAt = await markDeleted(tx, workspaceId, id);
		if (!deletedAt) throw notFound();
		await cancel(tx, workspaceId, id);
		await addToOutbox(tx, GLOBAL, {
			target: isolationPurgeWorkflow.name,
			key: `${id}-${deletedAt.getTime()}`,
			payload: { workspaceId, isolationId: id, deletedAt: deletedAt.getTime(), undoSeconds },
		});
	});
}

export async function restoreIsolation(
	{ db, undoSeconds }: IsolatorDeps,
	workspaceId: string,
	id: string,
): Promise<Isolation> {
	if (!(await undelete(db, workspaceId, id, undoSeconds))) throw notFound();
	return getIsolation(db, workspaceId, id);
}

type AudioChoice = { version: "isolated" | "original"; format?: IsolationFormat; range: string | undefined };

export async function getIsolationAudio(
	{ db, storage }: IsolatorDeps,
	workspaceId: string,
	id: string,
	{ version, format, range }: AudioChoice,
): Promise<AudioResponse> {
	const row = await requireCompleted(db, workspaceId, id);
	const codec = version === "original" ? "mp3" : (format ?? (row.format as IsolationFormat));
	const key = fileKey(workspaceId, id, version === "original" ? "original.mp3" : `isolated.${codec}`);
	const response = await storedAudio(storage, key, {
		contentType: codec === "mp3" ? "audio/mpeg" : "audio/wav",
		rangeHeader: range,
		fileName: version === "original" ? row.title : downloadName(row.title, codec),
	});
	if (!response) throw notFound();
	return response;
}

export async function getIsolationVideo(
	{ db, storage }: IsolatorDeps,
	workspaceId: string,
	id: string,
	range: string | undefined,
): Promise<AudioResponse> {
	const row = await requireCompleted(db, workspaceId, id);
	const response =
		row.video === "ready" &&
		(await storedAudio(storage, fileKey(workspaceId, id, "video"), {
			contentType: row.video_type ?? "video/x-matroska",
			rangeHeader: range,
			fileName: downloadName(row.title, row.video_type === "video/mp4" ? "mp4" : "mkv"),
		}));
	if (!response) throw notFound();
	return response;
}

export async function requireIsolation(db: Db, workspaceId: string, id: string): Promise<IsolationRow> {
	const row = await findIsolation(db, workspaceId, id);
	if (!row) throw notFound();
	return row;
}

async function requireCompleted(db: Db, workspaceId: string, id: string): Promise<IsolationRow> {
	const row = await requireIsolation(db, workspaceId, id);
	if (row.state !== "completed") throw notFound();
	return row;
}

const notFound = () => new AppError("history_item_not_found", "This recording does not exist or is not ready.");
