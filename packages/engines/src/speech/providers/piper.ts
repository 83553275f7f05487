import { readFile } from "node:fs/promises";
import type { InferenceSession } from "onnxruntime-node";
import { piperSpeakers } from "../libritts-speakers.ts";
import { piperLine } from "../phonemes/piper.ts";
import type { Token } from "../phonemes/token.ts";
import type { SpeechEngine, Synthesis, SynthesisInput, TokenDuration } from "../speech.ts";
import { fitting, joined } from "./kokoro.ts";
import { openSession } from "./onnx-session.ts";
import { type Pace, toldSpeed } from "./pace.ts";
import { type PiperManner, piperManner } from "./piper-manner.ts";
import { atSpeed } from "./stretch.ts";

export type PiperOptions = {
	/** The LibriTTS-R graph, with its durations exposed as an output. */
	modelFile: string;
	tokensFile: string;
	threads: number;
};

/** The speakers were screened at this length. */
const lengthScale = 1.1;
/**
 * What the graph is told for an asked speed, measured on twelve sentences of three speakers: it rounds every sound up to whole frames.
 * Told to go faster it swallows sounds (9.2 % of the words misheard at 1.2, against 7.1 % where the finished sound is compressed and 5.6 %
 * at its own pace), so it is never told to.
 */
const pace: Pace = [
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
/** The same before they are rounded up. */
const exactOutput = "/Mul_1_output_0";
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
		return { session: await openSession(modelFile, threads, [exactOutput]), ids };
	}

	async function run(line: Token[], sid: number, speed: number, manner: PiperManner): Promise<Synthesis> {
		opened ??= open();
		const { session, ids } = await opened;
		const { Tensor } = await import("onnxruntime-node");
		const id = (symbol: string) => ids.get(symbol) ?? 0;
		const known = line.filter(({ symbol }) => ids.has(symbol));
		const tokens = padded(known);
		const told = speed > 1 ? 1 : toldSpeed(speed, pace);
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
			scales: new Tensor("float32", [manner.noise, lengthScale / told, manner.noiseW], [3]),
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
		const own = exact.map((length) => Math.ceil(length * told));
		return atSpeed({ pcm, durations }, { sampleRate, speed, frames, own });
	}

	async function synthesise(input: SynthesisInput): Promise<Synthesis> {
		const { tokens, unhonoured } = await piperLine(input.text, input.overrides);
		const [sid, manner] = [speakerNumber(input.speaker), piperManner(input)];
		const parts: Synthesis[] = [];
		for (const part of fitting(tokens, mostSymbols)) parts.push(await run(part, sid, input.speed, manner));
		return { ...joined(parts), unhonoured };
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

/**
 * The model was trained with a pad after every symbol; inside a word the pad is part of it. It hurries over the first sounds of a line
 * ("The captain" was heard as "Hepton"), so the line begins as if a sentence had just ended; the silence that makes is trimmed.
 */
export function padded(line: readonly Token[]): Token[] {
	const tokens: Token[] = ["^", ".", " "].flatMap((symbol) => [{ symbol }, { symbol: "_" }]);
	line.forEach((token, at) => {
		const next = line[at + 1];
		const inside = token.start !== undefined && token.start === next?.start && token.end === next.end;
		tokens.push(token, inside ? { ...token, symbol: "_" } : { symbol: "_" });
	});
	return [...tokens, { symbol: "$" }];
}

/** "libritts-42" → 42. Every trained speaker can be asked for; only the screened ones are offered. */
export function speakerNumber(speaker: string): number {
	const number = Number(/^libritts-(\d{1,3})$/.exec(speaker)?.[1] ?? Number.NaN);
	if (!(number < trainedSpeakers)) throw new Error(`Piper LibriTTS-R has no speaker ${speaker}`);
	return number;
}
