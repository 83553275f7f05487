/** What an engine says of itself without being loaded. */
export type EngineInfo = {
	id: string;
	name: string;
	/** Names the exact weights: part of every content address. */
	version: string;
	sampleRate: number;
	languages: string[];
	speakers: number;
	tier: "quality" | "fast" | "basic" | "remote" | "fake";
	/** What has an effect on this engine's sound. What is false here has none, and pages show it disabled. */
	capabilities: {
		speed: boolean;
		seed: boolean;
		stability: boolean;
		style: boolean;
		similarity: boolean;
		speakerBoost: boolean;
		phonemes: boolean;
		/** Its own predicted durations; otherwise timing is measured on the finished sound. */
		alignment: boolean;
	};
};
