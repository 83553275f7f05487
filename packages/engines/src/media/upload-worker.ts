import { parentPort, workerData } from "node:worker_threads";
import { decodeHere, type MonoAudio, type UploadLimits } from "./upload-decode.ts";
import { UploadError, type UploadFault } from "./upload-errors.ts";

export type UploadJob = { bytes: Uint8Array; limits: UploadLimits };
export type UploadAnswer =
	| { type: "progress" }
	| ({ type: "done" } & MonoAudio)
	| { type: "failed"; fault: UploadFault; message: string };

const { bytes, limits } = workerData as UploadJob;
const answer = (message: UploadAnswer, moved: ArrayBuffer[] = []) => parentPort?.postMessage(message, moved);

let told = performance.now();
const onProgress = () => {
	if (performance.now() - told < 500) return;
	told = performance.now();
	answer({ type: "progress" });
};

try {
	const audio = await decodeHere(bytes, limits, onProgress);
	answer({ type: "done", ...audio }, [audio.samples.buffer as ArrayBuffer]);
} catch (error) {
	const fault = error instanceof UploadError ? error.fault : "unreadable";
	const message = error instanceof UploadError ? error.message : "The file cannot be read.";
	answer({ type: "failed", fault, message });
}
