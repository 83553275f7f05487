import type { Weights } from "../speech/blend.ts";
import { cosine } from "./measure/speaker.ts";
import type { PaletteVoice } from "./palette.ts";

/** A measured blend. */
export type MeasuredBlend = { timbre: Weights; vector: readonly number[] };

/** Weight of the speakers' own embeddings relative to measured blends. */
const priorWeight = 0.3;
const proposalCount = 1500;

/**
 * Models the embedding of a blend as a weighted sum over its speakers, fitted to the blends measured so far, and
 * returns the blend that should be nearest to the target. Returns undefined if the speakers have no embeddings.
 */
export function proposeBlend(
	near: readonly PaletteVoice[],
	measured: readonly MeasuredBlend[],
	target: readonly number[],
	best: Weights,
	random: () => number,
): Weights | undefined {
	if (near.some(({ vector }) => vector.length !== target.length)) return undefined;
	const model = fitModel(near, measured);
	const start = near.map(({ speaker }) => best[speaker] ?? 0);
	let chosen = start;
	let score = Number.NEGATIVE_INFINITY;
	for (let at = 0; at < proposalCount; at++) {
		const reach = at % 2 === 0 ? 0.6 : 0.2;
		const raw = start.map((weight) => Math.max(-0.15, weight + (random() < 0.5 ? reach * (random() - 0.5) : 0)));
		const sum = raw.reduce((total, weight) => total + weight, 0);
		if (sum < 0.3) continue;
		const weights = raw.map((weight) => weight / sum);
		const predicted = target.map((_, out) =>
			weights.reduce((total, weight, voice) => total + weight * (model[voice]?.[out] ?? 0), 0),
		);
		const penalty = weights.reduce((total, weight) => total + (weight < 0 ? weight ** 2 : 0), 0);
		const own = cosine(predicted, target) - penalty;
		if (own > score) {
			score = own;
			chosen = weights;
		}
	}
	return Object.fromEntries(near.map(({ speaker }, at) => [speaker, chosen[at] as number]));
}

/** Least squares, regularized towards the speakers' own embeddings: one row per speaker. */
function fitModel(near: readonly PaletteVoice[], measured: readonly MeasuredBlend[]): number[][] {
	const size = near.length;
	const gram = Array.from({ length: size }, (_, i) =>
		Array.from({ length: size }, (_, j) => (i === j ? priorWeight : 0)),
	);
	const right = near.map(({ vector }) => vector.map((value) => priorWeight * value));
	for (const { timbre, vector } of measured) {
		const weights = near.map(({ speaker }) => timbre[speaker] ?? 0);
		for (const [i, one] of weights.entries()) {
			if (one === 0) continue;
			const row = gram[i] as number[];
			for (const [j, other] of weights.entries()) row[j] = (row[j] as number) + one * other;
			const sums = right[i] as number[];
			for (const [out, value] of vector.entries()) sums[out] = (sums[out] as number) + one * value;
		}
	}
	return solve(gram, right);
}

/** Gaussian elimination; the diagonal is never zero. */
function solve(matrix: number[][], right: number[][]): number[][] {
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
