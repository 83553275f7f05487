import { Worker } from "node:worker_threads";
import type { VoiceMeasurement } from "./measure.ts";

export type MeasureRequest = { id: number; pcm: Float32Array; sampleRate: number };
export type MeasureResponse = { id: number; measured?: VoiceMeasurement; error?: string };

export type Measurer = {
	measure(pcm: Float32Array, sampleRate: number): Promise<VoiceMeasurement>;
	close(): Promise<void>;
};

type PendingMeasurement = { resolve(measured: VoiceMeasurement): void; reject(error: Error): void };

/**
 * Runs `measureVoice` in a worker thread, which starts on the first request and is replaced after a crash. Ten seconds
 * of audio take 0.1 s.
 */
export function createMeasurer(): Measurer {
	const pending = new Map<number, PendingMeasurement>();
	let worker: Worker | undefined;
	let lastId = 0;

	function start(): Worker {
		const started = new Worker(new URL("./measure-worker.ts", import.meta.url));
		started.on("message", ({ id, measured, error }: MeasureResponse) => {
			const request = pending.get(id);
			pending.delete(id);
			if (measured) request?.resolve(measured);
			else request?.reject(new Error(error ?? "the measurement worker returned no result"));
			if (pending.size === 0) started.unref();
		});
		const failAll = (reason: string) => {
			if (worker !== started) return;
			worker = undefined;
			for (const request of pending.values()) request.reject(new Error(reason));
			pending.clear();
		};
		started.on("error", (error) => failAll(`the measurement worker failed: ${error.message}`));
		started.on("exit", (code) => failAll(`the measurement worker stopped with code ${code}`));
		return started;
	}

	return {
		measure(pcm, sampleRate) {
			worker ??= start();
			const running = worker;
			const id = ++lastId;
			return new Promise((resolve, reject) => {
				pending.set(id, { resolve, reject });
				running.ref();
				running.postMessage({ id, pcm, sampleRate } satisfies MeasureRequest);
			});
		},
		async close() {
			const running = worker;
			worker = undefined;
			for (const request of pending.values()) request.reject(new Error("the measurement worker was closed"));
			pending.clear();
			await running?.terminate();
		},
	};
}
