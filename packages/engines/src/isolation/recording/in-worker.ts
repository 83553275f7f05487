import { availableParallelism } from "node:os";
import { SpeechBadRequestError, SpeechBusyError } from "../../errors.ts";
import { littleEndianBytes } from "../../media/bytes.ts";
import { createWorkerPool } from "../../workers/pool.ts";
import type { IsolatedChunk, IsolationChunk } from "./isolate.ts";
import type { run } from "./worker.ts";

/** `pcm` is 16-bit little-endian PCM with interleaved channels. */
export type IsolateRecording = (
	chunk: IsolationChunk,
	pcm: Uint8Array,
	signal: AbortSignal,
) => Promise<IsolatedChunk & { pcm: Uint8Array }>;

/** Two minutes of stereo. */
const maxBytes = 48_000 * 4 * 120;
const maxWaiting = 20;

/** Isolates chunks of recordings in worker threads, on half of the cores: the others are for people who wait for speech. */
export function createRecordingIsolator({ modelsDir }: { modelsDir: string }): IsolateRecording {
	const threads = Math.max(1, availableParallelism() >> 1);
	const pool = createWorkerPool<typeof run>({
		name: "isolation worker",
		file: new URL("./worker.ts", import.meta.url),
		threads,
		idleMs: 60_000,
		onAbort: "ask-task",
	});
	let admitted = 0;
	return async (chunk, pcm, signal) => {
		requireChunk(chunk, pcm);
		if (admitted >= threads + maxWaiting) throw new SpeechBusyError(5, "too many recordings are waiting");
		admitted++;
		try {
			const input = new Int16Array(pcm.length >> 1);
			const bytes = Buffer.from(pcm.buffer, pcm.byteOffset, pcm.byteLength);
			for (let at = 0; at < input.length; at++) input[at] = bytes.readInt16LE(at * 2);
			const job = { chunk, pcm: input, modelsDir };
			const isolated = await pool.run(job, { signal, transfer: [input.buffer] });
			return { ...isolated, pcm: littleEndianBytes(isolated.pcm) };
		} finally {
			admitted--;
		}
	};
}

function requireChunk({ sampleRate, channels, before, after }: IsolationChunk, pcm: Uint8Array): void {
	const isCount = (value: unknown) => Number.isInteger(value) && (value as number) >= 0;
	if (sampleRate !== 16_000 && sampleRate !== 48_000)
		throw new SpeechBadRequestError("the sample rate is not supported");
	if (channels !== 1 && channels !== 2) throw new SpeechBadRequestError("the number of channels is not supported");
	if (!isCount(before) || !isCount(after)) throw new SpeechBadRequestError("before and after are numbers of samples");
	if (pcm.length > maxBytes) throw new SpeechBadRequestError("the chunk is too long");
}
