import { MessageChannel } from "node:worker_threads";
import { UploadError } from "../../errors.ts";
import { createWorkerPool } from "../../workers/pool.ts";
import { decodeConfined } from "./confined.ts";
import { decodeInProcess, type MonoAudio, type UploadLimits } from "./decode.ts";
import { sniffUpload } from "./sniff.ts";
import type { run, UploadJob } from "./worker.ts";

export type UploadHint = { contentType?: string; fileName?: string };

export type UploadOptions = Partial<UploadLimits> & {
	signal?: AbortSignal;
};

const defaults: UploadLimits = { maxSeconds: 2 * 3600, maxSampleRate: 48_000 };
/** A decoder that reports no progress for this long is stuck. */
const stallMs = 20_000;
const maxInlineBytes = 8e6;
/** A few stuck decoders must not hold up other uploads. */
const maxDecoding = 8;

const pool = createWorkerPool<typeof run>({
	name: "decoder",
	file: new URL("./worker.ts", import.meta.url),
	threads: maxDecoding,
	// A thread may have decoded hours of audio; give its memory back.
	idleMs: 0,
	// The decoders are third-party code, so keep secrets away from them.
	env: {},
});

/**
 * Decodes an uploaded file to mono. The format is detected from the bytes; the name is only used in messages. Wav, mp3,
 * ogg and flac are decoded by WebAssembly in a thread, everything else by FFmpeg in a confined process. A bad file throws
 * UploadError and nothing else.
 */
export async function decodeUpload(
	bytes: Uint8Array,
	hint: UploadHint = {},
	{ signal, ...overrides }: UploadOptions = {},
): Promise<MonoAudio> {
	signal?.throwIfAborted();
	if (bytes.length === 0) throw new UploadError("empty", "The file is empty.");
	const limits = { ...defaults, ...overrides };
	try {
		const inline = isSmallWav(bytes) || sniffUpload(bytes) === "other";
		return await (inline ? decodeInProcess(bytes, limits) : decodeInWorker({ bytes, limits }, signal));
	} catch (error) {
		if (!(error instanceof UploadError) || !["unsupported", "unreadable"].includes(error.fault)) throw error;
	}
	try {
		return await decodeConfined(bytes, limits, signal);
	} catch (error) {
		if (!(error instanceof UploadError) || error.fault !== "unsupported") throw error;
		throw new UploadError("unsupported", `${describeFile(hint)} is not an audio or video file that can be decoded.`);
	}
}

/** A small wav file is decoded faster than a worker starts, and without third-party code. */
function isSmallWav(bytes: Uint8Array): boolean {
	return bytes.length <= maxInlineBytes && sniffUpload(bytes) === "wav";
}

function describeFile({ fileName, contentType }: UploadHint): string {
	const plain = (fileName ?? contentType ?? "").replace(/[^\p{L}\p{N} ._/+-]/gu, "").slice(0, 80);
	return plain === "" ? "The file" : `The file ${plain}`;
}

async function decodeInWorker(job: Omit<UploadJob, "progress">, signal: AbortSignal | undefined): Promise<MonoAudio> {
	const { port1, port2 } = new MessageChannel();
	const stuck = new AbortController();
	let timer: NodeJS.Timeout | undefined;
	port1.on("message", () => {
		clearTimeout(timer);
		timer = setTimeout(() => stuck.abort(), stallMs);
	});
	try {
		const stop = signal ? AbortSignal.any([signal, stuck.signal]) : stuck.signal;
		return await pool.run({ ...job, progress: port2 }, { signal: stop, transfer: [port2] });
	} catch (error) {
		signal?.throwIfAborted();
		if (stuck.signal.aborted)
			throw new UploadError("stuck", "The file can't be decoded: the decoder stopped responding.");
		// Running out of memory or a WASM trap ends only the thread.
		throw error instanceof UploadError ? error : new UploadError("unreadable", "The file can't be decoded.");
	} finally {
		clearTimeout(timer);
		port1.close();
	}
}
