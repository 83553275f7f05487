// Files of exports in the storage, and on disk while they are made.
import { createHash } from "node:crypto";
import { mkdir, mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import type { Storage } from "../../../core/storage/storage.ts";
import { PermanentFailure } from "../../../core/workflow-failure.ts";
import type { ZipContent } from "../../../core/zip.ts";

export const folderOf = (workspaceId: string, projectId: string, exportId: string) =>
	`studio/${workspaceId}/${projectId}/exports/${exportId}/`;

export type StoredFile = ZipContent & { sha256: string };

/** Stores a file and returns what readers check it by. */
export async function storeFile(
	storage: Storage,
	key: string,
	body: AsyncIterable<Uint8Array>,
	contentType: string,
): Promise<StoredFile> {
	const hash = createHash("sha256");
	let crc = 0;
	async function* counted() {
		for await (const bytes of body) {
			hash.update(bytes);
			crc = crc32(bytes, crc);
			yield bytes;
		}
	}
	const size = await storage.putStream(key, counted(), contentType);
	return { crc, size, sha256: hash.digest("hex") };
}

export async function openStored(storage: Storage, key: string): Promise<AsyncIterable<Uint8Array>> {
	const object = await storage.get(key);
	// Written by an earlier step that does not run again.
	if (!object) throw new PermanentFailure("Part of the export is missing. Export again.");
	return object.body as AsyncIterable<Uint8Array>;
}

const root = join(tmpdir(), "timbre-exports");
const maxAgeMs = 24 * 3600 * 1000;

/** A folder for large files. It is removed afterwards, and those that killed processes left are removed before. */
export async function withFolder<T>(exportId: string, use: (folder: string) => Promise<T>): Promise<T> {
	await mkdir(root, { recursive: true, mode: 0o700 });
	await sweep(exportId);
	const folder = await mkdtemp(join(root, `${exportId}.`));
	try {
		return await use(folder);
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

async function sweep(exportId: string): Promise<void> {
	for (const name of await readdir(root)) {
		const path = join(root, name);
		const age = await stat(path).then(
			({ mtimeMs }) => Date.now() - mtimeMs,
			() => 0,
		);
		// An earlier attempt of the same export was given up.
		if (name.startsWith(`${exportId}.`) || age > maxAgeMs) await rm(path, { recursive: true, force: true });
	}
}
