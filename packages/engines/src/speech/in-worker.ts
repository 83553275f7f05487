import { createWorkerPool } from "../workers/pool.ts";
import type { run } from "./engine-worker.ts";
import { createLocalEngine, type LocalEngine } from "./local-engine.ts";
import type { SpeechEngine } from "./speech.ts";

/** Runs an engine in a worker thread, which keeps the model loaded. A crash fails only the segment in progress. */
export function createWorkerEngine(local: LocalEngine): SpeechEngine {
	const pool = createWorkerPool<typeof run>({
		name: `${local.provider} engine`,
		file: new URL("./engine-worker.ts", import.meta.url),
		threads: 1,
		idleMs: Number.POSITIVE_INFINITY,
		workerData: local,
	});
	return {
		// Not loaded here; only for its description.
		...createLocalEngine(local),
		async load() {
			await pool.run(null);
		},
		async synthesize(input) {
			const result = await pool.run(input);
			if (!result) throw new Error(`the ${local.provider} engine returned no result`);
			return result;
		},
		close: pool.close,
	};
}
