import type { TokenDuration } from "../speech/speech.ts";
import { type Rows, type Warp, warp } from "./dtw.ts";
import { type Analysis, analyze, commonMaxHz, type Features, featuresOf, framesPerSecond } from "./features.ts";
import type { Yielder } from "./yielder.ts";

export type AudioInput = { pcm: Float32Array; sampleRate: number };

/**
 * Synthesized speech of the same words with known timing, in pieces so that long audio is never held in memory at once.
 */
export type Reference = {
	sampleRate: number;
	pieces: AsyncIterable<{ pcm: Float32Array; durations: readonly TokenDuration[] }>;
};

export type MatchedToken = {
	token: string;
	/** The word's range in the text. */
	start: number;
	end: number;
	/** Seconds. */
	from: number;
	to: number;
	/** Distance from the reference: 0 is identical, 1 is the average distance of random frames. */
	loss: number;
};

/** Longer silences are shortened to this before matching: they carry no information and distort the speed. */
const maxSilence = 0.3 * framesPerSecond;
/** Shorter pauses are not perceived as pauses. */
const minGap = 0.03 * framesPerSecond;
const minSilence = 0.04 * framesPerSecond;
/** The silence before a plosive is part of a word. A longer one is a pause, and costly to match inside a word. */
const maxClosure = 0.12 * framesPerSecond;
const silencePenalty = 3;
/** How far from a word boundary its silence may start. */
const boundarySearch = 0.03 * framesPerSecond;

/** Finds each token of the reference in audio of another voice, in order. Silence between words belongs to no token. */
export async function matchReference(
	audio: AudioInput,
	reference: Reference,
	yieldIfDue: Yielder,
): Promise<MatchedToken[]> {
	const maxHz = commonMaxHz(audio.sampleRate, reference.sampleRate);
	const features = featuresOf([await analyze(audio.pcm, audio.sampleRate, maxHz, yieldIfDue)]);
	const referenceRows = await referenceRowsOf(reference, maxHz, yieldIfDue);
	if (referenceRows.tokens.length === 0 || features.frames === 0) return [];
	const audioRows = shortenSilence(features);
	const path = await warp(audioRows.rows, referenceRows.rows, yieldIfDue);
	return readPath(referenceRows, audioRows, features, path);
}

type ReferenceRows = {
	rows: Rows;
	/** `row` is the first row of a token, `after` the row after its last. */
	tokens: { token: string; start: number; end: number; row: number; after: number }[];
};

/**
 * Returns the reference's rows with one row of silence before, between and after words, which matches any pause in the
 * audio.
 */
