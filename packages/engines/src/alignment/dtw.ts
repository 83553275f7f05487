import type { Yielder } from "./yielder.ts";

/** A matrix of `frames` rows of `size` values. The product of two rows' weights is an extra cost for matching them. */
export type Rows = { frames: number; size: number; values: Float32Array; weights: Float32Array };

/** For each row of the first sequence, the first and last matched row of the second. */
export type Warp = { first: Int32Array; last: Int32Array };

/** Columns of each row that may be visited; `from` and `to` never decrease. */
type Band = { from: Int32Array; to: Int32Array };

const shrinkBy = 4;
const maxShrink = 16;
/** Bounds memory: one byte per cell, for its step on the cheapest path. */
const maxCells = 64e6;
/** Below this a full search is cheaper than a coarse pass. */
const maxFullSearchCells = 2e6;
/** How far, in rows, the finer match may deviate from the coarser one. */
const bandMargin = 40;

const diagonal = 0;
const alongFirst = 1;
const alongSecond = 2;

/**
 * Returns the cheapest monotone match of two sequences (dynamic time warping). Long sequences are matched coarsely
 * first, then more finely only near that result. A band around the diagonal bounds memory; for an hour of audio it
 * still allows several minutes to either side.
 */
export async function warp(a: Rows, b: Rows, yieldIfDue: Yielder, shrunk = 1): Promise<Warp> {
	if (a.frames * b.frames <= maxFullSearchCells) return matchInBand(a, b, fullBand(a.frames, b.frames), yieldIfDue);
	if (shrunk >= maxShrink) return matchInBand(a, b, diagonalBand(a.frames, b.frames), yieldIfDue);
	const coarse = await warp(shrink(a), shrink(b), yieldIfDue, shrunk * shrinkBy);
	return matchInBand(a, b, bandNear(a.frames, b.frames, coarse), yieldIfDue);
}

async function matchInBand(a: Rows, b: Rows, { from, to }: Band, yieldIfDue: Yielder): Promise<Warp> {
	const starts = new Float64Array(a.frames + 1);
	for (let i = 0; i < a.frames; i++) {
		starts[i + 1] = (starts[i] as number) + (to[i] as number) - (from[i] as number) + 1;
	}
	const steps = new Uint8Array(starts[a.frames] as number);
	let maxWidth = 0;
	for (let i = 0; i < a.frames; i++) maxWidth = Math.max(maxWidth, (to[i] as number) - (from[i] as number) + 1);
	let before = new Float64Array(maxWidth);
	let here = new Float64Array(maxWidth);
	for (let i = 0; i < a.frames; i++) {
		const pause = yieldIfDue();
		if (pause) await pause;
		fillRow(a, b, i, { from, to }, before, here, steps, starts[i] as number);
		[before, here] = [here, before];
	}
	return trace(a.frames, b.frames, from, steps, starts);
}

/** Computes one row of costs from the previous one. A diagonal step counts once, so equal speed is cheapest. */
function fillRow(
	{ size, values: left, weights: leftWeights }: Rows,
	{ values: right, weights: rightWeights }: Rows,
	i: number,
	{ from, to }: Band,
	before: Float64Array,
	here: Float64Array,
	steps: Uint8Array,
	start: number,
): void {
	const low = from[i] as number;
	const high = to[i] as number;
	const lowBefore = i > 0 ? (from[i - 1] as number) : 0;
	const highBefore = i > 0 ? (to[i - 1] as number) : -1;
	const row = i * size;
	const weight = leftWeights[i] as number;
	for (let j = low; j <= high; j++) {
		let sum = 0;
		const column = j * size;
		for (let k = 0; k < size; k++) {
			const difference = (left[row + k] as number) - (right[column + k] as number);
			sum += difference * difference;
		}
		let best = i === 0 && j === 0 ? 0 : Number.POSITIVE_INFINITY;
		let step = diagonal;
		if (j - 1 >= lowBefore && j - 1 <= highBefore) best = before[j - 1 - lowBefore] as number;
		if (j >= lowBefore && j <= highBefore && (before[j - lowBefore] as number) < best) {
			best = before[j - lowBefore] as number;
			step = alongFirst;
		}
		if (j > low && (here[j - 1 - low] as number) < best) {
			best = here[j - 1 - low] as number;
			step = alongSecond;
		}
		here[j - low] = best + Math.sqrt(sum) + weight * (rightWeights[j] as number);
		steps[start + j - low] = step;
	}
}

function trace(rows: number, columns: number, from: Int32Array, steps: Uint8Array, starts: Float64Array): Warp {
	const first = new Int32Array(rows);
	const last = new Int32Array(rows);
	let i = rows - 1;
	let j = columns - 1;
	last[i] = j;
	for (;;) {
		const step = steps[(starts[i] as number) + j - (from[i] as number)];
		if (i === 0 && j === 0) break;
		if (i === 0 || step === alongSecond) {
			j--;
			continue;
		}
		first[i] = j;
		i--;
		if (step === diagonal && j > 0) j--;
		last[i] = j;
	}
	first[0] = 0;
	return { first, last };
}

function fullBand(rows: number, columns: number): Band {
	return { from: new Int32Array(rows), to: new Int32Array(rows).fill(columns - 1) };
}

function diagonalBand(rows: number, columns: number): Band {
	const half = Math.max(bandMargin, Math.ceil(columns / rows), Math.floor(maxCells / rows / 2));
	return createBand(rows, columns, (row) => {
		const center = Math.round((row * columns) / rows);
		return [center - half, center + half];
	});
}

function bandNear(rows: number, columns: number, coarse: Warp): Band {
	return createBand(rows, columns, (row) => {
		const index = Math.min(coarse.first.length - 1, Math.floor(row / shrinkBy));
		const low = (coarse.first[index] as number) * shrinkBy - bandMargin;
		return [low, ((coarse.last[index] as number) + 1) * shrinkBy + bandMargin];
	});
}

/**
 * Creates a valid band: within the columns, never decreasing, from corner to corner, with each row adjacent to the
 * next.
 */
function createBand(rows: number, columns: number, around: (row: number) => [number, number]): Band {
	const from = new Int32Array(rows);
	const to = new Int32Array(rows);
	let low = 0;
	let high = 0;
	for (let row = 0; row < rows; row++) {
		const [min, max] = around(row);
		const touching = row === 0 ? 0 : high + 1;
		low = Math.min(Math.max(low, row === 0 ? 0 : min), touching, columns - 1);
		high = Math.max(high, Math.min(columns - 1, max), low);
		from[row] = low;
		to[row] = high;
	}
	to[rows - 1] = columns - 1;
	return { from, to };
}

function shrink({ frames, size, values, weights }: Rows): Rows {
	const fewer = Math.ceil(frames / shrinkBy);
	const means = new Float32Array(fewer * size);
	const fewerWeights = new Float32Array(fewer);
	for (let row = 0; row < fewer; row++) {
		const end = Math.min(frames, (row + 1) * shrinkBy);
		for (let frame = row * shrinkBy; frame < end; frame++) {
			for (let k = 0; k < size; k++) {
				means[row * size + k] = (means[row * size + k] as number) + (values[frame * size + k] as number);
			}
			fewerWeights[row] = (fewerWeights[row] as number) + (weights[frame] as number) / shrinkBy;
		}
		const count = end - row * shrinkBy;
		for (let k = 0; k < size; k++) means[row * size + k] = (means[row * size + k] as number) / count;
	}
	return { frames: fewer, size, values: means, weights: fewerWeights };
}
