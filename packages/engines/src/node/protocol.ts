import type { OutputFormat } from "../media/formats.ts";

/** One utterance asked of a speech node. The text is the caller's own: segmentation and normalisation happen in the node. */
export type SpeechRequest = {
	engine: string;
	/** The engine's own name for a voice: "af_heart", "libritts-42", "en-gb". */
	speaker: string;
	/** BCP 47 tag; defaults to the speaker's own language. */
	language?: string;
	text: string;
	format: OutputFormat;
	/** 1 is the voice's own pace. */
	speed?: number;
	seed?: number;
	normalisation?: "auto" | "on" | "off";
	/** Background work (previews, exports) only runs while no interactive segment is waiting. */
	priority: "interactive" | "background";
};

/**
 * What comes back, in order. A `segment` event says that every byte of text[start, end) is already
 * behind the reader, except what an encoder still holds back; segments cover the text without gap or overlap, so the
 * characters delivered are always the `end` of the last segment seen.
 */
export type SpeechEvent =
	| { type: "audio"; bytes: Uint8Array }
	| { type: "segment"; index: number; start: number; end: number; seconds: number }
	| {
			type: "end";
			seconds: number;
			segments: number /** 200 waveform peaks, 0..255, of the samples before encoding. */;
			peaks: number[];
	  };

export type EngineInfo = {
	id: string;
	name: string;
	/** Names the exact weights: part of every content address. */
	version: string;
	sampleRate: number;
	languages: string[];
	speakers: number;
	tier: "quality" | "fast" | "basic" | "remote" | "fake";
	capabilities: { speed: boolean; seed: boolean; alignment: boolean };
};

export type NodeHealth = { ready: boolean; engines: EngineInfo[]; queued: number; running: number; capacity: number };
