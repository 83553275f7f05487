// The text that was read from a document: what a review shows of it, and the chapters it becomes.
import {
	type DroppedKind,
	droppedKinds,
	maxChapterBlocks,
	maxChapterCharacters,
	maxChapterNameCharacters,
	maxDroppedPassages,
} from "@timbre/contract/studio/rules.ts";
import type { DocumentBlock, DocumentChapter, DocumentText } from "@timbre/engines/documents/types.ts";
import type { FoundDocument } from "../../../core/json-columns/studio.ts";
import type { NewChapter } from "../chapters/chapters.service.ts";

/** What the user chose in the review. */
export type ImportChoice = {
	/** Kinds of passages that stay in the text. */
	keep: DroppedKind[];
	/** Positions of the chapters to import. All if missing. */
	chapters?: number[];
};

const maxOpeningCharacters = 160;
const maxPassageCharacters = 300;

export function summarizeDocument({ format, title, author, language, pages, chapters }: DocumentText): FoundDocument {
	const found = chapters.map(({ name, blocks }) => {
		const spoken = blocks.filter(({ dropped }) => dropped === undefined);
		return {
			name,
			characters: sum(spoken.map(({ text }) => text.length)),
			words: sum(spoken.map(({ text }) => countWords(text))),
			opening: shorten(spoken.find(({ type }) => type === "p")?.text ?? "", maxOpeningCharacters),
		};
	});
	return {
		format,
		title: title && shorten(title, maxPassageCharacters),
		author: author && shorten(author, maxPassageCharacters),
		language,
		pages,
		characters: sum(found.map(({ characters }) => characters)),
		words: sum(found.map(({ words }) => words)),
		chapters: found,
		dropped: groupDropped(chapters),
	};
}

/** The chosen chapters with the text that is to be spoken, none of them longer than a chapter can be. */
export function chosenChapters({ chapters }: DocumentText, { keep, chapters: chosen }: ImportChoice): NewChapter[] {
	const positions = chosen === undefined ? undefined : new Set(chosen);
	return chapters
		.filter((_, position) => positions?.has(position) ?? true)
		.flatMap(({ name, blocks }) => {
			const kept = blocks.filter(({ dropped }) => dropped === undefined || keep.includes(dropped));
			return split(kept).map((part, at) => ({
				name: at === 0 ? name : `${shorten(name, maxChapterNameCharacters - 10)} (${at + 1})`,
				blocks: part.map(({ type, text }) => ({ id: null, type, nodes: [{ text, voiceId: null }] })),
			}));
		});
}

/** All text as one chapter. Undefined if that would be too long. */
export function asOneChapter(document: DocumentText): NewChapter["blocks"] | undefined {
	const chapters = chosenChapters(document, { keep: [] });
	const blocks = chapters.flatMap((chapter) => chapter.blocks);
	const characters = sum(blocks.flatMap(({ nodes }) => nodes.map(({ text }) => text.length)));
	return characters > maxChapterCharacters || blocks.length > maxChapterBlocks ? undefined : blocks;
}

function groupDropped(chapters: readonly DocumentChapter[]): FoundDocument["dropped"] {
	return droppedKinds.flatMap((kind) => {
		const passages = new Map<string, FoundDocument["dropped"][number]["passages"][number]>();
		let count = 0;
		for (const { name, blocks } of chapters)
			for (const { text, dropped, page } of blocks) {
				if (dropped !== kind) continue;
				count++;
				const shown = shorten(text, maxPassageCharacters);
				const known = passages.get(shown);
				if (known) known.count++;
				else if (passages.size < maxDroppedPassages)
					passages.set(shown, { text: shown, count: 1, chapter: name, page: page ?? null });
			}
		return count === 0 ? [] : [{ kind, count, passages: [...passages.values()] }];
	});
}

function split(blocks: readonly DocumentBlock[]): DocumentBlock[][] {
	const parts: DocumentBlock[][] = [];
	let characters = 0;
	for (const block of blocks) {
		const part = parts.at(-1);
		characters += block.text.length;
		if (part && characters <= maxChapterCharacters && part.length < maxChapterBlocks) part.push(block);
		else {
			parts.push([block]);
			characters = block.text.length;
		}
	}
	return parts;
}

const words = new Intl.Segmenter("en", { granularity: "word" });
/** Counts by white space, which is a hundred times as fast, where the script has it. */
function countWords(text: string): number {
	// Scripts without spaces between words: Thai, Lao, Khmer, Japanese and Chinese.
	if (/[\u0e00-\u0eff\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff]/.test(text))
		return [...words.segment(text)].filter(({ isWordLike }) => isWordLike).length;
	return text.match(/\S+/g)?.length ?? 0;
}

function shorten(text: string, max: number): string {
	if (text.length <= max) return text;
	return `${text
		.slice(0, max - 1)
		.toWellFormed()
		.replaceAll("\ufffd", "")
		.trimEnd()}…`;
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
