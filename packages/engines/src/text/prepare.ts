import type { PhonemeOverride } from "../speech/speech.ts";
import { type NormalizationMode, normalize } from "./normalize.ts";
import { alignSpans, type SpokenSpan } from "./spans.ts";

/**
 * How to pronounce a range of the written text: with phonemes, or as other words. Offsets are into the written text.
 * Invariant: field names and order never change, because the API hashes marks into the keys of stored takes.
 */
export type PronunciationMark =
	| { type: "phoneme"; start: number; end: number; phoneme: string; alphabet: "ipa" | "cmu-arpabet" }
	| { type: "alias"; start: number; end: number; alias: string };

export type Prepared = { spoken: string; overrides: PhonemeOverride[]; spans: SpokenSpan[] };

type Options = { language: string; normalization: NormalizationMode };

/**
 * Converts a written segment to the text to speak, with spans that map one to the other. A marked range is spoken as
 * marked and never normalized; of two overlapping marks the first wins. A span may be empty on one side: a symbol that
 * is not spoken, or an added word.
 */
export function prepare(written: string, marks: readonly PronunciationMark[], options: Options): Prepared {
	const applied = withoutOverlaps([...marks, ...longSilences(written)], written.length);
	const parts = partsBetween(written, applied);
	const spoken = normalizeTogether(parts, options) ?? parts.map((part) => normalizePart(part, options));
	const prepared: Prepared = { spoken: "", overrides: [], spans: [] };
	let at = 0;
	parts.forEach((part, index) => {
		appendPart(prepared, at, part, spoken[index] ?? "");
		at += part.length;
		const mark = applied[index];
		if (mark) appendMark(prepared, mark, written.slice(mark.start, mark.end));
		at = mark?.end ?? at;
	});
	return prepared;
}

/**
 * Marks long runs of symbols (a horizontal rule, a thousand dots) as silent. They are not spoken, and some
 * normalization patterns would take minutes on a hundred thousand of them.
 */
function longSilences(written: string): PronunciationMark[] {
	return Array.from(written.matchAll(/[^\p{L}\p{N}]{64,}/gu), ({ 0: silence, index }) => ({
		type: "alias",
		start: index,
		end: index + silence.length,
		alias: " ",
	}));
}

function withoutOverlaps(marks: readonly PronunciationMark[], length: number): PronunciationMark[] {
	const applied: PronunciationMark[] = [];
	for (const mark of marks.toSorted((a, b) => a.start - b.start))
		if (mark.start >= (applied.at(-1)?.end ?? 0) && mark.start < mark.end && mark.end <= length) applied.push(mark);
	return applied;
}

/** The parts around and between the marks, which may be empty. There is one more part than marks. */
function partsBetween(written: string, marks: readonly PronunciationMark[]): string[] {
	const ends = [...marks.map(({ start }) => start), written.length];
	return ends.map((end, at) => written.slice(marks[at - 1]?.end ?? 0, end));
}

/** A placeholder for a mark that no normalization rule changes. */
const placeholder = (at: number) =>
	`Qxz${[...String(at)].map((digit) => String.fromCharCode(97 + Number(digit))).join("")}zxq`;

/**
 * Normalizes all parts as one text with a placeholder for each mark, because the context matters: "St." before a name
 * is read differently from "St." at the end of a text. Returns undefined if a placeholder was changed.
 */
function normalizeTogether(parts: readonly string[], { language, normalization }: Options): string[] | undefined {
	const names = parts.slice(1).map((_, at) => placeholder(at));
	const line = parts.reduce((all, part, at) => all + (at > 0 ? names[at - 1] : "") + part, "");
	const spoken = restoreEdges(line, normalize(line, language, normalization));
	const found: string[] = [];
	let from = 0;
	for (const name of names) {
		const at = spoken.indexOf(name, from);
		if (at < 0) return undefined;
		found.push(spoken.slice(from, at));
		from = at + name.length;
	}
	return [...found, spoken.slice(from)];
}

function normalizePart(part: string, { language, normalization }: Options): string {
	return restoreEdges(part, normalize(part, language, normalization));
}

/**
 * Restores the whitespace at both ends that normalization trims, so that neighboring segments and marks stay separated.
 */
function restoreEdges(written: string, spoken: string): string {
	if (spoken === "") return written.trim() === "" ? written : "";
	return (/^\s+/.exec(written)?.[0] ?? "") + spoken + (/\s*$/.exec(written)?.[0] ?? "");
}

function appendPart(prepared: Prepared, at: number, written: string, spoken: string): void {
	const from = prepared.spoken.length;
	for (const span of alignSpans(written, spoken))
		prepared.spans.push({
			writtenStart: span.writtenStart + at,
			writtenEnd: span.writtenEnd + at,
			spokenStart: span.spokenStart + from,
			spokenEnd: span.spokenEnd + from,
		});
	prepared.spoken += spoken;
}

function appendMark(prepared: Prepared, mark: PronunciationMark, letters: string): void {
	const spokenStart = prepared.spoken.length;
	prepared.spoken += mark.type === "alias" ? mark.alias : letters;
	const spokenEnd = prepared.spoken.length;
	prepared.spans.push({ writtenStart: mark.start, writtenEnd: mark.end, spokenStart, spokenEnd });
	if (mark.type === "phoneme")
		prepared.overrides.push({ start: spokenStart, end: spokenEnd, phoneme: mark.phoneme, alphabet: mark.alphabet });
}
