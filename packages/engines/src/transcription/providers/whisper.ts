import { readFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { AutoProcessor, AutoTokenizer, env } from "@huggingface/transformers";
import * as ort from "onnxruntime-node";
import { openSession } from "../../speech/providers/onnx-session.ts";
import { primaryLanguage } from "../../text/language.ts";
import type { CancelSignal } from "../../workers/task.ts";
import { type DecodedWindow, loopLength, type ScoredToken, scoredWords, withoutLoop } from "../batch/words.ts";
import { logProbability } from "../scores.ts";
import type { Transcriber, TranscriberOptions, Transcription } from "../transcription.ts";

// Implements the decoding loop, because the library's decodes one clip at a time; in batches of four each clip costs
// half as much.

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
	analyze(pcm: Float32Array, language?: string): Promise<Transcription>;
	/** Transcribes a window of audio into words with scores. */
	recognize(pcm: Float32Array, options: WhisperOptions, signal: CancelSignal): Promise<DecodedWindow>;
	/** Transcribes clips of similar length as a batch. */
	transcribeAll(clips: readonly Float32Array[], language?: string): Promise<{ text: string; language: string }[]>;
};

export type WhisperOptions = { language?: string; keyterms?: readonly string[]; translate?: boolean };

/** The prompt may be half as long as the text of 30 seconds. */
const MAX_PROMPT_TOKENS = 220;
/** Above this, and with an unlikely text, there is no speech. */
const NO_SPEECH = 0.6;
const UNLIKELY = -1;

/** Speech has at most about eight tokens per second. Without a limit, silence can send the model into a loop. */
const TOKENS_PER_SECOND = 8;
const MAX_TOKENS = 440;