async function referenceRowsOf(
	{ sampleRate, pieces }: Reference,
	maxHz: number,
	yieldIfDue: Yielder,
): Promise<ReferenceRows> {
	const analyses: Analysis[] = [];
	const order: number[] = [-1];
	const tokens: ReferenceRows["tokens"] = [];
	let before = 0;
	for await (const { pcm, durations } of pieces) {
		const analysis = await analyze(pcm, sampleRate, maxHz, yieldIfDue);
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

type AudioRows = { rows: Rows /** The frame of each row. */; frames: Int32Array };

function shortenSilence({ frames, size, values, loudness }: Features): AudioRows {
	const selected: number[] = [];
	const weights: number[] = [];
	for (let frame = 0; frame < frames; ) {
		let end = frame;
		while (end < frames && loudness[end] === 0) end++;
		const run = end - frame;
		for (let at = frame; at < end; at++) {
			const inMiddle = at - frame >= maxSilence / 2 && end - at > maxSilence / 2;
			if (run > maxSilence && inMiddle) continue;
			selected.push(at);
			weights.push(run >= maxClosure ? silencePenalty : 0);
		}
		if (end < frames) {
			selected.push(end);
			weights.push(0);
		}
		frame = end + 1;
	}
	const rows = new Float32Array(selected.length * size);
	for (const [row, frame] of selected.entries())
		rows.set(values.subarray(frame * size, (frame + 1) * size), row * size);
	return {
		rows: { frames: selected.length, size, values: rows, weights: Float32Array.from(weights) },
		frames: Int32Array.from(selected),
	};
}

function readPath(reference: ReferenceRows, audio: AudioRows, features: Features, path: Warp): MatchedToken[] {
	const frames = framesOf(reference.rows.frames, audio.frames, features.frames, path);
	const at = (row: number) => frames[row] as number;
	const losses = lossesOf(reference, audio, path);
	const tokens = reference.tokens.map(({ token, start, end, row, after }) => ({
		token,
		start,
		end,
		from: at(row),
		to: at(after),
		loss: losses(row, after),
	}));
	assignGaps(tokens, features.loudness);
	return tokens.map((token) => ({ ...token, from: token.from / framesPerSecond, to: token.to / framesPerSecond }));
}

/** Returns the audio frame at which each reference row is reached. */
function framesOf(rows: number, audioFrames: Int32Array, total: number, { last }: Warp): Int32Array {
	const frames = new Int32Array(rows + 1).fill(total);
	let at = 0;
	for (let row = 0; row < rows; row++) {
		while (at < last.length && (last[at] as number) < row) at++;
		frames[row] = audioFrames[at] ?? total;
	}
	return frames;
}

/** Returns a lookup of the mean difference along the path over a range of reference rows. */
function lossesOf({ rows: expected }: ReferenceRows, { rows: audio }: AudioRows, { first, last }: Warp) {
	const sums = new Float64Array(expected.frames + 1);
	const counts = new Float64Array(expected.frames + 1);
	const baseline = randomPairDifference(audio, expected);
	for (let i = 0; i < audio.frames; i++) {
		for (let j = first[i] as number; j <= (last[i] as number); j++) {
			sums[j + 1] = (sums[j + 1] as number) + difference(audio, i, expected, j);
			counts[j + 1] = (counts[j + 1] as number) + 1;
		}
	}
	for (let j = 0; j < expected.frames; j++) {
		sums[j + 1] = (sums[j + 1] as number) + (sums[j] as number);
		counts[j + 1] = (counts[j + 1] as number) + (counts[j] as number);
	}
	return (row: number, after: number): number => {
		const count = (counts[after] as number) - (counts[row] as number);
		return count > 0 ? ((sums[after] as number) - (sums[row] as number)) / count / baseline : 0;
	};
}

function difference(a: Rows, i: number, b: Rows, j: number): number {
	let sum = 0;
	for (let k = 0; k < a.size; k++) {
		sum += ((a.values[i * a.size + k] as number) - (b.values[j * b.size + k] as number)) ** 2;
	}
	return Math.sqrt(sum);
}

/** Returns the mean difference of unmatched frame pairs: the loss of a match that found nothing. */
function randomPairDifference(audio: Rows, expected: Rows): number {
	const pairs = 4096;
	let sum = 0;
	for (let pair = 0; pair < pairs; pair++) {
		// Incommensurable steps spread the pairs evenly over both.
		const i = Math.floor(((pair * 0.618_034) % 1) * audio.frames);
		const j = Math.floor(((pair * 0.754_878) % 1) * expected.frames);
		sum += difference(audio, i, expected, j);
	}
	return Math.max(sum / pairs, 1e-6);
}

/** Adjusts word boundaries: at a real pause to the end and start of the speech, else to the middle of the gap. */
function assignGaps(tokens: readonly MatchedToken[], loudness: Float32Array): void {
	const words = wordsOf(tokens);
	for (let at = 0; at <= words.length; at++) {
		const before = words[at - 1];
		const after = words[at];
		const left = before?.at(-1);
		const right = after?.[0];
		const gap = { from: left?.to ?? 0, to: right?.from ?? loudness.length };
		const silence = silenceAround(loudness, gap);
		if (silence) {
			if (before && (before[0] as MatchedToken).from < silence.from) endAt(before, silence.from);
			if (after && (after.at(-1) as MatchedToken).to > silence.to) startAt(after, silence.to);
		} else if (left && right && gap.to - gap.from < minGap) {
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

function endAt(word: readonly MatchedToken[], frame: number): void {
	for (const token of word) {
		token.from = Math.min(token.from, frame);
		token.to = Math.min(token.to, frame);
	}
	(word.at(-1) as MatchedToken).to = frame;
}

function startAt(word: readonly MatchedToken[], frame: number): void {
	for (const token of word) {
		token.from = Math.max(token.from, frame);
		token.to = Math.max(token.to, frame);
	}
	(word[0] as MatchedToken).from = frame;
}

/** Returns the silence that a gap lies in or touches, from its first to its last silent frame. */
function silenceAround(loudness: Float32Array, gap: { from: number; to: number }) {
	let from = Math.max(0, gap.from - boundarySearch);
	let to = Math.min(loudness.length, gap.to + boundarySearch);
	while (from < to && loudness[from] !== 0) from++;
	while (to > from && loudness[to - 1] !== 0) to--;
	if (to <= from) return undefined;
	while (from > 0 && loudness[from - 1] === 0) from--;
	while (to < loudness.length && loudness[to] === 0) to++;
	return to - from >= minSilence ? { from, to } : undefined;
}
