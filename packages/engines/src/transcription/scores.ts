import { Tensor } from "onnxruntime-node";

/** Log-likelihood gain of continuing without each word (dropped), or with it a second time (repeated). */
export type SlipScores = { dropped: number[]; repeated: number[] };

/** Repeats a tensor as a batch. */
export function repeated(tensor: Tensor, times: number): Tensor {
	const one = tensor.data as Float32Array;
	const all = new Float32Array(one.length * times);
	for (let copy = 0; copy < times; copy++) all.set(one, copy * one.length);
	return new Tensor("float32", all, [times, ...tensor.dims.slice(1)]);
}

/** Converts logits to a lookup of token log-probabilities (log-softmax). */
export function logProbability(scores: Float32Array): (token: number) => number {
	let highest = Number.NEGATIVE_INFINITY;
	for (const score of scores) if (score > highest) highest = score;
	let total = 0;
	for (const score of scores) total += Math.exp(score - highest);
	const logSum = highest + Math.log(total);
	return (token) => (scores[token] as number) - logSum;
}

/** Returns the log-probabilities of the token after `position`. */
function nextToken(logits: Tensor, row: number, position: number): (token: number) => number {
	const [, length = 0, vocabulary = 0] = logits.dims;
	const start = (row * length + position) * vocabulary;
	return logProbability((logits.data as Float32Array).subarray(start, start + vocabulary));
}

/** Returns, for each row of input tokens, the summed log-probability of its tokens starting at `from`. */
export function scoreRows(logits: Tensor, rows: readonly (readonly number[])[], from: number): number[] {
	return rows.map((tokens, row) => {
		let sum = 0;
		for (let at = from; at < tokens.length; at++) sum += nextToken(logits, row, at - 1)(tokens[at] as number);
		return sum;
	});
}

/**
 * Scores every word from one row of logits. `words` holds the tokens of each word; the row starts with `prompt` tokens
 * and ends with `end`.
 */
export function scoreSlips(
	logits: Tensor,
	words: readonly (readonly number[])[],
	prompt: number,
	end: number,
): SlipScores {
	const first = (at: number) => words[at]?.[0] ?? end;
	const dropped: number[] = [];
	const repeated: number[] = [];
	let position = prompt - 1;
	let before = nextToken(logits, 0, position);
	for (const [at, tokens] of words.entries()) {
		dropped.push(before(first(at + 1)) - before(first(at)));
		position += tokens.length;
		before = nextToken(logits, 0, position);
		repeated.push(before(first(at)) - before(first(at + 1)));
	}
	return { dropped, repeated };
}
