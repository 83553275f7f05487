// Writes zip archives. Compression gains little for audio, so files are stored uncompressed. Sizes and checksums follow the data unless
// they are known before, so an archive can be streamed in bounded memory and written in parts at different times.
import { crc32 } from "node:zlib";

/** A file's entry in the central directory; `offset` is where its record starts. */
export type ZipEntry = {
	name: string;
	dateUnix: number;
	crc: number;
	size: number;
	offset: number;
	/** Nothing follows the data. */
	known?: true;
};
export type ZipContent = { crc: number; size: number };
export type ZipFile = {
	name: string;
	dateUnix: number;
	body: AsyncIterable<Uint8Array>;
	/** Readers that don't look at the directory first need them before the data. */
	known?: ZipContent;
};

/** Maximum archive size without the Zip64 extension. */
export const maxZipBytes = 0xffff_ffff;

const utf8Names = 0x0800;
const lengthsFollow = 0x0008;
const flagsOf = (known: unknown) => (known ? utf8Names : utf8Names | lengthsFollow);
const version = 20;

/** Writes one file's record into an archive that has `offset` bytes so far. */
export async function* zipRecord(file: ZipFile, offset: number): AsyncGenerator<Uint8Array, ZipEntry> {
	const name = Buffer.from(file.name, "utf8");
	const header = Buffer.alloc(30);
	header.writeUInt32LE(0x04034b50, 0);
	header.writeUInt16LE(version, 4);
	header.writeUInt16LE(flagsOf(file.known), 6);
	header.writeUInt32LE(dosTime(file.dateUnix), 10);
	if (file.known) {
		header.writeUInt32LE(file.known.crc, 14);
		header.writeUInt32LE(file.known.size, 18);
		header.writeUInt32LE(file.known.size, 22);
	}
	header.writeUInt16LE(name.length, 26);
	yield Buffer.concat([header, name]);
	let crc = 0;
	let size = 0;
	for await (const bytes of file.body) {
		crc = crc32(bytes, crc);
		size += bytes.length;
		yield bytes;
	}
	const entry = { name: file.name, dateUnix: file.dateUnix, crc, size, offset };
	if (file.known) {
		if (file.known.crc !== crc || file.known.size !== size) throw new Error(`${file.name} has changed`);
		return { ...entry, known: true };
	}
	const descriptor = Buffer.alloc(16);
	descriptor.writeUInt32LE(0x08074b50, 0);
	descriptor.writeUInt32LE(crc, 4);
	descriptor.writeUInt32LE(size, 8);
	descriptor.writeUInt32LE(size, 12);
	yield descriptor;
	return entry;
}

/** The central directory and end record of an archive whose records take `offset` bytes. */
export function zipDirectory(entries: readonly ZipEntry[], offset: number): Uint8Array {
	const lines = entries.map((entry) => {
		const name = Buffer.from(entry.name, "utf8");
		const line = Buffer.alloc(46);
		line.writeUInt32LE(0x02014b50, 0);
		line.writeUInt16LE(version, 4);
		line.writeUInt16LE(version, 6);
		line.writeUInt16LE(flagsOf(entry.known), 8);
		line.writeUInt32LE(dosTime(entry.dateUnix), 12);
		line.writeUInt32LE(entry.crc, 16);
		line.writeUInt32LE(entry.size, 20);
		line.writeUInt32LE(entry.size, 24);
		line.writeUInt16LE(name.length, 28);
		line.writeUInt32LE(entry.offset, 42);
		return Buffer.concat([line, name]);
	});
	const directory = Buffer.concat(lines);
	const end = Buffer.alloc(22);
	end.writeUInt32LE(0x06054b50, 0);
	end.writeUInt16LE(entries.length, 8);
	end.writeUInt16LE(entries.length, 10);
	end.writeUInt32LE(directory.length, 12);
	end.writeUInt32LE(offset, 16);
	return Buffer.concat([directory, end]);
}

/** Streams a complete archive. Each file is opened only when it is written. */
export async function* zipArchive(files: AsyncIterable<ZipFile>): AsyncGenerator<Uint8Array> {
	const entries: ZipEntry[] = [];
	let offset = 0;
	for await (const file of files) {
		const record = zipRecord(file, offset);
		for (let next = await record.next(); ; next = await record.next()) {
			if (next.done) {
				entries.push(next.value);
				break;
			}
			offset += next.value.length;
			yield next.value;
		}
	}
	yield zipDirectory(entries, offset);
}

/** What the size of an archive of known files will be. */
export function zipBytes(files: readonly { name: string; size: number }[]): number {
	return files.reduce((sum, { name, size }) => sum + size + 30 + 46 + 2 * Buffer.byteLength(name), 22);
}

/** MS-DOS time has a resolution of two seconds, covers 1980 to 2107 and has no time zone; this uses UTC. */
function dosTime(unix: number): number {
	const date = new Date(Math.max(unix, 315_532_800) * 1000);
	const time = (date.getUTCHours() << 11) | (date.getUTCMinutes() << 5) | (date.getUTCSeconds() >> 1);
	const day = ((date.getUTCFullYear() - 1980) << 9) | ((date.getUTCMonth() + 1) << 5) | date.getUTCDate();
	return day * 0x10000 + time;
}
