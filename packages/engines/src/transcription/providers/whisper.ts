import { readFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { AutoProcessor, AutoTokenizer, env } from "@huggingface/transformers";
import * as ort from "onnxruntime-node";
import type { Transcriber, TranscriberOptions } from "../transcription.ts";

// The network's own loop is written out here because the library's decodes one clip at a time: four clips at once cost half as much each.

type Generation = {
	eos_token_id: number;
	decoder_start_token_id: number;
	no_timestamps_token_id: number;
	suppress_tokens: number[];
	begin_suppress_tokens: number[];
	lang_to_id: Record<string, number>;
	task_to_id: Record<string, number>;
};
type Shape = { decoder_layers: number; decoder_attention_heads: number; d_model: number };
type Cache = Record<string, ort.Tensor>;

export type WhisperTranscriber = Transcriber & {
	/** Clips of about the same length, transcribed together. */
	transcribeAll(clips: readonly Float32Array[], language?: string): Promise<{ text: string; language: string }[]>;
};

/** Speech has at most about eight tokens a second: without a limit, silence can send the model into a loop. */
const TOKENS_PER_SECOND = 8;
const MOST_TOKENS = 440;

function output(outputs: ort.InferenceSession.OnnxValueMapType, name: string): ort.Tensor {
	const value = outputs[name];
	if (!value) throw new Error(`Whisper's graph gave no ${name}: the model files do not fit this provider.`);
	return value as ort.Tensor;
}

function emptyCache({ decoder_layers, decoder_attention_heads, d_model }: Shape, clips: number): Cache {
	const cache: Cache = {};
	const size = d_model / decoder_attention_heads;
	for (let layer = 0; layer < decoder_layers; layer++)
		for (const side of ["decoder", "encoder"])
			for (const part of ["key", "value"])
				cache[`past_key_values.${layer}.${side}.${part}`] = new ort.Tensor("float32", new Float32Array(0), [
					clips,
					decoder_attention_heads,
					0,
					size,
				]);
	return cache;
}

function likeliest(logits: Float32Array, from: number, candidates: Uint32Array): number {
	let best = candidates[0] as number;
	for (const token of candidates) if ((logits[from + token] as number) > (logits[from + best] as number)) best = token;
	return best;
}

/** Whisper (quantised) of any size: `modelDir` ends in the model's name. Never reaches for the network. */
export async function createWhisper({ modelDir, threads }: TranscriberOptions): Promise<WhisperTranscriber> {
	env.allowRemoteModels = false;
	env.localModelPath = dirname(modelDir);
	const id = basename(modelDir);
	const readJson = async (name: string) => JSON.parse(await readFile(join(modelDir, name), "utf8"));
	const generation: Generation = await readJson("generation_config.json");
	const shape: Shape = await readJson("config.json");
	const processor = await AutoProcessor.from_pretrained(id);
	const tokenizer = await AutoTokenizer.from_pretrained(id);
	const options: ort.InferenceSession.SessionOptions = { intraOpNumThreads: threads, interOpNumThreads: 1 };
	const encoder = await ort.InferenceSession.create(join(modelDir, "onnx/encoder_model_quantized.onnx"), options);
	const decoder = await ort.InferenceSession.create(
		join(modelDir, "onnx/decoder_model_merged_quantized.onnx"),
		options,
	);

	const { eos_token_id: end, lang_to_id: languageTokens } = generation;
	const never = new Set(generation.suppress_tokens);
	const notFirst = new Set([...never, ...generation.begin_suppress_tokens]);
	// Everything above the end token steers the model (languages, tasks, times) and is not text.
	const all = Array.from({ length: end + 1 }, (_, token) => token);
	const textTokens = Uint32Array.from(all.filter((token) => !never.has(token)));
	const firstTokens = Uint32Array.from(all.filter((token) => !notFirst.has(token)));
	const anyLanguage = Uint32Array.from(Object.values(languageTokens));

	/** One pass per clip: a pass over several together is not cheaper. */
	async function encode(clips: readonly Float32Array[]): Promise<ort.Tensor> {
		const parts: ort.Tensor[] = [];
		for (const clip of clips) {
			const { input_features } = await processor(clip);
			const input = new ort.Tensor("float32", input_features.data as Float32Array, input_features.dims);
			parts.push(output(await encoder.run({ input_features: input }), "last_hidden_state"));
		}
		const [, frames = 0, width = 0] = parts[0]?.dims ?? [];
		const joined = new Float32Array(clips.length * frames * width);
		for (const [index, part] of parts.entries()) joined.set(part.data as Float32Array, index * frames * width);
		return new ort.Tensor("float32", joined, [clips.length, frames, width]);
	}

	async function step(heard: ort.Tensor, rows: readonly (readonly number[])[], cache: Cache, started: boolean) {
		const length = rows[0]?.length ?? 0;
		const outputs = await decoder.run({
			input_ids: new ort.Tensor("int64", BigInt64Array.from(rows.flat(), BigInt), [rows.length, length]),
			encoder_hidden_states: heard,
			use_cache_branch: new ort.Tensor("bool", [started], [1]),
			...cache,
		});
		// What the encoder said is the same at every step: only the first step's copy is right in the merged graph.
		for (const name of Object.keys(cache))
			if (!started || name.includes(".decoder."))
				cache[name] = output(outputs, name.replace("past_key_values", "present"));
		const logits = output(outputs, "logits");
		const vocabulary = logits.dims[2] ?? 0;
		return (row: number, candidates: Uint32Array) =>
			likeliest(logits.data as Float32Array, (row * length + length - 1) * vocabulary, candidates);
	}

	async function languagesOf(heard: ort.Tensor, clips: number, language?: string): Promise<number[]> {
		if (language) {
			const token = languageTokens[`<|${language.split("-")[0]?.toLowerCase()}|>`];
			if (token === undefined) throw new Error(`Whisper does not know the language ${language}.`);
			return Array.from({ length: clips }, () => token);
		}
		const start = Array.from({ length: clips }, () => [generation.decoder_start_token_id]);
		const pick = await step(heard, start, emptyCache(shape, clips), false);
		return start.map((_, row) => pick(row, anyLanguage));
	}

	async function transcribeAll(clips: readonly Float32Array[], language?: string) {
		const heard = await encode(clips);
		const languages = await languagesOf(heard, clips.length, language);
		const { decoder_start_token_id: start, no_timestamps_token_id: untimed, task_to_id } = generation;
		const task = task_to_id.transcribe as number;
		const longest = Math.max(...clips.map((clip) => clip.length)) / 16000;
		const most = Math.min(MOST_TOKENS, Math.ceil(longest * TOKENS_PER_SECOND) + 16);
		const texts: number[][] = clips.map(() => []);
		const cache = emptyCache(shape, clips.length);
		const ended = clips.map(() => false);
		let rows: number[][] = languages.map((token) => [start, token, task, untimed]);
		for (let count = 0; count < most && ended.includes(false); count++) {
			const pick = await step(heard, rows, cache, count > 0);
			rows = texts.map((tokens, row) => {
				const token = ended[row] ? end : pick(row, count === 0 ? firstTokens : textTokens);
				if (token === end) ended[row] = true;
				else tokens.push(token);
				return [token];
			});
		}
		return texts.map((tokens, row) => ({
			text: tokenizer.decode(tokens, { skip_special_tokens: true }).trim(),
			language: (Object.entries(languageTokens).find(([, token]) => token === languages[row])?.[0] ?? "").slice(2, -2),
		}));
	}

	return {
		id,
		languages: ["*"],
		transcribeAll: async (clips, language) => (clips.length === 0 ? [] : transcribeAll(clips, language)),
		transcribe: async (pcm, language) => {
			if (pcm.length === 0) return { text: "" };
			const [heard] = await transcribeAll([pcm], language);
			return { text: heard?.text ?? "" };
		},
		close: async () => {
			await encoder.release();
			await decoder.release();
		},
	};
}
