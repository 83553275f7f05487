// Reads zip files within limits. Invariant: no library sees an archive before everything in it has been counted.
import { crc32, inflateRawSync } from "node:zlib";
import { DocumentError, damaged, tooLargeUnpacked } from "../errors.ts";

const maxEntries = 2_000;
const maxUnpackedBytes = 200_000_000;

const endSignature = 0x06054b50;
const entrySignature = 0x02014b50;
const localSignature = 0x04034b50;
const endBytes = 22;
const maxCommentBytes = 65_535;
const stored = 0;
const deflated = 8;
const encryptedFlag = 1;
const utf8Flag = 0x800;

type Entry = { name: string; flags: number; method: number; crc: number; packed: number; offset: number };

export const isZip = (bytes: Uint8Array) =>
	bytes[0] === 0x50 && bytes[1] === 0x4b && (bytes[2] === 3 || bytes[2] === 5) && (bytes[3] === 4 || bytes[3] === 6);

/** The files of an archive whose names are wanted. The others are unpacked too, to count them. */
export function unzip(bytes: Uint8Array, isWanted: (name: string) => boolean): Map<string, Uint8Array> {
	const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	const files = new Map<string, Uint8Array>();
	let left = maxUnpackedBytes;
	for (const entry of readEntries(view)) {
		const name = normalize(entry.name);
		const data = unpack(view, entry, left);
		left -= data.length;
		// The first of two with the same name, as most readers do.
		if (!name.endsWith("/") && !leadsOut(name) && isWanted(name) && !files.has(name)) files.set(name, data);
	}
	return files;
}

/** Nothing is written, so names only have to be found. */
const normalize = (name: string) => name.replaceAll("\\", "/").replace(/^(\.?\/)+/, "");

/** Libraries resolve such names, and take one file for another. */
const leadsOut = (name: string) => name.split("/").includes("..");

function readEntries(view: Buffer): Entry[] {
	const end = findEnd(view);
	const count = view.readUInt16LE(end + 10);
	// 65,535 announces the 64-bit form, which is only needed for archives that are too large anyway.
	if (count > maxEntries) throw tooLargeUnpacked();
	const entries: Entry[] = [];
	let at = view.readUInt32LE(end + 16);
	for (let index = 0; index < count; index++) {
		if (at + 46 > view.length || view.readUInt32LE(at) !== entrySignature) throw damaged();
		const flags = view.readUInt16LE(at + 8);
		const nameBytes = view.readUInt16LE(at + 28);
		const name = view.toString(flags & utf8Flag ? "utf8" : "latin1", at + 46, at + 46 + nameBytes);
		entries.push({
			name,
			flags,
			method: view.readUInt16LE(at + 10),
			crc: view.readUInt32LE(at + 16),
			packed: view.readUInt32LE(at + 20),
			offset: view.readUInt32LE(at + 42),
		});
		at += 46 + nameBytes + view.readUInt16LE(at + 30) + view.readUInt16LE(at + 32);
	}
	return entries;
}

function findEnd(view: Buffer): number {
	for (let at = view.length - endBytes; at >= 0 && at >= view.length - endBytes - maxCommentBytes; at--)
		if (view.readUInt32LE(at) === endSignature) return at;
	throw damaged();
}

function unpack(view: Buffer, { flags, method, crc, packed, offset }: Entry, maxBytes: number): Uint8Array {
	if (flags & encryptedFlag)
		throw new DocumentError(
			"encrypted",
			"The file is protected by a password. Remove the password and upload it again.",
		);
	if (offset + 30 > view.length || view.readUInt32LE(offset) !== localSignature) throw damaged();
	const start = offset + 30 + view.readUInt16LE(offset + 26) + view.readUInt16LE(offset + 28);
	if (start + packed > view.length) throw damaged();
	const data = inflate(view.subarray(start, start + packed), method, maxBytes);
	if (crc32(data) !== crc) throw damaged();
	return data;
}

function inflate(data: Buffer, method: number, maxBytes: number): Uint8Array {
	if (method === stored) {
		if (data.length > maxBytes) throw tooLargeUnpacked();
		return data;
	}
	if (method !== deflated) throw damaged();
	if (data.length === 0) return data;
	try {
		return inflateRawSync(data, { maxOutputLength: Math.max(1, maxBytes) });
	} catch (error) {
		throw (error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE" ? tooLargeUnpacked() : damaged();
	}
}
