import type { MisreadWord, UnsupportedRule } from "@timbre/contract/speech/endpoints.ts";
import type { OutputFormat } from "@timbre/engines/media/formats.ts";
import type { SpeechUnit, SpeechVoice } from "@timbre/engines/node/protocol.ts";

/** A sentence of a generation: its text, the hash of its take, and its time in the audio. */
export type StoredUnit = Omit<SpeechUnit, "take"> & {
	hash: string;
	/** Offsets in the text as the caller sent it. */
	sentStart: number;
	sentEnd: number;
	/** Start and end in the audio, in seconds. */
	from: number;
	to: number;
	/** 1 is the first take. */
	number: number;
};

export type StoredPlan = {
	voices: SpeechVoice[];
	units: StoredUnit[];
	language: string;
	format: OutputFormat;
	/** Pronunciation rules the engine did not support, with offsets in the text as the caller sent it. */
	unhonoured: UnsupportedRule[];
};

export type CheckState = "none" | "running" | "done" | "failed" | "unsupported";
/** Keyed by sentence index. */
export type Findings = Record<string, { hash: string; verdict: "good" | "misread" | "unsure"; words: MisreadWord[] }>;
