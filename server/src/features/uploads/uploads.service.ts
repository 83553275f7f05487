// Files that users send, in one request or in parts.
// Invariant: a part counts as received once its object is stored, so after any interruption `received_bytes` is true; the
// process holds at most one part of each upload in memory.
import { AppError } from "@timbre/contract/errors.ts";
import { maxOpenUploads, maxPartBytes, maxUploadBytes, uploadSeconds } from "@timbre/contract/uploads/rules.ts";
import type { Upload } from "@timbre/contract/uploads/schemas.ts";
import type { Database, Db } from "@timbre/db/connect.ts";
import { addToOutbox } from "../../core/events/outbox.repo.ts";
import type { Context } from "../../core/http/context.ts";
import { newId } from "../../core/ids.ts";
import { deleteAll, type Storage } from "../../core/storage/storage.ts";
import { GLOBAL } from "../../core/tenancy.ts";
import { unix } from "../../core/time.ts";
import {
	countUnused,
	deleteUploadRow,
	findUpload,
	insertPart,
	insertUpload,
	listPartKeys,
	type UploadRow,
	updateSize,
	updateUsedBy,
} from "./uploads.repo.ts";
import { uploadExpiryWorkflow } from "./uploads.workflow.ts";

export type UploadDeps = { db: Database; storage: Storage };
export type Owner = Pick<Context, "workspaceId" | "userId">;

export async function createUpload(
	{ db }: UploadDeps,
	{ workspaceId, userId }: Owner,
	file: { file_name: string; bytes: number },
): Promise<Upload> {
	if ((await countUnused(db, workspaceId)) >= maxOpenUploads)
		throw new AppError(
			"too_many_uploads",
			`This workspace has ${maxOpenUploads} uploads that were never used. Delete some of them or wait until they expire.`,
		);
	const id = newId();
	await db.transaction().execute(async (tx) => {
		await insertUpload(tx, workspaceId, {
			id,
			userId,
			fileName: file.file_name,
			bytes: file.bytes,
			seconds: uploadSeconds,
		});
		await addToOutbox(tx, GLOBAL, {
			target: uploadExpiryWorkflow.name,
			key: id,
			payload: { workspaceId, uploadId: id, seconds: uploadSeconds },
		});
	});
	return getUpload(db, workspaceId, id);
}

export async function getUpload(db: Db, workspaceId: string, id: string): Promise<Upload> {
	return presentUpload(await requireUpload(db, workspaceId, id));
}

export async function appendPart(
	{ db, storage }: UploadDeps,
	workspaceId: string,
	id: string,
	{ offset, bytes }: { offset: number; bytes: Uint8Array },
): Promise<Upload> {
	const upload = await requireUpload(db, workspaceId, id);
	if (bytes.length === 0) throw new AppError("invalid_request", "The part is empty.", { param: "part" });
	if (offset + bytes.length > upload.bytes)
		throw new AppError("invalid_request", "The part goes beyond the end of the file.", { param: "part" });
	if (offset !== upload.received_bytes) throw offsetMismatch(upload.received_bytes);
	await storePart({ db, storage }, workspaceId, id, { offset, bytes });
	return getUpload(db, workspaceId, id);
}

export async function deleteUpload(deps: UploadDeps, workspaceId: string, id: string): Promise<void> {
	const { used_by } = await requireUpload(deps.db, workspaceId, id);
	if (used_by !== null) throw new AppError("conflict", "This upload is in use. Delete what uses it instead.");
	await removeUpload(deps, workspaceId, id);
}

/** Stores a file that arrives in one request. Returns its id; the caller uses or removes it. */
export async function storeFile(
	deps: UploadDeps,
	owner: Owner,
	fileName: string,
	stream: AsyncIterable<Uint8Array>,
	/** More than an upload in parts can have, where an endpoint allows it. */
	maxBytes = maxUploadBytes,
): Promise<{ uploadId: string; bytes: number }> {
	const { workspaceId } = owner;
	const { upload_id: id } = await createUpload(deps, owner, {
		file_name: storableName(fileName),
		bytes: maxBytes,
	});
	let offset = 0;
	try {
		for await (const part of toParts(stream)) {
			if (offset + part.length > maxBytes)
				throw new AppError("payload_too_large", `The file is larger than ${Math.floor(maxBytes / 1e6)} MB.`);
			await storePart(deps, workspaceId, id, { offset, bytes: part });
			offset += part.length;
		}
		if (offset === 0) throw new AppError("invalid_request", "The file is empty.");
		await updateSize(deps.db, workspaceId, id, offset);
	} catch (error) {
		await removeUpload(deps, workspaceId, id);
		throw error;
	}
	return { uploadId: id, bytes: offset };
}

