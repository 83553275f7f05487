import type { TokenDuration } from "../speech/speech.ts";
import type { Breather } from "./breather.ts";
import { type Rows, type Warp, warp } from "./dtw.ts";
import { type Analysis, analyse, commonTop, type Features, featuresOf, framesPerSecond } from "./features.ts";

export type Sounding = { pcm: Float32Array; sampleRate: number };

/** Speech of the same words whose timing is known, in pieces so that the whole of a long one is never held. */
export type Reference = {
	sampleRate: number;
	pieces: AsyncIterable<{ pcm: Float32Array; durations: readonly TokenDuration[] }>;
};

export type MatchedToken = {
	token: string;
	/** The word's place in the text. */
	start: number;
	end: number;
	/** Seconds. */
	from: number;
	to: number;
	/** How unlike the reference it sounds: 0 is the same, 1 what any two moments of both sounds differ by on average. */
	loss: number;
};

/** Longer silences are shortened to this before matching: they tell nothing, and without them both sounds run at an even pace. */
const longestSilence = 0.3 * framesPerSecond;
/** A pause shorter than this is what the ear takes for speech without one. */
const shortestGap = 0.03 * framesPerSecond;
const quietRun = 0.04 * framesPerSecond;
/** The silence before a plosive is part of a word; a longer one is a pause, and dear to match with anything within a word. */
const longestClosure = 0.12 * framesPerSecond;
const silencePrice = 3;
/** How far from a bound the silence may begin that it belongs to. */
const nearby = 0.03 * framesPerSecond;
/** Finds each token of the reference in another voice's sound, in order. What lies between words and is silent belongs to none. */
export async function matchReference(
	sound: Sounding,
	reference: Reference,
	breathe: Breather,
): Promise<MatchedToken[]> {
	const top = commonTop(sound.sampleRate, reference.sampleRate);
	const heard = featuresOf([await analyse(sound.pcm, sound.sampleRate, top, breathe)]);
	const score = await scoreOf(reference, top, breathe);
	if (score.tokens.length === 0 || heard.frames === 0) return [];
	const kept = withoutLongSilence(heard);
	const path = await warp(kept.rows, score.rows, breathe);
	return readPath(score, kept, heard, path);
}

type Score = {
	rows: Rows;
	/** First row of each token and the row after it. */
	tokens: { token: string; start: number; end: number; row: number; after: number }[];
};

/** The reference's rows, word by word, with one row of silence before, between and after: wherever the other pauses, it finds that row. */
async function scoreOf({ sampleRate, pieces }: Reference, top: number, breathe: Breather): Promise<Score> {
	const analyses: Analysis[] = [];
	const order: number[] = [-1];
	const tokens: Score["tokens"] = [];
	let before = 0;
	for await (const { pcm, durations } of pieces) {
		const analysis = await analyse(pcm, sampleRate, top, breathe);
		let samples = 0;
		const frame = () => before + Math.min(analysis.frames, Math.round((samples / sampleRate) * framesPerSecond));
		for (const { token, samples: length, start, end } of durations) {
			const from = frame();
			samples += length;
			if (start === undefined || end === undefined) continue;
			const last = tokens.at(-1);
			if (last && last.start !== start && order.at(-1) !== -1) order.push(-1);
			const to = frame();
			tokens.push({ token, start, end, row: order.length, after: order.length + to - from });
			for (let at = from; at < to; at++) order.push(at);
		}
		analyses.push(analysis);
		before += analysis.frames;
	}
	order.push(-1);
	const { size, values } = featuresOf(analyses);
	const rows = new Float32Array(order.length * size);
	for (const [row, frame] of order.entries()) {
		if (frame >= 0) rows.set(values.subarray(frame * size, (frame + 1) * size), row * size);
	}
	const weights = Float32Array.from(order, (frame) => (frame < 0 ? 0 : 1));
	return { rows: { frames: order.length, size, values: rows, weights }, tokens };
}

type Kept = { rows: Rows /** The frame of each row. */; frames: Int32Array };

function withoutLongSilence({ frames, size, values, loudness }: Features): Kept {
	const keep: number[] = [];
	const weights: number[] = [];
	for (let frame = 0; frame < frames; ) {
		let end = frame;
		while (end < frames && loudness[end] === 0) end++;
		const run = end - frame;
		for (let at = frame; at < end; at++) {
			const inMiddle = at - frame >= longestSilence / 2 && end - at > longestSilence / 2;
			if (run > longestSilence && inMiddle) continue;
			keep.push(at);
			weights.push(run >= longestClosure ? silencePrice : 0);
		}
		if (end < frames) {
			keep.push(end);
			weights.push(0);
		}
		frame = end + 1;
	}
	const rows = new Float32Array(keep.length * size);
	for (const [row, frame] of keep.entries()) rows.set(values.subarray(frame * size, (frame + 1) * size), row * size);
	return {
		rows: { frames: keep.length, size, values: rows, weights: Float32Array.from(weights) },
		frames: Int32Array.from(keep),
	};
}

