import { Worker } from "node:worker_threads";
import { decodeWithFfmpeg } from "./providers/ffmpeg.ts";
import { decodeInProcess, type MonoAudio, type UploadLimits } from "./upload-decode.ts";
import { UploadError } from "./upload-errors.ts";
import { sniffUpload } from "./upload-sniff.ts";
import type { UploadJob, UploadReply } from "./upload-worker.ts";

export type UploadHint = { contentType?: string; fileName?: string };

export type UploadOptions = Partial<UploadLimits> & {
	signal?: AbortSignal;
	/** Path of ffmpeg, which decodes all other formats. Tests may set one that does not exist. */
	ffmpeg?: string;
};

const defaults: UploadLimits = { maxSeconds: 2 * 3600, maxSampleRate: 48_000 };
/** A decoder that reports no progress for this long is stuck. */
const stallMs = 20_000;
const maxInlineBytes = 8e6;
const builtInFormats = "wav, mp3, ogg (opus or vorbis) and flac";

/**
 * Decodes an uploaded file to mono. The format is detected from the bytes; the name is only used in messages. Wav, mp3,
 * ogg and flac are decoded in process, everything else by ffmpeg if installed. A bad file throws UploadError and
 * nothing else.
 */
export async function decodeUpload(
	bytes: Uint8Array,
	hint: UploadHint = {},
	{ signal, ffmpeg, ...overrides }: UploadOptions = {},
): Promise<MonoAudio> {
	signal?.throwIfAborted();
	if (bytes.length === 0) throw new UploadError("empty", "The file is empty.");
	const limits = { ...defaults, ...overrides };
	let fault: UploadError;
	try {
		const inline = isSmallWav(bytes) || sniffUpload(bytes) === "other";
		return await (inline ? decodeInProcess(bytes, limits) : decodeInWorker({ bytes, limits }, signal));
	} catch (error) {
		if (!(error instanceof UploadError) || !["unsupported", "unreadable"].includes(error.fault)) throw error;
		fault = error;
	}
	const audio = await decodeWithFfmpeg(bytes, limits, { signal, program: ffmpeg });
	if (audio) return audio;
	if (fault.fault === "unreadable") throw fault;
	const name = describeFile(hint);
	throw new UploadError(
		"unsupported",
		`${name} cannot be decoded. This server supports ${builtInFormats}; other formats need ffmpeg, which is not installed.`,
	);
}

/** A small wav file is decoded faster than a worker starts, and without third-party code. */
function isSmallWav(bytes: Uint8Array): boolean {
	return bytes.length <= maxInlineBytes && sniffUpload(bytes) === "wav";
}

function describeFile({ fileName, contentType }: UploadHint): string {
	const plain = (fileName ?? contentType ?? "").replace(/[^\p{L}\p{N} ._/+-]/gu, "").slice(0, 80);
	return plain === "" ? "The file" : `The file ${plain}`;
}

function decodeInWorker(job: UploadJob, signal: AbortSignal | undefined): Promise<MonoAudio> {
	return new Promise((resolve, reject) => {
		const worker = new Worker(new URL("./upload-worker.ts", import.meta.url), {
			workerData: job,
			// Captured, because the decoders write to the console when a file is broken.
			stdout: true,
			stderr: true,
			env: {},
		});
		const end = (settle: () => void) => {
			clearTimeout(timer);
			signal?.removeEventListener("abort", onAbort);
			void worker.terminate();
			settle();
		};
		const stuck = () =>
			end(() => reject(new UploadError("stuck", "The file cannot be decoded: the decoder stopped responding.")));
		const onAbort = () => end(() => reject(signal?.reason ?? new Error("aborted")));
		let timer = setTimeout(stuck, stallMs);
		signal?.addEventListener("abort", onAbort, { once: true });
		worker.on("message", (reply: UploadReply) => {
			if (reply.type === "progress") {
				clearTimeout(timer);
				timer = setTimeout(stuck, stallMs);
			} else if (reply.type === "done") {
				end(() => resolve({ sampleRate: reply.sampleRate, samples: reply.samples }));
			} else {
				end(() => reject(new UploadError(reply.fault, reply.message)));
			}
		});
		// Running out of memory or a WASM trap ends only the worker.
		worker.on("error", () => end(() => reject(new UploadError("unreadable", "The file cannot be decoded."))));
		worker.on("exit", () => end(() => reject(new UploadError("unreadable", "The file cannot be decoded."))));
		worker.stdout.resume();
		worker.stderr.resume();
	});
}
