import { readFile } from "node:fs/promises";
import type { InferenceSession } from "onnxruntime-node";
import { piperSpeakers } from "../libritts-speakers.ts";
import { piperPhonemes } from "../phonemes/piper.ts";
import type { SpeechEngine, Synthesis, SynthesisInput, TokenDuration } from "../speech.ts";
import { fitting, joined } from "./kokoro.ts";
import { openSession } from "./onnx-session.ts";

export type PiperOptions = {
	/** The LibriTTS-R graph, with its durations exposed as an output. */
	modelFile: string;
	tokensFile: string;
	threads: number;
};

/** Far below the model's defaults: the speakers were screened with these, and they speak more clearly so. */
const noiseScale = 0.1;
const noiseScaleW = 0.1;
const lengthScale = 1.1;

const sampleRate = 22_050;
const samplesPerFrame = 256;
const durationsOutput = "/Ceil_output_0";
const mostSymbols = 500;
const trainedSpeakers = 904;

export function createPiperEngine({ modelFile, tokensFile, threads }: PiperOptions): SpeechEngine {
	let opened: Promise<{ session: InferenceSession; ids: Map<string, number> }> | undefined;

	async function open() {
		const lines = (await readFile(tokensFile, "utf8")).split("\n").filter((line) => line !== "");
		const ids = new Map(
			lines.map((line): [string, number] => {
				const gap = line.lastIndexOf(" ");
				return [line.slice(0, gap), Number(line.slice(gap + 1))];
			}),
		);
		return { session: await openSession(modelFile, threads), ids };
	}

	async function run(symbols: string[], sid: number, speed: number): Promise<Synthesis> {
		opened ??= open();
		const { session, ids } = await opened;
		const { Tensor } = await import("onnxruntime-node");
		const id = (symbol: string) => ids.get(symbol) ?? 0;
		const known = symbols.filter((symbol) => ids.has(symbol));
		// The model was trained with a pad after every symbol.
		const tokens = ["^", "_", ...known.flatMap((symbol) => [symbol, "_"]), "$"];
		const results = await session.run({
			input: new Tensor("int64", BigInt64Array.from(tokens.map(id), BigInt), [1, tokens.length]),
			input_lengths: new Tensor("int64", BigInt64Array.of(BigInt(tokens.length)), [1]),
			scales: new Tensor("float32", [noiseScale, lengthScale / speed, noiseScaleW], [3]),
			sid: new Tensor("int64", BigInt64Array.of(BigInt(sid)), [1]),
		});
		const pcm = results.output?.data as Float32Array;
		const frames = results[durationsOutput]?.data as Float32Array | undefined;
		if (!frames) return { pcm };
		const durations: TokenDuration[] = tokens.map((token, at) => ({
			token,
			samples: Number(frames[at] ?? 0) * samplesPerFrame,
		}));
		return { pcm, durations };
	}

	async function synthesise({ text, speaker, speed }: SynthesisInput): Promise<Synthesis> {
		const symbols = [...(await piperPhonemes(text))];
		const parts: Synthesis[] = [];
		for (const part of fitting(symbols, mostSymbols)) parts.push(await run(part, speakerNumber(speaker), speed));
		return joined(parts);
	}

	return {
		info: {
			id: "piper",
			name: "Piper LibriTTS-R",
			version: "piper-libritts-r-medium-n0.1-w0.1-l1.1",
			sampleRate,
			languages: ["en-US"],
			speakers: piperSpeakers.length,
			tier: "fast",
			capabilities: { speed: true, seed: false, alignment: true },
		},
		parallel: 1,
		speakers: () => piperSpeakers,
		async load() {
			await synthesise({ text: "Hello there.", speaker: "libritts-0", language: "en-US", speed: 1 });
		},
		synthesise,
		async close() {
			const loaded = await opened;
			opened = undefined;
			await loaded?.session.release();
		},
	};
}

/** "libritts-42" → 42. Every trained speaker can be asked for; only the screened ones are offered. */
export function speakerNumber(speaker: string): number {
	const number = Number(/^libritts-(\d{1,3})$/.exec(speaker)?.[1] ?? Number.NaN);
	if (!(number < trainedSpeakers)) throw new Error(`Piper LibriTTS-R has no speaker ${speaker}`);
	return number;
}
