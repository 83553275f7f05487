import { recordingError } from "../../errors.ts";
import { type Fingerprint, fingerprintRate } from "../../media/fingerprint/fingerprint.ts";
import type { run } from "../../media/fingerprint/worker.ts";
import { decodeUpload } from "../../media/upload/upload.ts";
import { createWorkerPool } from "../../workers/pool.ts";

const maxSeconds = 600;

/** In a worker thread, so that it does not interrupt the node's audio streams. */
const pool = createWorkerPool<typeof run>({
	name: "fingerprint worker",
	file: new URL("../../media/fingerprint/worker.ts", import.meta.url),
	threads: 4,
});

/** Decodes a recording and computes its fingerprint. Throws SpeechBadRequestError if it cannot be decoded. */
export async function fingerprintRecording(bytes: Uint8Array, signal: AbortSignal): Promise<Fingerprint> {
	try {
		const limits = { maxSeconds, maxSampleRate: fingerprintRate };
		return await pool.run(await decodeUpload(bytes, {}, { signal, ...limits }), { signal });
	} catch (error) {
		throw recordingError(error);
	}
}
