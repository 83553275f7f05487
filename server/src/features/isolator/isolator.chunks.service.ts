// The chunks of a recording while it is being isolated. They are deleted when it ends.
import { buffer } from "node:stream/consumers";
import type { IsolationEngine } from "@timbre/engines/isolation/isolator.ts";
import type { IsolatedChunk } from "@timbre/engines/isolation/recording/isolate.ts";
import { createJoiner } from "@timbre/engines/isolation/recording/join.ts";
import type { RecordingFormat } from "@timbre/engines/media/recording-encoder.ts";
import type { SpeechClient } from "@timbre/engines/node/client.ts";
import type { Storage } from "../../core/storage/storage.ts";
import { chunkFolder } from "../uploads/uploads.public.ts";

/** What precedes a chunk is isolated again with it: the engines need a moment to get used to a noise. */
const leadSeconds = 2;
/** How long a chunk fades into the next one, and what follows for the last frame. */
const overlapSeconds = 0.05;
const tailSeconds = 0.1;

export type ChunkedRecording = RecordingFormat & { workspaceId: string; jobId: string; count: number };

const originalKey = ({ workspaceId, jobId }: ChunkedRecording, chunk: number) =>
	`${chunkFolder(workspaceId, jobId)}/${String(chunk).padStart(5, "0")}.pcm`;
const isolatedKey = (recording: ChunkedRecording, chunk: number) =>
	originalKey(recording, chunk).replace(/\.pcm$/, "-isolated.pcm");

/** Removes the noise of one chunk and stores the result. */
export async function isolateStoredChunk(
	{ storage, speech }: { storage: Storage; speech: Pick<SpeechClient, "isolate"> },
	recording: ChunkedRecording,
	chunk: number,
	{ engine, signal }: { engine?: IsolationEngine; signal: AbortSignal },
): Promise<IsolatedChunk> {
	const { sampleRate, channels } = recording;
	const bytesOf = (seconds: number) => Math.round(seconds * sampleRate) * channels * 2;
	const [lead, own, following] = [
		chunk === 0 ? Buffer.alloc(0) : await readEnd(storage, originalKey(recording, chunk - 1), bytesOf(leadSeconds)),
		await readAll(storage, originalKey(recording, chunk)),
		chunk === recording.count - 1
			? Buffer.alloc(0)
			: await readStart(storage, originalKey(recording, chunk + 1), bytesOf(overlapSeconds + tailSeconds)),
	];
	if (!own) throw new Error(`chunk ${chunk} of ${recording.jobId} is missing`);
	const after = Math.max(0, following.length - bytesOf(overlapSeconds));
	const framesOf = (bytes: number) => bytes / channels / 2;
	const { pcm, ...isolated } = await speech.isolate(
		{ sampleRate, channels, before: framesOf(lead.length), after: framesOf(after), ...(engine ? { engine } : {}) },
		Buffer.concat([lead, own, following]),
		signal,
	);
	await storage.put(isolatedKey(recording, chunk), pcm, "application/octet-stream", { replaceable: true });
	return isolated;
}

/** The audio of a recording, chunk by chunk. */
export type ChunkReader = {
	/** Undefined if the chunk is not ready, or deleted. Chunks have to be read in order. */
	next(): Promise<Float32Array | undefined>;
};

export function readOriginal(storage: Storage, recording: ChunkedRecording): ChunkReader {
	let chunk = 0;
	return {
		async next() {
			const pcm = await readAll(storage, originalKey(recording, chunk));
			if (pcm) chunk++;
			return pcm && toSamples(pcm);
		},
	};
}

export function readIsolated(storage: Storage, recording: ChunkedRecording): ChunkReader {
	const joiner = createJoiner(recording.channels);
	let chunk = 0;
	return {
		async next() {
			const bytes = await storage.size(originalKey(recording, chunk));
			const pcm = await readAll(storage, isolatedKey(recording, chunk));
			if (bytes === undefined || !pcm) return undefined;
			chunk++;
			return joiner.push(toSamples(pcm), bytes / recording.channels / 2);
		},
	};
}

/** The number of samples of each channel. */
export async function countFrames(storage: Storage, recording: ChunkedRecording): Promise<number> {
	let bytes = 0;
	for (let chunk = 0; chunk < recording.count; chunk++)
		bytes += (await storage.size(originalKey(recording, chunk))) ?? 0;
	return bytes / recording.channels / 2;
}

function toSamples(pcm: Buffer): Float32Array {
	const samples = new Float32Array(pcm.length >> 1);
	for (let at = 0; at < samples.length; at++) samples[at] = pcm.readInt16LE(at * 2) / 32_767;
	return samples;
}

async function readAll(storage: Storage, key: string): Promise<Buffer | undefined> {
	const object = await storage.get(key);
	return object && buffer(object.body);
}

async function readStart(storage: Storage, key: string, bytes: number): Promise<Buffer> {
	const object = await storage.get(key, { start: 0, end: bytes - 1 });
	return object ? buffer(object.body) : Buffer.alloc(0);
}

async function readEnd(storage: Storage, key: string, bytes: number): Promise<Buffer> {
	const size = (await storage.size(key)) ?? 0;
	const object = await storage.get(key, { start: Math.max(0, size - bytes), end: size - 1 });
	return object ? buffer(object.body) : Buffer.alloc(0);
}
