import type { EngineInfo } from "../node/protocol.ts";

export type Speaker = {
	/** The engine's own name for the voice. */
	id: string;
	name: string;
	/** BCP 47. */
	language: string;
	accent?: string;
	gender?: "female" | "male";
};

/** One segment: already cut by text/segment.ts and written out by text/normalise.ts. */
export type SynthesisInput = {
	text: string;
	speaker: string;
	language: string;
	/** 1 is the voice's own pace. */
	speed: number;
	seed?: number;
};

/** How long one token lasts. All of them together are exactly the waveform before trimming. */
export type TokenDuration = { token: string; samples: number };

export type Synthesis = { pcm: Float32Array; durations?: TokenDuration[] };

/**
 * A way of making speech. `synthesise` gives a whole segment; an engine whose sound arrives piece by piece
 * (a remote server, a paced fake) also has `stream`, and the node prefers it.
 */
export type SpeechEngine = {
	info: EngineInfo;
	/** How many segments it can make at once without slowing each other down. */
	parallel: number;
	speakers(): Speaker[];
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
