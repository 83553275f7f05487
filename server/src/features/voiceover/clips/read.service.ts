// Reads an uploaded file: what it contains, its samples for the mix, and an MP3 that every browser plays.
// Invariant: FFmpeg sees the file in a confined process only, and neither the file nor its audio is ever whole in memory.
import type { FileHandle } from "node:fs/promises";
import { clipPeaks, maxVoiceoverSeconds } from "@timbre/contract/voiceover/rules.ts";
import { tooLong, UploadError } from "@timbre/engines/errors.ts";
import { littleEndianBytes, writeInt16 } from "@timbre/engines/media/bytes.ts";
import { runConfined } from "@timbre/engines/media/confined/process.ts";
import type { DemuxerName, MediaInfo } from "@timbre/engines/media/confined/protocol.ts";
import { createPeaks } from "@timbre/engines/media/peaks.ts";
import { createRecordingMp3 } from "@timbre/engines/media/recording-encoder.ts";
import { containerOf, sniffedBytes } from "@timbre/engines/media/upload/container.ts";
import { decodeFile } from "@timbre/engines/media/upload/decode-file.ts";
import { openTemporaryFile } from "@timbre/engines/media/upload/temporary-file.ts";
import type { Storage } from "../../../core/storage/storage.ts";
import { bytesOf, mixRate } from "../files.ts";
import type { ClipMedia } from "./clips.repo.ts";

const probeTimeoutMs = 60_000;

/** Stores the file and its audio in the folder. Throws UploadError if it can't be used. */
export async function readClip(
	storage: Storage,
	folder: string,
	file: FileHandle,
	{ needsAudio, signal }: { needsAudio: boolean; signal: AbortSignal },
): Promise<ClipMedia> {
	const { size: bytes } = await file.stat();
	const info = await probe(file, bytes, signal);
	// The cover of a song is a picture too.
	const picture = info.streams.find(({ kind, codec }) => kind === "video" && codec !== "png" && codec !== "mjpeg");
	const sound = info.streams.find(({ kind }) => kind === "audio");
	if (!sound && (needsAudio || !picture)) throw new UploadError("unreadable", "The file contains no audio.");
	if (info.seconds > maxVoiceoverSeconds) throw tooLong(maxVoiceoverSeconds);
	const audio = sound
		? await storeAudio(storage, folder, file, { channels: sound.channels === 1 ? 1 : 2, signal })
		: { frames: 0, peaks: null };
	const contentType = typeOf(info.format, picture?.codec);
	await storage.putStream(`${folder}/original`, bytesOf(file), contentType);
	return {
		container: info.format,
		content_type: contentType,
		bytes,
		seconds: Math.max(picture ? info.seconds : 0, audio.frames / mixRate),
		has_picture: picture !== undefined,
		has_audio: sound !== undefined,
		width: picture?.width ?? null,
		height: picture?.height ?? null,
		fps: picture?.fps ?? null,
		picture_codec: picture?.codec ?? null,
		audio_codec: sound?.codec ?? null,
		...audio,
	};
}

async function probe(file: FileHandle, bytes: number, signal: AbortSignal): Promise<MediaInfo> {
	const start = Buffer.alloc(sniffedBytes);
	const { bytesRead } = await file.read(start, 0, sniffedBytes, 0);
	const format = containerOf(start.subarray(0, bytesRead));
	if (!format) throw new UploadError("unsupported", "This file format is not supported.");
	let info: MediaInfo | undefined;
	await runConfined(
		{ name: "probe", input: { format, bytes } },
		{
			input: file.fd,
			timeoutMs: probeTimeoutMs,
			signal,
			onReport: (report) => {
				if (report.type === "info") info = report.info;
			},
		},
	);
	if (!info) throw new UploadError("unreadable", "The file is damaged or its format is not supported.");
	return info;
}

async function storeAudio(
	storage: Storage,
	folder: string,
	file: FileHandle,
	{ channels, signal }: { channels: 1 | 2; signal: AbortSignal },
): Promise<{ frames: number; peaks: Buffer }> {
	const mp3 = await createRecordingMp3({ sampleRate: mixRate, channels: 2 });
	const peaks = createPeaks({ count: clipPeaks });
	const [samplesFile, mp3File] = [await openTemporaryFile(), await openTemporaryFile()];
	let frames = 0;
	try {
		const options = { sampleRate: mixRate, channels, maxSeconds: maxVoiceoverSeconds, signal };
		await decodeFile(file, options, async (decoded) => {
			const samples = channels === 2 ? decoded : toStereo(decoded);
			const pcm = new Int16Array(samples.length);
			writeInt16(samples, pcm);
			await samplesFile.writeFile(littleEndianBytes(pcm));
			await mp3File.writeFile(mp3.push(samples));
			peaks.push(samples);
			frames += samples.length / 2;
		});
		await mp3File.writeFile(mp3.flush());
		await storage.putStream(`${folder}/samples.pcm`, bytesOf(samplesFile), "application/octet-stream");
		await storage.putStream(`${folder}/audio.mp3`, bytesOf(mp3File), "audio/mpeg");
	} finally {
		await samplesFile.close();
		await mp3File.close();
	}
	if (frames === 0) throw new UploadError("unreadable", "The file contains no audio.");
	return { frames, peaks: Buffer.from(peaks.finish()) };
}

function toStereo(mono: Float32Array): Float32Array {
	const stereo = new Float32Array(mono.length * 2);
	for (let at = 0; at < mono.length; at++) {
		stereo[at * 2] = mono[at] as number;
		stereo[at * 2 + 1] = mono[at] as number;
	}
	return stereo;
}

const types: Partial<Record<DemuxerName, readonly [video: string, audio: string]>> = {
	mov: ["video/mp4", "audio/mp4"],
	wav: ["audio/wav", "audio/wav"],
	mp3: ["audio/mpeg", "audio/mpeg"],
	flac: ["audio/flac", "audio/flac"],
	aac: ["audio/aac", "audio/aac"],
	ogg: ["video/ogg", "audio/ogg"],
	avi: ["video/x-msvideo", "audio/x-msvideo"],
	asf: ["video/x-ms-wmv", "audio/x-ms-wma"],
	flv: ["video/x-flv", "video/x-flv"],
	mpegts: ["video/mp2t", "video/mp2t"],
	mpeg: ["video/mpeg", "audio/mpeg"],
};
const webmPictures = ["vp8", "vp9", "av1"];

function typeOf(format: DemuxerName, picture: string | undefined): string {
	if (format === "matroska") {
		if (picture === undefined) return "audio/webm";
		return webmPictures.includes(picture) ? "video/webm" : "video/x-matroska";
	}
	const [video, audio] = types[format] ?? ["application/octet-stream", "application/octet-stream"];
	return picture === undefined ? audio : video;
}