/**
 * Collects the pieces of a stream into parts. A part is valid until the next one is requested. Pieces are copied: kept as
 * they are, a file sent byte by byte would take a hundred times its size.
 */
async function* toParts(stream: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
	let buffer = Buffer.allocUnsafe(firstBufferBytes);
	let length = 0;
	for await (let piece of stream) {
		while (piece.length > 0) {
			const needed = Math.min(maxPartBytes, length + piece.length);
			if (needed > buffer.length) {
				const larger = Buffer.allocUnsafe(Math.min(maxPartBytes, Math.max(needed, buffer.length * 2)));
				larger.set(buffer.subarray(0, length));
				buffer = larger;
			}
			buffer.set(piece.subarray(0, needed - length), length);
			piece = piece.subarray(needed - length);
			length = needed;
			if (length < maxPartBytes) continue;
			yield buffer;
			length = 0;
		}
	}
	if (length > 0) yield buffer.subarray(0, length);
}
const firstBufferBytes = 64 * 1024;

/** Names come from clients; this one is only shown. */
function storableName(name: string): string {
	// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
	const shown = name.toWellFormed().replaceAll(/[\u0000-\u001f\u007f]/g, "");
	const base = shown.slice(Math.max(shown.lastIndexOf("/"), shown.lastIndexOf("\\")) + 1).trim();
	return [...base].slice(0, maxNameLength).join("") || "file";
}
const maxNameLength = 255;

/** Reserves a complete upload for one job, in the transaction that creates the job. */
export async function claimUpload(db: Db, workspaceId: string, id: string, usedBy: string): Promise<void> {
	if (await updateUsedBy(db, workspaceId, id, usedBy)) return;
	const upload = await requireUpload(db, workspaceId, id);
	if (upload.used_by !== null) throw new AppError("conflict", "This upload is already used. Upload the file again.");
	throw new AppError(
		"invalid_request",
		`The upload is incomplete: ${upload.received_bytes} of ${upload.bytes} bytes are stored. Send the rest first.`,
		{ param: "upload_id" },
	);
}

/** The bytes of an upload, in order. */
export async function* readUpload(
	{ db, storage }: UploadDeps,
	workspaceId: string,
	id: string,
): AsyncIterable<Uint8Array> {
	for (const key of await listPartKeys(db, workspaceId, id)) {
		const part = await storage.get(key);
		if (!part) throw new Error(`part ${key} of upload ${id} is missing`);
		yield* part.body;
	}
}

/** Deletes an upload unless it is used. */
export async function discardUpload(deps: UploadDeps, workspaceId: string, id: string): Promise<void> {
	const upload = await findUpload(deps.db, workspaceId, id);
	if (upload && upload.used_by === null) await removeUpload(deps, workspaceId, id);
}

/** Does nothing if it is gone. */
export async function removeUpload({ db, storage }: UploadDeps, workspaceId: string, id: string): Promise<void> {
	// The row last: an interrupted removal can be repeated.
	await deleteAll(storage, `${folderOf(workspaceId, id)}/`);
	await deleteUploadRow(db, workspaceId, id);
}

async function storePart(
	{ db, storage }: UploadDeps,
	workspaceId: string,
	uploadId: string,
	{ offset, bytes }: { offset: number; bytes: Uint8Array },
): Promise<void> {
	const key = `${folderOf(workspaceId, uploadId)}/${String(offset).padStart(10, "0")}-${newId(8)}`;
	await storage.put(key, bytes, "application/octet-stream");
	const stored = await db
		.transaction()
		.execute((tx) => insertPart(tx, workspaceId, { uploadId, offset, bytes: bytes.length, key }));
	if (stored) return;
	// The same part arrived twice at once, or the upload is gone.
	await storage.delete(key);
	throw offsetMismatch((await requireUpload(db, workspaceId, uploadId)).received_bytes);
}

const folderOf = (workspaceId: string, uploadId: string) => `uploads/${workspaceId}/${uploadId}`;

const offsetMismatch = (received: number) =>
	new AppError("upload_offset_mismatch", `${received} bytes are stored. Send the part that starts there.`, {
		param: "offset",
	});

async function requireUpload(db: Db, workspaceId: string, id: string): Promise<UploadRow> {
	const upload = await findUpload(db, workspaceId, id);
	if (!upload)
		throw new AppError("upload_not_found", "This upload does not exist or has expired.", { param: "upload_id" });
	return upload;
}

function presentUpload(row: UploadRow): Upload {
	return {
		upload_id: row.id,
		file_name: row.file_name,
		bytes: row.bytes,
		received_bytes: row.received_bytes,
		max_part_bytes: maxPartBytes,
		expires_at_unix: unix(row.expires_at),
	};
}
