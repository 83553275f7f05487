import { createWorkerPool } from "../workers/pool.ts";
import type { AnalysisInputs, AnalysisJob, AnalysisResults } from "./sample-analysis.ts";
import type { run } from "./sample-analysis-worker.ts";

/** Kept without work, because starting a thread takes longer than analyzing a short recording. */
const pool = createWorkerPool<typeof run>({
	name: "analysis worker",
	file: new URL("./sample-analysis-worker.ts", import.meta.url),
	threads: 2,
	idleMs: Number.POSITIVE_INFINITY,
});

/**
 * Runs a job in a worker thread: minutes of audio take seconds to analyze, which would interrupt the node's streams.
 */
export async function analyzeInWorker<Kind extends keyof AnalysisInputs>(
	kind: Kind,
	input: AnalysisInputs[Kind],
	signal: AbortSignal,
): Promise<AnalysisResults[Kind]> {
	return (await pool.run({ kind, ...input } as AnalysisJob, { signal })) as AnalysisResults[Kind];
}
