import type { PhonemeOverride } from "../speech/speech.ts";
import { type NormalisationMode, normalise } from "./normalise.ts";
import { type SpokenSpan, spansBetween } from "./spans.ts";

/** How a stretch of the written text is to be said: by symbols, by other words, or what its letters say. Offsets are into the written text. */
export type SayMark =
	| { type: "phoneme"; start: number; end: number; phoneme: string; alphabet: "ipa" | "cmu-arpabet" }
	| { type: "alias"; start: number; end: number; alias: string };

export type Prepared = { spoken: string; overrides: PhonemeOverride[]; spans: SpokenSpan[] };

type Options = { language: string; normalisation: NormalisationMode };

/**
 * What is spoken for a written segment, and which stretch of one is which of the other. A marked stretch is said as its mark says and
 * is never rewritten; of two marks on one place the first counts. A span may be empty on one side: a sign that is not spoken, a word
 * that was added.
 */
export function prepare(written: string, marks: readonly SayMark[], options: Options): Prepared {
	const chosen = inOrder([...marks, ...longSilences(written)], written.length);
	const stretches = between(written, chosen);
	const spoken = together(stretches, options) ?? stretches.map((stretch) => apart(stretch, options));
	const prepared: Prepared = { spoken: "", overrides: [], spans: [] };
	let at = 0;
	stretches.forEach((stretch, index) => {
		say(prepared, at, stretch, spoken[index] ?? "");
		at += stretch.length;
		const mark = chosen[index];
		if (mark) sayMark(prepared, mark, written.slice(mark.start, mark.end));
		at = mark?.end ?? at;
	});
	return prepared;
}

/**
 * A rule across the page, a thousand dots: nothing of it is said, so no rule of normalisation needs to read it. Some of them look back
 * and forth, which takes minutes when somebody sends a hundred thousand.
 */
function longSilences(written: string): SayMark[] {
	return Array.from(written.matchAll(/[^\p{L}\p{N}]{64,}/gu), ({ 0: silence, index }) => ({
		type: "alias",
		start: index,
		end: index + silence.length,
		alias: " ",
	}));
}

function inOrder(marks: readonly SayMark[], length: number): SayMark[] {
	const chosen: SayMark[] = [];
	for (const mark of marks.toSorted((a, b) => a.start - b.start))
		if (mark.start >= (chosen.at(-1)?.end ?? 0) && mark.start < mark.end && mark.end <= length) chosen.push(mark);
	return chosen;
}

/** One stretch more than marks; those around and between them, which may be empty. */
function between(written: string, marks: readonly SayMark[]): string[] {
	const ends = [...marks.map(({ start }) => start), written.length];
	return ends.map((end, at) => written.slice(marks[at - 1]?.end ?? 0, end));
}

/** A name that no rule of normalisation knows, for each mark another one. */
const stand = (at: number) =>
	`Qxz${[...String(at)].map((digit) => String.fromCharCode(97 + Number(digit))).join("")}zxq`;

/**
 * All stretches as one text, with a name in the place of each mark: what stands before a name ("St.", "$5") reads otherwise than at
 * the end of a text. Undefined where a name did not come through unharmed.
 */
function together(stretches: readonly string[], { language, normalisation }: Options): string[] | undefined {
	const names = stretches.slice(1).map((_, at) => stand(at));
	const line = stretches.reduce((all, stretch, at) => all + (at > 0 ? names[at - 1] : "") + stretch, "");
	const spoken = edged(line, normalise(line, language, normalisation));
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

function apart(stretch: string, { language, normalisation }: Options): string {
	return edged(stretch, normalise(stretch, language, normalisation));
}

/** Normalisation trims; the space at the ends is kept so that neighbouring segments and marks stay apart. */
function edged(written: string, spoken: string): string {
	if (spoken === "") return written.trim() === "" ? written : "";
	return (/^\s+/.exec(written)?.[0] ?? "") + spoken + (/\s*$/.exec(written)?.[0] ?? "");
}

function say(prepared: Prepared, at: number, written: string, spoken: string): void {
	const from = prepared.spoken.length;
	for (const span of spansBetween(written, spoken))
		prepared.spans.push({
			writtenStart: span.writtenStart + at,
			writtenEnd: span.writtenEnd + at,
			spokenStart: span.spokenStart + from,
			spokenEnd: span.spokenEnd + from,
		});
	prepared.spoken += spoken;
}

function sayMark(prepared: Prepared, mark: SayMark, letters: string): void {
	const spokenStart = prepared.spoken.length;
	prepared.spoken += mark.type === "alias" ? mark.alias : letters;
	const spokenEnd = prepared.spoken.length;
	prepared.spans.push({ writtenStart: mark.start, writtenEnd: mark.end, spokenStart, spokenEnd });
	if (mark.type === "phoneme")
		prepared.overrides.push({ start: spokenStart, end: spokenEnd, phoneme: mark.phoneme, alphabet: mark.alphabet });
}
