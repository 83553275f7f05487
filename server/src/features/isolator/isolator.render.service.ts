// The files of a finished isolation: MP3 of both versions, WAV if it was requested, and the video.
import { type FileHandle, mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isolationPeaks } from "@timbre/contract/isolator/rules.ts";
import { runConfined } from "@timbre/engines/media/confined/process.ts";
import { createPeaks } from "@timbre/engines/media/peaks.ts";
import {
	createRecordingMp3,
	createRecordingWav,
	type RecordingEncoder,
} from "@timbre/engines/media/recording-encoder.ts";
import { containerOf, sniffedBytes } from "@timbre/engines/media/upload/container.ts";
import { withTemporaryFile } from "@timbre/engines/media/upload/temporary-file.ts";
import type { Storage } from "../../core/storage/storage.ts";
import { readUpload, type UploadDeps } from "../uploads/uploads.public.ts";
import { fileKey } from "./files.ts";
import {
	type ChunkedRecording,
	type ChunkReader,
	countFrames,
	readIsolated,
	readOriginal,
} from "./isolator.chunks.service.ts";

export type RenderedFiles = { bytes: number; originalPeaks: number[]; isolatedPeaks: number[] };

export async function writeFiles(
	storage: Storage,
	recording: ChunkedRecording,
	{ wav, signal }: { wav: boolean; signal: AbortSignal },
): Promise<RenderedFiles> {
	const { workspaceId, jobId } = recording;
	const originalPeaks = createPeaks({ count: isolationPeaks });
	const isolatedPeaks = createPeaks({ count: isolationPeaks });
	const write = (file: "isolated.mp3" | "isolated.wav" | "original.mp3", body: AsyncIterable<Uint8Array>) =>
		storage.putStream(fileKey(workspaceId, jobId, file), body, file.endsWith("mp3") ? "audio/mpeg" : "audio/wav");
	const mp3 = () => createRecordingMp3(recording);
	let bytes = await write(
		"original.mp3",
		encode(readOriginal(storage, recording), recording, await mp3(), signal, originalPeaks.push),
	);
	bytes += await write(
		"isolated.mp3",
		encode(readIsolated(storage, recording), recording, await mp3(), signal, isolatedPeaks.push),
	);
	if (wav) bytes += await write("isolated.wav", await isolatedWav(storage, recording, signal));
	return { bytes, originalPeaks: [...originalPeaks.finish()], isolatedPeaks: [...isolatedPeaks.finish()] };
}

async function isolatedWav(storage: Storage, recording: ChunkedRecording, signal: AbortSignal) {
	const encoder = createRecordingWav(recording, await countFrames(storage, recording));
	return encode(readIsolated(storage, recording), recording, encoder, signal);
}

async function* encode(
	reader: ChunkReader,
	{ count, jobId }: ChunkedRecording,
	encoder: RecordingEncoder,
	signal: AbortSignal,
	onSamples: (samples: Float32Array) => void = () => {},
): AsyncIterable<Uint8Array> {
	for (let chunk = 0; chunk < count; chunk++) {
		signal.throwIfAborted();
		const samples = await reader.next();
		if (!samples) throw new Error(`chunk ${chunk} of ${jobId} is missing`);
		onSamples(samples);
		const bytes = encoder.push(samples);
		if (bytes.length > 0) yield bytes;
	}
	yield encoder.flush();
}

const minTimeoutMs = 60_000;
const msPerHour = 600_000;

/** Writes the video with its picture unchanged and the isolated audio. Returns its type and size. */
export async function writeVideo(
	deps: UploadDeps,
	recording: ChunkedRecording,
	{ uploadId, seconds, signal }: { uploadId: string; seconds: number; signal: AbortSignal },
): Promise<{ type: string; bytes: number }> {
	const { storage } = deps;
	const { workspaceId, jobId } = recording;
	return withTemporaryFile(readUpload(deps, workspaceId, uploadId), async (input) =>
		withTemporaryFile(await isolatedWav(storage, recording, signal), async (audio) =>
			withOutputFile(async (output) => {
				const start = Buffer.alloc(sniffedBytes);
				const { bytesRead } = await input.read(start, 0, sniffedBytes, 0);
				const format = containerOf(start.subarray(0, bytesRead));
				if (!format) throw new Error("the container of the video is unknown");
				await runConfined(
					{
						name: "replace_audio",
						input: { format, bytes: (await input.stat()).size },
						audioBytes: (await audio.stat()).size,
					},
					{
						input: input.fd,
						audio: audio.fd,
						output: output.fd,
						signal,
						timeoutMs: Math.max(minTimeoutMs, (seconds / 3600) * msPerHour),
					},
				);
				const head = Buffer.alloc(sniffedBytes);
				await output.read(head, 0, sniffedBytes, 0);
				const type = containerOf(head) === "mov" ? "video/mp4" : "video/x-matroska";
				const stream = output.createReadStream({ start: 0, autoClose: false });
				return { type, bytes: await storage.putStream(fileKey(workspaceId, jobId, "video"), stream, type) };
			}),
		),
	);
}

async function withOutputFile<T>(use: (file: FileHandle) => Promise<T>): Promise<T> {
	const folder = await mkdtemp(join(tmpdir(), "timbre-video-"));
	try {
		const file = await open(join(folder, "video"), "wx+", 0o600);
		try {
			return await use(file);
		} finally {
			await file.close();
		}
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}
