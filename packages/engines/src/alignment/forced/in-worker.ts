import { createWorkerPool } from "../../workers/pool.ts";
import type { ForcedAlignInput, ForcedAlignment } from "./forced.ts";
import type { run } from "./worker.ts";

const pool = createWorkerPool<typeof run>({
	name: "alignment",
	file: new URL("./worker.ts", import.meta.url),
	threads: 4,
	// A new thread loads the synthesizer and compiles, which takes as long as aligning two minutes of audio.
	idleMs: 5 * 60_000,
});

/**
 * Runs `forceAlign` in a worker thread: minutes of audio take seconds of CPU time, and the node must keep streaming.
 */
export function forceAlignInWorker({ signal, ...input }: ForcedAlignInput): Promise<ForcedAlignment> {
	return pool.run(input, { signal });
}
