import { on } from "node:events";
import { constants, setPriority } from "node:os";
import { parentPort } from "node:worker_threads";
import { createYieldingBreather } from "../alignment/breather.ts";
import { convertAudio } from "./convert.ts";
import { createFingerprinter, type Fingerprint } from "./fingerprint.ts";
import type { OutputFormat } from "./formats.ts";

/** A file in pieces. Each message is answered once, which is when the next may come. */
export type FileMessage =
	| { type: "begin"; format: OutputFormat }
	| { type: "bytes"; bytes: Uint8Array }
	| { type: "end" }
	| { type: "drop" };
export type FileAnswer =
	| { type: "taken" }
	| { type: "done"; fingerprint: Pick<Fingerprint, "seconds" | "words"> }
	| { type: "failed"; message: string };

const port = parentPort;
if (!port) throw new Error("This file runs as a thread.");
// Nobody waits for it, while others on the machine may be listening. Elsewhere than on Linux it would be the whole process.
if (process.platform === "linux") setPriority(constants.priority.PRIORITY_LOW);

const breathe = createYieldingBreather();
const messages = on(port, "message") as AsyncIterableIterator<[FileMessage]>;
const answer = (message: FileAnswer) => port.postMessage(message);

async function* received(): AsyncGenerator<Uint8Array> {
	for (;;) {
		const { value } = await messages.next();
		const message = value?.[0] as FileMessage | undefined;
		if (message?.type === "end") return;
		if (message?.type !== "bytes") throw new Error("The rest of the file does not come.");
		yield message.bytes;
		answer({ type: "taken" });
	}
}

async function read(format: OutputFormat): Promise<void> {
	const fingerprinter = createFingerprinter();
	answer({ type: "taken" });
	for await (const bytes of convertAudio(received(), format, "pcm_8000")) {
		const samples = new Float32Array(bytes.length >> 1);
		const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
		for (let at = 0; at < samples.length; at++) samples[at] = view.getInt16(at * 2, true) / 32_768;
		await fingerprinter.push(samples, breathe);
	}
	const { seconds, words } = fingerprinter.finish();
	answer({ type: "done", fingerprint: { seconds, words } });
}

for await (const [message] of messages) {
	try {
		if (message.type === "begin") await read(message.format);
		else answer({ type: "taken" });
	} catch (error) {
		answer({ type: "failed", message: error instanceof Error ? error.message : String(error) });
	}
}
