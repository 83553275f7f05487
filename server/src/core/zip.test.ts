import { crc32 } from "node:zlib";
import { unzipSync } from "fflate";
import { expect, test } from "vitest";
import { type ZipEntry, type ZipFile, zipArchive, zipBytes, zipDirectory, zipRecord } from "./zip.ts";

const contents: Record<string, Buffer> = {
	"first.mp3": Buffer.from("some bytes"),
	"empty.mp3": Buffer.alloc(0),
	"größe_東京.mp3": Buffer.alloc(300_000, 7),
};

async function* bodyOf(bytes: Buffer): AsyncGenerator<Uint8Array> {
	for (let from = 0; from < bytes.length; from += 65_536) yield bytes.subarray(from, from + 65_536);
}

async function* files(): AsyncGenerator<ZipFile> {
	for (const [name, bytes] of Object.entries(contents)) yield { name, dateUnix: 1_800_000_001, body: bodyOf(bytes) };
}

async function bytesOf(stream: AsyncIterable<Uint8Array>): Promise<Buffer> {
	const parts: Uint8Array[] = [];
	for await (const part of stream) parts.push(part);
	return Buffer.concat(parts);
}

test("an archive contains every file, whatever its name or size", async () => {
	const unpacked = unzipSync(await bytesOf(zipArchive(files())));
	expect(Object.keys(unpacked)).toEqual(Object.keys(contents));
	for (const [name, bytes] of Object.entries(contents))
		expect(Buffer.from(unpacked[name] ?? []).equals(bytes)).toBe(true);
});

test("records written separately, each from offset 0, can be joined into one archive", async () => {
	const parts: Buffer[] = [];
	const entries: ZipEntry[] = [];
	let offset = 0;
	for await (const file of files()) {
		const record = zipRecord(file, 0);
		const bytes: Uint8Array[] = [];
		let next = await record.next();
		for (; !next.done; next = await record.next()) bytes.push(next.value);
		entries.push({ ...next.value, offset: next.value.offset + offset });
		parts.push(Buffer.concat(bytes));
		offset += parts.at(-1)?.length ?? 0;
	}
	const unpacked = unzipSync(Buffer.concat([...parts, zipDirectory(entries, offset)]));
	expect(Object.keys(unpacked)).toEqual(Object.keys(contents));
});

test("files that are known before are written without anything after them", async () => {
	async function* known(): AsyncGenerator<ZipFile> {
		for await (const file of files()) {
			const bytes = contents[file.name] ?? Buffer.alloc(0);
			yield { ...file, known: { crc: crc32(bytes), size: bytes.length } };
		}
	}
	const archive = await bytesOf(zipArchive(known()));
	const sizes = Object.entries(contents).map(([name, { length }]) => ({ name, size: length }));
	expect(archive.length).toBe(zipBytes(sizes));
	expect(archive.readUInt16LE(6)).toBe(0x0800);
	expect(archive.readUInt32LE(18)).toBe(contents["first.mp3"]?.length);
	expect(Object.keys(unzipSync(archive))).toEqual(Object.keys(contents));
	async function* changed(): AsyncGenerator<ZipFile> {
		yield { name: "a", dateUnix: 0, body: bodyOf(Buffer.from("b")), known: { crc: 1, size: 1 } };
	}
	await expect(bytesOf(zipArchive(changed()))).rejects.toThrow("has changed");
});
