// The only place that starts worker threads. Invariant: a crash fails the call that ran in the thread and no other.
import type { MessagePort } from "node:worker_threads";
import { Piscina } from "piscina";
import { errorMessage, unpackError } from "../errors.ts";
import { createLimiter } from "./limiter.ts";
import type { Task, TaskReply } from "./task.ts";

type PoolOptions = {
	/** Names the pool in error messages. */
	name: string;
	/** A file that exports a task (task.ts) as `run`. */
	file: URL;
	/** How many calls run at a time. The rest wait in FIFO order. */
	threads: number;
	/** How long a thread stays without work. Infinity for tasks that keep a model in memory. */
	idleMs?: number;
	/** What an abort does to a running call: end its thread, or ask the task to stop so that the thread stays. */
	onAbort?: "end-thread" | "ask-task";
	workerData?: unknown;
	/** The environment variables of the threads. Defaults to those of the process. */
	env?: Record<string, string>;
};

type RunOptions = {
	signal?: AbortSignal;
	/** Buffers and ports of the input that are handed over instead of copied. */
	transfer?: (ArrayBuffer | MessagePort)[];
};

type Input<T> = T extends Task<infer In, infer _> ? In : never;
type Output<T> = T extends Task<infer _, infer Out> ? Out : never;

export type WorkerPool<T> = {
	run(input: Input<T>, options?: RunOptions): Promise<Output<T>>;
	/** Ends all threads and rejects the calls in progress. A later call starts a new thread. */
	close(): Promise<void>;
};

/** Creates a pool. Threads start with the first call, are replaced after a crash, and don't keep the process alive. */
export function createWorkerPool<T extends Task<never, unknown>>(options: PoolOptions): WorkerPool<T> {
	const { name, file, threads, idleMs = 10_000, onAbort = "end-thread", workerData, env } = options;
	// Piscina's own queue strands calls when a thread ends and reorders those with a signal: docs/decisions/017.
	const limit = createLimiter(threads);
	let current: Piscina | undefined;
	let timesClosed = 0;

	function open(): Piscina {
		const piscina = new Piscina({
			minThreads: 0,
			maxThreads: threads,
			idleTimeout: idleMs,
			// Otherwise a thread blocks between calls, and timers and finalizers of libraries never run.
			atomics: "disabled",
			recordTiming: false,
			workerData,
			env,
		});
		// A thread ended without a call. If it was still starting, the call that waits for it has to fail.
		piscina.on("error", () => {
			if (piscina.threads.length > 0) return;
			if (current === piscina) current = undefined;
			void piscina.destroy();
		});
		return piscina;
	}

	async function runInThread(input: Input<T>, canceled: Int32Array, { signal, transfer }: RunOptions) {
		const closedBefore = timesClosed;
		return limit(async (): Promise<TaskReply<Output<T>>> => {
			try {
				signal?.throwIfAborted();
				if (timesClosed !== closedBefore) throw new Error("closed while queued");
				current ??= open();
				// The pool's own option would leave a call waiting forever if the file can't be loaded.
				const task = { filename: file.href, name: "run" };
				const abort = onAbort === "end-thread" ? { signal } : {};
				return await current.run({ input, canceled }, { ...task, ...abort, transferList: transfer });
			} catch (error) {
				signal?.throwIfAborted();
				const what = timesClosed === closedBefore ? `failed: ${errorMessage(error)}` : "was stopped";
				throw new Error(`the ${name} ${what}`, { cause: error });
			}
		});
	}

	return {
		async run(input, runOptions = {}) {
			const { signal } = runOptions;
			signal?.throwIfAborted();
			const canceled = new Int32Array(new SharedArrayBuffer(4));
			const cancel = () => Atomics.store(canceled, 0, 1);
			const reply = await untilAborted(runInThread(input, canceled, runOptions), signal, cancel);
			if ("error" in reply) throw unpackError(reply.error);
			return reply.result;
		},
		async close() {
			const closing = current;
			current = undefined;
			timesClosed++;
			await closing?.destroy();
		},
	};
}

/** Rejects as soon as the signal is aborted, even while the call is queued or its task goes on. */
async function untilAborted<T>(call: Promise<T>, signal: AbortSignal | undefined, onAbort: () => void): Promise<T> {
	if (!signal) return call;
	const aborted = Promise.withResolvers<never>();
	const listener = () => {
		onAbort();
		aborted.reject(signal.reason);
	};
	signal.addEventListener("abort", listener, { once: true });
	try {
		return await Promise.race([call, aborted.promise]);
	} finally {
		signal.removeEventListener("abort", listener);
	}
}
