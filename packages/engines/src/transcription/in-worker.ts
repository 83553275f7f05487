import { createWorkerPool } from "../workers/pool.ts";
import type { run } from "./check-worker.ts";
import { createTakeChecker, type TakeChecker, type TakeCheckerOptions } from "./take-check.ts";

/**
 * Runs a take checker in a worker thread, which keeps its models loaded. Checks run one at a time, and one that is
 * aborted while queued never starts.
 */
export function createWorkerTakeChecker(options: TakeCheckerOptions): TakeChecker {
	const { supports } = createTakeChecker(options);
	const pool = createWorkerPool<typeof run>({
		name: "take checker",
		file: new URL("./check-worker.ts", import.meta.url),
		threads: 1,
		idleMs: Number.POSITIVE_INFINITY,
		onAbort: "ask-task",
		workerData: options,
	});
	return { supports, check: (input, signal) => pool.run(input, { signal }), close: pool.close };
}
