import { Worker } from "node:worker_threads";
import { decodeWithFfmpeg } from "./providers/ffmpeg.ts";
import { decodeHere, type MonoAudio, type UploadLimits } from "./upload-decode.ts";
import { UploadError } from "./upload-errors.ts";
import { sniffUpload } from "./upload-sniff.ts";
import type { UploadAnswer, UploadJob } from "./upload-worker.ts";

export type UploadHint = { contentType?: string; fileName?: string };

export type UploadOptions = Partial<UploadLimits> & {
	signal?: AbortSignal;
	/** The program that reads what is not read here; a test may name one that is not there. */
	ffmpeg?: string;
};

const defaults: UploadLimits = { maxSeconds: 2 * 3600, maxSampleRate: 48_000 };
/** A decoder that tells nothing for so long will not come back. */
const patienceMs = 20_000;
const mostPlainBytes = 8e6;
const readHere = "wav, mp3, ogg (opus or vorbis) and flac";

/**
 * The sound of a file that somebody sent, as mono. What it is, is told by its bytes; the name is only used in messages. Wav, mp3, ogg
 * and flac are read here, everything else by ffmpeg where there is one. Throws UploadError, and nothing else, for a bad file.
 */
export async function decodeUpload(
	bytes: Uint8Array,
	hint: UploadHint = {},
	{ signal, ffmpeg, ...wanted }: UploadOptions = {},
): Promise<MonoAudio> {
	signal?.throwIfAborted();
	if (bytes.length === 0) throw new UploadError("empty", "The file is empty.");
	const limits = { ...defaults, ...wanted };
	let fault: UploadError;
	try {
		const here = isPlain(bytes) || sniffUpload(bytes) === "other";
		return await (here ? decodeHere(bytes, limits) : inThread({ bytes, limits }, signal));
	} catch (error) {
		if (!(error instanceof UploadError) || !["unsupported", "unreadable"].includes(error.fault)) throw error;
		fault = error;
	}
	const audio = await decodeWithFfmpeg(bytes, limits, { signal, program: ffmpeg });
	if (audio) return audio;
	if (fault.fault === "unreadable") throw fault;
	const name = described(hint);
	throw new UploadError(
		"unsupported",
		`${name} cannot be read here: only ${readHere} can, as ffmpeg is not installed.`,
	);
}

/** A small wav file is read faster than a thread starts, and by nobody's decoder but our own. */
function isPlain(bytes: Uint8Array): boolean {
	return bytes.length <= mostPlainBytes && sniffUpload(bytes) === "wav";
}

function described({ fileName, contentType }: UploadHint): string {
	const plain = (fileName ?? contentType ?? "").replace(/[^\p{L}\p{N} ._/+-]/gu, "").slice(0, 80);
	return plain === "" ? "The file" : `The file ${plain}`;
}

function inThread(job: UploadJob, signal: AbortSignal | undefined): Promise<MonoAudio> {
	return new Promise((resolve, reject) => {
		const worker = new Worker(new URL("./upload-worker.ts", import.meta.url), {
			workerData: job,
			// The decoders write what they think of a broken file to the console.
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
			end(() => reject(new UploadError("stuck", "The file cannot be read: a decoder got stuck in it.")));
		const onAbort = () => end(() => reject(signal?.reason ?? new Error("aborted")));
		let timer = setTimeout(stuck, patienceMs);
		signal?.addEventListener("abort", onAbort, { once: true });
		worker.on("message", (answer: UploadAnswer) => {
			if (answer.type === "progress") {
				clearTimeout(timer);
				timer = setTimeout(stuck, patienceMs);
			} else if (answer.type === "done") {
				end(() => resolve({ sampleRate: answer.sampleRate, samples: answer.samples }));
			} else {
				end(() => reject(new UploadError(answer.fault, answer.message)));
			}
		});
		// Out of memory, or a trap in a decoder: the thread is gone, the process is not.
		worker.on("error", () => end(() => reject(new UploadError("unreadable", "The file cannot be read."))));
		worker.on("exit", () => end(() => reject(new UploadError("unreadable", "The file cannot be read."))));
		worker.stdout.resume();
		worker.stderr.resume();
	});
}
