import { Worker } from "node:worker_threads";
import { type Fingerprint, fingerprintRate } from "../media/fingerprint.ts";
import { decodeUpload } from "../media/upload.ts";
import type { MonoAudio } from "../media/upload-decode.ts";
import { UploadError } from "../media/upload-errors.ts";
import { SpeechBadRequestError } from "./errors.ts";

const maxSeconds = 600;

/** Decodes a recording and computes its fingerprint. Throws SpeechBadRequestError if it cannot be decoded. */
export async function fingerprintRecording(bytes: Uint8Array, signal: AbortSignal): Promise<Fingerprint> {
	try {
		const limits = { maxSeconds, maxSampleRate: fingerprintRate };
		return await fingerprintInWorker(await decodeUpload(bytes, {}, { signal, ...limits }), signal);
	} catch (error) {
		if (error instanceof UploadError)
			throw new SpeechBadRequestError(error.message.replace(/\.$/, ""), { cause: error });
		throw error;
	}
}

/** Runs in a worker thread, so that it does not interrupt the node's audio streams. */
function fingerprintInWorker(audio: MonoAudio, signal: AbortSignal): Promise<Fingerprint> {
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
		worker.on("exit", () => end(() => reject(new Error("the fingerprint worker exited early"))));
	});
}
