import { setTimeout as sleep } from "node:timers/promises";
import { threadId, workerData } from "node:worker_threads";
import { UploadError } from "../../errors.ts";
import { defineTask } from "../task.ts";

export type TestJob = {
	say?: string;
	sleepMs?: number;
	/** Blocks the thread forever. */
	hang?: true;
	/** Ends the thread by an uncaught error or by exiting. */
	crash?: "error" | "exit";
	fail?: "upload" | "other";
	samples?: Float32Array;
	/** Waits until the caller cancels. */
	untilCanceled?: true;
};

async function runTest(job: TestJob, signal: { throwIfAborted(): void }) {
	if (job.crash === "error") setImmediate(() => Promise.reject(new Error("out of cheese")));
	if (job.crash === "exit") setImmediate(() => process.exit(3));
	if (job.crash) await sleep(60_000);
	if (job.fail === "upload") throw new UploadError("too_long", "The audio is too long.");
	if (job.fail) throw new TypeError("unexpected");
	while (job.hang);
	await sleep(job.sleepMs ?? 0);
	while (job.untilCanceled) {
		signal.throwIfAborted();
		await sleep(5);
	}
	// biome-ignore lint/style/noProcessEnv: the test is about the environment of the thread.
	const home = process.env.HOME;
	return { said: job.say, thread: threadId, data: workerData as unknown, home, samples: job.samples };
}

export const run = defineTask(runTest, ({ samples }) => (samples ? [samples.buffer as ArrayBuffer] : []));
