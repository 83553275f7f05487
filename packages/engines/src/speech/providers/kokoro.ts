import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { InferenceSession } from "onnxruntime-node";
import { kokoroSpeakers } from "../kokoro-speakers.ts";
import { kokoroPhonemes } from "../phonemes/kokoro.ts";
import { kokoroVocabulary } from "../phonemes/kokoro-vocabulary.ts";
import type { SpeechEngine, Synthesis, SynthesisInput, TokenDuration } from "../speech.ts";
import { openSession } from "./onnx-session.ts";

export type KokoroOptions = {
	/** The fp32 graph, with its durations exposed as an output. */
	modelFile: string;
	/** A folder of one style file per speaker. */
	stylesDir: string;
	threads: number;
};

const sampleRate = 24_000;
const styleWidth = 256;
const mostTokens = 510;
const samplesPerFrame = 600;
const durationsOutput = "/encoder/Clip_output_0";

export function createKokoroEngine({ modelFile, stylesDir, threads }: KokoroOptions): SpeechEngine {
	const styles = new Map<string, Float32Array>();
	let session: Promise<InferenceSession> | undefined;

	async function style(speaker: string): Promise<Float32Array> {
		const known = styles.get(speaker);
		if (known) return known;
		const bytes = await readFile(join(stylesDir, `${speaker}.bin`));
		const table = new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
		styles.set(speaker, table);
		return table;
	}

	function open(): Promise<InferenceSession> {
		session ??= openSession(modelFile, threads);
		return session;
	}

	async function run(symbols: string[], speaker: string, speed: number): Promise<Synthesis> {
		const { Tensor } = await import("onnxruntime-node");
		const table = await style(speaker);
		const ids = [0, ...symbols.map((symbol) => kokoroVocabulary.get(symbol) ?? 0), 0];
		// The style of a voice depends on how much it has to say: one row per number of tokens.
		const row = Math.min(symbols.length, table.length / styleWidth - 1) * styleWidth;
		const results = await (await open()).run({
			input_ids: new Tensor("int64", BigInt64Array.from(ids, BigInt), [1, ids.length]),
			style: new Tensor("float32", table.slice(row, row + styleWidth), [1, styleWidth]),
			speed: new Tensor("float32", [speed], [1]),
		});
		const pcm = results.waveform?.data as Float32Array;
		const frames = results[durationsOutput]?.data as Float32Array | undefined;
		if (!frames) return { pcm };
		const tokens = ["", ...symbols, ""];
		const durations: TokenDuration[] = tokens.map((token, at) => ({
			token,
			samples: Number(frames[at] ?? 0) * samplesPerFrame,
		}));
		return { pcm, durations };
	}

	async function synthesise({ text, speaker, language, speed }: SynthesisInput): Promise<Synthesis> {
		const symbols = [...(await kokoroPhonemes(text, language))];
		const parts: Synthesis[] = [];
		for (const part of fitting(symbols, mostTokens)) parts.push(await run(part, speaker, speed));
		return joined(parts);
	}

	return {
		info: {
			id: "kokoro",
			name: "Kokoro 82M",
			version: "kokoro-82m-v1.0-fp32",
			sampleRate,
			languages: [...new Set(kokoroSpeakers.map(({ language }) => language))],
			speakers: kokoroSpeakers.length,
			tier: "quality",
			capabilities: { speed: true, seed: false, alignment: true },
		},
		parallel: 1,
		speakers: () => kokoroSpeakers,
		async load() {
			await open();
			await synthesise({ text: "Hello there.", speaker: "af_heart", language: "en-US", speed: 1 });
		},
		synthesise,
		async close() {
			const opened = await session;
			session = undefined;
			await opened?.release();
		},
	};
}

/** Cuts what is too long for one run after the last mark, or else the last word, that fits. */
export function fitting(symbols: string[], most: number): string[][] {
	if (symbols.length === 0) return [];
	if (symbols.length <= most) return [symbols];
	const head = symbols.slice(0, most);
	const mark = head.findLastIndex((symbol) => ";:,.!?—…".includes(symbol));
	const cut = mark > most / 2 ? mark : head.lastIndexOf(" ");
	const end = cut > 0 ? cut + 1 : most;
	return [symbols.slice(0, end), ...fitting(symbols.slice(end), most)];
}

export function joined(parts: Synthesis[]): Synthesis {
	const [only] = parts;
	if (only && parts.length === 1) return only;
	const pcm = new Float32Array(parts.reduce((total, part) => total + part.pcm.length, 0));
	let at = 0;
	for (const part of parts) {
		pcm.set(part.pcm, at);
		at += part.pcm.length;
	}
	const timed = parts.every((part) => part.durations);
	return timed ? { pcm, durations: parts.flatMap((part) => part.durations ?? []) } : { pcm };
}
