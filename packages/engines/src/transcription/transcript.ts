// What transcription returns, on a speech node and to its callers.

export const transcriptionModels = ["moonshine", "whisper-base", "whisper-small"] as const;
export type TranscriptionModel = (typeof transcriptionModels)[number];

export type TranscriptCharacter = { text: string; start: number; end: number };

/** Times are in seconds from the start of the audio. `logprob` is the mean natural logarithm of its tokens' probability. */
export type TranscriptWord = {
	text: string;
	start: number;
	end: number;
	logprob: number;
	characters?: TranscriptCharacter[];
};

/** Describes the speaker of a part of a segment. */
export type VoicePart = { start: number; end: number; vector: number[] };

/** A stretch of speech without a long pause. */
export type TranscriptSegment = {
	start: number;
	end: number;
	text: string;
	words: TranscriptWord[];
	/** For `assignSpeakers`. Empty if not asked for, or if there is too little speech to describe the speaker. */
	voices: VoicePart[];
};

/** A sound that is not speech, such as "laughter". */
export type TranscriptEvent = { label: string; start: number; end: number };

export type Transcript = {
	/** ISO 639-1 code of the recording's language, also if its words are translated. */
	language: string;
	/** How sure the detection is. 1 if the language was given. */
	probability: number;
	seconds: number;
	segments: TranscriptSegment[];
	events: TranscriptEvent[];
};

export type TranscribeOptions = {
	model: TranscriptionModel;
	/** ISO 639-1 code. Detected if missing. */
	language?: string;
	/** Words and names that are likely to occur. */
	keyterms?: readonly string[];
	/** Write English, whatever the language of the recording is. Only Whisper can. */
	translate?: boolean;
	/** Return the times of characters too. */
	characters?: boolean;
	/** Describe the voices, for `assignSpeakers`. */
	speakers?: boolean;
	/** Look for sounds that are not speech. No included model can, so the result has none. */
	events?: boolean;
	/** Who waits for it. A job by default. */
	priority?: "interactive" | "background";
};

/** What a listener of live audio reports. `final` text does not change any more. */
export type ListenEvent =
	| { type: "partial"; text: string }
	| { type: "final"; text: string; language: string; start: number; end: number; words: TranscriptWord[] };

export type ListenOptions = {
	model: TranscriptionModel;
	language?: string;
	keyterms?: readonly string[];
	/** Commits after a pause. Without it, only `commit` does. */
	vad?: { silenceSeconds: number; threshold: number; minSpeechMs: number; minSilenceMs: number };
};
