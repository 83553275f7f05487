import type { Weights } from "../speech/blend.ts";
import type { PaletteVoice } from "./palette.ts";
import { cosine } from "./speaker.ts";

/** What was heard of a mix. */
export type Point = { timbre: Weights; vector: readonly number[] };

/** How much the speakers' own projections count against what was heard of mixes. */
const trust = 0.3;
const proposals = 1500;

/**
 * Guesses how a mix will be heard as a sum over its speakers, from what was heard of others so far, and gives the one that would be
 * nearest to the target. Undefined where nothing is known of the speakers.
 */
export function proposedMix(
	near: readonly PaletteVoice[],
	heard: readonly Point[],
	target: readonly number[],
	best: Weights,
	random: () => number,
): Weights | undefined {
	if (near.some(({ vector }) => vector.length !== target.length)) return undefined;
	const model = fitted(near, heard);
	const start = near.map(({ speaker }) => best[speaker] ?? 0);
	let chosen = start;
	let score = Number.NEGATIVE_INFINITY;
	for (let at = 0; at < proposals; at++) {
		const reach = at % 2 === 0 ? 0.6 : 0.2;
		const raw = start.map((weight) => Math.max(-0.15, weight + (random() < 0.5 ? reach * (random() - 0.5) : 0)));
		const sum = raw.reduce((total, weight) => total + weight, 0);
		if (sum < 0.3) continue;
		const weights = raw.map((weight) => weight / sum);
		const guessed = target.map((_, out) =>
			weights.reduce((total, weight, voice) => total + weight * (model[voice]?.[out] ?? 0), 0),
		);
		const strain = weights.reduce((total, weight) => total + (weight < 0 ? weight ** 2 : 0), 0);
		const own = cosine(guessed, target) - strain;
		if (own > score) {
			score = own;
			chosen = weights;
		}
	}
	return Object.fromEntries(near.map(({ speaker }, at) => [speaker, chosen[at] as number]));
}

/** Least squares, drawn towards the speakers' own projections: one row of numbers a speaker. */
function fitted(near: readonly PaletteVoice[], heard: readonly Point[]): number[][] {
	const size = near.length;
	const gram = Array.from({ length: size }, (_, i) => Array.from({ length: size }, (_, j) => (i === j ? trust : 0)));
	const right = near.map(({ vector }) => vector.map((value) => trust * value));
	for (const { timbre, vector } of heard) {
		const weights = near.map(({ speaker }) => timbre[speaker] ?? 0);
		for (const [i, one] of weights.entries()) {
			if (one === 0) continue;
			const row = gram[i] as number[];
			for (const [j, other] of weights.entries()) row[j] = (row[j] as number) + one * other;
			const sums = right[i] as number[];
			for (const [out, value] of vector.entries()) sums[out] = (sums[out] as number) + one * value;
		}
	}
	return solved(gram, right);
}

/** Gaussian elimination; the diagonal is never empty. */
function solved(matrix: number[][], right: number[][]): number[][] {
	for (let at = 0; at < matrix.length; at++) {
		const row = matrix[at] as number[];
		const value = right[at] as number[];
		const pivot = row[at] as number;
		for (let below = 0; below < matrix.length; below++) {
			if (below === at) continue;
			const other = matrix[below] as number[];
			const factor = (other[at] as number) / pivot;
			if (factor === 0) continue;
			for (let k = at; k < matrix.length; k++) other[k] = (other[k] as number) - factor * (row[k] as number);
			const sums = right[below] as number[];
			for (let k = 0; k < sums.length; k++) sums[k] = (sums[k] as number) - factor * (value[k] as number);
		}
	}
	return right.map((row, at) => row.map((value) => value / ((matrix[at] as number[])[at] as number)));
}
