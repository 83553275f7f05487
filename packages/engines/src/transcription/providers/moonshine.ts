import { join } from "node:path";
import llamaTokenizer from "llama-tokenizer-js";
import * as ort from "onnxruntime-node";
import { openSession } from "../../speech/providers/onnx-session.ts";
import type { CancelSignal } from "../../workers/task.ts";
import { type DecodedWindow, loopLength, type ScoredToken, scoredWords, withoutLoop } from "../batch/words.ts";
import { logProbability, repeated, type SlipScores, scoreRows, scoreSlips } from "../scores.ts";
import type { Transcriber, TranscriberOptions, Transcription } from "../transcription.ts";

const LAYERS = 6;
const HEADS = 8;
const HEAD_SIZE = 36;
const START = 1;
const END = 2;
/** The model was trained to stop within this many tokens per second of speech; beyond it, it only repeats itself. */
const TOKENS_PER_SECOND = 6.5;

type Cache = Record<string, ort.Tensor>;

export type MoonshineTranscriber = Transcriber & {
	/** Transcribes clips of similar length as a batch, at a third of the cost of one at a time. */
	transcribeAll(clips: readonly Float32Array[]): Promise<{ text: string }[]>;
	analyze(pcm: Float32Array): Promise<MoonshineTranscription>;
	/** Transcribes a window of audio into words with scores. */
	recognize(pcm: Float32Array, signal: CancelSignal): Promise<DecodedWindow>;
};

export type MoonshineTranscription = Transcription & {
	/**
	 * Estimates slips for every word in one pass, from first tokens only: cheap, and only good for choosing what to
	 * score.
	 */
	slips(words: readonly string[]): Promise<SlipScores>;
};

function emptyCache(): Cache {
	const cache: Cache = {};
	for (let layer = 0; layer < LAYERS; layer++)
		for (const side of ["decoder", "encoder"])
			for (const part of ["key", "value"])
				cache[`past_key_values.${layer}.${side}.${part}`] = new ort.Tensor("float32", new Float32Array(0), [
					0,
					HEADS,
					1,
					HEAD_SIZE,
				]);
	return cache;
}

function argmax(logits: Float32Array): number {
	let best = 0;
	for (let i = 1; i < logits.length; i++) if ((logits[i] as number) > (logits[best] as number)) best = i;
	return best;
}

function output(outputs: ort.InferenceSession.OnnxValueMapType, name: string): ort.Tensor {
	const value = outputs[name];
	if (!value) throw new Error(`Moonshine's graph has no output ${name}. The model files do not match this provider.`);
	return value as ort.Tensor;
}

