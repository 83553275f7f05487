// Clips of the benchmark, clean and with planted errors, by shipped voices. Stored between runs if a folder is given.
import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ensureModel, modelFile } from "@timbre/engines/models/store.ts";
import { createKokoroEngine } from "@timbre/engines/speech/providers/kokoro.ts";
import { createPiperEngine } from "@timbre/engines/speech/providers/piper.ts";
import type { SpeechEngine } from "@timbre/engines/speech/speech.ts";
import { normalize } from "@timbre/engines/text/normalize.ts";
import { type ErrorKind, type PlantedError, plantError } from "./planted-errors.ts";
import sentences from "./sentences.json" with { type: "json" };

export type Voice = { engine: "piper" | "kokoro"; speaker: string };
export type Take = {
	index: number;
	voice: Voice /** The correct text. */;
	spoken: string;
	plantedError?: PlantedError;
};
export type Clip = { pcm: Float32Array; sampleRate: number };

const voices: Record<"tuning" | "measured", { piper: string[]; kokoro: string[] }> = {
	tuning: {
		piper: ["libritts-24", "libritts-56", "libritts-57", "libritts-70", "libritts-75"],
		kokoro: ["af_bella", "am_michael"],
	},
	measured: {
		piper: ["libritts-45", "libritts-46", "libritts-49", "libritts-60", "libritts-66", "libritts-74"],
		kokoro: ["af_heart", "am_fenrir", "bf_emma"],
	},
};

const kinds: ErrorKind[] = ["drop", "repeat", "swap"];

/** Every sentence clean and with an error. Error kinds rotate, and every fourth sentence uses Kokoro. */
export async function takesOf(list: "tuning" | "measured", every: "one" | "all" = "one"): Promise<Take[]> {
	const texts = sentences[list].map((sentence) => normalize(sentence, "en-US", "auto"));
	const takes: Take[] = [];
	for (const [index, spoken] of texts.entries()) {
		const engine = index % 4 === 3 ? "kokoro" : "piper";
		const speakers = voices[list][engine];
		const voice: Voice = { engine, speaker: speakers[Math.floor(index / 4) % speakers.length] as string };
		takes.push({ index, voice, spoken });
		for (const kind of every === "all" ? kinds : [kinds[index % 3] as ErrorKind])
			takes.push({ index, voice, spoken, plantedError: await plantError(texts, index, kind) });
	}
	return takes;
}

export type Studio = { record(take: Take): Promise<Clip>; close(): Promise<void> };

/** `steady`: makes Piper deterministic. */
export function openStudio(options: { modelsDir: string; threads: number; keepIn?: string; steady?: boolean }): Studio {
	const opened = new Map<Voice["engine"], Promise<SpeechEngine>>();
	const engineOf = (name: Voice["engine"]) => {
		const engine = opened.get(name) ?? openEngine(name, options.modelsDir, options.threads);
		opened.set(name, engine);
		return engine;
	};
	return {
		async record({ index, voice, spoken, plantedError }) {
			const engine = await engineOf(voice.engine);
			const { sampleRate } = engine.info;
			const text = plantedError?.text ?? spoken;
			const name = `${voice.engine}-${voice.speaker}-${index}-${plantedError?.kind ?? "clean"}.f32`;
			const file = options.keepIn && join(options.keepIn, name);
			if (file && existsSync(file)) {
				const bytes = await readFile(file);
				return {
					pcm: new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length)),
					sampleRate,
				};
			}
			const language = voice.speaker.startsWith("b") ? "en-GB" : "en-US";
			const settings = options.steady && voice.engine === "piper" ? { stability: 1 } : {};
			const { pcm } = await engine.synthesize({ text, speaker: voice.speaker, language, speed: 1, ...settings });
			if (file && options.keepIn) {
				await mkdir(options.keepIn, { recursive: true });
				await writeFile(file, new Uint8Array(pcm.buffer, pcm.byteOffset, pcm.byteLength));
			}
			return { pcm, sampleRate };
		},
		async close() {
			for (const engine of opened.values()) await (await engine).close();
		},
	};
}

async function openEngine(name: Voice["engine"], dir: string, threads: number): Promise<SpeechEngine> {
	const files = await ensureModel(name === "kokoro" ? "kokoro" : "piper-libritts", { dir });
	const file = modelFile(files, "model.onnx");
	if (name === "kokoro") return createKokoroEngine({ modelFile: file, stylesDir: join(files.dir, "voices"), threads });
	return createPiperEngine({ modelFile: file, tokensFile: modelFile(files, "tokens.txt"), threads });
}
