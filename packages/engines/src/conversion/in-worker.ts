import { createWorkerPool } from "../workers/pool.ts";
import type { ConversionTask, run } from "./worker.ts";

export type Converter = {
	run(task: ConversionTask, signal: AbortSignal): Promise<Float32Array>;
	close(): Promise<void>;
};

/** Fits and reshapes in a worker thread. Ten seconds of audio take about half a second. */
export function createConverter(): Converter {
	const pool = createWorkerPool<typeof run>({
		name: "conversion worker",
		file: new URL("./worker.ts", import.meta.url),
		threads: 1,
		idleMs: 60_000,
	});
	return { run: (task, signal) => pool.run(task, { signal }), close: pool.close };
}
