import type { CharacterTimes } from "../alignment/characters.ts";
import type { OutputFormat } from "../media/formats.ts";
import type { EngineInfo } from "../speech/engine-info.ts";
import type { PronunciationMark } from "../text/prepare.ts";
import type { Boundary } from "../text/segment.ts";
import type { Priority } from "./scheduler.ts";

/**
 * A voice and its settings.
 * Invariant: field names and order never change, because the API hashes this object into the keys of stored takes.
 */
export type SpeechVoice = {
	engine: string;
	/** The engine's own name for the voice: "af_heart", "libritts-42", "en-gb". */
	speaker: string;
	/** BCP 47 tag. Defaults to the speaker's language. */
	language?: string;
	/** Defaults to 1, the voice's normal pace. */
	speed?: number;
	stability?: number;
	style?: number;
	normalisation?: "auto" | "on" | "off";
};

/** A sentence, synthesized and stored as one take. Offsets in `marks` and `breaks` are into its own text. */
export type SpeechUnit = {
	/** Index into `voices`. Defaults to 0. */
	voice?: number;
	/** Offsets of the sentence in the caller's text. */
	start: number;
	end: number;
	text: string;
	/** What follows the sentence, which determines the length of the pause after it. */
	boundary: Boundary;
	marks?: PronunciationMark[];
	breaks?: { at: number; seconds: number }[];
	/** A different seed gives a different take. */
	seed?: number;
	/** Where its audio is stored. `stored` means that it already is and need not be synthesized. */
	take?: { key: string; stored: boolean };
};

/**
 * Body of POST /speak. A live request is followed by more units, one line of JSON per batch, until the sender ends the
 * body.
 */
export type SpeechRequest = {
	voices: SpeechVoice[];
	units: SpeechUnit[];
	live?: boolean;
	/** Null: only store the takes, and send no audio. */
	format: OutputFormat | null;
	/**
	 * Send character timing: only if the engine reports it (`known`), or measure it otherwise (`always`), which takes
	 * longer.
	 */
	timing?: "known" | "always";
	/** See createScheduler: interactive first, then visitors, then jobs, then previews. */
	priority: Priority;
};

/** A pronunciation rule that the engine could not apply. Offsets are into the caller's text. */
export type UnsupportedRule = { start: number; end: number; reason: string };

/**
 * The events of a speech stream, in order. A `segment` event means that all audio for text[start, end) of the caller's
 * text has been sent, except for what the encoder still buffers. Segments cover the text without gap or overlap, so the
 * `end` of the last segment received is the number of characters delivered.
 */
export type SpeechEvent =
	| { type: "audio"; bytes: Uint8Array }
	| {
			type: "segment";
			/** Index of its unit, counted from the first unit of the request. */
			unit: number;
			start: number;
			end: number;
			seconds: number;
			/** It was replayed from a stored take. */
			stored: boolean;
			last: boolean;
			unsupported?: UnsupportedRule[];
	  }
	/**
	 * Sent before the audio of a segment. Seconds from the segment's start, per character of the written and the spoken
	 * text.
	 */
	| { type: "timing"; unit: number; start: number; written: CharacterTimes; spoken: CharacterTimes }
	| {
			type: "end";
			seconds: number;
			segments: number;
			/** 200 waveform peaks from 0 to 255, measured before encoding. */
			peaks: number[];
	  };

/**
 * Result of checking a stored take against its text. Offsets are into the written sentence, seconds from the start of
 * its audio.
 */
export type CheckedTake = {
	verdict: "good" | "misread" | "unsure";
	/** The transcription models that were used. */
	checkedBy: string;
	words: {
		start: number;
		end: number;
		startSeconds: number;
		endSeconds: number;
		expected: string;
		heard: string | null;
		kind: "dropped" | "repeated" | "changed" | "inserted";
	}[];
};

export type CheckResponse =
	| { result: "checked"; check: CheckedTake }
	| { result: "unsupported" }
	| { result: "missing" };

/** When each character and word of a text is spoken in a recording, in seconds. */
export type ForcedAlignment = {
	characters: { text: string; start: number; end: number }[];
	words: { text: string; start: number; end: number; loss: number }[];
	loss: number;
	/** Length of the recording in seconds. */
	duration: number;
};

/** A fingerprint on the wire, with `words` and `weak` as base64. */
export type FingerprintResponse = { seconds: number; words: string; weak: string };

export type NodeHealth = { ready: boolean; engines: EngineInfo[]; queued: number; running: number; capacity: number };
