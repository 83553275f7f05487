import { on } from "node:events";
import { MessageChannel, type MessagePort } from "node:worker_threads";
import { createWorkerPool } from "../../workers/pool.ts";
import type { OutputFormat } from "../formats.ts";
import type { run } from "./file-worker.ts";
import type { Fingerprint } from "./fingerprint.ts";

export type FingerprintFile = (
	body: AsyncIterable<Uint8Array>,
	format: OutputFormat,
) => Promise<Pick<Fingerprint, "seconds" | "words">>;

/**
 * Fingerprints files in our own formats, one at a time, in a low-priority worker thread: hundreds may arrive in a
 * minute while the machine keeps synthesizing.
 */
export function createFileFingerprinter(): FingerprintFile {
	const pool = createWorkerPool<typeof run>({
		name: "fingerprint worker",
		file: new URL("./file-worker.ts", import.meta.url),
		threads: 1,
		idleMs: Number.POSITIVE_INFINITY,
	});
	return async (body, format) => {
		const { port1, port2 } = new MessageChannel();
		const ended = new AbortController();
		const fingerprint = pool.run({ format, port: port2 }, { transfer: [port2] }).finally(() => ended.abort());
		try {
			const [result] = await Promise.all([fingerprint, sendFile(body, port1, ended.signal)]);
			return result;
		} finally {
			port1.close();
		}
	};
}

/** Sends a piece whenever the thread asks for one. Stops without an error if the task has ended. */
async function sendFile(body: AsyncIterable<Uint8Array>, port: MessagePort, ended: AbortSignal): Promise<void> {
	const requests = on(port, "message", { signal: ended });
	const asked = () =>
		requests.next().then(
			() => true,
			() => false,
		);
	if (!(await asked())) return;
	for await (const bytes of body) {
		port.postMessage(bytes);
		if (!(await asked())) return;
	}
	port.postMessage(null);
}
