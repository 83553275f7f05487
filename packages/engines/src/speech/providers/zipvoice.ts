// ZipVoice via sherpa-onnx: speaks any text in the voice of a short recording with a known transcript. Neither the
// weights nor the addon ship with Timbre; install both to enable it (docs/voices.md).
import { access } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { promptKey, type VoicePrompt } from "../prompt.ts";
import type { SpeechEngine } from "../speech.ts";

type Tts = {
	sampleRate: number;
	generateAsync(request: {
		text: string;
		generationConfig: {
			speed: number;
			numSteps: number;
			referenceAudio: Float32Array;
			referenceSampleRate: number;
			referenceText: string;
		};
	}): Promise<{ samples: Float32Array; sampleRate: number }>;
};
export type Sherpa = { OfflineTts: { createAsync(config: unknown): Promise<Tts> } };

export type ZipvoiceOptions = {
	/** Folder with the weights as published by sherpa-onnx. */
	dir: string;
	threads: number;
	/** Reads a recording and its transcript; undefined if it was deleted. */
	readPrompt(key: string): Promise<VoicePrompt | undefined>;
	sherpa?: () => Sherpa;
};

const addon = "sherpa-onnx-node";
const files = [
	"tokens.txt",
	"encoder.int8.onnx",
	"decoder.int8.onnx",
	"vocos_24khz.onnx",
	"lexicon.txt",
	"espeak-ng-data",
];
const steps = 4;
const maxPromptSeconds = 12;

function loadSherpa(): Sherpa {
	try {
		return createRequire(import.meta.url)(addon) as Sherpa;
	} catch (cause) {
		throw new Error(`The zipvoice engine needs the package ${addon}. Run npm install --no-save ${addon}.`, { cause });
	}
}

export function createZipvoiceEngine({ dir, threads, readPrompt, sherpa = loadSherpa }: ZipvoiceOptions): SpeechEngine {
	const sampleRate = 24_000;
	let tts: Tts | undefined;
	const file = (name: string) => join(dir, name);

	return {
		info: {
			id: "zipvoice",
			name: "ZipVoice",
			version: "zipvoice-distill-int8",
			sampleRate,
			languages: ["en", "zh"],
			speakers: 0,
			tier: "quality",
			capabilities: {
				speed: true,
				seed: false,
				stability: false,
				style: false,
				similarity: false,
				speakerBoost: false,
				phonemes: false,
				alignment: false,
			},
		},
		parallel: 1,
		prompts: true,
		speakers: () => [],
		async load() {
			for (const name of files)
				await access(file(name)).catch((cause: unknown) => {
					throw new Error(`The zipvoice engine is missing ${name} in ${dir}.`, { cause });
				});
			const zipvoice = {
				tokens: file("tokens.txt"),
				encoder: file("encoder.int8.onnx"),
				decoder: file("decoder.int8.onnx"),
				vocoder: file("vocos_24khz.onnx"),
				lexicon: file("lexicon.txt"),
				dataDir: file("espeak-ng-data"),
			};
			tts = await sherpa().OfflineTts.createAsync({ model: { zipvoice, numThreads: threads, debug: false } });
			if (tts.sampleRate !== sampleRate)
				throw new Error(`The zipvoice weights have a sample rate of ${tts.sampleRate} Hz, expected ${sampleRate} Hz.`);
		},
		async synthesize({ text, speaker, speed }, signal) {
			if (!tts) throw new Error("zipvoice is not loaded");
			const key = promptKey(speaker);
			const prompt = key === undefined ? undefined : await readPrompt(key);
			if (!prompt) throw new Error("the recording of this voice was deleted");
			signal?.throwIfAborted();
			const { samples } = await tts.generateAsync({
				text,
				generationConfig: {
					speed,
					numSteps: steps,
					referenceAudio: prompt.pcm.subarray(0, maxPromptSeconds * prompt.sampleRate),
					referenceSampleRate: prompt.sampleRate,
					referenceText: prompt.text,
				},
			});
			signal?.throwIfAborted();
			return { pcm: samples };
		},
		async close() {
			tts = undefined;
		},
	};
}
