// Divides blocks into chapters.
import { DocumentError, nothingToRead } from "./errors.ts";
import { chapterKey, chapterLines } from "./formats/chapter-lines.ts";
import type { Source, SourceBlock } from "./formats/source.ts";
import { cleanText, shorten } from "./formats/text.ts";
import type { DocumentBlock, DocumentChapter, DocumentLimits } from "./types.ts";

const maxNameCharacters = 200;
const maxTitleCharacters = 300;
/** Headings in a row that make up one name; more are a list. */
const maxJoinedHeadings = 3;
const openingName = "Opening";

type Draft = { name: string | undefined; blocks: SourceBlock[] };

export type Divided = { title: string | null; chapters: DocumentChapter[] };

export function toChapters(source: Source, fileName: string, limits: DocumentLimits): Divided {
	const blocks = source.blocks
		.map((block) => ({ ...block, text: cleanText(block.text) }))
		.filter((block) => block.text !== "");
	if (!blocks.some(isText) && !blocks.some((block) => !block.dropped)) throw nothingToRead();
	checkLength(blocks, limits);
	const metadataTitle = titleOf(source.title);
	const titleBlock = findTitle(blocks, metadataTitle);
	const title = metadataTitle ?? titleOf(titleBlock?.text);
	const starts = findStarts(blocks, titleBlock);
	const drafts = mergeEmpty(divide(blocks, starts, titleBlock), titleBlock);
	const named = drafts.map(({ name, blocks: own }, index) => ({
		name: name ?? (drafts.length > 1 && index === 0 ? (title ?? openingName) : (title ?? baseName(fileName))),
		blocks: own,
	}));
	const chapters = named.flatMap((chapter) => split(chapter, limits.maxChapterCharacters));
	if (chapters.length > limits.maxChapters)
		throw new DocumentError(
			"too_large",
			`The document has ${format(chapters.length)} chapters. The limit is ${format(limits.maxChapters)}. Split it into several files.`,
		);
	return { title, chapters };
}

