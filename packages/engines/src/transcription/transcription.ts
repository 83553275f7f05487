/** Speech to text over one stretch of sound of at most 30 s; longer sound is cut at pauses by the caller. */
export type Transcriber = {
	id: string;
	/** BCP 47 primary subtags; "*" means that the model was trained on many languages and is told which one to expect. */
	languages: string[];
	/** `pcm` is mono at 16 kHz, samples in -1..1. */
	transcribe(pcm: Float32Array, language?: string): Promise<{ text: string }>;
	close(): Promise<void>;
};

/** One stretch of sound that was listened to once and can be asked about afterwards. */
export type Listening = {
	text: string;
	/** How likely the model finds each of the texts for this sound: the natural logarithm of its probability, the end included. */
	score(texts: readonly string[]): Promise<number[]>;
};

/** `modelDir` is the folder of one model in the model store. */
export type TranscriberOptions = { modelDir: string; threads: number };

export const TRANSCRIBER_SAMPLE_RATE = 16000;
