import type { EngineInfo } from "./engine-info.ts";

export type Speaker = {
	/** The engine's name for the voice. */
	id: string;
	name: string;
	/** BCP 47. */
	language: string;
	accent?: string;
	gender?: "female" | "male";
};

/** A range of the input text with an explicit pronunciation. */
export type PhonemeOverride = { start: number; end: number; phoneme: string; alphabet: "ipa" | "cmu-arpabet" };

/** One segment, already split by text/segment.ts and normalized by text/prepare.ts. */
export type SynthesisInput = {
	text: string;
	speaker: string;
	language: string;
	/** 1 is the voice's natural speed. */
	speed: number;
	/** Different seeds give different takes; the same seed repeats a take. */
	seed?: number;
	/**
	 * 0..1; 0.5 is neutral, less is more expressive, more is more even. Engines without it ignore it and report so in
	 * `capabilities`.
	 */
	stability?: number;
	/** 0..1; 0 is neutral, more exaggerates the voice's delivery. */
	style?: number;
	overrides?: readonly PhonemeOverride[];
};

/**
 * The duration of one token and the range of the input text it speaks: every token of a word has the full word's range,
 * pauses and pads have none. The durations of all tokens add up to the waveform before trimming.
 */
export type TokenDuration = { token: string; samples: number; start?: number; end?: number };

export type Synthesis = {
	pcm: Float32Array;
	durations?: TokenDuration[];
	/** Overrides the engine could not apply, each with a reason for the user. */
	unsupported?: { start: number; end: number; reason: string }[];
};

/**
 * A speech engine. `synthesize` returns a complete segment; engines that produce audio incrementally (a remote server,
 * the real-time fake) also implement `stream`, which the node prefers.
 */
export type SpeechEngine = {
	info: EngineInfo;
	/** How many segments it can synthesize concurrently without slowing each one down. */
	parallel: number;
	speakers(): Speaker[];
	/** Supports blends of its speakers (blend.ts). */
	blends?: true;
	/** Supports voices prompted from recordings (prompt.ts). */
	prompts?: true;
	/** Loads the weights and synthesizes once, so that the first request is not slow. */
	load(): Promise<void>;
	synthesize(input: SynthesisInput, signal?: AbortSignal): Promise<Synthesis>;
	stream?(input: SynthesisInput, signal: AbortSignal): AsyncIterable<Float32Array>;
	close(): Promise<void>;
};

export type EngineRegistry = ReadonlyMap<string, SpeechEngine>;

export function createEngineRegistry(engines: readonly SpeechEngine[]): EngineRegistry {
	const registry = new Map<string, SpeechEngine>();
	for (const engine of engines) {
		if (registry.has(engine.info.id)) throw new Error(`duplicate speech engine id ${engine.info.id}`);
		registry.set(engine.info.id, engine);
	}
	return registry;
}
