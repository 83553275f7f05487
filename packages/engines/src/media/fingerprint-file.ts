import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { createLimiter } from "../node/limiter.ts";
import type { Fingerprint } from "./fingerprint.ts";
import type { FileMessage, FileReply } from "./fingerprint-file-worker.ts";
import type { OutputFormat } from "./formats.ts";

export type FingerprintFile = (
	body: AsyncIterable<Uint8Array>,
	format: OutputFormat,
) => Promise<Pick<Fingerprint, "seconds" | "words">>;

/**
 * Fingerprints files in our own formats, one at a time, in a low-priority worker thread: hundreds may arrive in a
 * minute while the machine keeps synthesizing. The worker starts with the first file and does not keep the process
 * alive.
 */
export function createFileFingerprinter(): FingerprintFile {
	const limit = createLimiter(1);
	let current: Worker | undefined;

	function start(): Worker {
		const worker = new Worker(new URL("./fingerprint-file-worker.ts", import.meta.url), {
			// Under `node --watch` (npm run dev), a worker that inherits the environment sends its imports as messages.
			env: {},
		});
		worker.on("error", () => {
			current = undefined;
		});
		return worker;
	}

	return (body, format) =>
		limit(async () => {
			const worker = current ?? start();
			current = worker;
			worker.ref();
			const send = async (message: FileMessage): Promise<FileReply> => {
				const replied = once(worker, "message");
				worker.postMessage(message);
				const [reply] = (await replied) as [FileReply];
				if (reply.type === "failed") throw new Error(reply.message);
				return reply;
			};
			try {
				await send({ type: "begin", format });
				for await (const bytes of body) await send({ type: "bytes", bytes });
				const last = await send({ type: "end" });
				if (last.type !== "done") throw new Error("The fingerprint worker ended early.");
				return last.fingerprint;
			} catch (error) {
				if (current === worker) await send({ type: "drop" }).catch(() => {});
				throw error;
			} finally {
				worker.unref();
			}
		});
}
