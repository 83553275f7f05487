import { parentPort, workerData } from "node:worker_threads";
import type { CheckRequest, CheckResponse } from "./in-worker.ts";
import { createTakeChecker, type TakeCheckerOptions, type TakeInput } from "./take-check.ts";

// Runs in its own thread, because transcription blocks the thread it runs in.
const checker = createTakeChecker(workerData as TakeCheckerOptions);
const aborts = new Map<number, AbortController>();

const respond = (message: CheckResponse) => parentPort?.postMessage(message);

async function serve(id: number, input: TakeInput, signal: AbortSignal): Promise<void> {
	try {
		signal.throwIfAborted();
		respond({ id, report: await checker.check(input, signal) });
	} catch (error) {
		respond({ id, error: error instanceof Error ? error.message : String(error) });
	} finally {
		aborts.delete(id);
	}
}

let queue = Promise.resolve();
parentPort?.on("message", (request: CheckRequest) => {
	if ("canceled" in request) return aborts.get(request.id)?.abort();
	const abort = new AbortController();
	aborts.set(request.id, abort);
	queue = queue.then(() => serve(request.id, request.input, abort.signal));
});
