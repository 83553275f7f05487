import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { InferenceSession } from "onnxruntime-node";
import { type Blend, parseBlend } from "../blend.ts";
import { kokoroSpeakers } from "../kokoro-speakers.ts";
import { kokoroLine } from "../phonemes/kokoro.ts";
import { kokoroVocabulary } from "../phonemes/kokoro-vocabulary.ts";
import type { Token } from "../phonemes/token.ts";
import type { SpeechEngine, Synthesis, SynthesisInput, TokenDuration } from "../speech.ts";
import { blendStyles } from "./kokoro-blend.ts";
import { styleRow, styleWidth } from "./kokoro-prosody.ts";
import { openSession } from "./onnx-session.ts";
import { modelSpeed, type SpeedCalibration } from "./speed-calibration.ts";
import { matchSpeed } from "./stretch.ts";

export type KokoroOptions = {
	/** The fp32 graph with durations exposed as an output. */
	modelFile: string;
	/** Folder with one style file per speaker. */
	stylesDir: string;
	threads: number;
};

const sampleRate = 24_000;
const maxTokens = 510;
const samplesPerFrame = 600;
const pad: Token = { symbol: "" };
const durationsOutput = "/encoder/Clip_output_0";
/** Durations before rounding to full frames. */
const exactOutput = "/encoder/Div_output_0";
/**
 * Model input for each requested speed, measured on twenty sentences in four voices: the model's rounding does not
 * average out.
 */
const speedCalibration: SpeedCalibration = [
	[0.25, 0.253],
	[0.5, 0.506],
	[0.7, 0.714],
	[0.8, 0.801],
	[0.9, 0.869],
	[0.95, 0.928],
	[1, 1],
	[1.05, 1.084],
	[1.1, 1.162],
	[1.2, 1.278],
	[1.3, 1.333],
	[1.5, 1.42],
	[2, 2.394],
];
/** Above this the model's phonemes get no shorter. */
const maxModelSpeed = 2.4;
const known: ReadonlySet<string> = new Set(kokoroSpeakers.map(({ id }) => id));
/** Bounds memory: there is no limit on the number of blends, and each table takes 512 KB. */
const maxCachedBlends = 64;

export function createKokoroEngine({ modelFile, stylesDir, threads }: KokoroOptions): SpeechEngine {
	const styles = new Map<string, Float32Array>();
	const blends = new Map<string, Float32Array>();
	let session: Promise<InferenceSession> | undefined;

	async function style(speaker: string): Promise<Float32Array> {
		const blend = parseBlend(speaker, known);
		if (blend) return blendedStyle(speaker, blend);
		const cached = styles.get(speaker);
		if (cached) return cached;
		const bytes = await readFile(join(stylesDir, `${speaker}.bin`));
		const table = new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
		styles.set(speaker, table);
		return table;
	}

	async function blendedStyle(name: string, blend: Blend): Promise<Float32Array> {
		const table = blends.get(name) ?? (await blendStyles(style, blend));
		// Reinsert to keep least-recently-used order.
		blends.delete(name);
		blends.set(name, table);
		const [oldest] = blends.keys();
		if (blends.size > maxCachedBlends && oldest !== undefined) blends.delete(oldest);
		return table;
	}

	function open(): Promise<InferenceSession> {
		session ??= openSession(modelFile, threads, { exposedTensors: [exactOutput] });
		return session;
	}

	async function run(tokens: Token[], { speaker, speed, ...settings }: SynthesisInput): Promise<Synthesis> {
		const { Tensor } = await import("onnxruntime-node");
		const row = await styleRow(style, speaker, tokens.length, settings);
		const inputSpeed = Math.min(maxModelSpeed, modelSpeed(speed, speedCalibration));
		const ids = [0, ...tokens.map(({ symbol }) => kokoroVocabulary.get(symbol) ?? 0), 0];
		const results = await (await open()).run({
			input_ids: new Tensor("int64", BigInt64Array.from(ids, BigInt), [1, ids.length]),
			style: new Tensor("float32", row, [1, styleWidth]),
			speed: new Tensor("float32", [inputSpeed], [1]),
		});
		const pcm = results.waveform?.data as Float32Array;
		const frames = results[durationsOutput]?.data as Float32Array | undefined;
		if (!frames) return { pcm };
		const durations = [pad, ...tokens, pad].map(
			({ symbol, ...range }, at): TokenDuration => ({
				token: symbol,
				samples: Number(frames[at] ?? 0) * samplesPerFrame,
				...range,
			}),
		);
		const exact = results[exactOutput]?.data as Float32Array | undefined;
		if (speed === 1 || !exact) return { pcm, durations };
		const naturalFrames = exact.map((length) => Math.max(1, Math.round(length * inputSpeed)));
		return matchSpeed({ pcm, durations }, { sampleRate, speed, frames, naturalFrames });
	}

	async function synthesize(request: SynthesisInput): Promise<Synthesis> {
		const blend = parseBlend(request.speaker, known);
		const input = blend ? { ...request, speed: request.speed * blend.pace } : request;
		const { tokens, unsupported } = await kokoroLine(input.text, input.language, input.overrides);
		const parts: Synthesis[] = [];
		for (const part of splitToFit(tokens, maxTokens)) parts.push(await run(part, input));
		return { ...joinSyntheses(parts), unsupported };
	}

	return {
		info: {
			id: "kokoro",
			name: "Kokoro 82M",
			version: "kokoro-82m-v1.0-fp32-manner1",
			sampleRate,
			languages: [...new Set(kokoroSpeakers.map(({ language }) => language))],
			speakers: kokoroSpeakers.length,
			tier: "quality",
			capabilities: {
				speed: true,
				seed: true,
				stability: true,
				style: true,
				similarity: false,
				speakerBoost: false,
				phonemes: true,
				alignment: true,
			},
		},
		parallel: 1,
		blends: true,
		speakers: () => kokoroSpeakers,
		async load() {
			await open();
			await synthesize({ text: "Hello there.", speaker: "af_heart", language: "en-US", speed: 1 });
		},
		synthesize,
		async close() {
			const opened = await session;
			session = undefined;
			await opened?.release();
		},
	};
}

/** Splits tokens into runs of at most `max`, after punctuation if possible, else between words. */
export function splitToFit<T extends { symbol: string }>(tokens: T[], max: number): T[][] {
	if (tokens.length === 0) return [];
	if (tokens.length <= max) return [tokens];
	const head = tokens.slice(0, max);
	const mark = head.findLastIndex(({ symbol }) => ";:,.!?—…".includes(symbol));
	const cut = mark > max / 2 ? mark : head.findLastIndex(({ symbol }) => symbol === " ");
	const end = cut > 0 ? cut + 1 : max;
	return [tokens.slice(0, end), ...splitToFit(tokens.slice(end), max)];
}

export function joinSyntheses(parts: Synthesis[]): Synthesis {
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
