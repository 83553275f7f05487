import { join } from "node:path";
import llamaTokenizer from "llama-tokenizer-js";
import * as ort from "onnxruntime-node";
import { openSession } from "../../speech/providers/onnx-session.ts";
import { repeated, rowScores, type Slips, slipScores } from "../scores.ts";
import type { Listening, Transcriber, TranscriberOptions } from "../transcription.ts";

const LAYERS = 6;
const HEADS = 8;
const HEAD_SIZE = 36;
const START = 1;
const END = 2;
/** The model was trained to stop within this many tokens a second of speech; beyond it, it only repeats itself. */
const TOKENS_PER_SECOND = 6.5;

type Cache = Record<string, ort.Tensor>;

export type MoonshineTranscriber = Transcriber & {
	/** Clips of about the same length together: a third of the cost of one after the other. */
	transcribeAll(clips: readonly Float32Array[]): Promise<{ text: string }[]>;
	listen(pcm: Float32Array): Promise<MoonshineListening>;
};

export type MoonshineListening = Listening & {
	/** A first look at every word of a text in one pass, by the word's first token alone: cheap, and only good for choosing what to score. */
	slips(words: readonly string[]): Promise<Slips>;
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

function likeliest(logits: Float32Array): number {
	let best = 0;
	for (let i = 1; i < logits.length; i++) if ((logits[i] as number) > (logits[best] as number)) best = i;
	return best;
}

function output(outputs: ort.InferenceSession.OnnxValueMapType, name: string): ort.Tensor {
	const value = outputs[name];
	if (!value) throw new Error(`Moonshine's graph gave no ${name}: the model files do not fit this provider.`);
	return value as ort.Tensor;
}

/** Moonshine tiny, English only. Cost follows the length of the sound, so it suits short sentences. */
export async function createMoonshine({ modelDir, threads }: TranscriberOptions): Promise<MoonshineTranscriber> {
	const encoder = await openSession(join(modelDir, "encoder_model.onnx"), threads);
	const decoder = await openSession(join(modelDir, "decoder_model_merged.onnx"), threads);

	async function encode(clips: readonly Float32Array[]): Promise<ort.Tensor> {
		const longest = Math.max(...clips.map((clip) => clip.length));
		const sound = new Float32Array(clips.length * longest);
		for (const [index, clip] of clips.entries()) sound.set(clip, index * longest);
		return output(
			await encoder.run({ input_values: new ort.Tensor("float32", sound, [clips.length, longest]) }),
			"last_hidden_state",
		);
	}

	async function decode(clips: readonly Float32Array[], heard: ort.Tensor): Promise<{ text: string }[]> {
		const limits = clips.map((clip) => Math.max(4, Math.trunc((clip.length / 16000) * TOKENS_PER_SECOND)));
		const texts: number[][] = clips.map(() => [START]);
		const ended = clips.map(() => false);
		const cache = emptyCache();
		let last = clips.map(() => START);
		for (let step = 0; ended.includes(false); step++) {
			const outputs = await decoder.run({
				input_ids: new ort.Tensor("int64", BigInt64Array.from(last, BigInt), [clips.length, 1]),
				encoder_hidden_states: heard,
				use_cache_branch: new ort.Tensor("bool", [step > 0], [1]),
				...cache,
			});
			const logits = output(outputs, "logits");
			const vocabulary = logits.dims[2] ?? 0;
			last = texts.map((tokens, row) => {
				const scores = (logits.data as Float32Array).subarray(row * vocabulary, (row + 1) * vocabulary);
				const token = ended[row] ? END : likeliest(scores);
				if (token !== END) tokens.push(token);
				if (token === END || step + 1 >= (limits[row] as number)) ended[row] = true;
				return token;
			});
			// What the encoder said is the same at every step: only the first step's copy is right in the merged graph.
			for (const name of Object.keys(cache))
				if (step === 0 || name.includes(".decoder."))
					cache[name] = output(outputs, name.replace("past_key_values", "present"));
		}
		return texts.map((tokens) => ({ text: llamaTokenizer.decode(tokens, true, true).trim() }));
	}

	const tokensOf = (text: string) => llamaTokenizer.encode(text, false, true);

	async function follow(heard: ort.Tensor, rows: readonly (readonly number[])[]): Promise<ort.Tensor> {
		const longest = Math.max(...rows.map((row) => row.length));
		const ids = rows.flatMap((row) => [...row, ...Array.from({ length: longest - row.length }, () => END)]);
		const outputs = await decoder.run({
			input_ids: new ort.Tensor("int64", BigInt64Array.from(ids, BigInt), [rows.length, longest]),
			encoder_hidden_states: repeated(heard, rows.length),
			use_cache_branch: new ort.Tensor("bool", [false], [1]),
			...emptyCache(),
		});
		return output(outputs, "logits");
	}

	async function score(heard: ort.Tensor, texts: readonly string[]): Promise<number[]> {
		if (texts.length === 0) return [];
		const rows = texts.map((text) => [START, ...tokensOf(text), END]);
		return rowScores(await follow(heard, rows), rows, 1);
	}

	async function slips(heard: ort.Tensor, words: readonly string[]): Promise<Slips> {
		const tokens = words.map(tokensOf);
		return slipScores(await follow(heard, [[START, ...tokens.flat()]]), tokens, 1, END);
	}

	const transcribeAll = async (clips: readonly Float32Array[]) =>
		clips.length === 0 ? [] : decode(clips, await encode(clips));

	return {
		id: "moonshine-tiny",
		languages: ["en"],
		transcribeAll,
		transcribe: async (pcm) => (pcm.length === 0 ? { text: "" } : ((await transcribeAll([pcm]))[0] ?? { text: "" })),
		listen: async (pcm) => {
			const heard = await encode([pcm]);
			const [said] = await decode([pcm], heard);
			return { text: said?.text ?? "", score: (texts) => score(heard, texts), slips: (words) => slips(heard, words) };
		},
		close: async () => {
			await encoder.release();
			await decoder.release();
		},
	};
}
