// The audio of a conversion between its steps: 16-bit mono PCM, one object for each chunk.
import { setImmediate } from "node:timers/promises";
import { littleEndianBytes, writeInt16 } from "@timbre/engines/media/bytes.ts";
import { createEncoder } from "@timbre/engines/media/encoder.ts";
import { contentType, type OutputFormat, parseFormat } from "@timbre/engines/media/formats.ts";
import { createPeaks } from "@timbre/engines/media/peaks.ts";
import { finishWav, wavHeader, wavLengths } from "@timbre/engines/media/wav.ts";
import { createBufferPool } from "../../core/storage/disk-backed-buffer.ts";
import type { Storage } from "../../core/storage/storage.ts";
import { chunkFolder } from "../uploads/uploads.public.ts";

const peakCount = 200;
const sliceSeconds = 0.5;
const createBuffer = createBufferPool();

/** Where a converted chunk is stored. Deleted with the chunks of the recording. */
export function convertedKey(workspaceId: string, jobId: string, chunk: number): string {
	return `${chunkFolder(workspaceId, jobId)}/converted-${String(chunk).padStart(5, "0")}.pcm`;
}

export async function readBytes(storage: Storage, key: string): Promise<Buffer> {
	const stored = await storage.get(key);
	if (!stored) throw new Error(`${key} is missing`);
	const pieces: Uint8Array[] = [];
	for await (const piece of stored.body) pieces.push(piece);
	return Buffer.concat(pieces);
}

export async function readPcm(storage: Storage, key: string): Promise<Float32Array> {
	return toFloat(await readBytes(storage, key));
}

export function toFloat(bytes: Buffer): Float32Array {
	const pcm = new Float32Array(bytes.length >> 1);
	for (let at = 0; at < pcm.length; at++) pcm[at] = bytes.readInt16LE(at * 2) / 32_767;
	return pcm;
}

export function toPcm(samples: Float32Array): Uint8Array {
	const pcm = new Int16Array(samples.length);
	writeInt16(samples, pcm);
	return littleEndianBytes(pcm);
}

export function toWav(pcm: Uint8Array, sampleRate: number): Uint8Array {
	return finishWav(Buffer.concat([wavHeader(sampleRate), pcm]));
}

export function* sliced(pcm: Float32Array, sampleRate: number): Generator<Float32Array> {
	const length = Math.max(1, Math.round(sliceSeconds * sampleRate));
	for (let at = 0; at < pcm.length; at += length) yield pcm.subarray(at, at + length);
}

/** Encodes the converted chunks to one file. Holds one chunk in memory. */
export async function storeResult(
	storage: Storage,
	chunkKeys: readonly string[],
	{ key, format, sampleRate }: { key: string; format: OutputFormat; sampleRate: number },
	signal: AbortSignal,
): Promise<{ bytes: number; seconds: number; peaks: Uint8Array }> {
	const encoder = await createEncoder(format, sampleRate);
	const buffer = createBuffer();
	const peaks = createPeaks({ count: peakCount });
	let samples = 0;
	let flushed = false;
	try {
		for (const chunkKey of chunkKeys) {
			const pcm = await readPcm(storage, chunkKey);
			samples += pcm.length;
			peaks.push(pcm);
			for (const part of sliced(pcm, sampleRate)) {
				signal.throwIfAborted();
				await buffer.push(encoder.push(part));
				await setImmediate();
			}
		}
		flushed = true;
		await buffer.push(encoder.flush());
		if (parseFormat(format).codec === "wav")
			for (const { at, bytes } of wavLengths(buffer.size())) await buffer.patch(at, bytes);
		await buffer.store(storage, key, contentType(format));
		return { bytes: buffer.size(), seconds: samples / sampleRate, peaks: peaks.finish() };
	} finally {
		if (!flushed) encoder.close();
		await buffer.close();
	}
}
