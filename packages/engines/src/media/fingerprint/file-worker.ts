import { on } from "node:events";
import { constants, setPriority } from "node:os";
import type { MessagePort } from "node:worker_threads";
import { createBackgroundYielder } from "../../alignment/yielder.ts";
import { errorMessage, UploadError } from "../../errors.ts";
import { defineTask } from "../../workers/task.ts";
import { convertAudio } from "../convert.ts";
import type { OutputFormat } from "../formats.ts";
import { createFingerprinter, type Fingerprint } from "./fingerprint.ts";

export type FileJob = {
	format: OutputFormat;
	/** Sends a message for each piece it wants and gets the piece, or null at the end of the file. */
	port: MessagePort;
};

// Low priority, because nobody waits for a fingerprint. Only on Linux: elsewhere this would affect the entire process.
if (process.platform === "linux") setPriority(constants.priority.PRIORITY_LOW);

const yielder = createBackgroundYielder();

const undecodable = (reason: string) => new UploadError("unreadable", `The audio can't be decoded: ${reason}`);

async function* receiveFile(port: MessagePort, aborted: Error): AsyncGenerator<Uint8Array> {
	const pieces = on(port, "message", { close: ["close"] }) as AsyncIterableIterator<[Uint8Array | null]>;
	for (;;) {
		port.postMessage("next");
		const next = await pieces.next();
		if (next.done) throw aborted;
		const [piece] = next.value;
		if (!piece) return;
		yield piece;
	}
}

async function fingerprintFile({ format, port }: FileJob): Promise<Pick<Fingerprint, "seconds" | "words">> {
	const fingerprinter = createFingerprinter();
	const aborted = new Error("The file was aborted.");
	try {
		for await (const bytes of convertAudio(receiveFile(port, aborted), format, "pcm_8000")) {
			const samples = new Float32Array(bytes.length >> 1);
			const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
			for (let at = 0; at < samples.length; at++) samples[at] = view.getInt16(at * 2, true) / 32_768;
			await fingerprinter.push(samples, yielder);
		}
	} catch (error) {
		// Everything else that fails here is the decoder, which fails again for the same bytes.
		throw error === aborted ? error : undecodable(errorMessage(error));
	} finally {
		port.close();
	}
	const { seconds, words } = fingerprinter.finish();
	return { seconds, words };
}

export const run = defineTask(fingerprintFile);
