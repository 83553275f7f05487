import { parentPort, workerData } from "node:worker_threads";
import { decodeInProcess, type MonoAudio, type UploadLimits } from "./upload-decode.ts";
import { UploadError, type UploadFault } from "./upload-errors.ts";

export type UploadJob = { bytes: Uint8Array; limits: UploadLimits };
export type UploadReply =
	| { type: "progress" }
	| ({ type: "done" } & MonoAudio)
	| { type: "failed"; fault: UploadFault; message: string };

const { bytes, limits } = workerData as UploadJob;
const reply = (message: UploadReply, transfer: ArrayBuffer[] = []) => parentPort?.postMessage(message, transfer);

let reportedAt = performance.now();
const onProgress = () => {
	if (performance.now() - reportedAt < 500) return;
	reportedAt = performance.now();
	reply({ type: "progress" });
};

try {
	const audio = await decodeInProcess(bytes, limits, onProgress);
	reply({ type: "done", ...audio }, [audio.samples.buffer as ArrayBuffer]);
} catch (error) {
	const fault = error instanceof UploadError ? error.fault : "unreadable";
	const message = error instanceof UploadError ? error.message : "The file cannot be decoded.";
	reply({ type: "failed", fault, message });
}
