import { Worker } from "node:worker_threads";
import { createEspeakEngine } from "./providers/espeak.ts";
import { createKokoroEngine, type KokoroOptions } from "./providers/kokoro.ts";
import { createPiperEngine, type PiperOptions } from "./providers/piper.ts";
import type { SpeechEngine, Synthesis, SynthesisInput } from "./speech.ts";

export type LocalEngine =
	| { provider: "kokoro"; options: KokoroOptions }
	| { provider: "piper"; options: PiperOptions }
	| { provider: "espeak"; options?: undefined };

export type WorkerCall = { id: number; type: "load" } | { id: number; type: "synthesise"; input: SynthesisInput };
export type WorkerAnswer = { id: number; result?: Synthesis; error?: string };

type Waiting = { resolve(result: Synthesis | undefined): void; reject(error: Error): void };

/**
 * The same engine, in a thread of its own. The thread starts with the first call and is replaced after a crash, so
 * one broken run costs the segments that were in it and nothing else.
 */
export function offThread(local: LocalEngine): SpeechEngine {
	const described = describe(local);
	const waiting = new Map<number, Waiting>();
	let worker: Worker | undefined;
	let lastId = 0;

	function start(): Worker {
		const started = new Worker(new URL("./engine-worker.ts", import.meta.url), { workerData: local });
		started.on("message", ({ id, result, error }: WorkerAnswer) => {
			const call = waiting.get(id);
			waiting.delete(id);
			if (error === undefined) call?.resolve(result);
			else call?.reject(new Error(error));
			if (waiting.size === 0) started.unref();
		});
		const gone = (reason: string) => {
			if (worker === started) worker = undefined;
			for (const call of waiting.values()) call.reject(new Error(reason));
			waiting.clear();
		};
		started.on("error", (error) => gone(`the ${local.provider} engine failed: ${error.message}`));
		started.on("exit", (code) => gone(`the ${local.provider} engine stopped with code ${code}`));
		return started;
	}

	function call(
		message: { type: "load" } | { type: "synthesise"; input: SynthesisInput },
	): Promise<Synthesis | undefined> {
		worker ??= start();
		const id = ++lastId;
		const running = worker;
		return new Promise((resolve, reject) => {
			waiting.set(id, { resolve, reject });
			running.ref();
			running.postMessage({ ...message, id } satisfies WorkerCall);
		});
	}

	return {
		...described,
		async load() {
			await call({ type: "load" });
		},
		async synthesise(input) {
			const result = await call({ type: "synthesise", input });
			if (!result) throw new Error(`the ${local.provider} engine answered nothing`);
			return result;
		},
		async close() {
			const running = worker;
			worker = undefined;
			await running?.terminate();
		},
	};
}

/** Everything an engine can say of itself without being loaded. */
function describe(local: LocalEngine): SpeechEngine {
	if (local.provider === "kokoro") return createKokoroEngine(local.options);
	if (local.provider === "piper") return createPiperEngine(local.options);
	return createEspeakEngine();
}
