// Reads an archive of stored files as it arrives, without a copy on disk.
// Invariant: only stored files are read, so an archive never takes more room than it has bytes.
import { crc32 } from "node:zlib";
import { PermanentFailure } from "../../../core/workflow-failure.ts";

export type ZipEntry = { name: string; size: number; body: AsyncIterable<Uint8Array> };

const localSignature = 0x04034b50;
const headerBytes = 30;
const maxNameBytes = 200;
const encrypted = 0x0001;
const lengthsFollow = 0x0008;

export const damaged = (detail?: string) =>
	new PermanentFailure(`The bundle is damaged or incomplete${detail ? `: ${detail}` : ""}. Export it again.`);
const notStored = () =>
	new PermanentFailure(
		"The files of the bundle must be stored without compression, as Timbre writes them. Import the file that was exported.",
	);

/** The files in their order. A file that is not read is skipped. Throws for what is damaged. */
export async function* readZip(source: AsyncIterable<Uint8Array>): AsyncGenerator<ZipEntry> {
	const input = createInput(source);
	try {
		for (let entry = await nextEntry(input); entry; entry = await nextEntry(input)) {
			yield entry;
			// What the caller has left unread.
			for await (const _ of entry.body);
		}
	} finally {
		await input.close();
	}
}

/** Undefined where the directory starts, which follows the files. */
async function nextEntry(input: Input): Promise<ZipEntry | undefined> {
	const signature = await input.take(4);
	if (signature.length < 4 || signature.readUInt32LE(0) !== localSignature) return undefined;
	const header = await input.take(headerBytes - 4);
	if (header.length < headerBytes - 4) throw damaged();
	const short = (at: number) => header.readUInt16LE(at - 4);
	const long = (at: number) => header.readUInt32LE(at - 4);
	const [flags, method, crc, packed, size] = [short(6), short(8), long(14), long(18), long(22)];
	if ((flags & (encrypted | lengthsFollow)) !== 0 || method !== 0 || size !== packed) throw notStored();
	const nameBytes = short(26);
	if (nameBytes === 0 || nameBytes > maxNameBytes || size === 0xffff_ffff) throw damaged();
	const name = (await input.take(nameBytes)).toString("utf8");
	await input.take(short(28));
	return { name, size, body: readBody(input, size, crc) };
}

async function* readBody(input: Input, size: number, expected: number): AsyncGenerator<Uint8Array> {
	let left = size;
	let crc = 0;
	try {
		while (left > 0) {
			const bytes = await input.some(left);
			if (bytes.length === 0) throw damaged("a file ends early");
			left -= bytes.length;
			crc = crc32(bytes, crc);
			yield bytes;
		}
	} finally {
		while (left > 0) {
			const bytes = await input.some(left);
			if (bytes.length === 0) break;
			left -= bytes.length;
			crc = crc32(bytes, crc);
		}
	}
	if (crc !== expected) throw damaged("a checksum is wrong");
}

type Input = ReturnType<typeof createInput>;

function createInput(source: AsyncIterable<Uint8Array>) {
	const iterator = source[Symbol.asyncIterator]();
	let rest: Uint8Array = new Uint8Array(0);
	/** At most this many bytes, none at the end. */
	async function some(most: number): Promise<Uint8Array> {
		while (rest.length === 0) {
			const { value, done } = await iterator.next();
			if (done) return rest;
			rest = value;
		}
		const bytes = rest.subarray(0, most);
		rest = rest.subarray(bytes.length);
		return bytes;
	}
	return {
		some,
		close: async () => void (await iterator.return?.()),
		/** So many bytes, or fewer at the end. For small numbers. */
		async take(bytes: number): Promise<Buffer> {
			const parts: Uint8Array[] = [];
			for (let left = bytes; left > 0; ) {
				const part = await some(left);
				if (part.length === 0) break;
				parts.push(part);
				left -= part.length;
			}
			return Buffer.concat(parts);
		},
	};
}
