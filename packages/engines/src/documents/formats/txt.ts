import type { DroppedKind } from "../types.ts";
import { chapterKey } from "./chapter-lines.ts";
import { type EdgeLine, findFurniture } from "./furniture.ts";
import { createParagraphs, endsSentence, startsLowercase } from "./paragraphs.ts";
import type { Source, SourceBlock } from "./source.ts";
import { cleanText } from "./text.ts";

type Line = { text: string; indent: number; page: number; dropped?: DroppedKind };

/** Longer lines are paragraphs: nobody wraps at this width. */
const maxWrappedCharacters = 130;
const maxLongShare = 0.05;
const minIndent = 2;
/** A shorter line before a page break may be the last of its paragraph. */
const minFullLineCharacters = 50;
const maxHeadingLines = 3;
const maxHeadingLineCharacters = 60;
const maxNoteBlocks = 20;

const pageMark =
	/^(?:\[(?:pg\.?|page|p\.|seite|s\.)?\s*([0-9]{1,4}|[ivxlc]{1,8})\]|\{(?:pg\.?|page|p\.)?\s*([0-9]{1,4}|[ivxlc]{1,8})\})$/i;
const noteStart = /^\[(?:foot|end)?note:?\s*([\w*†]{1,5})?\s*[:.]/i;

export function readTxt(text: string): Source {
	const pages = text.replace(/\r\n?|[\u0085\u2028]/g, "\n").split("\f");
	const lines = pages.map((page, index) =>
		page.split("\n").map((raw): Line => {
			const line = cleanText(raw);
			return { text: line, indent: indentOf(raw), page: index, ...(pageMark.test(line) && { dropped: "page_number" }) };
		}),
	);
	if (pages.length > 1) markFurniture(lines);
	const isWrapped = isHardWrapped(lines.flat());
	const blocks = collectNotes(toBlocks(lines, isWrapped, pages.length > 1));
	return { pages: pages.length > 1 ? pages.length : null, blocks };
}

const indentOf = (line: string) => /^[ \t\u3000]*/.exec(line)?.[0].replaceAll("\t", "    ").length ?? 0;

function isHardWrapped(lines: readonly Line[]): boolean {
	const written = lines.filter((line) => line.text !== "");
	const hasBlankLines = lines.some((line, at) => line.text === "" && at > 0 && at < lines.length - 1);
	const long = written.filter((line) => line.text.length > maxWrappedCharacters).length;
	return hasBlankLines && long <= written.length * maxLongShare;
}

function markFurniture(pages: Line[][]): void {
	const edges = new Map<EdgeLine, Line>();
	for (const [page, lines] of pages.entries()) {
		const written = lines.filter((line) => line.text !== "");
		for (const edge of ["top", "bottom"] as const) {
			const fromEdge = edge === "top" ? written.slice(0, 2) : written.slice(-2).reverse();
			for (const [at, line] of fromEdge.entries())
				if (!line.dropped) edges.set({ text: line.text, page, edge, isOutermost: at === 0 }, line);
		}
	}
	for (const [edge, kind] of findFurniture([...edges.keys()], pages.length)) {
		const line = edges.get(edge);
		if (line) line.dropped = kind;
	}
}

function toBlocks(pages: readonly Line[][], isWrapped: boolean, isPaged: boolean): SourceBlock[] {
	const blocks: SourceBlock[] = [];
	const paragraphs = createParagraphs(blocks, joinLines);
	let isAfterGap = true;
	let isInterrupted = false;
	let indent = 0;
	/** Lines that are left of a heading. */
	let headingLeft: number | undefined;
	for (const lines of pages) {
		for (const [at, line] of lines.entries()) {
			const page = isPaged ? { page: line.page + 1 } : {};
			if (line.dropped) {
				isInterrupted = true;
				paragraphs.drop({ type: "p", text: line.text, dropped: line.dropped, ...page });
				continue;
			}
			if (line.text === "") {
				isAfterGap = true;
				continue;
			}
			const last = paragraphs.lastLine();
			const isHeading = chapterKey(line.text) !== undefined;
			const goesOn = last !== undefined && (isInterrupted ? goesOnBehindBreak(last, line.text) : !isAfterGap);
			const isIndented = line.indent >= indent + minIndent && !startsLowercase(line.text);
			if (isHeading) headingLeft = isWrapped ? headingLines(lines, at) : 0;
			const isHeadingPart = !isHeading && headingLeft !== undefined && headingLeft > 0;
			const startsText = !isHeading && headingLeft === 0;
			if (isHeadingPart || (isWrapped && goesOn && !isIndented && !isHeading && !startsText)) paragraphs.add(line.text);
			else paragraphs.start(line.text, { type: "p", ...page });
			if (isHeadingPart) headingLeft = (headingLeft ?? 0) - 1;
			else if (!isHeading) headingLeft = undefined;
			indent = line.indent;
			isAfterGap = false;
			isInterrupted = false;
		}
		isAfterGap = true;
		isInterrupted = true;
	}
	paragraphs.end();
	return blocks;
}

/** Whether a paragraph goes on behind a page break or a page number. */
const goesOnBehindBreak = (last: string, next: string) =>
	!endsSentence(last) &&
	(startsLowercase(next) || last.length >= minFullLineCharacters) &&
	chapterKey(last) === undefined;

/** How many more lines a heading has: those up to a blank line, if they are few and short. */
function headingLines(lines: readonly Line[], at: number): number {
	let end = at + 1;
	while (lines[end]?.text) end++;
	const more = lines.slice(at + 1, end);
	const isHeading =
		more.length < maxHeadingLines &&
		more.every(({ text }) => text.length <= maxHeadingLineCharacters && chapterKey(text) === undefined) &&
		!endsSentence(more.at(-1)?.text ?? "");
	return isHeading ? more.length : 0;
}

/** A hyphen at the end of a line belongs to the word: programs that write txt don't hyphenate. */
const joinLines = (lines: readonly string[]) =>
	lines.map((line, at) => (at === 0 || /\p{L}-$/u.test(lines[at - 1] ?? "") ? line : ` ${line}`)).join("");

/** "[Footnote 1: …]" up to its closing bracket, and the references to it in the text. */
function collectNotes(blocks: SourceBlock[]): SourceBlock[] {
	const labels = new Set<string>();
	for (const [at, block] of blocks.entries()) {
		const [match, label] = noteStart.exec(block.text) ?? [];
		if (!match || block.dropped) continue;
		if (label) labels.add(label);
		let depth = 0;
		for (const part of blocks.slice(at, at + maxNoteBlocks)) {
			if (part.dropped && part !== block) continue;
			depth += count(part.text, "[") - count(part.text, "]");
			part.dropped = "footnote";
			if (depth <= 0) break;
		}
	}
	if (labels.size === 0) return blocks;
	return blocks.map((block) =>
		block.dropped
			? block
			: {
					...block,
					text: block.text.replace(/\s?\[([\w*†]{1,5})\]/g, (mark, label) => (labels.has(label) ? "" : mark)),
				},
	);
}

const count = (text: string, mark: string) => text.split(mark).length - 1;
