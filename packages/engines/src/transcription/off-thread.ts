import { Worker } from "node:worker_threads";
import {
	createTakeChecker,
	type TakeChecker,
	type TakeCheckerOptions,
	type TakeInput,
	type TakeReport,
} from "./take-check.ts";

export type CheckCall = { id: number; input: TakeInput } | { id: number; cancelled: true };
export type CheckAnswer = { id: number; report?: TakeReport; error?: string };

type Waiting = { resolve(report: TakeReport): void; reject(error: Error): void };

/**
 * The same checker, in a thread of its own. The thread starts with the first check and is replaced after a crash; checks wait
 * for each other, and one that is aborted while it waits costs nothing.
 */
export function takeCheckerOffThread(options: TakeCheckerOptions): TakeChecker {
	const { supports } = createTakeChecker(options);
	const waiting = new Map<number, Waiting>();
	let worker: Worker | undefined;
	let lastId = 0;

	function start(): Worker {
		const started = new Worker(new URL("./check-worker.ts", import.meta.url), { workerData: options });
		started.on("message", ({ id, report, error }: CheckAnswer) => {
			const call = waiting.get(id);
			waiting.delete(id);
			if (report) call?.resolve(report);
			else call?.reject(new Error(error ?? "the take checker answered nothing"));
			if (waiting.size === 0) started.unref();
		});
		const gone = (reason: string) => {
			if (worker === started) worker = undefined;
			for (const call of waiting.values()) call.reject(new Error(reason));
			waiting.clear();
		};
		started.on("error", (error) => gone(`the take checker failed: ${error.message}`));
		started.on("exit", (code) => gone(`the take checker stopped with code ${code}`));
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
						waiting.delete(id);
						running.postMessage({ id, cancelled: true } satisfies CheckCall);
						reject(signal?.reason);
					};
					signal?.addEventListener("abort", cancel, { once: true });
					waiting.set(id, { resolve, reject });
					running.ref();
					running.postMessage({ id, input } satisfies CheckCall);
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
