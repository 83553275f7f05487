// Decoding an upload into chunks that steps of a workflow can work on one at a time.
// Invariant: neither the file nor its audio is ever whole in memory.

import { acceptedTypesText } from "@timbre/contract/files.ts";
import { tooLong, UploadError } from "@timbre/engines/errors.ts";
import { littleEndianBytes, writeInt16 } from "@timbre/engines/media/bytes.ts";
import { type Chunk, createChunker } from "@timbre/engines/media/chunks.ts";
import type { StreamInfo } from "@timbre/engines/media/confined/protocol.ts";
import { decodeFile } from "@timbre/engines/media/upload/decode-file.ts";
import { withTemporaryFile } from "@timbre/engines/media/upload/temporary-file.ts";
import { createLimiter } from "@timbre/engines/workers/limiter.ts";
import { deleteAll } from "../../core/storage/storage.ts";
import { PermanentFailure } from "../../core/workflow-failure.ts";
import { readUpload, type UploadDeps } from "./uploads.service.ts";

/** A part of a recording: 16-bit little-endian PCM with interleaved channels, at `key` in the storage. */
type RecordingChunk = { key: string; start: number; seconds: number };
export type Recording = {
	seconds: number;
	sampleRate: number;
	channels: number;
	chunks: RecordingChunk[];
	/** What the file contains besides, such as a picture. Empty for raw PCM. */
	streams: StreamInfo[];
};

export type DecodeUploadOptions = {
	/** Chunks are stored in the folder of this job; `deleteChunks` removes them. */
	jobId: string;
	/** Raw 16-bit mono PCM at 16 kHz has no header to be recognized by. */
	rawPcm?: boolean;
	sampleRate: number;
	/** "all" keeps the channels of the file, at most `maxChannels`. */
	channels: "all" | 1 | 2;
	maxSeconds: number;
	/** Chunks are cut in a pause between these lengths. */
	minChunkSeconds: number;
	maxChunkSeconds: number;
	signal?: AbortSignal;
	/** The share that is decoded, between 0 and 1. Not called if the length is unknown. */
	onProgress?: (share: number) => void;
};

const maxChannels = 5;
const rawSampleRate = 16_000;

/** Decodes an upload and stores its audio as chunks. Throws PermanentFailure if it can't be decoded. */
export async function decodeUpload(
	deps: UploadDeps,
	workspaceId: string,
	uploadId: string,
	options: DecodeUploadOptions,
): Promise<Recording> {
	const store = createChunkStore(deps, workspaceId, options);
	const bytes = readUpload(deps, workspaceId, uploadId);
	try {
		const streams = options.rawPcm ? await readRaw(bytes, options, store) : await readFile(bytes, options, store);
		return { ...(await store.finish()), streams };
	} catch (error) {
		if (!(error instanceof UploadError)) throw error;
		const types = error.fault === "unsupported" ? ` ${acceptedTypesText}` : "";
		throw new PermanentFailure(`${error.message}${types}`, { cause: error });
	}
}

export async function deleteChunks({ storage }: UploadDeps, workspaceId: string, jobId: string): Promise<void> {
	await deleteAll(storage, `${chunkFolder(workspaceId, jobId)}/`);
}

/** Files of a job that are deleted with its chunks. */
export const chunkFolder = (workspaceId: string, jobId: string) => `work/${workspaceId}/${jobId}`;

type ChunkStore = ReturnType<typeof createChunkStore>;

function createChunkStore({ storage }: UploadDeps, workspaceId: string, options: DecodeUploadOptions) {
	const chunks: RecordingChunk[] = [];
	let format: { sampleRate: number; channels: number } | undefined;
	let chunker: ReturnType<typeof createChunker> | undefined;
	// Counted, because a sum of seconds would charge for an hour and a second after exactly an hour.
	let sampleCount = 0;
	const store = async (parts: Iterable<Chunk>) => {
		for (const { start, seconds, samples } of parts) {
			const key = `${chunkFolder(workspaceId, options.jobId)}/${String(chunks.length).padStart(5, "0")}.pcm`;
			await storage.put(key, toPcm(samples), "application/octet-stream", { replaceable: true });
			chunks.push({ key, start, seconds });
			sampleCount += samples.length;
		}
	};
	return {
		async push(samples: Float32Array, { sampleRate, channels }: { sampleRate: number; channels: number }) {
			if (channels > maxChannels)
				throw new UploadError(
					"unreadable",
					`The file has ${channels} audio channels. At most ${maxChannels} are supported.`,
				);
			format ??= { sampleRate, channels };
			chunker ??= createChunker({
				...format,
				minSeconds: options.minChunkSeconds,
				maxSeconds: options.maxChunkSeconds,
			});
			await store(chunker.push(samples));
		},
		async finish() {
			if (!chunker || !format) throw new UploadError("unreadable", "The file contains no audio.");
			await store(chunker.finish());
			return { ...format, seconds: sampleCount / format.channels / format.sampleRate, chunks };
		},
	};
}

async function readFile(
	bytes: AsyncIterable<Uint8Array>,
	{ sampleRate, channels, maxSeconds, signal, onProgress }: DecodeUploadOptions,
	store: ChunkStore,
): Promise<StreamInfo[]> {
	return limitFiles(async () => {
		signal?.throwIfAborted();
		return withTemporaryFile(bytes, async (file) => {
			const { info } = await decodeFile(
				file,
				{
					sampleRate,
					channels,
					maxSeconds,
					signal,
					onProgress: (seconds, claimed) => claimed > 0 && onProgress?.(Math.min(1, seconds / claimed)),
				},
				store.push,
			);
			return info.streams;
		});
	});
}

/** Each may take 500 MB of the temporary folder. */
const maxTemporaryFiles = 4;
const limitFiles = createLimiter(maxTemporaryFiles);

async function readRaw(
	bytes: AsyncIterable<Uint8Array>,
	{ sampleRate, maxSeconds }: DecodeUploadOptions,
	store: ChunkStore,
): Promise<StreamInfo[]> {
	if (sampleRate !== rawSampleRate) throw new Error("raw PCM is only read at its own rate");
	let rest: Uint8Array = new Uint8Array(0);
	let count = 0;
	for await (const piece of bytes) {
		const joined = Buffer.concat([rest, piece]);
		const samples = new Float32Array(joined.length >> 1);
		for (let at = 0; at < samples.length; at++) samples[at] = joined.readInt16LE(at * 2) / 32_767;
		rest = joined.subarray(samples.length * 2);
		count += samples.length;
		if (count / rawSampleRate > maxSeconds) throw tooLong(maxSeconds);
		await store.push(samples, { sampleRate, channels: 1 });
	}
	return [];
}

function toPcm(samples: Float32Array): Uint8Array {
	const pcm = new Int16Array(samples.length);
	writeInt16(samples, pcm);
	return littleEndianBytes(pcm);
}
