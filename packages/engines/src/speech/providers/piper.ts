import { readFile } from "node:fs/promises";
import type { InferenceSession } from "onnxruntime-node";
import { piperSpeakers } from "../libritts-speakers.ts";
import { piperLine } from "../phonemes/piper.ts";
import type { Token } from "../phonemes/token.ts";
import type { SpeechEngine, Synthesis, SynthesisInput, TokenDuration } from "../speech.ts";
import { joinSyntheses, splitToFit } from "./kokoro.ts";
import { openSession } from "./onnx-session.ts";
import { type PiperNoise, piperNoise } from "./piper-noise.ts";
import { modelSpeed, type SpeedCalibration } from "./speed-calibration.ts";
import { matchSpeed } from "./stretch.ts";

export type PiperOptions = {
	/** The LibriTTS-R graph with durations exposed as an output. */
	modelFile: string;
	tokensFile: string;
	threads: number;
};

/** The speakers were screened with this value. */
const lengthScale = 1.1;
/**
 * Model input for each requested speed, measured on twelve sentences by three speakers: the model rounds every phoneme
 * up to full frames. It drops phonemes at inputs above 1 (word error rate at speed 1.2: 9.2%, against 7.1% when the
 * finished audio is compressed and 5.6% at natural speed), so faster speech is always made by compression.
 */
const speedCalibration: SpeedCalibration = [
	[0.25, 0.204],
	[0.5, 0.442],
	[0.7, 0.656],
	[0.8, 0.752],
	[0.9, 0.853],
	[0.95, 0.913],
	[1, 1],
];

const sampleRate = 22_050;
const samplesPerFrame = 256;
const durationsOutput = "/Ceil_output_0";
/** Durations before rounding up. */
const exactOutput = "/Mul_1_output_0";
const maxSymbols = 500;
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
		return { session: await openSession(modelFile, threads, { exposedTensors: [exactOutput] }), ids };
	}

	async function run(line: Token[], sid: number, speed: number, noise: PiperNoise): Promise<Synthesis> {
		opened ??= open();
		const { session, ids } = await opened;
		const { Tensor } = await import("onnxruntime-node");
		const id = (symbol: string) => ids.get(symbol) ?? 0;
		const known = line.filter(({ symbol }) => ids.has(symbol));
		const tokens = padTokens(known);
		const inputSpeed = speed > 1 ? 1 : modelSpeed(speed, speedCalibration);
		const results = await session.run({
			input: new Tensor(
				"int64",
				BigInt64Array.from(
					tokens.map(({ symbol }) => id(symbol)),
					BigInt,
				),
				[1, tokens.length],
			),
			input_lengths: new Tensor("int64", BigInt64Array.of(BigInt(tokens.length)), [1]),
			scales: new Tensor("float32", [noise.noise, lengthScale / inputSpeed, noise.noiseW], [3]),
			sid: new Tensor("int64", BigInt64Array.of(BigInt(sid)), [1]),
		});
		const pcm = results.output?.data as Float32Array;
		const frames = results[durationsOutput]?.data as Float32Array | undefined;
		if (!frames) return { pcm };
		const durations = tokens.map(
			({ symbol, ...range }, at): TokenDuration => ({
				token: symbol,
				samples: Number(frames[at] ?? 0) * samplesPerFrame,
				...range,
			}),
		);
		const exact = results[exactOutput]?.data as Float32Array | undefined;
		if (speed === 1 || !exact) return { pcm, durations };
		const naturalFrames = exact.map((length) => Math.ceil(length * inputSpeed));
		return matchSpeed({ pcm, durations }, { sampleRate, speed, frames, naturalFrames });
	}

	async function synthesize(input: SynthesisInput): Promise<Synthesis> {
		const { tokens, unsupported } = await piperLine(input.text, input.overrides);
		const [sid, noise] = [speakerNumber(input.speaker), piperNoise(input)];
		const parts: Synthesis[] = [];
		for (const part of splitToFit(tokens, maxSymbols)) parts.push(await run(part, sid, input.speed, noise));
		return { ...joinSyntheses(parts), unsupported };
	}

	return {
		info: {
			id: "piper",
			name: "Piper LibriTTS-R",
			version: "piper-libritts-r-medium-n0.1-w0.1-l1.1-exact2-lead",
			sampleRate,
			languages: ["en-US"],
			speakers: piperSpeakers.length,
			tier: "fast",
			capabilities: {
				speed: true,
				seed: false,
				stability: true,
				style: false,
				similarity: false,
				speakerBoost: false,
				phonemes: true,
				alignment: true,
			},
		},
		parallel: 1,
		speakers: () => piperSpeakers,
		async load() {
			await synthesize({ text: "Hello there.", speaker: "libritts-0", language: "en-US", speed: 1 });
		},
		synthesize,
		async close() {
			const loaded = await opened;
			opened = undefined;
			await loaded?.session.release();
		},
	};
}

/**
 * Adds the pad that the model expects after every symbol; inside a word the pad belongs to the word. The model rushes
 * the first phonemes of a line ("The captain" was transcribed as "Hepton"), so the line starts as if a sentence had
 * just ended; the extra silence is trimmed.
 */
export function padTokens(line: readonly Token[]): Token[] {
	const tokens: Token[] = ["^", ".", " "].flatMap((symbol) => [{ symbol }, { symbol: "_" }]);
	line.forEach((token, at) => {
		const next = line[at + 1];
		const inside = token.start !== undefined && token.start === next?.start && token.end === next.end;
		tokens.push(token, inside ? { ...token, symbol: "_" } : { symbol: "_" });
	});
	return [...tokens, { symbol: "$" }];
}

/** "libritts-42" → 42. Accepts every trained speaker, although only the screened ones are listed. */
export function speakerNumber(speaker: string): number {
	const number = Number(/^libritts-(\d{1,3})$/.exec(speaker)?.[1] ?? Number.NaN);
	if (!(number < trainedSpeakers)) throw new Error(`Piper LibriTTS-R has no speaker ${speaker}`);
	return number;
}
