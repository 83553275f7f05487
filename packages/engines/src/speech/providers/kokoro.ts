import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { InferenceSession } from "onnxruntime-node";
import { type Blend, parseBlend } from "../blend.ts";
import { kokoroSpeakers } from "../kokoro-speakers.ts";
import { kokoroLine } from "../phonemes/kokoro.ts";
import { kokoroVocabulary } from "../phonemes/kokoro-vocabulary.ts";
import type { Token } from "../phonemes/token.ts";
import type { SpeechEngine, Synthesis, SynthesisInput, TokenDuration } from "../speech.ts";
import { blendedStyles } from "./kokoro-blend.ts";
import { styleRow, styleWidth } from "./kokoro-manner.ts";
import { openSession } from "./onnx-session.ts";
import { type Pace, toldSpeed } from "./pace.ts";
import { atSpeed } from "./stretch.ts";

export type KokoroOptions = {
	/** The fp32 graph, with its durations exposed as an output. */
	modelFile: string;
	/** A folder of one style file per speaker. */
	stylesDir: string;
	threads: number;
};

const sampleRate = 24_000;
const mostTokens = 510;
const samplesPerFrame = 600;
const pad: Token = { symbol: "" };
const durationsOutput = "/encoder/Clip_output_0";
/** The same before they are rounded to whole frames. */
const exactOutput = "/encoder/Div_output_0";
/** What the graph is told for an asked speed, measured on twenty sentences of four voices: its rounding does not even out. */
const pace: Pace = [
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
/** Beyond this no sound gets shorter. */
const fastest = 2.4;
const known: ReadonlySet<string> = new Set(kokoroSpeakers.map(({ id }) => id));
/** There are as many mixes as anyone cares to name; a table is half a megabyte. */
const mixesKept = 64;

export function createKokoroEngine({ modelFile, stylesDir, threads }: KokoroOptions): SpeechEngine {
	const styles = new Map<string, Float32Array>();
	const mixes = new Map<string, Float32Array>();
	let session: Promise<InferenceSession> | undefined;

	async function style(speaker: string): Promise<Float32Array> {
		const mix = parseBlend(speaker, known);
		if (mix) return mixed(speaker, mix);
		const kept = styles.get(speaker);
		if (kept) return kept;
		const bytes = await readFile(join(stylesDir, `${speaker}.bin`));
		const table = new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
		styles.set(speaker, table);
		return table;
	}

	async function mixed(name: string, mix: Blend): Promise<Float32Array> {
		const table = mixes.get(name) ?? (await blendedStyles(style, mix));
		// The one asked for last goes last.
		mixes.delete(name);
		mixes.set(name, table);
		const [oldest] = mixes.keys();
		if (mixes.size > mixesKept && oldest !== undefined) mixes.delete(oldest);
		return table;
	}

	function open(): Promise<InferenceSession> {
		session ??= openSession(modelFile, threads, [exactOutput]);
		return session;
	}

	async function run(tokens: Token[], { speaker, speed, ...manner }: SynthesisInput): Promise<Synthesis> {
		const { Tensor } = await import("onnxruntime-node");
		// The style of a voice depends on how much it has to say: one row per number of tokens.
		const row = await styleRow(style, speaker, tokens.length, manner);
		const told = Math.min(fastest, toldSpeed(speed, pace));
		const ids = [0, ...tokens.map(({ symbol }) => kokoroVocabulary.get(symbol) ?? 0), 0];
		const results = await (await open()).run({
			input_ids: new Tensor("int64", BigInt64Array.from(ids, BigInt), [1, ids.length]),
			style: new Tensor("float32", row, [1, styleWidth]),
			speed: new Tensor("float32", [told], [1]),
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
		const own = exact.map((length) => Math.max(1, Math.round(length * told)));
		return atSpeed({ pcm, durations }, { sampleRate, speed, frames, own });
	}

	async function synthesise(asked: SynthesisInput): Promise<Synthesis> {
		const mix = parseBlend(asked.speaker, known);
		const input = mix ? { ...asked, speed: asked.speed * mix.pace } : asked;
		const { tokens, unhonoured } = await kokoroLine(input.text, input.language, input.overrides);
		const parts: Synthesis[] = [];
		for (const part of fitting(tokens, mostTokens)) parts.push(await run(part, input));
		return { ...joined(parts), unhonoured };
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
export function fitting<T extends { symbol: string }>(tokens: T[], most: number): T[][] {
	if (tokens.length === 0) return [];
	if (tokens.length <= most) return [tokens];
	const head = tokens.slice(0, most);
	const mark = head.findLastIndex(({ symbol }) => ";:,.!?—…".includes(symbol));
	const cut = mark > most / 2 ? mark : head.findLastIndex(({ symbol }) => symbol === " ");
	const end = cut > 0 ? cut + 1 : most;
	return [tokens.slice(0, end), ...fitting(tokens.slice(end), most)];
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
