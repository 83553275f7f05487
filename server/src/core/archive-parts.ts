// Archives written in parts, each a storage object, so that a job that is interrupted never writes a finished part again.
import type { Storage } from "./storage/storage.ts";
import { PermanentFailure } from "./workflow-failure.ts";
import { type ZipEntry, type ZipFile, zipDirectory, zipRecord } from "./zip.ts";

/** Offsets of the entries count from the start of the part. Stored in workflow journals, so field names must not change. */
export type ArchivePart = { entries: ZipEntry[]; bytes: number };

export async function writeArchivePart(
	storage: Storage,
	key: string,
	files: AsyncIterable<ZipFile>,
): Promise<ArchivePart> {
	const entries: ZipEntry[] = [];
	async function* records(): AsyncGenerator<Uint8Array> {
		let offset = 0;
		for await (const file of files) {
			const record = zipRecord(file, offset);
			let next = await record.next();
			for (; !next.done; next = await record.next()) {
				offset += next.value.length;
				yield next.value;
			}
			entries.push(next.value);
		}
	}
	const bytes = await storage.putStream(key, records(), "application/octet-stream");
	return { entries, bytes };
}

/** Joins stored parts into one archive. Returns its size in bytes. */
export function joinArchiveParts(
	storage: Storage,
	key: string,
	parts: readonly (ArchivePart & { key: string })[],
): Promise<number> {
	async function* archive(): AsyncGenerator<Uint8Array> {
		const entries: ZipEntry[] = [];
		let start = 0;
		for (const part of parts) {
			const stored = await storage.get(part.key);
			// Written by an earlier step that does not run again.
			if (!stored) throw new PermanentFailure("Part of the archive is missing. Create it again.");
			yield* stored.body as AsyncIterable<Uint8Array>;
			for (const entry of part.entries) entries.push({ ...entry, offset: entry.offset + start });
			start += part.bytes;
		}
		yield zipDirectory(entries, start);
	}
	return storage.putStream(key, archive(), "application/zip");
}
