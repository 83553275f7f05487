/** Static description of an engine, available before it is loaded. */
export type EngineInfo = {
	id: string;
	name: string;
	/** Identifies the exact weights. Part of every cache key. */
	version: string;
	sampleRate: number;
	languages: string[];
	speakers: number;
	tier: "quality" | "fast" | "basic" | "remote" | "fake";
	/** Settings that affect this engine's audio. Pages show the others as disabled. */
	capabilities: {
		speed: boolean;
		seed: boolean;
		stability: boolean;
		style: boolean;
		similarity: boolean;
		speakerBoost: boolean;
		phonemes: boolean;
		/** The model predicts durations; otherwise timing is measured on the finished audio. */
		alignment: boolean;
	};
};
