import { sentences } from "./sentences.ts";

/** What follows a segment, which determines the length of the pause after it. */
export type Boundary = "word" | "clause" | "sentence" | "paragraph" | "end";

export type Segment = { start: number; end: number; boundary: Boundary };

/**
 * Maximum weight of the first, the second and every later segment. The first is short so that audio starts early, the
 * second is synthesized while the first plays, and later ones are full sentences, which sound best.
 */
const limits = [60, 120, 220] as const;
/** A sentence slightly over the limit is not split. */
const tolerance = 1.15;

/** Digits and ideographs take about as long to speak as three letters. */
const heavy = /[\d\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff]/;
const maxWeight = 3;
/** Where to split without punctuation, best places first: before conjunctions, before prepositions, at any space. */
const joints = [
	/\s(?=(?:and|but|or|nor|so|yet|because|which|who|that|when|while|where|if|unless|until|although|though|since|pero|porque|que|cuando|mais|qui|quand|und|aber|oder|weil|dass|wenn|ma|perché|che|quando|mas)\s)/giu,
	/\s(?=(?:after|before|as|than|with|without|from|into|through|during|between|against|about|over|under|for|by|at|on|in|to|of)\s)/giu,
	/\s(?=\S)/gu,
];
const clausePunctuation = /[,;:，、；：،—–…)）]["'”’»]*(?:\s+|(?<=[，、；：—]))|\s[-–—]+\s/gu;

/** A sentence and what follows it. Speech is synthesized, stored and billed in these units. */
export type TextUnit = { start: number; end: number; boundary: Exclude<Boundary, "word" | "clause"> };

/** Splits a text into sentences, which cover it without gap or overlap. None is silent unless all are. */
export function unitsOf(text: string): TextUnit[] {
	const found = sentences(text).map(
		({ start, end, paragraph }): TextUnit => ({ start, end, boundary: paragraph ? "paragraph" : "sentence" }),
	);
	return closeWithEnd(mergeSilent(text, found));
}

/**
 * Splits a sentence into segments. `before` is the number of earlier segments in the request: only the first ones are
 * kept short, unless all should be.
 */
export function segmentUnit(text: string, boundary: Boundary, before: number, allShort = false): Segment[] {
	// Fast path: most sentences fit whatever their characters weigh, and the first audio waits until all are split.
	const limitAt = (position: number) => limits[allShort ? 0 : Math.min(position, limits.length - 1)] ?? 220;
	if (text.length * maxWeight <= limitAt(before)) return [{ start: 0, end: text.length, boundary }];
	const weights = prefixWeights(text);
	const segments: Segment[] = [];
	let from = 0;
	while (from < text.length) {
		const limit = limitAt(before + segments.length);
		const cut = cutPoint(text, from, text.length, limit, weights);
		segments.push(cut ?? { start: from, end: text.length, boundary });
		from = cut?.end ?? text.length;
	}
	return mergeSilent(text, segments);
}

/** Splits a text into segments, which cover it without gap or overlap. */
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
		sums[at + 1] = (sums[at] ?? 0) + (heavy.test(text.charAt(at)) ? maxWeight : 1);
	return sums;
}

function cutPoint(text: string, from: number, end: number, limit: number, weights: Uint32Array): Segment | undefined {
	const weight = (at: number) => (weights[at] ?? 0) - (weights[from] ?? 0);
	if (weight(end) <= limit * tolerance) return undefined;
	// The last offset within the limit.
	let furthest = from;
	while (furthest < end && weight(furthest + 1) <= limit) furthest++;
	const window = text.slice(from, Math.min(end, furthest + 1));
	const fits = (at: number, min: number) => at > 0 && at < end - from && weight(from + at) >= min;

	const marks = offsets(window, clausePunctuation, (match) => match.index + match[0].length);
	const best = marks.findLast((at) => fits(at, limit / 3)) ?? marks.findLast((at) => fits(at, 8));
	if (best) return { start: from, end: from + best, boundary: "clause" };
	for (const pattern of joints) {
		const joint = offsets(window, pattern, (match) => match.index + 1).findLast((at) => fits(at, limit * 0.4));
		if (joint) return { start: from, end: from + joint, boundary: "word" };
	}
	return { start: from, end: characterBoundary(text, furthest), boundary: "word" };
}

function offsets(window: string, pattern: RegExp, offsetOf: (match: RegExpExecArray) => number): number[] {
	return [...window.matchAll(pattern)].map(offsetOf);
}

/** The next offset that does not split a surrogate pair or separate a combining mark. */
function characterBoundary(text: string, at: number): number {
	let cut = at;
	while (cut < text.length && /^(?:[\udc00-\udfff]|\p{M}|\u200d)/u.test(text.slice(cut, cut + 1))) cut++;
	return cut;
}

/** Merges parts that have nothing to speak ("* * *") into their neighbor. */
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
