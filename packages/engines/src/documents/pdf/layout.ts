// Turns the lines of pages into headings, paragraphs and notes.
import { type EdgeLine, findFurniture } from "../formats/furniture.ts";
import { createParagraphs, endsSentence, startsLowercase } from "../formats/paragraphs.ts";
import type { SourceBlock } from "../formats/source.ts";
import type { DroppedKind } from "../types.ts";
import { inReadingOrder, type PdfLine, type PdfPage } from "./lines.ts";

type PageLine = PdfLine & { dropped?: DroppedKind; page: number; startsNote?: boolean };
type Style = {
	/** The font size of the text. */
	body: number;
	/** Larger sizes, largest first. */
	headings: number[];
	/** Distance of lines. */
	leading: number;
	/** Paragraphs begin with an indent and not with a gap. */
	usesIndents: boolean;
};
type Margins = { left: number; right: number };

/** Shares of the font size of the text. */
const minHeadingSize = 1.12;
const maxNoteSize = 0.92;
const minIndent = 0.7;
const maxIndent = 6;
const minParagraphGap = 1.35;
const maxHeadingGap = 2.2;
/** Share of the width of the text. */
const minShortLine = 0.2;
const minLinesForMargins = 3;
/** Share of the height of the page, at the top and the bottom. */
const edgeShare = 0.16;
const maxHeadingCharacters = 200;

const noteMark = /^(?:\d{1,3}|[*†‡§¶]{1,3}|[a-z](?=[.)]))[\s.)]?\s*\S/;

export function layOut(pages: readonly PdfPage[]): SourceBlock[] {
	const style = findStyle(pages);
	const dropped = findEdges(pages, style);
	const blocks: SourceBlock[] = [];
	const words = countWords(pages);
	const paragraphs = createParagraphs(blocks, (lines) => joinLines(lines, words));
	let last: PageLine | undefined;
	let lastMargins: Margins | undefined;
	let note: SourceBlock | undefined;
	for (const page of pages) {
		const { text, notes, furniture } = sortLines(page, style, dropped);
		const margins = findMargins(text, style);
		const { head, foot } = Object.groupBy(furniture, (line) => (line.y > page.height / 2 ? "head" : "foot"));
		const drop = (line: PageLine) =>
			paragraphs.drop({ type: "p", text: line.text, dropped: line.dropped ?? "running_head", page: page.number });
		for (const line of head ?? []) drop(line);
		for (const line of text) {
			const level = headingLevel(line, style);
			const isNewPage = last?.page !== line.page;
			if (last && goesOn(last, line, { style, margins, lastMargins: lastMargins ?? margins, isNewPage })) {
				paragraphs.add(line.text);
			} else paragraphs.start(line.text, { type: level ?? "p", page: page.number });
			last = line;
			lastMargins = margins;
		}
		for (const line of notes) {
			if (line.startsNote || !note) {
				note = { type: "p", text: line.text, dropped: "footnote", page: page.number };
				paragraphs.drop(note);
			} else note.text = joinLines([note.text, line.text], words);
		}
		for (const line of foot ?? []) drop(line);
	}
	paragraphs.end();
	return blocks;
}

function findStyle(pages: readonly PdfPage[]): Style {
	const lines = pages.flatMap((page) => page.lines);
	const body = mode(lines.map((line): [number, number] => [round(line.size), line.characters])) ?? 12;
	const sizes = new Set(
		lines
			.filter((line) => line.size >= body * minHeadingSize && /\p{L}|\p{N}/u.test(line.text))
			.map((line) => round(line.size)),
	);
	const gaps = pages.flatMap(({ lines: own }) =>
		own.flatMap((line, at): [number, number][] => {
			const before = own[at - 1];
			const gap = before ? before.y - line.y : 0;
			const isText = before && isBody(line, body) && isBody(before, body) && gap > 0 && gap < body * 3;
			return isText ? [[round(gap), 1]] : [];
		}),
	);
	const leading = mode(gaps) ?? body * 1.2;
	const wide = gaps.filter(([gap]) => gap > leading * minParagraphGap).length;
	return {
		body,
		headings: [...sizes].sort((first, second) => second - first),
		leading,
		usesIndents: wide < gaps.length * 0.05,
	};
}

