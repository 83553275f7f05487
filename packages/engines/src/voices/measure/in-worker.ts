import { createWorkerPool } from "../../workers/pool.ts";
import type { VoiceMeasurement } from "./measure.ts";
import type { run } from "./worker.ts";

export type Measurer = {
	measure(pcm: Float32Array, sampleRate: number): Promise<VoiceMeasurement>;
	close(): Promise<void>;
};

/** Runs `measureVoice` in a worker thread. Ten seconds of audio take 0.1 s. */
export function createMeasurer(): Measurer {
	const pool = createWorkerPool<typeof run>({
		name: "measurement worker",
		file: new URL("./worker.ts", import.meta.url),
		threads: 1,
		idleMs: Number.POSITIVE_INFINITY,
	});
	return { measure: (pcm, sampleRate) => pool.run({ pcm, sampleRate }), close: pool.close };
}
