// Writes zip archives. Compression gains little for audio, so files are stored uncompressed; sizes and checksums follow the data, so an
// archive can be streamed in bounded memory and written in parts at different times.
import { crc32 } from "node:zlib";

/** A file's entry in the central directory; `offset` is where its record starts. */
export type ZipEntry = { name: string; dateUnix: number; crc: number; size: number; offset: number };
export type ZipFile = { name: string; dateUnix: number; body: AsyncIterable<Uint8Array> };

/** Maximum archive size without the Zip64 extension. */
export const maxZipBytes = 0xffff_ffff;

// Bit 3: lengths follow the data. Bit 11: names are UTF-8.
const flags = 0x0808;
const version = 20;

/** Writes one file's record into an archive that has `offset` bytes so far. */
export async function* zipRecord(file: ZipFile, offset: number): AsyncGenerator<Uint8Array, ZipEntry> {
	const name = Buffer.from(file.name, "utf8");
	const header = Buffer.alloc(30);
	header.writeUInt32LE(0x04034b50, 0);
	header.writeUInt16LE(version, 4);
	header.writeUInt16LE(flags, 6);
	header.writeUInt32LE(dosTime(file.dateUnix), 10);
	header.writeUInt16LE(name.length, 26);
	yield Buffer.concat([header, name]);
	let crc = 0;
	let size = 0;
	for await (const bytes of file.body) {
		crc = crc32(bytes, crc);
		size += bytes.length;
		yield bytes;
	}
	const descriptor = Buffer.alloc(16);
	descriptor.writeUInt32LE(0x08074b50, 0);
	descriptor.writeUInt32LE(crc, 4);
	descriptor.writeUInt32LE(size, 8);
	descriptor.writeUInt32LE(size, 12);
	yield descriptor;
	return { name: file.name, dateUnix: file.dateUnix, crc, size, offset };
}

/** The central directory and end record of an archive whose records take `offset` bytes. */
export function zipDirectory(entries: readonly ZipEntry[], offset: number): Uint8Array {
	const lines = entries.map((entry) => {
		const name = Buffer.from(entry.name, "utf8");
		const line = Buffer.alloc(46);
		line.writeUInt32LE(0x02014b50, 0);
		line.writeUInt16LE(version, 4);
		line.writeUInt16LE(version, 6);
		line.writeUInt16LE(flags, 8);
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

/** MS-DOS time has a resolution of two seconds, covers 1980 to 2107 and has no time zone; this uses UTC. */
function dosTime(unix: number): number {
	const date = new Date(Math.max(unix, 315_532_800) * 1000);
	const time = (date.getUTCHours() << 11) | (date.getUTCMinutes() << 5) | (date.getUTCSeconds() >> 1);
	const day = ((date.getUTCFullYear() - 1980) << 9) | ((date.getUTCMonth() + 1) << 5) | date.getUTCDate();
	return day * 0x10000 + time;
}
