import { Worker } from "node:worker_threads";
import {
	createTakeChecker,
	type TakeChecker,
	type TakeCheckerOptions,
	type TakeInput,
	type TakeReport,
} from "./take-check.ts";

export type CheckRequest = { id: number; input: TakeInput } | { id: number; canceled: true };
export type CheckResponse = { id: number; report?: TakeReport; error?: string };

type PendingCheck = { resolve(report: TakeReport): void; reject(error: Error): void };

/**
 * Runs a take checker in a worker thread. The thread starts on the first check and is replaced after a crash. Checks
 * run one at a time, and one that is aborted while queued never starts.
 */
export function createWorkerTakeChecker(options: TakeCheckerOptions): TakeChecker {
	const { supports } = createTakeChecker(options);
	const pending = new Map<number, PendingCheck>();
	let worker: Worker | undefined;
	let lastId = 0;

	function start(): Worker {
		const started = new Worker(new URL("./check-worker.ts", import.meta.url), { workerData: options });
		started.on("message", ({ id, report, error }: CheckResponse) => {
			const check = pending.get(id);
			pending.delete(id);
			if (report) check?.resolve(report);
			else check?.reject(new Error(error ?? "the take checker returned no result"));
			if (pending.size === 0) started.unref();
		});
		const failAll = (reason: string) => {
			if (worker === started) worker = undefined;
			for (const check of pending.values()) check.reject(new Error(reason));
			pending.clear();
		};
		started.on("error", (error) => failAll(`the take checker failed: ${error.message}`));
		started.on("exit", (code) => failAll(`the take checker stopped with code ${code}`));
		return started;
	}

	return {
		supports,
		async check(input, signal) {
			signal?.throwIfAborted();
			worker ??= start();
			const id = ++lastId;
			const running = worker;
			let cancel = () => {};
			try {
				return await new Promise<TakeReport>((resolve, reject) => {
					cancel = () => {
						pending.delete(id);
						running.postMessage({ id, canceled: true } satisfies CheckRequest);
						reject(signal?.reason);
					};
					signal?.addEventListener("abort", cancel, { once: true });
					pending.set(id, { resolve, reject });
					running.ref();
					running.postMessage({ id, input } satisfies CheckRequest);
				});
			} finally {
				signal?.removeEventListener("abort", cancel);
			}
		},
		async close() {
			const running = worker;
			worker = undefined;
			await running?.terminate();
		},
	};
}
