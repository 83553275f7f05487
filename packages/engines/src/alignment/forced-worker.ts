import { parentPort, workerData } from "node:worker_threads";
import { type ForcedAligning, type ForcedAlignment, forceAlign, UnalignableError } from "./forced.ts";

export type ForcedJob = Omit<ForcedAligning, "signal">;
export type ForcedAnswer = { result: ForcedAlignment } | { error: string; unalignable: boolean };

const answer = (message: ForcedAnswer) => parentPort?.postMessage(message);

try {
	answer({ result: await forceAlign(workerData as ForcedJob) });
} catch (error) {
	const message = error instanceof Error ? error.message : String(error);
	answer({ error: message, unalignable: error instanceof UnalignableError });
}
