import { createWorkerPool } from "../workers/pool.ts";
import type { run, StretchTask } from "./stretch-worker.ts";

const pool = createWorkerPool<typeof run>({
	name: "stretch worker",
	file: new URL("./stretch-worker.ts", import.meta.url),
	threads: 1,
	idleMs: 60_000,
});

/** Speaks a recording in another time at the same pitch: `length` is that of the result in samples. */
export const stretch = (task: StretchTask, signal?: AbortSignal): Promise<Float32Array> => pool.run(task, { signal });
