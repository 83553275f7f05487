// An EPUB of a project: its text, and the audio with the times of each sentence.
import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";
import type { Database } from "@timbre/db/connect.ts";
import { epubFiles } from "@timbre/engines/publishing/epub.ts";
import type { EpubBlock, EpubBook, EpubSentence } from "@timbre/engines/publishing/epub-book.ts";
import type { ExportChapter } from "../../../core/json-columns/studio.ts";
import type { Storage } from "../../../core/storage/storage.ts";
import { type ZipContent, type ZipFile, zipArchive } from "../../../core/zip.ts";
import { type Block, plainText } from "../document/blocks.ts";
import { getBlocks } from "../document/document.service.ts";
import { type Assembled, placesInOne, requireZip } from "./assemble.service.ts";
import { type ChapterAudio, loadChapterAudio } from "./chapter-audio.service.ts";
import type { MasteredChapter } from "./master.service.ts";
import { wordsOf } from "./sentences.ts";
import { openStored } from "./storage-files.service.ts";

type Services = { db: Database; storage: Storage };
export type EpubDetails = Omit<EpubBook, "chapters">;

export async function assembleEpub(
	{ db, storage }: Services,
	workspaceId: string,
	chapters: readonly { listed: ExportChapter; mastered: MasteredChapter }[],
	details: EpubDetails,
): Promise<Assembled> {
	/** Of the audio files, which are too large to be read twice. */
	const known = new WeakMap<AsyncIterable<Uint8Array>, ZipContent>();
	const book: EpubBook = { ...details, chapters: [] };
	const listed = [];
	for (const { listed: chapter, mastered } of chapters) {
		const audio = await loadChapterAudio({ db, storage }, workspaceId, chapter.snapshot_id);
		const blocks = await getBlocks(db, workspaceId, chapter.chapter_id);
		listed.push({
			id: chapter.chapter_id,
			title: chapter.name,
			blocks: epubBlocks(audio, blocks, mastered.offsetSeconds, chapter.is_current),
			audio: {
				name: `${chapter.name}.mp3`,
				type: "audio/mpeg" as const,
				seconds: mastered.seconds,
				open: () => {
					const body = readStored(storage, mastered.key);
					known.set(body, mastered.file);
					return body;
				},
			},
		});
	}
	book.chapters = listed;
	const files = await listFiles(book, known, Math.floor(details.modified.getTime() / 1000));
	requireZip(files.map(({ name, known: { size } }) => ({ name, size })));
	const mastered = chapters.map((one) => one.mastered);
	return {
		body: zipArchive(toStream(files)),
		report: {
			files: mastered.map(({ measured }) => measured),
			// Each chapter has its own file.
			places: placesInOne(mastered).map((place) => ({ ...place, starts_at: 0 })),
		},
	};
}

async function* readStored(storage: Storage, key: string): AsyncGenerator<Uint8Array> {
	yield* await openStored(storage, key);
}

type KnownFile = ZipFile & { known: ZipContent };

async function listFiles(
	book: EpubBook,
	known: WeakMap<AsyncIterable<Uint8Array>, ZipContent>,
	dateUnix: number,
): Promise<KnownFile[]> {
	const files: KnownFile[] = [];
	for (const { name, body } of epubFiles(book)) {
		const content = typeof body === "string" ? undefined : known.get(body);
		if (content && typeof body !== "string") files.push({ name, dateUnix, body, known: content });
		else {
			const bytes = await bytesOf(body);
			files.push({ name, dateUnix, body: toStream([bytes]), known: { crc: crc32(bytes), size: bytes.length } });
		}
	}
	return files;
}

async function bytesOf(body: string | AsyncIterable<Uint8Array>): Promise<Buffer> {
	if (typeof body === "string") return Buffer.from(body);
	const parts: Uint8Array[] = [];
	for await (const part of body) parts.push(part);
	return Buffer.concat(parts);
}

async function* toStream<T>(items: Iterable<T>): AsyncGenerator<T> {
	yield* items;
}

/** The text that is heard, in its blocks. Blocks without speech are there if the text is still the same. */
function epubBlocks(
	{ sentences }: ChapterAudio,
	blocks: readonly Block[],
	offsetSeconds: number,
	isCurrent: boolean,
): EpubBlock[] {
	const types = new Map(blocks.map(({ id, type }) => [id, type]));
	const spoken = new Map<string, EpubSentence[]>();
	for (const [at, sentence] of sentences.entries()) {
		const words = wordsOf(sentence).map(({ from }) => ({ from: from + offsetSeconds }));
		const list = spoken.get(sentence.blockId) ?? [];
		list.push({
			id: `s${at}`,
			text: sentence.text,
			from: sentence.from + offsetSeconds,
			to: sentence.to + offsetSeconds,
			...(words.length > 0 ? { words } : {}),
		});
		spoken.set(sentence.blockId, list);
	}
	const silent = (block: Block): EpubSentence[] => {
		const text = plainText([block]).trim();
		return text === "" ? [] : [{ id: `${block.id}-text`, text, from: 0, to: 0 }];
	};
	if (isCurrent)
		return blocks.map((block) => ({
			id: block.id,
			type: block.type,
			sentences: spoken.get(block.id) ?? silent(block),
		}));
	return [...spoken].map(([id, list]) => ({ id, type: types.get(id) ?? "p", sentences: list }));
}

/** The same for each export of a project, so that readers keep their place in a new one. */
export function bookUuid(projectId: string): string {
	const hex = createHash("sha256").update(`timbre studio project ${projectId}`).digest("hex");
	return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `a${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
		"-",
	);
}