const round = (value: number) => Math.round(value * 2) / 2;
const isBody = (line: PdfLine, body: number) => Math.abs(line.size - body) <= body * 0.08;

function mode(values: readonly (readonly [value: number, weight: number])[]): number | undefined {
	const weights = new Map<number, number>();
	for (const [value, weight] of values) weights.set(value, (weights.get(value) ?? 0) + weight);
	return [...weights].reduce<[number, number] | undefined>(
		(best, entry) => (!best || entry[1] > best[1] ? entry : best),
		undefined,
	)?.[0];
}

function headingLevel(line: PdfLine, { body, headings }: Style): "h1" | "h2" | "h3" | undefined {
	if (line.size < body * minHeadingSize) return undefined;
	const at = headings.indexOf(round(line.size));
	return at < 0 ? undefined : (["h1", "h2", "h3"] as const)[Math.min(at, 2)];
}

function findEdges(pages: readonly PdfPage[], style: Style): Map<PdfLine, DroppedKind> {
	const edges = new Map<EdgeLine, PdfLine>();
	for (const [index, { lines, height }] of pages.entries()) {
		const sorted = lines.toSorted((first, second) => second.y - first.y);
		for (const edge of ["top", "bottom"] as const) {
			const outermost = edge === "top" ? sorted.slice(0, 2) : sorted.slice(-2).reverse();
			for (const [at, line] of outermost.entries()) {
				const fromEdge = edge === "top" ? height - line.y : line.y;
				if (fromEdge > height * edgeShare) continue;
				edges.set(
					{
						text: line.text,
						page: index,
						edge,
						slot: `${edge} ${Math.round(line.y / 2)} ${round(line.size)}`,
						isOutermost: at === 0 && isSetOff(line, sorted, edge, style),
						isHeading: line.size > style.body * 1.3,
					},
					line,
				);
			}
		}
	}
	const found = findFurniture([...edges.keys()], pages.length);
	return new Map([...found].flatMap(([edge, kind]) => (edges.has(edge) ? [[edges.get(edge) as PdfLine, kind]] : [])));
}

/** Farther from the text than its lines are from each other. */
function isSetOff(line: PdfLine, sorted: readonly PdfLine[], edge: "top" | "bottom", { leading }: Style): boolean {
	const at = sorted.indexOf(line);
	const next = sorted[edge === "top" ? at + 1 : at - 1];
	return !next || Math.abs(next.y - line.y) > leading * minParagraphGap;
}

function sortLines(
	{ number, lines }: PdfPage,
	style: Style,
	dropped: Map<PdfLine, DroppedKind>,
): { text: PageLine[]; notes: PageLine[]; furniture: PageLine[] } {
	const furniture = lines
		.flatMap((line) => (dropped.has(line) ? [{ ...line, page: number, dropped: dropped.get(line) }] : []))
		.sort((first, second) => second.y - first.y);
	const text = inReadingOrder(lines.filter((line) => !dropped.has(line))).map((line) => ({ ...line, page: number }));
	const lowestText = Math.min(...text.filter((line) => line.size > style.body * maxNoteSize).map((line) => line.y));
	const isSmall = (line: PageLine) => line.size <= style.body * maxNoteSize && line.y < lowestText;
	const small = text.filter(isSmall).sort((first, second) => second.y - first.y);
	const marked = small.map((line) => ({ ...line, startsNote: noteMark.test(line.text) }));
	const firstNote = marked.findIndex((line) => line.startsNote);
	// Small text above the first mark continues a note of the page before.
	const notes = firstNote < 0 ? [] : marked;
	return { text: notes.length > 0 ? text.filter((line) => !isSmall(line)) : text, notes, furniture };
}