const isText = (block: SourceBlock) => !block.dropped && block.type === "p";
const format = (count: number) => count.toLocaleString("en-US");
const titleOf = (text: string | null | undefined) => shorten(cleanText(text ?? ""), maxTitleCharacters) || null;
const baseName = (fileName: string) =>
	shorten(
		cleanText(
			fileName
				.replaceAll("\\", "/")
				.replace(/^.*\//s, "")
				.replace(/\.[^.]{1,8}$/, ""),
		),
		maxNameCharacters,
	) || "Document";
const sameText = (first: string, second: string) => key(first) === key(second);
const key = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");

function checkLength(blocks: SourceBlock[], { maxCharacters }: DocumentLimits): void {
	const characters = blocks.reduce((sum, block) => sum + block.text.length, 0);
	if (characters > maxCharacters)
		throw new DocumentError(
			"too_large",
			`The document has ${format(characters)} characters. The limit is ${format(maxCharacters)}. Split it into several files.`,
		);
}

/** A heading at the start that names the document and not a chapter. */
function findTitle(blocks: SourceBlock[], title: string | null): SourceBlock | undefined {
	const first = blocks.find((block) => !block.dropped);
	if (first?.type !== "h1" || first.chapter?.name) return undefined;
	const isMarked = first.isTitle && blocks.filter((block) => block.isTitle).length === 1;
	const isSingle = blocks.filter((block) => block.type === "h1" && !block.dropped).length === 1;
	return isMarked || isSingle || (title && sameText(first.text, title)) ? first : undefined;
}

/** The blocks that start a chapter, with the name if it isn't that of the headings. */
function findStarts(blocks: SourceBlock[], title: SourceBlock | undefined): Map<SourceBlock, string | undefined> {
	const marked = blocks.filter((block) => block.chapter);
	if (marked.length > 0) return new Map(marked.map((block) => [block, block.chapter?.name]));
	for (const level of ["h1", "h2", "h3"] as const) {
		const headings = blocks.filter((block) => block.type === level && !block.dropped && block !== title);
		if (headings.length >= 2) return new Map(headings.map((block) => [block, undefined]));
	}
	const lines = chapterLines(blocks);
	for (const block of lines) block.type = "h1";
	if (lines.length > 0) return new Map(lines.map((block) => [block, undefined]));
	// A document that is one chapter keeps its heading as the name.
	const [heading, ...more] = blocks.filter((block) => block.type !== "p" && !block.dropped && block !== title);
	return heading && more.length === 0 ? new Map([[heading, undefined]]) : new Map();
}

function divide(
	blocks: SourceBlock[],
	starts: Map<SourceBlock, string | undefined>,
	title: SourceBlock | undefined,
): Draft[] {
	const drafts: Draft[] = [{ name: undefined, blocks: [] }];
	for (const block of blocks) {
		if (starts.has(block)) {
			const before = drafts.at(-1)?.blocks ?? [];
			// Smaller headings right before the start belong to it: "Chapter One" above a larger "The Tide".
			const lead = takeLead(before, starts, title);
			const texts = [...lead, block].filter((own) => !own.dropped).map((own) => own.text);
			drafts.push({
				name: shorten(starts.get(block) ?? joinNames(texts), maxNameCharacters),
				blocks: [...lead, block],
			});
		} else drafts.at(-1)?.blocks.push(block);
	}
	return drafts.filter((draft) => draft.blocks.length > 0);
}

function takeLead(
	before: SourceBlock[],
	starts: Map<SourceBlock, string | undefined>,
	title: SourceBlock | undefined,
): SourceBlock[] {
	let at = before.length;
	while (at > 0) {
		const block = before[at - 1];
		if (!block || block.type === "p" || block.dropped || block === title || starts.has(block)) break;
		at--;
	}
	if (before.length - at > maxJoinedHeadings) return [];
	// At the start of the document they may also be the author or a subtitle.
	const isFront = !before.slice(0, at).some(isText);
	return isFront && before.slice(at).some((block) => chapterKey(block.text) === undefined) ? [] : before.splice(at);
}

/** Joins chapters without text to the next, and those at the end to the previous one. */
function mergeEmpty(drafts: Draft[], title: SourceBlock | undefined): Draft[] {
	const merged: Draft[] = [];
	let empty: Draft[] = [];
	for (const draft of drafts) {
		if (!draft.blocks.some(isText) && draft !== drafts.at(-1)) {
			empty.push(draft);
			continue;
		}
		const before = empty.flatMap((one) => one.blocks).filter((block) => block !== title);
		const names = empty.slice(-maxJoinedHeadings).flatMap((one) => (one.name && hasOwn(one, title) ? [one.name] : []));
		const previous = merged.at(-1);
		if (!draft.blocks.some(isText) && previous) {
			previous.blocks.push(...before, ...draft.blocks);
		} else {
			const name = empty.length > maxJoinedHeadings ? draft.name : joinNames([...names, draft.name ?? ""]);
			merged.push({
				name: shorten(name ?? "", maxNameCharacters) || undefined,
				blocks: withBefore(before, draft.blocks),
			});
		}
		empty = [];
	}
	return merged;
}

/** What was dropped before the first heading follows it, so that the chapter begins with its heading. */
function withBefore(before: SourceBlock[], blocks: SourceBlock[]): SourceBlock[] {
	const [first, ...rest] = blocks;
	return first && before.every((block) => block.dropped) ? [first, ...before, ...rest] : [...before, ...blocks];
}

const hasOwn = (draft: Draft, title: SourceBlock | undefined) =>
	draft.blocks.some((block) => !block.dropped && block !== title);

function joinNames(names: string[]): string {
	return names
		.filter((name) => name !== "")
		.reduce((joined, name) => {
			if (joined === "") return name;
			return /[.:!?—–-]$/.test(joined) ? `${joined} ${name}` : `${joined}: ${name}`;
		}, "");
}

function split({ name, blocks }: { name: string; blocks: SourceBlock[] }, maxCharacters: number): DocumentChapter[] {
	const chapters: DocumentChapter[] = [];
	let own: DocumentBlock[] = [];
	let characters = 0;
	const close = () => {
		if (own.length > 0) chapters.push({ name, blocks: own });
		own = [];
		characters = 0;
	};
	for (const block of blocks.flatMap((one) => splitBlock(toBlock(one), maxCharacters))) {
		if (characters + block.text.length > maxCharacters) close();
		own.push(block);
		characters += block.text.length;
	}
	close();
	return chapters.map((chapter, index) => (index === 0 ? chapter : { ...chapter, name: numbered(name, index + 1) }));
}

const numbered = (name: string, number: number) =>
	`${shorten(name, maxNameCharacters - ` (${number})`.length)} (${number})`;

function toBlock({ type, text, dropped, page }: SourceBlock): DocumentBlock {
	return { type, text, ...(dropped && { dropped }), ...(page !== undefined && { page }) };
}

/** Only for a paragraph that is longer than a chapter may be: at the end of a sentence, or between words. */
function splitBlock(block: DocumentBlock, maxCharacters: number): DocumentBlock[] {
	const parts: DocumentBlock[] = [];
	let rest = block.text;
	while (rest.length > maxCharacters) {
		const head = rest.slice(0, maxCharacters);
		const sentence = Math.max(...[". ", "! ", "? ", "。"].map((end) => head.lastIndexOf(end) + 1));
		const at = sentence > maxCharacters / 2 ? sentence : Math.max(head.lastIndexOf(" "), 0) || maxCharacters;
		const text = cleanText(rest.slice(0, at));
		if (text !== "") parts.push({ ...block, text });
		rest = rest.slice(at).trim();
	}
	if (rest !== "") parts.push({ ...block, text: cleanText(rest) });
	return parts.filter((part) => part.text !== "");
}
