import { crc32 } from "node:zlib";
import type { EpubFile } from "../epub.ts";

/** An archive of stored files with sizes and checksums before the data, as EPUB readers expect of `mimetype`. */
export async function zipOf(files: Iterable<EpubFile>): Promise<Buffer> {
	const records: Buffer[] = [];
	const directory: Buffer[] = [];
	let offset = 0;
	for (const { name, body } of files) {
		const data = await bytesOf(body);
		const nameBytes = Buffer.from(name);
		const common = Buffer.alloc(26);
		common.writeUInt16LE(20, 0);
		common.writeUInt16LE(0x0800, 2);
		common.writeUInt16LE(0x21, 8);
		common.writeUInt32LE(crc32(data), 10);
		common.writeUInt32LE(data.length, 14);
		common.writeUInt32LE(data.length, 18);
		common.writeUInt16LE(nameBytes.length, 22);
		const record = Buffer.concat([Buffer.from("PK\u0003\u0004"), common, nameBytes, data]);
		const place = Buffer.alloc(14);
		place.writeUInt32LE(offset, 10);
		directory.push(Buffer.concat([Buffer.from("PK\u0001\u0002\u0014\0", "latin1"), common, place, nameBytes]));
		records.push(record);
		offset += record.length;
	}
	const list = Buffer.concat(directory);
	const end = Buffer.alloc(18);
	end.writeUInt16LE(directory.length, 4);
	end.writeUInt16LE(directory.length, 6);
	end.writeUInt32LE(list.length, 8);
	end.writeUInt32LE(offset, 12);
	return Buffer.concat([...records, list, Buffer.from("PK\u0005\u0006"), end]);
}

export async function bytesOf(body: EpubFile["body"]): Promise<Buffer> {
	if (typeof body === "string") return Buffer.from(body);
	const parts: Uint8Array[] = [];
	for await (const part of body) parts.push(part);
	return Buffer.concat(parts);
}
