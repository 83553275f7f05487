import { Worker } from "node:worker_threads";
import { type ForcedAligning, type ForcedAlignment, UnalignableError } from "./forced.ts";
import type { ForcedAnswer, ForcedJob } from "./forced-worker.ts";

/** The same as `forceAlign`, in a thread of its own: minutes of sound cost seconds of work, and a node has listeners meanwhile. */
export function forceAlignApart({ signal, ...aligning }: ForcedAligning): Promise<ForcedAlignment> {
	return new Promise((resolve, reject) => {
		signal?.throwIfAborted();
		const worker = new Worker(new URL("./forced-worker.ts", import.meta.url), {
			workerData: aligning satisfies ForcedJob,
		});
		const end = (settle: () => void) => {
			signal?.removeEventListener("abort", onAbort);
			void worker.terminate();
			settle();
		};
		const onAbort = () => end(() => reject(signal?.reason));
		signal?.addEventListener("abort", onAbort, { once: true });
		worker.on("message", (answer: ForcedAnswer) =>
			end(() => {
				if ("result" in answer) resolve(answer.result);
				else reject(answer.unalignable ? new UnalignableError(answer.error) : new Error(answer.error));
			}),
		);
		worker.on("error", (error) => end(() => reject(error)));
		worker.on("exit", () => end(() => reject(new Error("the aligner stopped"))));
	});
}
