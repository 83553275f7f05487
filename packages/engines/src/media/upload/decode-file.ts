import type { FileHandle } from "node:fs/promises";
import { tooLong, UploadError } from "../../errors.ts";
import { runConfined } from "../confined/process.ts";
import type { DemuxerName, MediaInfo } from "../confined/protocol.ts";
import { containerOf, sniffedBytes } from "./container.ts";

export type DecodeFileOptions = {
	sampleRate: number;
	/** "all" keeps the channels of the file. */
	channels: "all" | 1 | 2;
	maxSeconds: number;
	signal?: AbortSignal;
	/** The seconds that are decoded, and what the container claims as the length (0: nothing). */
	onProgress?: (seconds: number, claimed: number) => void;
};

export type DecodedFile = { info: MediaInfo; sampleRate: number; channels: number };

/**
 * A file with less data than this is an attack: even an hour of digital silence in FLAC or Opus takes several times as
 * much. What a small file may cost is bounded this way, whatever length a tool accepts.
 */
const minBytesPerSecond = 50;
const alwaysAllowedSeconds = 600;

const minTimeoutMs = 60_000;
/** An hour of audio may take this long on a slow machine. */
const msPerHour = 120_000;

/**
 * Decodes a file in a confined process, without holding it in memory. `onSamples` gets the samples with their channels
 * interleaved and slows decoding down while it waits. Throws UploadError.
 */
export async function decodeFile(
	file: FileHandle,
	options: DecodeFileOptions,
	onSamples: (samples: Float32Array, format: { sampleRate: number; channels: number }) => void | Promise<void>,
): Promise<DecodedFile> {
	const { sampleRate, channels, maxSeconds, signal, onProgress } = options;
	const input = await inputOf(file);
	let info: MediaInfo | undefined;
	let format: { sampleRate: number; channels: number } | undefined;
	const { promise: formatKnown, resolve: setFormat } = Promise.withResolvers<{
		sampleRate: number;
		channels: number;
	}>();
	let rest: Buffer = Buffer.alloc(0);
	let sampleCount = 0;
	const toSamples = (bytes: Buffer) => {
		const joined = rest.length > 0 ? Buffer.concat([rest, bytes]) : bytes;
		// Copied, because samples have to be aligned in memory.
		const samples = new Float32Array(new Uint8Array(joined.subarray(0, joined.length & ~3)).buffer);
		for (let at = 0; at < samples.length; at++) if (!Number.isFinite(samples[at])) samples[at] = 0;
		rest = Buffer.from(joined.subarray(samples.length * 4));
		return samples;
	};
	try {
		await runConfined(
			{ name: "decode", input, sampleRate, channels: channels === "all" ? 0 : channels, maxSeconds },
			{
				input: file.fd,
				signal,
				timeoutMs: Math.max(minTimeoutMs, (maxSeconds / 3600) * msPerHour),
				onReport: (report) => {
					if (report.type === "info") info = report.info;
					if (report.type === "audio") {
						format = report;
						setFormat(report);
					}
					if (report.type === "progress") onProgress?.(report.seconds, info?.seconds ?? 0);
				},
			},
			async (bytes) => {
				// Reports have a pipe of their own, so the samples may be read first.
				const known = format ?? (await formatKnown);
				const samples = toSamples(bytes);
				sampleCount += samples.length;
				const seconds = sampleCount / known.channels / known.sampleRate;
				if (seconds > alwaysAllowedSeconds + input.bytes / minBytesPerSecond)
					throw new UploadError("unreadable", "The file is too small for as much audio as it claims to contain.");
				await onSamples(samples, known);
			},
		);
	} catch (error) {
		// The confined process knows no units for people.
		throw error instanceof UploadError && error.fault === "too_long" ? tooLong(maxSeconds) : error;
	}
	if (!info || !format) throw new UploadError("unreadable", "The file contains no audio.");
	return { info, sampleRate: format.sampleRate, channels: format.channels };
}

async function inputOf(file: FileHandle): Promise<{ format: DemuxerName; bytes: number }> {
	const start = Buffer.alloc(sniffedBytes);
	const { bytesRead } = await file.read(start, 0, sniffedBytes, 0);
	const format = containerOf(start.subarray(0, bytesRead));
	if (!format) throw new UploadError("unsupported", "This file format is not supported.");
	return { format, bytes: (await file.stat()).size };
}
