import { Worker } from "node:worker_threads";
import { createEspeakEngine } from "./providers/espeak.ts";
import { createKokoroEngine, type KokoroOptions } from "./providers/kokoro.ts";
import { createPiperEngine, type PiperOptions } from "./providers/piper.ts";
import type { SpeechEngine, Synthesis, SynthesisInput } from "./speech.ts";

export type LocalEngine =
	| { provider: "kokoro"; options: KokoroOptions }
	| { provider: "piper"; options: PiperOptions }
	| { provider: "espeak"; options?: undefined };

export type WorkerRequest = { id: number; type: "load" } | { id: number; type: "synthesize"; input: SynthesisInput };
export type WorkerResponse = { id: number; result?: Synthesis; error?: string };

type PendingRequest = { resolve(result: Synthesis | undefined): void; reject(error: Error): void };

/**
 * Runs an engine in a worker thread. The thread starts on the first request and is replaced after a crash, so a crash
 * fails only the segments in progress.
 */
export function createWorkerEngine(local: LocalEngine): SpeechEngine {
	const description = describe(local);
	const pending = new Map<number, PendingRequest>();
	let worker: Worker | undefined;
	let lastId = 0;

	function start(): Worker {
		const started = new Worker(new URL("./engine-worker.ts", import.meta.url), { workerData: local });
		started.on("message", ({ id, result, error }: WorkerResponse) => {
			const request = pending.get(id);
			pending.delete(id);
			if (error === undefined) request?.resolve(result);
			else request?.reject(new Error(error));
			if (pending.size === 0) started.unref();
		});
		const failAll = (reason: string) => {
			if (worker === started) worker = undefined;
			for (const request of pending.values()) request.reject(new Error(reason));
			pending.clear();
		};
		started.on("error", (error) => failAll(`the ${local.provider} engine failed: ${error.message}`));
		started.on("exit", (code) => failAll(`the ${local.provider} engine stopped with code ${code}`));
		return started;
	}

	function send(
		message: { type: "load" } | { type: "synthesize"; input: SynthesisInput },
	): Promise<Synthesis | undefined> {
		worker ??= start();
		const id = ++lastId;
		const running = worker;
		return new Promise((resolve, reject) => {
			pending.set(id, { resolve, reject });
			running.ref();
			running.postMessage({ ...message, id } satisfies WorkerRequest);
		});
	}

	return {
		...description,
		async load() {
			await send({ type: "load" });
		},
		async synthesize(input) {
			const result = await send({ type: "synthesize", input });
			if (!result) throw new Error(`the ${local.provider} engine returned no result`);
			return result;
		},
		async close() {
			const running = worker;
			worker = undefined;
			await running?.terminate();
		},
	};
}

/** Returns an unloaded engine, for its static description. */
function describe(local: LocalEngine): SpeechEngine {
	if (local.provider === "kokoro") return createKokoroEngine(local.options);
	if (local.provider === "piper") return createPiperEngine(local.options);
	return createEspeakEngine();
}
