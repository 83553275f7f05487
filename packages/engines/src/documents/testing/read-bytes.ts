import { mkdtemp, open, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { toChapters } from "../chapters.ts";
import type { Source } from "../formats/source.ts";
import { inspectDocument, type ReadOptions, readDocument } from "../read.ts";
import type { DocumentBlock, DocumentChapter, DocumentText } from "../types.ts";

export const testLimits = { maxChapters: 500, maxChapterCharacters: 100_000, maxCharacters: 5_000_000 };

export async function withFile<T>(
	bytes: Uint8Array | string,
	use: (file: Awaited<ReturnType<typeof open>>) => Promise<T>,
): Promise<T> {
	const folder = await mkdtemp(join(tmpdir(), "timbre-test-"));
	try {
		const path = join(folder, "document");
		await writeFile(path, bytes);
		const file = await open(path, "r");
		try {
			return await use(file);
		} finally {
			await file.close();
		}
	} finally {
		await rm(folder, { recursive: true });
	}
}

export const readBytes = (
	bytes: Uint8Array | string,
	fileName: string,
	options: Partial<ReadOptions> = {},
): Promise<DocumentText> => withFile(bytes, (file) => readDocument(file, { fileName, limits: testLimits, ...options }));

export const inspectBytes = (bytes: Uint8Array | string, fileName: string) =>
	withFile(bytes, (file) => inspectDocument(file, { fileName }));

/** The chapters of what a format's reader returns, without a process. */
export const divided = (source: Source, limits = testLimits, fileName = "novel.txt") =>
	outline(toChapters(source, fileName, limits).chapters);

/** Blocks as lines such as "h1 The keeper" or "footnote A note." */
export const outline = (chapters: readonly DocumentChapter[]): Record<string, string[]> =>
	Object.fromEntries(chapters.map(({ name, blocks }) => [name, blocks.map(line)]));

const line = ({ type, text, dropped }: DocumentBlock) => `${dropped ?? type} ${text}`;
