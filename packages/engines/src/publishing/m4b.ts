// Writes an audiobook as one M4B file: AAC, chapters, cover, details. The header comes first, so players can start while they download.
// Needs room for the audio twice: the header is only known when everything is encoded, so packets wait in a second file.
import { createReadStream } from "node:fs";
import { type FileHandle, open as openFile, rm } from "node:fs/promises";
import { inSlices, type OpenPcm } from "../mastering/slices.ts";
import { createAacEncoder } from "./aac.ts";
import { type Cover, readCover } from "./cover.ts";
import { type BookDetails, type ChapterTime, m4bHeader } from "./m4b-header.ts";

export type M4bChapter = {
	title: string;
	/** Mono samples at the sample rate of the book. Opened once, when its turn comes. */
	open: OpenPcm;
};

export type M4bOptions = {
	/** Created or replaced; removed again if writing fails. `<path>.part` is used while writing. */
	path: string;
	details: BookDetails;
	chapters: readonly M4bChapter[];
	cover?: Cover["bytes"] | undefined;
	sampleRate?: number;
	kbps?: number;
	signal?: AbortSignal;
	/** Called with the seconds encoded so far and the index of the chapter. */
	onProgress?: (seconds: number, chapter: number) => void;
};

export type M4bFile = { bytes: number; seconds: number; chapters: ChapterTime[] };

const defaultSampleRate = 44_100;
const defaultKbps = 96;

export async function writeM4b(options: M4bOptions): Promise<M4bFile> {
	const { path, details, sampleRate = defaultSampleRate, kbps = defaultKbps, signal } = options;
	if (options.chapters.length === 0) throw new RangeError("a book needs a chapter");
	const cover = options.cover && readCover(options.cover);
	const part = `${path}.part`;
	try {
		const audio = await encodeChapters(part, options, sampleRate, kbps);
		const { chapters, samples, config, packetBytes } = audio;
		const header = m4bHeader({ details, cover, chapters, sampleRate, samples, config, packetBytes });
		const bytes = await concatenate(path, header, part, signal);
		return { bytes, seconds: samples / sampleRate, chapters };
	} catch (error) {
		await rm(path, { force: true });
		throw error;
	} finally {
		await rm(part, { force: true });
	}
}

async function encodeChapters(path: string, options: M4bOptions, sampleRate: number, kbps: number) {
	const { signal, onProgress } = options;
	const sizes = createSizes();
	const chapters: ChapterTime[] = [];
	let samples = 0;
	const file = await openFile(path, "w", 0o600);
	try {
		const encoder = await createAacEncoder(sampleRate, kbps);
		try {
			for (const [index, { title, open }] of options.chapters.entries()) {
				const from = samples / sampleRate;
				for await (const slice of inSlices(open(), signal)) {
					await writePackets(file, await encoder.push(slice), sizes);
					samples += slice.length;
					onProgress?.(samples / sampleRate, index);
				}
				chapters.push({ title, from, to: samples / sampleRate });
			}
			if (samples === 0) throw new RangeError("a book needs audio");
			await writePackets(file, await encoder.flush(), sizes);
			return { chapters, samples, config: Uint8Array.from(encoder.config()), packetBytes: sizes.all() };
		} finally {
			encoder.close();
		}
	} finally {
		await file.close();
	}
}

async function writePackets(file: FileHandle, packets: readonly Uint8Array[], sizes: ReturnType<typeof createSizes>) {
	if (packets.length === 0) return;
	for (const packet of packets) sizes.add(packet.length);
	await file.writeFile(Buffer.concat(packets));
}

/** Two bytes for each packet: 15 MB for 50 hours. */
function createSizes() {
	let sizes = new Uint16Array(4096);
	let count = 0;
	return {
		add(bytes: number) {
			// At most 6144 bits for each channel of an AAC frame.
			if (bytes > 0xffff) throw new RangeError(`a packet of ${bytes} bytes`);
			if (count === sizes.length) {
				const larger = new Uint16Array(count * 2);
				larger.set(sizes);
				sizes = larger;
			}
			sizes[count++] = bytes;
		},
		all: () => sizes.subarray(0, count),
	};
}

const copyBytes = 1 << 20;

async function concatenate(path: string, header: Buffer, part: string, signal?: AbortSignal): Promise<number> {
	const file = await openFile(path, "w");
	let bytes = header.length;
	try {
		await file.writeFile(header);
		for await (const piece of createReadStream(part, { highWaterMark: copyBytes })) {
			signal?.throwIfAborted();
			await file.writeFile(piece as Buffer);
			bytes += (piece as Buffer).length;
		}
	} finally {
		await file.close();
	}
	return bytes;
}
