import { parentPort, workerData } from "node:worker_threads";
import { type ForcedAlignInput, type ForcedAlignment, forceAlign, UnalignableError } from "./forced.ts";

export type ForcedAlignRequest = Omit<ForcedAlignInput, "signal">;
export type ForcedAlignResponse = { result: ForcedAlignment } | { error: string; unalignable: boolean };

const respond = (message: ForcedAlignResponse) => parentPort?.postMessage(message);

try {
	respond({ result: await forceAlign(workerData as ForcedAlignRequest) });
} catch (error) {
	const message = error instanceof Error ? error.message : String(error);
	respond({ error: message, unalignable: error instanceof UnalignableError });
}