function readPath(score: Score, kept: Kept, heard: Features, path: Warp): MatchedToken[] {
	const places = placesOf(score.rows.frames, kept.frames, heard.frames, path);
	const at = (row: number) => places[row] as number;
	const losses = lossesOf(score, kept, path);
	const tokens = score.tokens.map(({ token, start, end, row, after }) => ({
		token,
		start,
		end,
		from: at(row),
		to: at(after),
		loss: losses(row, after),
	}));
	settleGaps(tokens, heard.loudness);
	return tokens.map((token) => ({ ...token, from: token.from / framesPerSecond, to: token.to / framesPerSecond }));
}

/** The frame at which each row of the reference is reached. */
function placesOf(rows: number, frames: Int32Array, total: number, { last }: Warp): Int32Array {
	const places = new Int32Array(rows + 1).fill(total);
	let heard = 0;
	for (let row = 0; row < rows; row++) {
		while (heard < last.length && (last[heard] as number) < row) heard++;
		places[row] = frames[heard] ?? total;
	}
	return places;
}

/** Mean difference of the cells on the path over a stretch of reference rows. */
function lossesOf({ rows: expected }: Score, { rows: heard }: Kept, { first, last }: Warp) {
	const sums = new Float64Array(expected.frames + 1);
	const counts = new Float64Array(expected.frames + 1);
	const chance = differenceByChance(heard, expected);
	for (let i = 0; i < heard.frames; i++) {
		for (let j = first[i] as number; j <= (last[i] as number); j++) {
			sums[j + 1] = (sums[j + 1] as number) + difference(heard, i, expected, j);
			counts[j + 1] = (counts[j + 1] as number) + 1;
		}
	}
	for (let j = 0; j < expected.frames; j++) {
		sums[j + 1] = (sums[j + 1] as number) + (sums[j] as number);
		counts[j + 1] = (counts[j + 1] as number) + (counts[j] as number);
	}
	return (row: number, after: number): number => {
		const count = (counts[after] as number) - (counts[row] as number);
		return count > 0 ? ((sums[after] as number) - (sums[row] as number)) / count / chance : 0;
	};
}

function difference(a: Rows, i: number, b: Rows, j: number): number {
	let sum = 0;
	for (let k = 0; k < a.size; k++) {
		sum += ((a.values[i * a.size + k] as number) - (b.values[j * b.size + k] as number)) ** 2;
	}
	return Math.sqrt(sum);
}

/** Mean over pairs that were not matched, taken evenly from both: what a match that found nothing would have. */
function differenceByChance(heard: Rows, expected: Rows): number {
	const pairs = 4096;
	let sum = 0;
	for (let pair = 0; pair < pairs; pair++) {
		// Two steps without a common measure, so that the pairs are spread over both.
		const i = Math.floor(((pair * 0.618_034) % 1) * heard.frames);
		const j = Math.floor(((pair * 0.754_878) % 1) * expected.frames);
		sum += difference(heard, i, expected, j);
	}
	return Math.max(sum / pairs, 1e-6);
}

/** Between words: a real pause ends and begins with the sound itself, a few frames of none are shared out. */
function settleGaps(tokens: readonly MatchedToken[], loudness: Float32Array): void {
	const words = wordsOf(tokens);
	for (let at = 0; at <= words.length; at++) {
		const before = words[at - 1];
		const after = words[at];
		const left = before?.at(-1);
		const right = after?.[0];
		const gap = { from: left?.to ?? 0, to: right?.from ?? loudness.length };
		const quiet = quietWithin(loudness, gap);
		if (quiet) {
			if (before && (before[0] as MatchedToken).from < quiet.from) endBy(before, quiet.from);
			if (after && (after.at(-1) as MatchedToken).to > quiet.to) beginAt(after, quiet.to);
		} else if (left && right && gap.to - gap.from < shortestGap) {
			const middle = Math.round((gap.from + gap.to) / 2);
			left.to = middle;
			right.from = middle;
		}
	}
}

function wordsOf(tokens: readonly MatchedToken[]): MatchedToken[][] {
	const words: MatchedToken[][] = [];
	for (const token of tokens) {
		const last = words.at(-1);
		if (last?.[0]?.start === token.start) last.push(token);
		else words.push([token]);
	}
	return words;
}

function endBy(word: readonly MatchedToken[], frame: number): void {
	for (const token of word) {
		token.from = Math.min(token.from, frame);
		token.to = Math.min(token.to, frame);
	}
	(word.at(-1) as MatchedToken).to = frame;
}

function beginAt(word: readonly MatchedToken[], frame: number): void {
	for (const token of word) {
		token.from = Math.max(token.from, frame);
		token.to = Math.max(token.to, frame);
	}
	(word[0] as MatchedToken).from = frame;
}

/** The silence that a gap lies in or touches, from its first to its last silent frame. */
function quietWithin(loudness: Float32Array, gap: { from: number; to: number }) {
	let from = Math.max(0, gap.from - nearby);
	let to = Math.min(loudness.length, gap.to + nearby);
	while (from < to && loudness[from] !== 0) from++;
	while (to > from && loudness[to - 1] !== 0) to--;
	if (to <= from) return undefined;
	while (from > 0 && loudness[from - 1] === 0) from--;
	while (to < loudness.length && loudness[to] === 0) to++;
	return to - from >= quietRun ? { from, to } : undefined;
}
