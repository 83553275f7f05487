/** Transcribes up to 30 s of audio; callers split longer audio at pauses. */
export type Transcriber = {
	id: string;
	/** BCP 47 primary subtags; "*" for a multilingual model that takes the language as input. */
	languages: string[];
	/** `pcm` is mono at 16 kHz, samples in -1..1. */
	transcribe(pcm: Float32Array, language?: string): Promise<{ text: string }>;
	close(): Promise<void>;
};

/** Audio that was encoded once, with its transcript, and can score other texts afterwards. */
export type Transcription = {
	text: string;
	/** Returns the log-probability of each text given this audio, including the end token. */
	score(texts: readonly string[]): Promise<number[]>;
};

/** `modelDir` is the folder of the model in the model store. */
export type TranscriberOptions = { modelDir: string; threads: number };

export const TRANSCRIBER_SAMPLE_RATE = 16000;
