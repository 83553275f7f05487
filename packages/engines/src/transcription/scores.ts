import { Tensor } from "onnxruntime-node";

/** How much likelier, as a difference of logarithms, the sound goes on without each word, or with each word once more. */
export type Slips = { dropped: number[]; repeated: number[] };

/** The same rows so many times over, as a batch. */
export function repeated(heard: Tensor, times: number): Tensor {
	const one = heard.data as Float32Array;
	const all = new Float32Array(one.length * times);
	for (let copy = 0; copy < times; copy++) all.set(one, copy * one.length);
	return new Tensor("float32", all, [times, ...heard.dims.slice(1)]);
}

/** From the raw scores of what may come next, the log-probability of each token. */
export function logProbability(scores: Float32Array): (token: number) => number {
	let highest = Number.NEGATIVE_INFINITY;
	for (const score of scores) if (score > highest) highest = score;
	let total = 0;
	for (const score of scores) total += Math.exp(score - highest);
	const whole = highest + Math.log(total);
	return (token) => (scores[token] as number) - whole;
}

/** What may come after the token at `place`. */
function following(logits: Tensor, row: number, place: number): (token: number) => number {
	const [, length = 0, vocabulary = 0] = logits.dims;
	const start = (row * length + place) * vocabulary;
	return logProbability((logits.data as Float32Array).subarray(start, start + vocabulary));
}

/** For each row of tokens that was fed in, the summed log-probability of its tokens from the given place on. */
export function rowScores(logits: Tensor, rows: readonly (readonly number[])[], from: number): number[] {
	return rows.map((tokens, row) => {
		let sum = 0;
		for (let at = from; at < tokens.length; at++) sum += following(logits, row, at - 1)(tokens[at] as number);
		return sum;
	});
}

/** `words` are the tokens of each word of the one row that was fed in, which starts with `prompt` tokens and ends with `end`. */
export function slipScores(logits: Tensor, words: readonly (readonly number[])[], prompt: number, end: number): Slips {
	const first = (at: number) => words[at]?.[0] ?? end;
	const dropped: number[] = [];
	const repeated: number[] = [];
	let place = prompt - 1;
	let before = following(logits, 0, place);
	for (const [at, tokens] of words.entries()) {
		dropped.push(before(first(at + 1)) - before(first(at)));
		place += tokens.length;
		before = following(logits, 0, place);
		repeated.push(before(first(at)) - before(first(at + 1)));
	}
	return { dropped, repeated };
}
