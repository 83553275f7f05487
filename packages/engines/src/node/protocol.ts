import type { CharacterTimes } from "../alignment/characters.ts";
import type { OutputFormat } from "../media/formats.ts";
import type { EngineInfo } from "../speech/engine-info.ts";
import type { SayMark } from "../text/prepare.ts";
import type { Boundary } from "../text/segment.ts";
import type { Priority } from "./scheduler.ts";

/** Who speaks, and how. */
export type SpeechVoice = {
	engine: string;
	/** The engine's own name for a voice: "af_heart", "libritts-42", "en-gb". */
	speaker: string;
	/** BCP 47 tag; defaults to the speaker's own language. */
	language?: string;
	/** 1 is the voice's own pace. */
	speed?: number;
	stability?: number;
	style?: number;
	normalisation?: "auto" | "on" | "off";
};

/** A sentence: made in one go, kept under one name. Offsets inside it (`marks`, `breaks`) are into its own text. */
export type SpeechUnit = {
	/** Place in `voices`; the first one if left out. */
	voice?: number;
	/** Where the sentence stands in the caller's text. */
	start: number;
	end: number;
	text: string;
	/** What follows it, and so how long the silence is after it. */
	boundary: Boundary;
	marks?: SayMark[];
	breaks?: { at: number; seconds: number }[];
	/** Another number, another take. */
	seed?: number;
	/** The name its sound is kept under; `stored` when it is there already and need not be made. */
	take?: { key: string; stored: boolean };
};

/**
 * Something to be spoken by a speech node. A live request is followed by more units, a line of JSON each time, until its sender ends
 * the body.
 */
export type SpeechRequest = {
	voices: SpeechVoice[];
	units: SpeechUnit[];
	live?: boolean;
	format: OutputFormat;
	/** When each character is spoken: told where the engine knows it (`known`), or also measured where it does not (`always`), which takes longer. */
	timing?: "known" | "always";
	/** Background work (previews, exports) only runs while no interactive segment is waiting, a visitor's trial while no customer is there. */
	priority: Priority;
};

/** A pronunciation that the engine could not speak as asked. Offsets are into the caller's text. */
export type Unhonoured = { start: number; end: number; reason: string };

/**
 * What comes back, in order. A `segment` event says that every byte of the caller's text[start, end) is already
 * behind the reader, except what an encoder still holds back; segments cover the text without gap or overlap, so the
 * characters delivered are always the `end` of the last segment seen.
 */
export type SpeechEvent =
	| { type: "audio"; bytes: Uint8Array }
	| {
			type: "segment";
			/** Which unit it belongs to, counted from the first one of the request. */
			unit: number;
			start: number;
			end: number;
			seconds: number;
			/** It came from a take that was kept. */
			stored: boolean;
			last: boolean;
			/** The unit's sound is kept under its name; told with the unit's last segment. If not yet, a `kept` may follow. */
			kept?: boolean;
			unhonoured?: Unhonoured[];
	  }
	/** The unit's sound is kept now, some time after its last segment. */
	| { type: "kept"; unit: number }
	/** Comes before the sound of a segment: seconds from its start, by character of the text as written and as spoken. */
	| { type: "timing"; unit: number; start: number; written: CharacterTimes; spoken: CharacterTimes }
	| {
			type: "end";
			seconds: number;
			segments: number /** 200 waveform peaks, 0..255, of the samples before encoding. */;
			peaks: number[];
	  };

/** What listening to one kept sentence found. Places are into the sentence as written, seconds from the start of its sound. */
export type CheckedTake = {
	verdict: "good" | "misread" | "unsure";
	/** What listened. */
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

export type CheckAnswer = { result: "checked"; check: CheckedTake } | { result: "unsupported" } | { result: "missing" };

/** When the words of a text are heard in a recording, in seconds. */
export type ForcedAlignment = {
	characters: { text: string; start: number; end: number }[];
	words: { text: string; start: number; end: number; loss: number }[];
	loss: number;
	/** Of the recording, in seconds. */
	duration: number;
};

/** A fingerprint on the wire: both lists in base64. */
export type FingerprintAnswer = { seconds: number; words: string; weak: string };

export type NodeHealth = { ready: boolean; engines: EngineInfo[]; queued: number; running: number; capacity: number };
