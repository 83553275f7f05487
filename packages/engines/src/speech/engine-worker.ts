import { parentPort, workerData } from "node:worker_threads";
import type { LocalEngine, WorkerRequest, WorkerResponse } from "./in-worker.ts";
import { createEspeakEngine } from "./providers/espeak.ts";
import { createKokoroEngine } from "./providers/kokoro.ts";
import { createPiperEngine } from "./providers/piper.ts";

// Runs one engine in its own thread, because inference and phonemization block the thread they run in.
const { provider, options } = workerData as LocalEngine;
const engine =
	provider === "kokoro"
		? createKokoroEngine(options)
		: provider === "piper"
			? createPiperEngine(options)
			: createEspeakEngine();

const respond = (message: WorkerResponse, transfer: ArrayBuffer[] = []) => parentPort?.postMessage(message, transfer);

async function serve(request: WorkerRequest): Promise<void> {
	try {
		if (request.type === "load") {
			await engine.load();
			return respond({ id: request.id });
		}
		const synthesis = await engine.synthesize(request.input);
		// The runtime may return a view of memory it owns; only a copy can be transferred.
		const pcm = synthesis.pcm.slice();
		respond({ id: request.id, result: { ...synthesis, pcm } }, [pcm.buffer]);
	} catch (error) {
		respond({ id: request.id, error: error instanceof Error ? error.message : String(error) });
	}
}

let queue = Promise.resolve();
parentPort?.on("message", (request: WorkerRequest) => {
	queue = queue.then(() => serve(request));
});
