import { readFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { AutoProcessor, AutoTokenizer, env } from "@huggingface/transformers";
import * as ort from "onnxruntime-node";
import { openSession } from "../../speech/providers/onnx-session.ts";
import { logProbability } from "../scores.ts";
import type { Listening, Transcriber, TranscriberOptions } from "../transcription.ts";

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
	listen(pcm: Float32Array, language?: string): Promise<Listening>;
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

function mostTokens(samples: number): number {
	return Math.min(MOST_TOKENS, Math.ceil((samples / 16000) * TOKENS_PER_SECOND) + 16);
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
	const encoder = await openSession(join(modelDir, "onnx/encoder_model_quantized.onnx"), threads);
	const decoder = await openSession(join(modelDir, "onnx/decoder_model_merged_quantized.onnx"), threads);

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
		return { logits: logits.data as Float32Array, length, vocabulary };
	}

	async function languagesOf(heard: ort.Tensor, clips: number, language?: string): Promise<number[]> {
		if (language) {
			const token = languageTokens[`<|${language.split("-")[0]?.toLowerCase()}|>`];
			if (token === undefined) throw new Error(`Whisper does not know the language ${language}.`);
			return Array.from({ length: clips }, () => token);
		}
		const start = Array.from({ length: clips }, () => [generation.decoder_start_token_id]);
		const { logits, vocabulary } = await step(heard, start, emptyCache(shape, clips), false);
		return start.map((_, row) => likeliest(logits, row * vocabulary, anyLanguage));
	}

	async function transcribeAll(clips: readonly Float32Array[], language?: string) {
		const heard = await encode(clips);
		const languages = await languagesOf(heard, clips.length, language);
		const { decoder_start_token_id: start, no_timestamps_token_id: untimed, task_to_id } = generation;
		const task = task_to_id.transcribe as number;
		const most = mostTokens(Math.max(...clips.map((clip) => clip.length)));
		const texts: number[][] = clips.map(() => []);
		const cache = emptyCache(shape, clips.length);
		const ended = clips.map(() => false);
		let rows: number[][] = languages.map((token) => [start, token, task, untimed]);
		for (let count = 0; count < most && ended.includes(false); count++) {
			const { logits, length, vocabulary } = await step(heard, rows, cache, count > 0);
			const pick = (row: number, candidates: Uint32Array) =>
				likeliest(logits, (row * length + length - 1) * vocabulary, candidates);
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

	/**
	 * Every beginning of a text is followed through the network once, whoever asks: texts that differ late in a sentence
	 * cost little more than one of them.
	 */
	async function listen(pcm: Float32Array, language?: string): Promise<Listening> {
		const heard = await encode([pcm]);
		const [spoken = 0] = await languagesOf(heard, 1, language);
		const { decoder_start_token_id: start, no_timestamps_token_id: untimed, task_to_id } = generation;
		const prompt = [start, spoken, task_to_id.transcribe as number, untimed];
		const known = new Map<string, { cache: Cache; logits: Float32Array }>();

		async function after(tokens: readonly number[]): Promise<{ cache: Cache; logits: Float32Array }> {
			const key = tokens.join(" ");
			const before = known.get(key);
			if (before) return before;
			const last = tokens.at(-1);
			const cache = last === undefined ? emptyCache(shape, 1) : { ...(await after(tokens.slice(0, -1))).cache };
			const rows = last === undefined ? [prompt] : [[last]];
			const { logits, length, vocabulary } = await step(heard, rows, cache, last !== undefined);
			const state = { cache, logits: logits.slice((length - 1) * vocabulary, length * vocabulary) };
			known.set(key, state);
			return state;
		}

		async function scoreOf(text: string): Promise<number> {
			const tokens = [...tokenizer.encode(` ${text}`, { add_special_tokens: false }), end];
			let sum = 0;
			for (const [at, token] of tokens.entries())
				sum += logProbability((await after(tokens.slice(0, at))).logits)(token);
			return sum;
		}

		const said: number[] = [];
		for (const most = mostTokens(pcm.length); said.length < most; ) {
			const { logits } = await after(said);
			const token = likeliest(logits, 0, said.length === 0 ? firstTokens : textTokens);
			if (token === end) break;
			said.push(token);
		}
		return {
			text: tokenizer.decode(said, { skip_special_tokens: true }).trim(),
			score: async (texts) => {
				const scores: number[] = [];
				for (const text of texts) scores.push(await scoreOf(text));
				return scores;
			},
		};
	}

	return {
		id,
		languages: ["*"],
		transcribeAll: async (clips, language) => (clips.length === 0 ? [] : transcribeAll(clips, language)),
		listen,
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
