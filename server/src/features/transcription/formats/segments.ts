// Splits the words of a transcript into segments: paragraphs of documents and cues of subtitles.
import type { ExportOptions } from "@timbre/contract/transcription/rules.ts";
import type { StoredWord } from "../../../core/json-columns/transcription.ts";
import { wrapText } from "./wrap.ts";

export type Segment = { start: number; end: number; speaker: string | undefined; text: string; words: StoredWord[] };

type Limits = Pick<ExportOptions, "silenceSeconds" | "maxSegmentSeconds" | "maxSegmentCharacters"> & {
	/** How many lines of which length a segment may take. */
	lines?: { count: number; characters: number };
	/** A segment of this length ends with its sentence. */
	paragraphCharacters?: number;
};

const endsSentence = (word: StoredWord) => /[.!?…。！？।]["'”’)\]]*$/.test(word.text);
const endsClause = (word: StoredWord) => /[,;:—、，；]["'”’)\]]*$/.test(word.text) || endsSentence(word);

/** A segment is cut at a sentence or clause end if that leaves at least this share of it. */
const minCutShare = 0.4;

export function splitSegments(words: readonly StoredWord[], limits: Limits): Segment[] {
	const segments: Segment[] = [];
	let current: StoredWord[] = [];
	const close = (upTo = current.length) => {
		const segment = toSegment(current.slice(0, upTo));
		if (segment) segments.push(segment);
		current = current.slice(upTo);
		while (current[0]?.type === "spacing") current.shift();
	};
	for (const word of words) {
		if (word.type === "spacing") {
			// Somebody ended the segment here.
			if (word.text.includes("\n")) close();
			else if (current.length > 0) current.push(word);
			continue;
		}
		const last = current.findLast(({ type }) => type !== "spacing");
		if (last && (last.speaker !== word.speaker || startsAnew(last, word, current, limits))) close();
		// Cut as often as needed: what is left over may be too long again.
		while (current.length > 0 && exceeds([...current, word], limits)) close(bestCut(current));
		current.push(word);
	}
	close();
	return segments;
}

function startsAnew(last: StoredWord, next: StoredWord, current: readonly StoredWord[], limits: Limits): boolean {
	const { silenceSeconds, maxSegmentCharacters, paragraphCharacters } = limits;
	if (silenceSeconds !== undefined && next.start - last.end > silenceSeconds) return true;
	if (!endsSentence(last)) return false;
	const length = lengthOf(current);
	if (paragraphCharacters !== undefined && length >= paragraphCharacters) return true;
	return limits.lines !== undefined && maxSegmentCharacters !== undefined && length >= maxSegmentCharacters / 2;
}

function exceeds(words: readonly StoredWord[], { maxSegmentSeconds, maxSegmentCharacters, lines }: Limits): boolean {
	const [first] = words;
	const last = words.at(-1);
	if (!first || !last || words.length === 1) return false;
	if (maxSegmentSeconds !== undefined && last.end - first.start > maxSegmentSeconds) return true;
	const text = words.map((word) => word.text).join("");
	if (maxSegmentCharacters !== undefined && [...text].length > maxSegmentCharacters) return true;
	return lines !== undefined && wrapText(text, lines.characters).length > lines.count;
}

/** After the last sentence, or else clause, that ends late enough; otherwise after all words. */
function bestCut(words: readonly StoredWord[]): number {
	const length = lengthOf(words);
	for (const ends of [endsSentence, endsClause]) {
		let taken = length;
		for (let at = words.length - 1; at >= 0; at--) {
			const word = words[at] as StoredWord;
			if (taken < length * minCutShare) break;
			if (word.type !== "spacing" && ends(word)) return at + 1;
			taken -= word.text.length;
		}
	}
	return words.length;
}

const lengthOf = (words: readonly StoredWord[]) => words.reduce((sum, { text }) => sum + text.length, 0);

function toSegment(words: StoredWord[]): Segment | undefined {
	const spoken = words.filter(({ type }) => type !== "spacing");
	const [first] = spoken;
	const last = spoken.at(-1);
	if (!first || !last) return undefined;
	const text = words
		.map((word) => word.text)
		.join("")
		.trim();
	return { start: first.start, end: last.end, speaker: first.speaker, text, words: trimSpaces(words) };
}

function trimSpaces(words: StoredWord[]): StoredWord[] {
	const from = words.findIndex(({ type }) => type !== "spacing");
	const to = words.findLastIndex(({ type }) => type !== "spacing");
	return words.slice(from, to + 1);
}
