// Puts the mastered chapters of an export together: one file, an archive, or an audiobook.
import { createReadStream } from "node:fs";
import { join } from "node:path";
import { distinctNames, titleFileName } from "@timbre/contract/files.ts";
import type { MeasuredFile } from "@timbre/contract/studio/exports/export-schemas.ts";
import { measureMp3 } from "@timbre/engines/mastering/acx.ts";
import { masterRate } from "@timbre/engines/mastering/render.ts";
import { wavHeader } from "@timbre/engines/media/wav.ts";
import { toFloat } from "@timbre/engines/node/takes.ts";
import { type M4bOptions, writeM4b } from "@timbre/engines/publishing/m4b.ts";
import type { ExportReport } from "../../../core/json-columns/studio.ts";
import type { Storage } from "../../../core/storage/storage.ts";
import { PermanentFailure } from "../../../core/workflow-failure.ts";
import { maxZipBytes, type ZipFile, zipArchive, zipBytes } from "../../../core/zip.ts";
import { type MasteredChapter, measuredWhole } from "./master.service.ts";
import { openStored, withFolder } from "./storage-files.service.ts";

export type Assembled = { body: AsyncIterable<Uint8Array>; report: ExportReport };
type Places = ExportReport["places"];

const wavHeaderBytes = 44;
const tooLarge = (advice: string) => new PermanentFailure(`The file would be larger than 4 GB. ${advice}`);

const placeOf = (chapter: MasteredChapter, startsAt: number): Places[number] => ({
	chapter_id: chapter.chapterId,
	starts_at: startsAt,
	offset: chapter.offsetSeconds,
	seconds: chapter.seconds,
});

/** One after another in the same file. */
export function placesInOne(chapters: readonly MasteredChapter[]): Places {
	let at = 0;
	return chapters.map((chapter) => {
		const place = placeOf(chapter, at);
		at += chapter.seconds;
		return place;
	});
}

/** MP3 files with the same bitrate can be joined as they are. */
export async function joinMp3(
	storage: Storage,
	chapters: readonly MasteredChapter[],
	{ name, signal }: { name: string; signal: AbortSignal },
): Promise<Assembled> {
	async function* body() {
		for (const { key } of chapters) yield* await openStored(storage, key);
	}
	const [only] = chapters;
	const files: MeasuredFile[] = [];
	if (chapters.length === 1 && only) files.push({ ...only.measured, name });
	else {
		const { acx, levels, loudness } = await measureMp3(body(), signal);
		const met = chapters.every(({ measured }) => measured.target_met);
		files.push(measuredWhole(name, { seconds: levels.seconds, acx, loudness, met }));
	}
	return { body: body(), report: { files, places: placesInOne(chapters) } };
}

export function joinWav(storage: Storage, chapters: readonly MasteredChapter[], bits: 16 | 24): Assembled {
	const samples = chapters.reduce((sum, chapter) => sum + chapter.samples, 0);
	const dataBytes = (samples * bits) / 8;
	if (dataBytes > maxZipBytes - wavHeaderBytes) throw tooLarge("Export fewer chapters, or another format.");
	async function* body() {
		yield headerOf(dataBytes, bits);
		for (const { key, samples: count } of chapters) yield* dataOf(await openStored(storage, key), (count * bits) / 8);
		// Chunks have an even length.
		if (dataBytes % 2 !== 0) yield new Uint8Array(1);
	}
	const files = chapters.map(({ measured }) => measured);
	return { body: body(), report: { files, places: placesInOne(chapters) } };
}

function headerOf(dataBytes: number, bits: 16 | 24): Uint8Array {
	const header = wavHeader(masterRate, { dataBytes });
	const view = new DataView(header.buffer);
	view.setUint32(28, (masterRate * bits) / 8, true);
	view.setUint16(32, bits / 8, true);
	view.setUint16(34, bits, true);
	return header;
}

/** The data of a WAV file of ours: its header has a fixed length, and it may end with padding. */
async function* dataOf(file: AsyncIterable<Uint8Array>, dataBytes: number): AsyncGenerator<Uint8Array> {
	let skip = wavHeaderBytes;
	let left = dataBytes;
	for await (const bytes of file) {
		const data = bytes.subarray(Math.min(skip, bytes.length));
		skip -= bytes.length - data.length;
		const part = data.subarray(0, left);
		left -= part.length;
		if (part.length > 0) yield part;
	}
	if (left > 0) throw new Error("the file of a chapter ended early");
}

/** A file for each chapter, numbered so that they sort in reading order. */
export function zipChapters(
	storage: Storage,
	chapters: readonly MasteredChapter[],
	{ extension, dateUnix }: { extension: string; dateUnix: number },
): Assembled {
	const names = numberedNames(
		chapters.map(({ name }) => name),
		extension,
	);
	const listed = chapters.map((chapter, at) => ({ chapter, name: names[at] ?? chapter.chapterId }));
	requireZip(listed.map(({ chapter, name }) => ({ name, size: chapter.file.size })));
	async function* files(): AsyncGenerator<ZipFile> {
		for (const { chapter, name } of listed)
			yield { name, dateUnix, body: await openStored(storage, chapter.key), known: chapter.file };
	}
	return {
		body: zipArchive(files()),
		report: {
			files: listed.map(({ chapter, name }) => ({ ...chapter.measured, name })),
			places: chapters.map((chapter) => placeOf(chapter, 0)),
		},
	};
}

export function numberedNames(names: readonly string[], extension: string): string[] {
	const digits = Math.max(2, String(names.length).length);
	return distinctNames(
		names.map((name, at) => titleFileName(`${String(at + 1).padStart(digits, "0")} ${name}`, extension)),
	);
}

export function requireZip(files: readonly { name: string; size: number }[]): void {
	if (zipBytes(files) > maxZipBytes || files.length > 0xffff) throw tooLarge("Export fewer chapters at once.");
}

export type Book = Pick<M4bOptions, "details" | "cover">;

/** Writes an M4B file, and calls `use` with it before it is removed. */
export function withM4b<T>(
	storage: Storage,
	exportId: string,
	chapters: readonly MasteredChapter[],
	{ book, signal, onProgress }: { book: Book; signal: AbortSignal; onProgress: (seconds: number) => void },
	use: (assembled: Assembled) => Promise<T>,
): Promise<T> {
	return withFolder(exportId, async (folder) => {
		const path = join(folder, "book.m4b");
		const written = await writeM4b({
			...book,
			path,
			chapters: chapters.map(({ name, key, samples }) => ({
				title: name,
				open: async function* () {
					yield* samplesOf(dataOf(await openStored(storage, key), samples * 2));
				},
			})),
			sampleRate: masterRate,
			signal,
			onProgress,
		});
		const places = chapters.map((chapter, at) => placeOf(chapter, written.chapters[at]?.from ?? 0));
		const files = chapters.map(({ measured }) => measured);
		return use({ body: createReadStream(path), report: { files, places } });
	});
}

async function* samplesOf(data: AsyncIterable<Uint8Array>): AsyncGenerator<Float32Array> {
	let rest: Uint8Array = new Uint8Array(0);
	for await (const bytes of data) {
		const all = rest.length > 0 ? Buffer.concat([rest, bytes]) : bytes;
		const pcm = new Int16Array(all.length >> 1);
		new Uint8Array(pcm.buffer).set(all.subarray(0, pcm.byteLength));
		rest = all.slice(pcm.byteLength);
		if (pcm.length > 0) yield toFloat(pcm);
	}
}
