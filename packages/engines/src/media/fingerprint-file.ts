import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { createTurns } from "../node/turns.ts";
import type { Fingerprint } from "./fingerprint.ts";
import type { FileAnswer, FileMessage } from "./fingerprint-file-worker.ts";
import type { OutputFormat } from "./formats.ts";

export type FingerprintFile = (
	body: AsyncIterable<Uint8Array>,
	format: OutputFormat,
) => Promise<Pick<Fingerprint, "seconds" | "words">>;

/**
 * Fingerprints of files in our own formats, one after the other, in a thread that takes only the time that nobody else wants: hundreds of
 * texts may have been spoken in a minute, on a machine that goes on speaking. The thread starts with the first file and keeps no process alive.
 */
export function createFileFingerprinter(): FingerprintFile {
	const inTurn = createTurns(1);
	let thread: Worker | undefined;

	function start(): Worker {
		const worker = new Worker(new URL("./fingerprint-file-worker.ts", import.meta.url), {
			// In a program that Node watches for changes (`npm run dev`) a thread that knows of it sends what it imports among its answers.
			env: {},
		});
		worker.on("error", () => {
			thread = undefined;
		});
		return worker;
	}

	return (body, format) =>
		inTurn(async () => {
			const worker = thread ?? start();
			thread = worker;
			worker.ref();
			const ask = async (message: FileMessage): Promise<FileAnswer> => {
				const answered = once(worker, "message");
				worker.postMessage(message);
				const [answer] = (await answered) as [FileAnswer];
				if (answer.type === "failed") throw new Error(answer.message);
				return answer;
			};
			try {
				await ask({ type: "begin", format });
				for await (const bytes of body) await ask({ type: "bytes", bytes });
				const last = await ask({ type: "end" });
				if (last.type !== "done") throw new Error("The fingerprint was not finished.");
				return last.fingerprint;
			} catch (error) {
				if (thread === worker) await ask({ type: "drop" }).catch(() => {});
				throw error;
			} finally {
				worker.unref();
			}
		});
}
