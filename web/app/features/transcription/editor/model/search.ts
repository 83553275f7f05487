import { segmentText, type TranscriptDocument } from "./document.ts";
import { editText } from "./edits.ts";

export type SearchOptions = { text: string; matchCase: boolean; wholeWords: boolean };
/** A match in the text of a segment, with the words it touches: from `firstWord` to `lastWord`. */
export type Match = { segment: number; from: number; to: number; firstWord: number; lastWord: number };

const letter = /[\p{L}\p{N}\p{M}]/u;

/** All matches, in order. Several spaces count as one. */
export function findMatches({ segments }: TranscriptDocument, options: SearchOptions): Match[] {
	const wanted = fold(options.text.replaceAll(/\s+/gu, " "), options);
	if (wanted.trim() === "") return [];
	return segments.flatMap((segment, index) => {
		const text = fold(segmentText(segment), options);
		const found: Match[] = [];
		for (let from = text.indexOf(wanted); from >= 0; from = text.indexOf(wanted, from + wanted.length)) {
			const to = from + wanted.length;
			if (options.wholeWords && !isWhole(text, from, to)) continue;
			found.push({ segment: index, from, to, ...wordsBetween(segment.words, from, to) });
		}
		return found;
	});
}

/** Lowercase only where that keeps the length, so that positions stay valid. */
function fold(text: string, { matchCase }: SearchOptions): string {
	if (matchCase) return text;
	const lower = text.toLowerCase();
	if (lower.length === text.length) return lower;
	return [...text].map((one) => (one.toLowerCase().length === one.length ? one.toLowerCase() : one)).join("");
}

function isWhole(text: string, from: number, to: number): boolean {
	const before = text[from - 1];
	const after = text[to];
	return !(before && letter.test(before)) && !(after && letter.test(after));
}

function wordsBetween(words: readonly { text: string; gap: string }[], from: number, to: number) {
	let at = 0;
	let firstWord = -1;
	let lastWord = 0;
	for (const [index, word] of words.entries()) {
		const end = at + word.text.length;
		if (end > from && at < to) {
			if (firstWord < 0) firstWord = index;
			lastWord = index;
		}
		at = end + word.gap.length;
	}
	return { firstWord: Math.max(0, firstWord), lastWord };
}

/** Replaces one match. */
export function replaceMatch(document: TranscriptDocument, match: Match, replacement: string): TranscriptDocument {
	const segment = document.segments[match.segment];
	if (!segment) return document;
	const text = segmentText(segment);
	return editText(document, match.segment, text.slice(0, match.from) + replacement + text.slice(match.to));
}

/** Replaces all matches in one edit. */
export function replaceAll(document: TranscriptDocument, options: SearchOptions, replacement: string) {
	const matches = findMatches(document, options);
	const bySegment = Map.groupBy(matches, ({ segment }) => segment);
	let changed = document;
	// From the end, because a segment without text is removed.
	for (const [index, own] of [...bySegment].toReversed()) {
		const segment = document.segments[index];
		if (!segment) continue;
		const text = segmentText(segment);
		let result = "";
		let at = 0;
		for (const { from, to } of own) {
			result += text.slice(at, from) + replacement;
			at = to;
		}
		changed = editText(changed, index, result + text.slice(at));
	}
	return { document: changed, count: matches.length };
}
