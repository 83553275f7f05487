import { parentPort, workerData } from "node:worker_threads";
import type { LocalEngine, WorkerAnswer, WorkerCall } from "./off-thread.ts";
import { createEspeakEngine } from "./providers/espeak.ts";
import { createKokoroEngine } from "./providers/kokoro.ts";
import { createPiperEngine } from "./providers/piper.ts";

// One engine in a thread of its own: inference and the phonemiser both block the thread that they run in.
const { provider, options } = workerData as LocalEngine;
const engine =
	provider === "kokoro"
		? createKokoroEngine(options)
		: provider === "piper"
			? createPiperEngine(options)
			: createEspeakEngine();

const answer = (message: WorkerAnswer, transfer: ArrayBuffer[] = []) => parentPort?.postMessage(message, transfer);

async function serve(call: WorkerCall): Promise<void> {
	try {
		if (call.type === "load") {
			await engine.load();
			return answer({ id: call.id });
		}
		const made = await engine.synthesise(call.input);
		// What the runtime gives may be a view of memory that it owns; only a copy can be handed over.
		const own = made.pcm.slice();
		answer({ id: call.id, result: { ...made, pcm: own } }, [own.buffer]);
	} catch (error) {
		answer({ id: call.id, error: error instanceof Error ? error.message : String(error) });
	}
}

let turn = Promise.resolve();
parentPort?.on("message", (call: WorkerCall) => {
	turn = turn.then(() => serve(call));
});
