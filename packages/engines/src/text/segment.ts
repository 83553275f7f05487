import { sentences } from "./sentences.ts";

/** What comes after a segment; it decides how long the pause is. */
export type Boundary = "word" | "clause" | "sentence" | "paragraph" | "end";

export type Segment = { start: number; end: number; boundary: Boundary };

/**
 * How much the first, the second and every later segment may hold. The first is short so that sound starts early, the second
 * is made while the first is heard, and then whole sentences keep their melody.
 */
const limits = [60, 120, 220] as const;
/** A sentence a little too long is left whole rather than cut. */
const tolerance = 1.15;

/** Digits and ideographs take about as long to say as three letters. */
const heavy = /[\d\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff]/;
const heaviest = 3;
/** Where a reader would draw breath without a mark, and where one could if need be. */
const joints = [
	/\s(?=(?:and|but|or|nor|so|yet|because|which|who|that|when|while|where|if|unless|until|although|though|since|pero|porque|que|cuando|mais|qui|quand|und|aber|oder|weil|dass|wenn|ma|perché|che|quando|mas)\s)/giu,
	/\s(?=(?:after|before|as|than|with|without|from|into|through|during|between|against|about|over|under|for|by|at|on|in|to|of)\s)/giu,
	/\s(?=\S)/gu,
];
const clauseMark = /[,;:，、；：،—–…)）]["'”’»]*(?:\s+|(?<=[，、；：—]))|\s[-–—]+\s/gu;

/** A sentence of a text, with what follows it. The unit in which speech is made, kept and paid for. */
export type TextUnit = { start: number; end: number; boundary: Exclude<Boundary, "word" | "clause"> };

/** The sentences of a text. They cover it without gap or overlap; none is silent unless all are. */
export function unitsOf(text: string): TextUnit[] {
	const found = sentences(text).map(
		({ start, end, paragraph }): TextUnit => ({ start, end, boundary: paragraph ? "paragraph" : "sentence" }),
	);
	return closeWithEnd(mergeSilent(text, found));
}

/**
 * Cuts one sentence into what is spoken in one go. `before` is how many segments of the same request come ahead of it: only the first
 * ones are cut short.
 */
export function segmentUnit(text: string, boundary: Boundary, before: number): Segment[] {
	// Most sentences fit, however heavy their letters: a long text has thousands of them, and its first sound waits for all.
	if (text.length * heaviest <= (limits[Math.min(before, limits.length - 1)] ?? 0))
		return [{ start: 0, end: text.length, boundary }];
	const weights = prefixWeights(text);
	const segments: Segment[] = [];
	let from = 0;
	while (from < text.length) {
		const limit = limits[Math.min(before + segments.length, limits.length - 1)] ?? 220;
		const cut = cutPoint(text, from, text.length, limit, weights);
		segments.push(cut ?? { start: from, end: text.length, boundary });
		from = cut?.end ?? text.length;
	}
	return mergeSilent(text, segments);
}

/** Cuts a whole text into what is spoken in one go. The segments cover it without gap or overlap. */
export function segmentText(text: string): Segment[] {
	const segments: Segment[] = [];
	for (const { start, end, boundary } of unitsOf(text)) {
		for (const segment of segmentUnit(text.slice(start, end), boundary, segments.length))
			segments.push({ ...segment, start: start + segment.start, end: start + segment.end });
	}
	return segments;
}

function prefixWeights(text: string): Uint32Array {
	const sums = new Uint32Array(text.length + 1);
	for (let at = 0; at < text.length; at++)
		sums[at + 1] = (sums[at] ?? 0) + (heavy.test(text.charAt(at)) ? heaviest : 1);
	return sums;
}

function cutPoint(text: string, from: number, end: number, limit: number, weights: Uint32Array): Segment | undefined {
	const weight = (at: number) => (weights[at] ?? 0) - (weights[from] ?? 0);
	if (weight(end) <= limit * tolerance) return undefined;
	// No later than the limit, nor so late that a crumb is left over.
	let furthest = from;
	while (furthest < end && weight(furthest + 1) <= limit) furthest++;
	const window = text.slice(from, Math.min(end, furthest + 1));
	const fits = (at: number, least: number) => at > 0 && at < end - from && weight(from + at) >= least;

	const marks = places(window, clauseMark, (match) => match.index + match[0].length);
	const best = marks.findLast((at) => fits(at, limit / 3)) ?? marks.findLast((at) => fits(at, 8));
	if (best) return { start: from, end: from + best, boundary: "clause" };
	for (const pattern of joints) {
		const joint = places(window, pattern, (match) => match.index + 1).findLast((at) => fits(at, limit * 0.4));
		if (joint) return { start: from, end: from + joint, boundary: "word" };
	}
	return { start: from, end: wholeCharacter(text, furthest), boundary: "word" };
}

function places(window: string, pattern: RegExp, place: (match: RegExpExecArray) => number): number[] {
	return [...window.matchAll(pattern)].map(place);
}

/** Not between the halves of a surrogate pair, nor before a combining mark. */
function wholeCharacter(text: string, at: number): number {
	let cut = at;
	while (cut < text.length && /^(?:[\udc00-\udfff]|\p{M}|\u200d)/u.test(text.slice(cut, cut + 1))) cut++;
	return cut;
}

/** A stretch with nothing to say ("* * *") belongs to its neighbour. */
function mergeSilent<T extends { start: number; end: number; boundary: Boundary }>(text: string, parts: T[]): T[] {
	const merged: T[] = [];
	const silent = (part: T) => !/[\p{L}\p{N}]/u.test(text.slice(part.start, part.end));
	for (const part of parts) {
		const last = merged.at(-1);
		if (last && (silent(part) || silent(last))) {
			last.end = part.end;
			last.boundary = part.boundary;
		} else merged.push({ ...part });
	}
	return merged;
}

function closeWithEnd<T extends { boundary: Boundary }>(parts: T[]): T[] {
	const last = parts.at(-1);
	if (last) last.boundary = "end";
	return parts;
}