function findMargins(lines: readonly PageLine[], { body }: Style): Margins {
	const own = lines.filter((line) => isBody(line, body));
	const left = mode(own.map((line): [number, number] => [Math.round(line.x), 1])) ?? 0;
	const rights = own.map((line) => line.right).sort((first, second) => first - second);
	return {
		left,
		right: own.length < minLinesForMargins ? Number.NaN : (rights[Math.floor(rights.length * 0.95)] ?? 0),
	};
}

type Context = { style: Style; margins: Margins; lastMargins: Margins; isNewPage: boolean };

/** Whether a line belongs to the paragraph of the line before it. */
function goesOn(last: PageLine, line: PageLine, { style, margins, lastMargins, isNewPage }: Context): boolean {
	const level = headingLevel(line, style);
	const lastLevel = headingLevel(last, style);
	if (level || lastLevel) {
		if (level !== lastLevel || isNewPage || round(line.size) !== round(last.size)) return false;
		const gap = last.y - line.y;
		return gap > 0 && gap <= line.size * maxHeadingGap && last.characters < maxHeadingCharacters;
	}
	if (Math.abs(last.size - line.size) > style.body * 0.1) return false;
	const indent = (line.x - margins.left) / style.body;
	const lastIndent = (last.x - lastMargins.left) / style.body;
	// Lines with the same indent are a quotation or a poem.
	const isIndented = indent > minIndent && indent < maxIndent && Math.abs(indent - lastIndent) > 0.5;
	const isShort = endsEarly(last, line, lastMargins);
	const gap = last.y - line.y;
	const isNewColumn = !isNewPage && gap < -style.body;
	if (isNewPage || isNewColumn) {
		if (!endsSentence(last.text))
			return (!isIndented || startsLowercase(line.text)) && (!isShort || startsLowercase(line.text));
		return style.usesIndents && !isIndented && !isShort;
	}
	if (gap > style.leading * minParagraphGap) return false;
	if (isIndented && !(startsLowercase(line.text) && !endsSentence(last.text))) return false;
	return !(isShort && (endsSentence(last.text) || (isVeryShort(last, lastMargins) && !startsLowercase(line.text))));
}

/** The first word of the next line would have fit. */
function endsEarly(last: PdfLine, next: PdfLine, { left, right }: Margins): boolean {
	if (Number.isNaN(right)) return false;
	const [word = ""] = next.text.split(" ");
	const characterWidth = (next.right - next.x) / Math.max(1, next.characters);
	const needed = (word.length + 1) * characterWidth * 1.15;
	return right - last.right > Math.max(needed, (right - left) * 0.02);
}

const isVeryShort = (line: PdfLine, { left, right }: Margins) => right - line.right > (right - left) * minShortLine;

function countWords(pages: readonly PdfPage[]): Set<string> {
	const words = new Set<string>();
	for (const { lines } of pages)
		for (const { text } of lines)
			for (const [word] of text.matchAll(/[\p{L}\p{M}’'-]+/gu)) words.add(word.toLowerCase());
	return words;
}

/** Joins words that were hyphenated at the end of a line. */
function joinLines(lines: readonly string[], words: ReadonlySet<string>): string {
	const parts: string[] = [];
	for (const line of lines) {
		const before = parts.at(-1);
		const [, head] = /(\p{L}+)[-\u00ad\u2010]$/u.exec(before ?? "") ?? [];
		const [, tail] = /^(\p{L}+)/u.exec(line) ?? [];
		if (before === undefined) parts.push(line);
		else if (head && tail && startsLowercase(line)) {
			const isCompound = words.has(`${head}-${tail}`.toLowerCase()) && !words.has(`${head}${tail}`.toLowerCase());
			parts[parts.length - 1] = isCompound ? before : before.replace(/[-\u00ad\u2010]$/u, "");
			parts.push(line);
		} else parts.push(/[\p{L}\p{N}][-\u2010–—]$/u.test(before) ? line : ` ${line}`);
	}
	return parts.join("");
}
