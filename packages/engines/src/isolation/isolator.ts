/** Removes noise from speech without changing its timing. */
export type Isolator = {
	id: IsolationEngine;
	/** The sample rate of input and output. */
	sampleRate: number;
	isolate(pcm: Float32Array): Promise<Float32Array>;
	close(): Promise<void>;
};

export type IsolationEngine = "gtcrn" | "rnnoise";
