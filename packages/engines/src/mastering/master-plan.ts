import type { Levels } from "./levels.ts";
import type { Loudness } from "./loudness.ts";

export type MasterTarget =
	/** What ACX asks for: RMS, peak, and silence at both ends. */
	| { kind: "acx" }
	/** `lufs` as one channel measures: see loudness.ts. */
	| { kind: "loudness"; lufs: number; truePeak: number }
	| { kind: "none" };

export type MasterPlan = {
	target: MasterTarget;
	sampleRate: number;
	/** The part of the input that is used, in samples of the input. */
	from: number;
	to: number;
	/** Silence added before and after it, in samples of the output. */
	head: number;
	tail: number;
	/** Samples of the output, at 44.1 kHz. */
	samples: number;
	/** Add to a time in the input to get the time in the output. */
	offsetSeconds: number;
	gainDb: number;
	/** The true peak that the limiter keeps; null if nothing needs limiting. */
	ceilingDb: number | null;
	/** The strongest reduction by the limiter. */
	reductionDb: number;
	/** What the target counts, as it will be: RMS in dB for ACX, LUFS for loudness. Null without a target or for silence. */
	expected: number | null;
	outcome: "reached" | "too_spiky" | "silent";
	/** The input. */
	before: Levels & Loudness;
};
