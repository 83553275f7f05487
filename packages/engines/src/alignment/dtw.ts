import type { Breather } from "./breather.ts";

/** Rows of equal width, one after the other. The weights of two rows, multiplied, are an extra price for matching them. */
export type Rows = { frames: number; size: number; values: Float32Array; weights: Float32Array };

/** For each row of the first sequence the first and the last row of the second that it was matched with. */
export type Warp = { first: Int32Array; last: Int32Array };

/** Columns of each row that may be visited; `from` and `to` never fall. */
type Band = { from: Int32Array; to: Int32Array };

const shrinkBy = 4;
const coarsest = 16;
/** One byte each: what is remembered of the cheapest way to a cell. */
const mostCells = 64e6;
/** Below this a look at everything is cheaper than a look at coarse rows first. */
const fewCells = 2e6;
/** How far, in rows, the finer match may leave the coarser one. */
const freedom = 40;

const diagonal = 0;
const alongFirst = 1;
const alongSecond = 2;

/**
 * The cheapest monotone match of two sequences. Long ones are matched coarsely first and then, ever finer, only near what was found;
 * memory is bounded by a band around the straight line, which at an hour still leaves several minutes to either side.
 */
export async function warp(a: Rows, b: Rows, breathe: Breather, shrunk = 1): Promise<Warp> {
	if (a.frames * b.frames <= fewCells) return follow(a, b, wholeBand(a.frames, b.frames), breathe);
	if (shrunk >= coarsest) return follow(a, b, straightBand(a.frames, b.frames), breathe);
	const coarse = await warp(shrink(a), shrink(b), breathe, shrunk * shrinkBy);
	return follow(a, b, nearBand(a.frames, b.frames, coarse), breathe);
}

async function follow(a: Rows, b: Rows, { from, to }: Band, breathe: Breather): Promise<Warp> {
	const starts = new Float64Array(a.frames + 1);
	for (let i = 0; i < a.frames; i++) {
		starts[i + 1] = (starts[i] as number) + (to[i] as number) - (from[i] as number) + 1;
	}
	const ways = new Uint8Array(starts[a.frames] as number);
	let widest = 0;
	for (let i = 0; i < a.frames; i++) widest = Math.max(widest, (to[i] as number) - (from[i] as number) + 1);
	let before = new Float64Array(widest);
	let here = new Float64Array(widest);
	for (let i = 0; i < a.frames; i++) {
		const pause = breathe();
		if (pause) await pause;
		fillRow(a, b, i, { from, to }, before, here, ways, starts[i] as number);
		[before, here] = [here, before];
	}
	return trace(a.frames, b.frames, from, ways, starts);
}

/** The costs of one row from those of the row before; a step along both counts once, so that equal paces are the cheapest. */
function fillRow(
	{ size, values: left, weights: leftWeights }: Rows,
	{ values: right, weights: rightWeights }: Rows,
	i: number,
	{ from, to }: Band,
	before: Float64Array,
	here: Float64Array,
	ways: Uint8Array,
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
		let way = diagonal;
		if (j - 1 >= lowBefore && j - 1 <= highBefore) best = before[j - 1 - lowBefore] as number;
		if (j >= lowBefore && j <= highBefore && (before[j - lowBefore] as number) < best) {
			best = before[j - lowBefore] as number;
			way = alongFirst;
		}
		if (j > low && (here[j - 1 - low] as number) < best) {
			best = here[j - 1 - low] as number;
			way = alongSecond;
		}
		here[j - low] = best + Math.sqrt(sum) + weight * (rightWeights[j] as number);
		ways[start + j - low] = way;
	}
}

function trace(rows: number, columns: number, from: Int32Array, ways: Uint8Array, starts: Float64Array): Warp {
	const first = new Int32Array(rows);
	const last = new Int32Array(rows);
	let i = rows - 1;
	let j = columns - 1;
	last[i] = j;
	for (;;) {
		const way = ways[(starts[i] as number) + j - (from[i] as number)];
		if (i === 0 && j === 0) break;
		if (i === 0 || way === alongSecond) {
			j--;
			continue;
		}
		first[i] = j;
		i--;
		if (way === diagonal && j > 0) j--;
		last[i] = j;
	}
	first[0] = 0;
	return { first, last };
}

function wholeBand(rows: number, columns: number): Band {
	return { from: new Int32Array(rows), to: new Int32Array(rows).fill(columns - 1) };
}

function straightBand(rows: number, columns: number): Band {
	const half = Math.max(freedom, Math.ceil(columns / rows), Math.floor(mostCells / rows / 2));
	return bandAround(rows, columns, (row) => {
		const centre = Math.round((row * columns) / rows);
		return [centre - half, centre + half];
	});
}

function nearBand(rows: number, columns: number, coarse: Warp): Band {
	return bandAround(rows, columns, (row) => {
		const place = Math.min(coarse.first.length - 1, Math.floor(row / shrinkBy));
		const low = (coarse.first[place] as number) * shrinkBy - freedom;
		return [low, ((coarse.last[place] as number) + 1) * shrinkBy + freedom];
	});
}

/** Makes a band lawful: within the columns, never falling, from the first corner to the last, each row touching the next. */
function bandAround(rows: number, columns: number, around: (row: number) => [number, number]): Band {
	const from = new Int32Array(rows);
	const to = new Int32Array(rows);
	let low = 0;
	let high = 0;
	for (let row = 0; row < rows; row++) {
		const [least, most] = around(row);
		const touching = row === 0 ? 0 : high + 1;
		low = Math.min(Math.max(low, row === 0 ? 0 : least), touching, columns - 1);
		high = Math.max(high, Math.min(columns - 1, most), low);
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
