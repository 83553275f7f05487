import { Worker } from "node:worker_threads";
import { type ForcedAlignInput, type ForcedAlignment, UnalignableError } from "./forced.ts";
import type { ForcedAlignRequest, ForcedAlignResponse } from "./forced-worker.ts";

/**
 * Runs `forceAlign` in a worker thread: minutes of audio take seconds of CPU time, and the node must keep streaming.
 */
export function forceAlignInWorker({ signal, ...input }: ForcedAlignInput): Promise<ForcedAlignment> {
	return new Promise((resolve, reject) => {
		signal?.throwIfAborted();
		const worker = new Worker(new URL("./forced-worker.ts", import.meta.url), {
			workerData: input satisfies ForcedAlignRequest,
		});
		const finish = (settle: () => void) => {
			signal?.removeEventListener("abort", onAbort);
			void worker.terminate();
			settle();
		};
		const onAbort = () => finish(() => reject(signal?.reason));
		signal?.addEventListener("abort", onAbort, { once: true });
		worker.on("message", (response: ForcedAlignResponse) =>
			finish(() => {
				if ("result" in response) resolve(response.result);
				else reject(response.unalignable ? new UnalignableError(response.error) : new Error(response.error));
			}),
		);
		worker.on("error", (error) => finish(() => reject(error)));
		worker.on("exit", () => finish(() => reject(new Error("the alignment worker stopped"))));
	});
}