/** Moonshine tiny, English only. Its cost depends on the length of the audio, so it suits short sentences. */
export async function createMoonshine({ modelDir, threads }: TranscriberOptions): Promise<MoonshineTranscriber> {
	const encoder = await openSession(join(modelDir, "encoder_model.onnx"), threads);
	const decoder = await openSession(join(modelDir, "decoder_model_merged.onnx"), threads);

	async function encode(clips: readonly Float32Array[]): Promise<ort.Tensor> {
		const longest = Math.max(...clips.map((clip) => clip.length));
		const audio = new Float32Array(clips.length * longest);
		for (const [index, clip] of clips.entries()) audio.set(clip, index * longest);
		return output(
			await encoder.run({ input_values: new ort.Tensor("float32", audio, [clips.length, longest]) }),
			"last_hidden_state",
		);
	}

	async function decode(clips: readonly Float32Array[], encoded: ort.Tensor): Promise<{ text: string }[]> {
		const limits = clips.map((clip) => Math.max(4, Math.trunc((clip.length / 16000) * TOKENS_PER_SECOND)));
		const texts: number[][] = clips.map(() => [START]);
		const ended = clips.map(() => false);
		const cache = emptyCache();
		let last = clips.map(() => START);
		for (let step = 0; ended.includes(false); step++) {
			const outputs = await decoder.run({
				input_ids: new ort.Tensor("int64", BigInt64Array.from(last, BigInt), [clips.length, 1]),
				encoder_hidden_states: encoded,
				use_cache_branch: new ort.Tensor("bool", [step > 0], [1]),
				...cache,
			});
			const logits = output(outputs, "logits");
			const vocabulary = logits.dims[2] ?? 0;
			last = texts.map((tokens, row) => {
				const scores = (logits.data as Float32Array).subarray(row * vocabulary, (row + 1) * vocabulary);
				const token = ended[row] ? END : argmax(scores);
				if (token !== END) tokens.push(token);
				if (token === END || step + 1 >= (limits[row] as number)) ended[row] = true;
				return token;
			});
			// The encoder cache never changes, and only the first step's copy is valid in the merged graph.
			for (const name of Object.keys(cache))
				if (step === 0 || name.includes(".decoder."))
					cache[name] = output(outputs, name.replace("past_key_values", "present"));
		}
		return texts.map((tokens) => ({ text: llamaTokenizer.decode(tokens, true, true).trim() }));
	}

	async function recognize(pcm: Float32Array, signal: CancelSignal): Promise<DecodedWindow> {
		const encoded = await encode([pcm]);
		const limit = Math.max(4, Math.trunc((pcm.length / 16000) * TOKENS_PER_SECOND));
		const cache = emptyCache();
		let tokens: ScoredToken[] = [];
		let last = START;
		let loop = 0;
		while (tokens.length < limit && loop === 0) {
			signal.throwIfAborted();
			const isFirst = tokens.length === 0;
			const outputs = await decoder.run({
				input_ids: new ort.Tensor("int64", [BigInt(last)], [1, 1]),
				encoder_hidden_states: encoded,
				use_cache_branch: new ort.Tensor("bool", [!isFirst], [1]),
				...cache,
			});
			const logits = output(outputs, "logits").data as Float32Array;
			last = argmax(logits);
			if (last === END) break;
			tokens.push({ token: last, logprob: logProbability(logits)(last) });
			for (const name of Object.keys(cache))
				if (isFirst || name.includes(".decoder."))
					cache[name] = output(outputs, name.replace("past_key_values", "present"));
			loop = loopLength(tokens.map(({ token }) => token));
		}
		if (loop > 0) tokens = withoutLoop(tokens, loop);
		const decodeTokens = (ids: number[]) => llamaTokenizer.decode([START, ...ids], true, true);
		return {
			language: "en",
			languageProbability: 1,
			words: scoredWords(tokens, decodeTokens, "en"),
			looped: loop > 0,
		};
	}

	const tokensOf = (text: string) => llamaTokenizer.encode(text, false, true);

	async function logitsOf(encoded: ort.Tensor, rows: readonly (readonly number[])[]): Promise<ort.Tensor> {
		const longest = Math.max(...rows.map((row) => row.length));
		const ids = rows.flatMap((row) => [...row, ...Array.from({ length: longest - row.length }, () => END)]);
		const outputs = await decoder.run({
			input_ids: new ort.Tensor("int64", BigInt64Array.from(ids, BigInt), [rows.length, longest]),
			encoder_hidden_states: repeated(encoded, rows.length),
			use_cache_branch: new ort.Tensor("bool", [false], [1]),
			...emptyCache(),
		});
		return output(outputs, "logits");
	}

	async function score(encoded: ort.Tensor, texts: readonly string[]): Promise<number[]> {
		if (texts.length === 0) return [];
		const rows = texts.map((text) => [START, ...tokensOf(text), END]);
		return scoreRows(await logitsOf(encoded, rows), rows, 1);
	}

	async function slips(encoded: ort.Tensor, words: readonly string[]): Promise<SlipScores> {
		const tokens = words.map(tokensOf);
		return scoreSlips(await logitsOf(encoded, [[START, ...tokens.flat()]]), tokens, 1, END);
	}

	const transcribeAll = async (clips: readonly Float32Array[]) =>
		clips.length === 0 ? [] : decode(clips, await encode(clips));

	return {
		id: "moonshine-tiny",
		languages: ["en"],
		transcribeAll,
		recognize,
		transcribe: async (pcm) => (pcm.length === 0 ? { text: "" } : ((await transcribeAll([pcm]))[0] ?? { text: "" })),
		analyze: async (pcm) => {
			const encoded = await encode([pcm]);
			const [decoded] = await decode([pcm], encoded);
			return {
				text: decoded?.text ?? "",
				score: (texts) => score(encoded, texts),
				slips: (words) => slips(encoded, words),
			};
		},
		close: async () => {
			await encoder.release();
			await decoder.release();
		},
	};
}
