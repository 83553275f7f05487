import { on } from "node:events";
import { constants, setPriority } from "node:os";
import { parentPort } from "node:worker_threads";
import { createBackgroundYielder } from "../alignment/yielder.ts";
import { convertAudio } from "./convert.ts";
import { createFingerprinter, type Fingerprint } from "./fingerprint.ts";
import type { OutputFormat } from "./formats.ts";

/** A file sent in pieces. Each message gets one reply, after which the next may be sent. */
export type FileMessage =
	| { type: "begin"; format: OutputFormat }
	| { type: "bytes"; bytes: Uint8Array }
	| { type: "end" }
	| { type: "drop" };
export type FileReply =
	| { type: "received" }
	| { type: "done"; fingerprint: Pick<Fingerprint, "seconds" | "words"> }
	| { type: "failed"; message: string };

const port = parentPort;
if (!port) throw new Error("This file must run in a worker thread.");
// Low priority, because nobody waits for a fingerprint. Only on Linux: elsewhere this would affect the entire process.
if (process.platform === "linux") setPriority(constants.priority.PRIORITY_LOW);

const yielder = createBackgroundYielder();
const messages = on(port, "message") as AsyncIterableIterator<[FileMessage]>;
const reply = (message: FileReply) => port.postMessage(message);

async function* receiveFile(): AsyncGenerator<Uint8Array> {
	for (;;) {
		const { value } = await messages.next();
		const message = value?.[0] as FileMessage | undefined;
		if (message?.type === "end") return;
		if (message?.type !== "bytes") throw new Error("The file was aborted.");
		yield message.bytes;
		reply({ type: "received" });
	}
}

async function fingerprintFile(format: OutputFormat): Promise<void> {
	const fingerprinter = createFingerprinter();
	reply({ type: "received" });
	for await (const bytes of convertAudio(receiveFile(), format, "pcm_8000")) {
		const samples = new Float32Array(bytes.length >> 1);
		const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
		for (let at = 0; at < samples.length; at++) samples[at] = view.getInt16(at * 2, true) / 32_768;
		await fingerprinter.push(samples, yielder);
	}
	const { seconds, words } = fingerprinter.finish();
	reply({ type: "done", fingerprint: { seconds, words } });
}

for await (const [message] of messages) {
	try {
		if (message.type === "begin") await fingerprintFile(message.format);
		else reply({ type: "received" });
	} catch (error) {
		reply({ type: "failed", message: error instanceof Error ? error.message : String(error) });
	}
}
