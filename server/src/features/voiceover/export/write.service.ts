// Writes the mix of a voice-over as a file.
// Invariant: the picture of a video is copied, never encoded again, and FFmpeg sees it in a confined process only.
import { type ExportFormat, pieceOfClip, pieceOfLine } from "@timbre/contract/voiceover/rules.ts";
import { UploadError } from "@timbre/engines/errors.ts";
import { runConfined } from "@timbre/engines/media/confined/process.ts";
import type { DemuxerName } from "@timbre/engines/media/confined/protocol.ts";
import { createRecordingMp3, createRecordingWav } from "@timbre/engines/media/recording-encoder.ts";
import { openTemporaryFile, withTemporaryFile } from "@timbre/engines/media/upload/temporary-file.ts";
import { createLimiter } from "@timbre/engines/workers/limiter.ts";
import type { Storage } from "../../../core/storage/storage.ts";
import { PermanentFailure } from "../../../core/workflow-failure.ts";
import type { ClipRow } from "../clips/clips.repo.ts";
import { bytesOf, clipFolder, mixRate } from "../files.ts";
import { fileTypes } from "../jobs/jobs.service.ts";
import { fitOf } from "../lines/lines.present.ts";
import type { LineRow } from "../lines/lines.repo.ts";
import { type MixTrack, mixTracks } from "./mix.ts";
import { readClipFrames, readLineFrames } from "./readers.service.ts";

export type ExportContent = { clips: readonly ClipRow[]; lines: readonly LineRow[]; lengthMs: number };
type WriteOptions = {
	key: string;
	format: ExportFormat;
	signal: AbortSignal;
	/** From 0 to 1. */
	onProgress: (share: number) => void;
};

const minTimeoutMs = 60_000;
const msPerHour = 600_000;

/** Each may take more than a gigabyte of the temporary folder. */
const maxExports = 2;
const limitExports = createLimiter(maxExports);

export async function writeExport(
	storage: Storage,
	content: ExportContent,
	options: WriteOptions,
): Promise<{ bytes: number; seconds: number }> {
	return limitExports(() => write(storage, content, options));
}

async function write(storage: Storage, content: ExportContent, options: WriteOptions) {
	const { key, format } = options;
	const frames = Math.round((content.lengthMs / 1000) * mixRate);
	const mixed = encodeMix(storage, content, frames, options);
	const bytes =
		format === "mp4"
			? await writeVideo(storage, content, mixed, options)
			: await storage.putStream(key, mixed, fileTypes[format]);
	return { bytes, seconds: content.lengthMs / 1000 };
}

function tracksOf(storage: Storage, { clips, lines }: ExportContent) {
	const tracks: MixTrack[] = [];
	const duckers = [];
	for (const row of clips) {
		const piece = row.state === "ready" && row.has_audio ? pieceOfClip(row) : undefined;
		if (piece) tracks.push({ piece, ducked: true, read: readClipFrames(storage, row) });
	}
	for (const row of lines) {
		const fit = fitOf(row);
		const piece = pieceOfLine({ ...row, fit });
		if (!piece || !fit) continue;
		const read = readLineFrames(storage, row, { rate: fit.rate, lengthMs: fit.length_ms });
		tracks.push({ piece, ducked: false, read });
		duckers.push(piece);
	}
	return { tracks, duckers };
}

async function* encodeMix(
	storage: Storage,
	content: ExportContent,
	frames: number,
	{ format, signal, onProgress }: WriteOptions,
): AsyncGenerator<Uint8Array> {
	const shape = { sampleRate: mixRate, channels: 2 } as const;
	const encoder = format === "mp3" ? await createRecordingMp3(shape) : createRecordingWav(shape, frames);
	const { tracks, duckers } = tracksOf(storage, content);
	let done = 0;
	for await (const samples of mixTracks(tracks, duckers, frames, signal)) {
		const bytes = encoder.push(samples);
		if (bytes.length > 0) yield bytes;
		done += samples.length / 2;
		onProgress(done / frames);
	}
	yield encoder.flush();
}

async function writeVideo(
	storage: Storage,
	{ clips, lengthMs }: ExportContent,
	wav: AsyncIterable<Uint8Array>,
	{ key, signal }: WriteOptions,
): Promise<number> {
	const source = clips.find(({ kind }) => kind === "source");
	const stored =
		source && (await storage.get(`${clipFolder(source.workspace_id, source.voiceover_id, source.id)}/original`));
	if (!source || !stored) throw new Error("the video is missing");
	const output = await openTemporaryFile();
	try {
		await withTemporaryFile(stored.body, (picture) =>
			withTemporaryFile(wav, async (audio) => {
				const input = { format: source.container as DemuxerName, bytes: stored.size };
				const timeoutMs = Math.max(minTimeoutMs, (lengthMs / 3_600_000) * msPerHour);
				const files = { input: picture.fd, audio: audio.fd, output: output.fd };
				const audioBytes = (await audio.stat()).size;
				await runConfined(
					{ name: "replace_audio", input, audioBytes, container: "mp4" },
					{ ...files, signal, timeoutMs },
				);
			}),
		);
		return await storage.putStream(key, bytesOf(output), fileTypes.mp4);
	} catch (error) {
		if (!(error instanceof UploadError)) throw error;
		throw new PermanentFailure(
			"The picture of this video can't be stored in an MP4 file as it is. Export audio instead, or use an MP4 or MOV video.",
			{ cause: error },
		);
	} finally {
		await output.close();
	}
}
