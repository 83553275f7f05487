import { parentPort, workerData } from "node:worker_threads";
import type { CheckAnswer, CheckCall } from "./off-thread.ts";
import { createTakeChecker, type TakeCheckerOptions, type TakeInput } from "./take-check.ts";

// Listening blocks the thread that it runs in.
const checker = createTakeChecker(workerData as TakeCheckerOptions);
const aborts = new Map<number, AbortController>();

const answer = (message: CheckAnswer) => parentPort?.postMessage(message);

async function serve(id: number, input: TakeInput, signal: AbortSignal): Promise<void> {
	try {
		signal.throwIfAborted();
		answer({ id, report: await checker.check(input, signal) });
	} catch (error) {
		answer({ id, error: error instanceof Error ? error.message : String(error) });
	} finally {
		aborts.delete(id);
	}
}

let turn = Promise.resolve();
parentPort?.on("message", (call: CheckCall) => {
	if ("cancelled" in call) return aborts.get(call.id)?.abort();
	const abort = new AbortController();
	aborts.set(call.id, abort);
	turn = turn.then(() => serve(call.id, call.input, abort.signal));
});
