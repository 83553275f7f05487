// Finds running heads and page numbers: lines at the top or bottom of pages that repeat or count the pages.
import type { DroppedKind } from "../types.ts";
import { chapterKey, romanValue } from "./chapter-lines.ts";

export type EdgeLine = {
	text: string;
	/** Index of the page. */
	page: number;
	edge: "top" | "bottom";
	/** Lines at the same place on their pages have the same slot. Undefined where the format has no positions. */
	slot?: string;
	/** The outermost line of its edge. */
	isOutermost: boolean;
	/** Too large for a running head, which keeps the titles of chapters. */
	isHeading?: boolean;
};

const maxHeadCharacters = 100;
const minRepeats = 3;
/** In a short document, two repetitions are enough. */
const shortDocumentPages = 8;
const minSlotShare = 0.3;

const loneNumber =
	/^(?:page|pg\.?|p\.|seite|pagina|página|-|–|—|\[|\(|~|\s)*([0-9]{1,4}|[ivxlc]{1,8})(?:\s*(?:of|\/|von|de|sur)\s*\d{1,4}|-|–|—|\]|\)|~|\.|\s)*$/i;
const numberAtEnds = /^\s*(\d{1,4}|[ivxlc]{1,7})\s+(?=\S)|(?<=\S)\s+(\d{1,4}|[ivxlc]{1,7})\s*$/gi;

/** The number that a line consists of, as on a page. */
export function pageNumber(text: string): number | undefined {
	const [, digits] = loneNumber.exec(text) ?? [];
	if (digits === undefined) return undefined;
	const value = /^\d/.test(digits) ? Number(digits) : romanValue(digits);
	return Number.isFinite(value) ? value : undefined;
}

export function findFurniture(lines: readonly EdgeLine[], pages: number): Map<EdgeLine, DroppedKind> {
	const found = new Map<EdgeLine, DroppedKind>();
	for (const line of countingLines(lines, pages)) found.set(line, "page_number");
	const minCount = pages < shortDocumentPages ? 2 : minRepeats;
	const candidates = lines.filter(
		(line) => !found.has(line) && !line.isHeading && line.text.length <= maxHeadCharacters && headKey(line.text) !== "",
	);
	for (const group of Map.groupBy(candidates, (line) => `${line.edge} ${headKey(line.text)}`).values()) {
		// Left and right pages may have their heads at different places, but at the same height.
		for (const place of Map.groupBy(group, (line) => line.slot).values()) {
			const onPages = new Set(place.map((line) => line.page));
			if (onPages.size < minCount || !isSteady(place)) continue;
			// Without positions, the first of them may be the heading that the others repeat.
			const [first] = place;
			const heading = first && !first.slot && chapterKey(first.text) !== undefined ? first : undefined;
			for (const line of place) if (line !== heading) found.set(line, "running_head");
		}
	}
	addSlots(candidates, found, pages);
	return found;
}

/** The text of a running head without the page number in the same line. The number of a chapter is not one. */
const headKey = (text: string) =>
	(chapterKey(text) === undefined ? text.replace(numberAtEnds, "") : text)
		.toLowerCase()
		.replace(/[^\p{L}\p{N}]+/gu, " ")
		.trim();

/** Numbers in the line, if any, count the pages. "Chapter 1" and "Chapter 2" at the top of pages are no running heads. */
function isSteady(lines: readonly EdgeLine[]): boolean {
	if (lines.some((line) => chapterKey(line.text) !== undefined)) return true;
	const offsets = lines.flatMap((line) => {
		const numbers = [...line.text.matchAll(numberAtEnds)].map((match) => pageNumber(match[0].trim()) ?? Number.NaN);
		return numbers.length > 0 ? [numbers.map((number) => number - line.page)] : [];
	});
	if (offsets.length < lines.length / 2) return true;
	return share(offsets.flat()) >= Math.min(1, 2 / offsets.length) && maxCount(offsets.flat()) >= offsets.length / 3;
}

const maxCount = (values: readonly number[]) =>
	Math.max(0, ...[...Map.groupBy(values, (value) => value).values()].map((group) => group.length));
const share = (values: readonly number[]) => (values.length === 0 ? 0 : maxCount(values) / values.length);

function countingLines(lines: readonly EdgeLine[], pages: number): EdgeLine[] {
	const numbered = lines.flatMap((line) => {
		const number = line.isHeading ? undefined : pageNumber(line.text);
		return number === undefined ? [] : [{ line, offset: number - line.page }];
	});
	const groups = [...Map.groupBy(numbered, ({ line, offset }) => `${line.edge} ${offset}`).values()];
	const counting = groups.filter(
		(group) => group.length >= 2 || (group[0]?.offset === 1 && group[0].line.edge === "bottom" && pages > 1),
	);
	return counting.flat().map(({ line }) => line);
}

/** Lines where other pages have their running heads, such as those of a chapter with few pages. */
function addSlots(candidates: EdgeLine[], found: Map<EdgeLine, DroppedKind>, pages: number): void {
	const slots = new Map<string, number>();
	for (const [line, kind] of found)
		if (kind === "running_head" && line.slot) slots.set(line.slot, (slots.get(line.slot) ?? 0) + 1);
	for (const line of candidates) {
		if (found.has(line) || !line.slot || !line.isOutermost) continue;
		const count = slots.get(line.slot) ?? 0;
		if (count >= Math.max(minRepeats, pages * minSlotShare)) found.set(line, "running_head");
	}
}
