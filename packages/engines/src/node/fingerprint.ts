import { Worker } from "node:worker_threads";
import { type Fingerprint, fingerprintRate } from "../media/fingerprint.ts";
import { decodeUpload } from "../media/upload.ts";
import type { MonoAudio } from "../media/upload-decode.ts";
import { UploadError } from "../media/upload-errors.ts";
import { SpeechBadRequestError } from "./errors.ts";

const longestSeconds = 600;

/** Reads a recording of any form and tells what it can be recognised by. What cannot be read is the sender's to mend. */
export async function fingerprintRecording(bytes: Uint8Array, signal: AbortSignal): Promise<Fingerprint> {
	try {
		const limits = { maxSeconds: longestSeconds, maxSampleRate: fingerprintRate };
		return await apart(await decodeUpload(bytes, {}, { signal, ...limits }), signal);
	} catch (error) {
		if (error instanceof UploadError)
			throw new SpeechBadRequestError(error.message.replace(/\.$/, ""), { cause: error });
		throw error;
	}
}

/** In a thread of its own: a node has listeners meanwhile. */
function apart(audio: MonoAudio, signal: AbortSignal): Promise<Fingerprint> {
	return new Promise((resolve, reject) => {
		signal.throwIfAborted();
		const worker = new Worker(new URL("../media/fingerprint-worker.ts", import.meta.url), { workerData: audio });
		const end = (settle: () => void) => {
			signal.removeEventListener("abort", onAbort);
			void worker.terminate();
			settle();
		};
		const onAbort = () => end(() => reject(signal.reason));
		signal.addEventListener("abort", onAbort, { once: true });
		worker.on("message", (fingerprint: Fingerprint) => end(() => resolve(fingerprint)));
		worker.on("error", (error) => end(() => reject(error)));
		worker.on("exit", () => end(() => reject(new Error("the fingerprint was not finished"))));
	});
}
