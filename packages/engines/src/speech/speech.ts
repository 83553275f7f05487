import type { EngineInfo } from "./engine-info.ts";

export type Speaker = {
	/** The engine's own name for the voice. */
	id: string;
	name: string;
	/** BCP 47. */
	language: string;
	accent?: string;
	gender?: "female" | "male";
};

/** A stretch of the input's text that is to be said by the given symbols, whatever its letters suggest. */
export type PhonemeOverride = { start: number; end: number; phoneme: string; alphabet: "ipa" | "cmu-arpabet" };

/** One segment: already cut by text/segment.ts and written out by text/prepare.ts. */
export type SynthesisInput = {
	text: string;
	speaker: string;
	language: string;
	/** 1 is the voice's own pace. */
	speed: number;
	/** Another number, another take of the same words; the same number, the same take. */
	seed?: number;
	/** 0..1; 0.5 is the voice as it is, less is livelier, more is more even. Engines without it ignore it and say so in `capabilities`. */
	stability?: number;
	/** 0..1; 0 is the voice as it is, more exaggerates its manner. */
	style?: number;
	overrides?: readonly PhonemeOverride[];
};

/**
 * How long one token lasts, and the stretch of the input's text that it speaks: each token of a word carries the whole word, a pause
 * or a pad none. All of them together are exactly the waveform before trimming.
 */
export type TokenDuration = { token: string; samples: number; start?: number; end?: number };

export type Synthesis = {
	pcm: Float32Array;
	durations?: TokenDuration[];
	/** Overrides the engine could not speak as asked, each with the reason. */
	unhonoured?: { start: number; end: number; reason: string }[];
};

/**
 * A way of making speech. `synthesise` gives a whole segment; an engine whose sound arrives piece by piece
 * (a remote server, a paced fake) also has `stream`, and the node prefers it.
 */
export type SpeechEngine = {
	info: EngineInfo;
	/** How many segments it can make at once without slowing each other down. */
	parallel: number;
	speakers(): Speaker[];
	/** It also speaks mixes of its speakers, by their names (blend.ts). */
	blends?: true;
	/** It also speaks in the voices of recordings, by their names (prompt.ts). */
	prompts?: true;
	/** Loads the weights and speaks once, so that the first listener does not pay for it. */
	load(): Promise<void>;
	synthesise(input: SynthesisInput, signal?: AbortSignal): Promise<Synthesis>;
	stream?(input: SynthesisInput, signal: AbortSignal): AsyncIterable<Float32Array>;
	close(): Promise<void>;
};

export type EngineRegistry = ReadonlyMap<string, SpeechEngine>;

export function createEngineRegistry(engines: readonly SpeechEngine[]): EngineRegistry {
	const registry = new Map<string, SpeechEngine>();
	for (const engine of engines) {
		if (registry.has(engine.info.id)) throw new Error(`two speech engines are called ${engine.info.id}`);
		registry.set(engine.info.id, engine);
	}
	return registry;
}
