import { createWorkerPool } from "../workers/pool.ts";
import type { run } from "./check-worker.ts";
import { createTakeChecker, type TakeChecker, type TakeCheckerOptions } from "./take-check.ts";

/** Its models take about a gigabyte, so they are unloaded when nothing was checked for this long. */
const modelsIdleMs = 10 * 60_000;

/**
 * Runs a take checker in a worker thread, which keeps its models loaded for a while. Checks run one at a time, and one that is
 * aborted while queued never starts.
 */
export function createWorkerTakeChecker(options: TakeCheckerOptions): TakeChecker {
	const { supports } = createTakeChecker(options);
	const pool = createWorkerPool<typeof run>({
		name: "take checker",
		file: new URL("./check-worker.ts", import.meta.url),
		threads: 1,
		idleMs: modelsIdleMs,
		onAbort: "ask-task",
		workerData: options,
	});
	return { supports, check: (input, signal) => pool.run(input, { signal }), close: pool.close };
}
