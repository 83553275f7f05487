// The archive of a bundle, and what is known of its files before it is written.
import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";
import type { Storage } from "../../../core/storage/storage.ts";
import { type ZipContent, type ZipFile, zipArchive } from "../../../core/zip.ts";
import { requireZip } from "../exports/assemble.service.ts";
import { openStored } from "../exports/storage-files.service.ts";
import { bundleType, type Manifest, manifestFile, typeFile } from "./manifest.ts";

export type BundleFile = ZipContent & { name: string; key: string; sha256: string };

/** Throws if it would be too large. */
export function archiveOf(
	storage: Storage,
	described: Manifest,
	content: readonly BundleFile[],
	dateUnix: number,
): AsyncIterable<Uint8Array> {
	const first = [
		{ name: typeFile, bytes: Buffer.from(bundleType) },
		{ name: manifestFile, bytes: Buffer.from(JSON.stringify(described)) },
	];
	requireZip([...first.map(({ name, bytes }) => ({ name, size: bytes.length })), ...content]);
	async function* files(): AsyncGenerator<ZipFile> {
		for (const { name, bytes } of first)
			yield { name, dateUnix, body: once(bytes), known: { crc: crc32(bytes), size: bytes.length } };
		for (const file of content)
			yield { name: file.name, dateUnix, body: await openStored(storage, file.key), known: file };
	}
	return zipArchive(files());
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
	yield bytes;
}

/** What is known of a file before it is written. Undefined if there is none. */
export async function inspect(storage: Storage, key: string): Promise<(ZipContent & { sha256: string }) | undefined> {
	const object = await storage.get(key);
	if (!object) return undefined;
	const hash = createHash("sha256");
	let crc = 0;
	let size = 0;
	for await (const bytes of object.body as AsyncIterable<Buffer>) {
		hash.update(bytes);
		crc = crc32(bytes, crc);
		size += bytes.length;
	}
	return { crc, size, sha256: hash.digest("hex") };
}
