import { readSync } from "node:fs";
import { Demuxer, type IOInputCallbacks } from "node-av/api";
import {
	AVMEDIA_TYPE_AUDIO,
	AVMEDIA_TYPE_VIDEO,
	AVSEEK_CUR,
	AVSEEK_END,
	AVSEEK_SET,
	AVSEEK_SIZE,
} from "node-av/constants";
import { avGetCodecName } from "node-av/lib";
import type { DemuxerName, MediaInfo, StreamInfo } from "../protocol.ts";

/** More streams than any real file has: each costs memory before anything is decoded. */
const maxStreams = 64;
const bufferBytes = 256 * 1024;

/** Opens a file that is already open, by its descriptor. */
export async function openInput(file: number, bytes: number, format: DemuxerName): Promise<Demuxer> {
	return Demuxer.open(readFrom(file, bytes), {
		format,
		bufferSize: bufferBytes,
		options: { max_streams: maxStreams, protocol_whitelist: "none", format_whitelist: format },
	});
}

function readFrom(file: number, bytes: number): IOInputCallbacks {
	let position = 0;
	return {
		read(size) {
			const buffer = Buffer.allocUnsafe(size);
			const count = readSync(file, buffer, 0, size, position);
			position += count;
			return count === 0 ? null : buffer.subarray(0, count);
		},
		seek(offset, whence) {
			if (whence === AVSEEK_SIZE) return bytes;
			const from = { [AVSEEK_SET]: 0, [AVSEEK_CUR]: position, [AVSEEK_END]: bytes }[whence as number];
			if (from === undefined) return -1;
			position = from + Number(offset);
			return position;
		},
	};
}

export function describe(demuxer: Demuxer, format: DemuxerName): MediaInfo {
	const streams = demuxer.streams.map(({ codecpar, avgFrameRate }): StreamInfo => {
		const codec = avGetCodecName(codecpar.codecId) ?? "unknown";
		if (codecpar.codecType === AVMEDIA_TYPE_AUDIO)
			return { kind: "audio", codec, sampleRate: codecpar.sampleRate, channels: codecpar.channels };
		if (codecpar.codecType === AVMEDIA_TYPE_VIDEO)
			return {
				kind: "video",
				codec,
				width: codecpar.width,
				height: codecpar.height,
				...(avgFrameRate.num > 0 && avgFrameRate.den > 0 ? { fps: avgFrameRate.num / avgFrameRate.den } : {}),
			};
		return { kind: "other", codec };
	});
	return { format, seconds: Math.max(0, Number.isFinite(demuxer.duration) ? demuxer.duration : 0), streams };
}