function output(outputs: ort.InferenceSession.OnnxValueMapType, name: string): ort.Tensor {
	const value = outputs[name];
	if (!value) throw new Error(`Whisper's graph has no output ${name}. The model files do not match this provider.`);
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

function argmax(logits: Float32Array, from: number, candidates: Uint32Array): number {
	let best = candidates[0] as number;
	for (const token of candidates) if ((logits[from + token] as number) > (logits[from + best] as number)) best = token;
	return best;
}

function maxTokens(samples: number): number {
	return Math.min(MAX_TOKENS, Math.ceil((samples / 16000) * TOKENS_PER_SECOND) + 16);
}

/** Quantized Whisper of any size; `modelDir` ends in the model's name. Never accesses the network. */
export async function createWhisper({ modelDir, threads }: TranscriberOptions): Promise<WhisperTranscriber> {
	env.allowRemoteModels = false;
	env.localModelPath = dirname(modelDir);
	const id = basename(modelDir);
	const readJson = async (name: string) => JSON.parse(await readFile(join(modelDir, name), "utf8"));
	const generation: Generation = await readJson("generation_config.json");
	const shape: Shape = await readJson("config.json");
	const processor = await AutoProcessor.from_pretrained(id);
	const tokenizer = await AutoTokenizer.from_pretrained(id);
	// It always encodes 30 seconds, for which it needs 670 MB. Without keeping them it is 5% to 12% slower.
	const encoder = await openSession(join(modelDir, "onnx/encoder_model_quantized.onnx"), threads, {
		keepsMemory: false,
	});
	const decoder = await openSession(join(modelDir, "onnx/decoder_model_merged_quantized.onnx"), threads);

	const { eos_token_id: end, lang_to_id: languageTokens } = generation;
	const suppressed = new Set(generation.suppress_tokens);
	const suppressedFirst = new Set([...suppressed, ...generation.begin_suppress_tokens]);
	// Tokens above the end token are control tokens (languages, tasks, timestamps), not text.
	const all = Array.from({ length: end + 1 }, (_, token) => token);
	const textTokens = Uint32Array.from(all.filter((token) => !suppressed.has(token)));
	const firstTokens = Uint32Array.from(all.filter((token) => !suppressedFirst.has(token)));
	const anyLanguage = Uint32Array.from(Object.values(languageTokens));

	/** Encodes clips one by one, because batches are not cheaper. */
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

	async function step(encoded: ort.Tensor, rows: readonly (readonly number[])[], cache: Cache, started: boolean) {
		const length = rows[0]?.length ?? 0;
		const outputs = await decoder.run({
			input_ids: new ort.Tensor("int64", BigInt64Array.from(rows.flat(), BigInt), [rows.length, length]),
			encoder_hidden_states: encoded,
			use_cache_branch: new ort.Tensor("bool", [started], [1]),
			...cache,
		});
		// The encoder cache never changes, and only the first step's copy is valid in the merged graph.
		for (const name of Object.keys(cache))
			if (!started || name.includes(".decoder."))
				cache[name] = output(outputs, name.replace("past_key_values", "present"));
		const logits = output(outputs, "logits");
		const vocabulary = logits.dims[2] ?? 0;
		return { logits: logits.data as Float32Array, length, vocabulary };
	}

	async function languagesOf(encoded: ort.Tensor, clips: number, language?: string): Promise<number[]> {
		if (language) {
			const token = languageTokens[`<|${primaryLanguage(language)}|>`];
			if (token === undefined) throw new Error(`Whisper does not support the language ${language}.`);
			return Array.from({ length: clips }, () => token);
		}
		const start = Array.from({ length: clips }, () => [generation.decoder_start_token_id]);
		const { logits, vocabulary } = await step(encoded, start, emptyCache(shape, clips), false);
		return start.map((_, row) => argmax(logits, row * vocabulary, anyLanguage));
	}

	async function transcribeAll(clips: readonly Float32Array[], language?: string) {
		const encoded = await encode(clips);
		const languages = await languagesOf(encoded, clips.length, language);
		const { decoder_start_token_id: start, no_timestamps_token_id: untimed, task_to_id } = generation;
		const task = task_to_id.transcribe as number;
		const limit = maxTokens(Math.max(...clips.map((clip) => clip.length)));
		const texts: number[][] = clips.map(() => []);
		const cache = emptyCache(shape, clips.length);
		const ended = clips.map(() => false);
		let rows: number[][] = languages.map((token) => [start, token, task, untimed]);
		for (let count = 0; count < limit && ended.includes(false); count++) {
			const { logits, length, vocabulary } = await step(encoded, rows, cache, count > 0);
			const pick = (row: number, candidates: Uint32Array) =>
				argmax(logits, (row * length + length - 1) * vocabulary, candidates);
			rows = texts.map((tokens, row) => {
				const token = ended[row] ? end : pick(row, count === 0 ? firstTokens : textTokens);
				if (token === end) ended[row] = true;
				else tokens.push(token);
				return [token];
			});
		}
		return texts.map((tokens, row) => ({
			text: tokenizer.decode(tokens, { skip_special_tokens: true }).trim(),
			language: languageOf(languages[row] as number),
		}));
	}

	const languageOf = (token: number) =>
		(Object.entries(languageTokens).find(([, one]) => one === token)?.[0] ?? "").slice(2, -2);

	/** Keyterms precede the audio as if they had just been said, which makes their spelling likelier. */
	function promptOf(keyterms: readonly string[]): number[] {
		if (keyterms.length === 0) return [];
		const tokens = tokenizer.encode(` ${keyterms.join(", ")}.`, { add_special_tokens: false });
		return [generation.no_timestamps_token_id - 2, ...tokens.slice(0, MAX_PROMPT_TOKENS)];
	}

	async function recognize(pcm: Float32Array, options: WhisperOptions, signal: CancelSignal): Promise<DecodedWindow> {
		const encoded = await encode([pcm]);
		const { decoder_start_token_id: start, no_timestamps_token_id: untimed, task_to_id } = generation;
		const cache = emptyCache(shape, 1);
		const first = await step(encoded, [[...promptOf(options.keyterms ?? []), start]], cache, false);
		const opening = logProbability(first.logits.subarray(first.logits.length - first.vocabulary));
		const given = options.language && languageTokens[`<|${primaryLanguage(options.language)}|>`];
		if (options.language && given === undefined)
			throw new Error(`Whisper does not support the language ${options.language}.`);
		const languageToken = given || anyLanguage.reduce((best, token) => (opening(token) > opening(best) ? token : best));
		const all = anyLanguage.reduce((sum, token) => sum + Math.exp(opening(token)), 0);
		const language = languageOf(languageToken);
		const languageProbability = given ? 1 : Math.exp(opening(languageToken)) / all;
		let tokens: ScoredToken[] = [];
		let loop = 0;
		const task = (options.translate ? task_to_id.translate : task_to_id.transcribe) as number;
		let pending = [languageToken, task, untimed];
		for (const limit = maxTokens(pcm.length); tokens.length < limit && loop === 0; ) {
			signal.throwIfAborted();
			const [next = end, ...later] = pending;
			const { logits } = await step(encoded, [[next]], cache, true);
			pending = later;
			if (pending.length > 0) continue;
			const token = argmax(logits, 0, tokens.length === 0 ? firstTokens : textTokens);
			if (token === end) break;
			tokens.push({ token, logprob: logProbability(logits)(token) });
			loop = loopLength(tokens.map((one) => one.token));
			pending = [token];
		}
		if (loop > 0) tokens = withoutLoop(tokens, loop);
		const mean = tokens.reduce((sum, { logprob }) => sum + logprob, 0) / Math.max(1, tokens.length);
		// The token before the one for "no timestamps" stands for "no speech".
		if (Math.exp(opening(untimed - 1)) > NO_SPEECH && mean < UNLIKELY) tokens = [];
		const decodeTokens = (ids: number[]) => tokenizer.decode(ids, { skip_special_tokens: true });
		const words = scoredWords(tokens, decodeTokens, options.translate ? "en" : language);
		return { language, languageProbability, words, looped: loop > 0 };
	}

	/**
	 * Caches the decoder state of every text prefix, so scoring texts that differ only late in a sentence costs little
	 * more than scoring one.
	 */
	async function analyze(pcm: Float32Array, language?: string): Promise<Transcription> {
		const encoded = await encode([pcm]);
		const [languageToken = 0] = await languagesOf(encoded, 1, language);
		const { decoder_start_token_id: start, no_timestamps_token_id: untimed, task_to_id } = generation;
		const prompt = [start, languageToken, task_to_id.transcribe as number, untimed];
		const states = new Map<string, { cache: Cache; logits: Float32Array }>();

		async function stateAfter(tokens: readonly number[]): Promise<{ cache: Cache; logits: Float32Array }> {
			const key = tokens.join(" ");
			const cached = states.get(key);
			if (cached) return cached;
			const last = tokens.at(-1);
			const cache = last === undefined ? emptyCache(shape, 1) : { ...(await stateAfter(tokens.slice(0, -1))).cache };
			const rows = last === undefined ? [prompt] : [[last]];
			const { logits, length, vocabulary } = await step(encoded, rows, cache, last !== undefined);
			const state = { cache, logits: logits.slice((length - 1) * vocabulary, length * vocabulary) };
			states.set(key, state);
			return state;
		}

		async function scoreOf(text: string): Promise<number> {
			const tokens = [...tokenizer.encode(` ${text}`, { add_special_tokens: false }), end];
			let sum = 0;
			for (const [at, token] of tokens.entries())
				sum += logProbability((await stateAfter(tokens.slice(0, at))).logits)(token);
			return sum;
		}

		const decoded: number[] = [];
		for (const limit = maxTokens(pcm.length); decoded.length < limit; ) {
			const { logits } = await stateAfter(decoded);
			const token = argmax(logits, 0, decoded.length === 0 ? firstTokens : textTokens);
			if (token === end) break;
			decoded.push(token);
		}
		return {
			text: tokenizer.decode(decoded, { skip_special_tokens: true }).trim(),
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
		analyze,
		recognize,
		transcribe: async (pcm, language) => {
			if (pcm.length === 0) return { text: "" };
			const [result] = await transcribeAll([pcm], language);
			return { text: result?.text ?? "" };
		},
		close: async () => {
			await encoder.release();
			await decoder.release();
		},
	};
}
