// Clips of known text by shipped voices, at the rate that recognizers take. Stored between runs if a folder is given.
import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { resample } from "@timbre/engines/media/resample.ts";
import { decodeUpload } from "@timbre/engines/media/upload/upload.ts";
import { ensureModel, modelFile } from "@timbre/engines/models/store.ts";
import { createEspeakEngine } from "@timbre/engines/speech/providers/espeak.ts";
import { createKokoroEngine } from "@timbre/engines/speech/providers/kokoro.ts";
import { createPiperEngine } from "@timbre/engines/speech/providers/piper.ts";
import type { SpeechEngine } from "@timbre/engines/speech/speech.ts";
import type { Recognizer } from "@timbre/engines/transcription/recognizer.ts";

export const rate = 16_000;
export type Voice = { engine: "kokoro" | "piper" | "espeak"; speaker: string; language: string };
/** When words of the text are spoken, in seconds. Empty if the engine does not know. */
export type Clip = { text: string; pcm: Float32Array; words: { text: string; start: number; end: number }[] };
export type Clips = { speak(text: string, voice: Voice): Promise<Clip>; close(): Promise<void> };
export type Bench = { recognizer: Recognizer; clips: Clips; every: number; show: boolean; recordings: string };

/** Recognizers expect a moment of silence around speech, as in every recording. */
const margin = 0.4;

export function createClips(options: { modelsDir: string; threads: number; keepIn?: string }): Clips {
	const { modelsDir: dir, threads, keepIn } = options;
	const opened = new Map<Voice["engine"], Promise<SpeechEngine>>();

	async function open(name: Voice["engine"]): Promise<SpeechEngine> {
		if (name === "espeak") return createEspeakEngine();
		const files = await ensureModel(name === "kokoro" ? "kokoro" : "piper-libritts", { dir });
		const file = modelFile(files, "model.onnx");
		if (name === "kokoro")
			return createKokoroEngine({ modelFile: file, stylesDir: join(files.dir, "voices"), threads });
		return createPiperEngine({ modelFile: file, tokensFile: modelFile(files, "tokens.txt"), threads });
	}

	function engineOf(name: Voice["engine"]): Promise<SpeechEngine> {
		const engine = opened.get(name) ?? open(name);
		opened.set(name, engine);
		return engine;
	}

	async function generate(text: string, { engine: name, speaker, language }: Voice): Promise<Clip> {
		const engine = await engineOf(name);
		const { sampleRate } = engine.info;
		const steady = name === "piper" ? { stability: 1 } : {};
		const { pcm, durations = [] } = await engine.synthesize({ text, speaker, language, speed: 1, ...steady });
		const speech = resample(pcm, sampleRate, rate);
		const padded = new Float32Array(speech.length + 2 * margin * rate);
		padded.set(speech, margin * rate);
		const words: Clip["words"] = [];
		let at = 0;
		for (const { samples, start, end } of durations) {
			const from = margin + at / sampleRate;
			at += samples;
			if (start === undefined || end === undefined) continue;
			const word = Array.from(text.matchAll(/\S+/g)).find(
				(one) => one.index <= start && start < one.index + one[0].length,
			);
			if (!word) continue;
			const last = words.at(-1);
			if (last && last.text === word[0] && start > word.index) last.end = margin + at / sampleRate;
			else words.push({ text: word[0], start: from, end: margin + at / sampleRate });
		}
		return { text, pcm: padded, words };
	}

	return {
		async speak(text, voice) {
			const name = `${voice.speaker}-${text.replace(/[^\p{L}\p{N}]+/gu, "_").slice(0, 60)}`;
			const file = keepIn && join(keepIn, name);
			if (file && existsSync(`${file}.f32`)) {
				const bytes = await readFile(`${file}.f32`);
				const pcm = new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
				return { text, pcm, words: JSON.parse(await readFile(`${file}.json`, "utf8")) };
			}
			const clip = await generate(text, voice);
			if (file && keepIn) {
				await mkdir(keepIn, { recursive: true });
				await writeFile(`${file}.f32`, Buffer.from(clip.pcm.buffer, clip.pcm.byteOffset, clip.pcm.byteLength));
				await writeFile(`${file}.json`, JSON.stringify(clip.words));
			}
			return clip;
		},
		async close() {
			for (const engine of opened.values()) await (await engine).close();
		},
	};
}

export async function readRecording(file: string): Promise<Float32Array> {
	const { samples, sampleRate } = await decodeUpload(await readFile(file), {}, { maxSampleRate: rate });
	return resample(samples, sampleRate, rate);
}

export const percent = (share: number) => `${(100 * share).toFixed(1)}%`;

export function median(values: readonly number[]): number {
	return values.toSorted((one, other) => one - other)[values.length >> 1] ?? Number.NaN;
}

export function quantile(values: readonly number[], share: number): number {
	return values.toSorted((one, other) => one - other)[Math.floor(share * (values.length - 1))] ?? Number.NaN;
}

export const never = new AbortController().signal;
