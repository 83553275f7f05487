import { Worker } from "node:worker_threads";
import type { Measured } from "./measure.ts";

export type MeasureCall = { id: number; pcm: Float32Array; sampleRate: number };
export type MeasureAnswer = { id: number; measured?: Measured; error?: string };

export type Measurer = {
	measure(pcm: Float32Array, sampleRate: number): Promise<Measured>;
	close(): Promise<void>;
};

type Waiting = { resolve(measured: Measured): void; reject(error: Error): void };

/** `measureVoice` in a thread of its own, which starts with the first call and is replaced after a crash: ten seconds of sound take a tenth of one. */
export function createMeasurer(): Measurer {
	const waiting = new Map<number, Waiting>();
	let worker: Worker | undefined;
	let lastId = 0;

	function start(): Worker {
		const started = new Worker(new URL("./measure-worker.ts", import.meta.url));
		started.on("message", ({ id, measured, error }: MeasureAnswer) => {
			const call = waiting.get(id);
			waiting.delete(id);
			if (measured) call?.resolve(measured);
			else call?.reject(new Error(error ?? "nothing was measured"));
			if (waiting.size === 0) started.unref();
		});
		const gone = (reason: string) => {
			if (worker !== started) return;
			worker = undefined;
			for (const call of waiting.values()) call.reject(new Error(reason));
			waiting.clear();
		};
		started.on("error", (error) => gone(`measuring failed: ${error.message}`));
		started.on("exit", (code) => gone(`measuring stopped with code ${code}`));
		return started;
	}

	return {
		measure(pcm, sampleRate) {
			worker ??= start();
			const running = worker;
			const id = ++lastId;
			return new Promise((resolve, reject) => {
				waiting.set(id, { resolve, reject });
				running.ref();
				running.postMessage({ id, pcm, sampleRate } satisfies MeasureCall);
			});
		},
		async close() {
			const running = worker;
			worker = undefined;
			for (const call of waiting.values()) call.reject(new Error("measuring was stopped"));
			waiting.clear();
			await running?.terminate();
		},
	};
}
