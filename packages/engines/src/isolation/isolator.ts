/** Takes the noise out of speech. Time stays as it is: what was heard at a second is heard there afterwards. */
export type Isolator = {
	id: string;
	/** The rate of what goes in and of what comes out. */
	sampleRate: number;
	isolate(pcm: Float32Array): Promise<Float32Array>;
	close(): Promise<void>;
};
