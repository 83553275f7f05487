import type { MessagePort } from "node:worker_threads";
import { UploadError } from "../../errors.ts";
import { defineTask } from "../../workers/task.ts";
import { decodeInProcess, type MonoAudio, type UploadLimits } from "./decode.ts";

export type UploadJob = {
	bytes: Uint8Array;
	limits: UploadLimits;
	/** Gets a message when decoding starts and then twice per second while it advances. */
	progress: MessagePort;
};

const progressMs = 500;

// The decoders write to the console when a file is broken.
for (const method of ["debug", "error", "info", "log", "warn"] as const) console[method] = () => {};

async function decode({ bytes, limits, progress }: UploadJob): Promise<MonoAudio> {
	let reportedAt = Number.NEGATIVE_INFINITY;
	const onProgress = () => {
		if (performance.now() - reportedAt < progressMs) return;
		reportedAt = performance.now();
		progress.postMessage(null);
	};
	onProgress();
	try {
		return await decodeInProcess(bytes, limits, onProgress);
	} catch (error) {
		throw error instanceof UploadError ? error : new UploadError("unreadable", "The file can't be decoded.");
	} finally {
		progress.close();
	}
}

export const run = defineTask(decode, ({ samples }) => [samples.buffer as ArrayBuffer]);
