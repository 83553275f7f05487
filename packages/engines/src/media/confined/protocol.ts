// What the parent asks of a confined process and what it reports back, one line of JSON each.

/** Containers that may be opened, by the name of their demuxer. Playlists and scripts are not among them. */
export const demuxers = [
	"mov",
	"matroska",
	"wav",
	"w64",
	"aiff",
	"caf",
	"mp3",
	"aac",
	"flac",
	"ogg",
	"ac3",
	"amr",
	"asf",
	"avi",
	"flv",
	"mpegts",
	"mpeg",
	"mpegvideo",
] as const;
export type DemuxerName = (typeof demuxers)[number];

export type StreamInfo = {
	kind: "audio" | "video" | "other";
	codec: string;
	/** Audio only. */
	sampleRate?: number;
	channels?: number;
	/** Video only. */
	width?: number;
	height?: number;
	/** Pictures per second, if the container says. */
	fps?: number;
};

/** `seconds` is what the container claims, 0 if it claims nothing. */
export type MediaInfo = { format: DemuxerName; seconds: number; streams: StreamInfo[] };

type Input = { format: DemuxerName; bytes: number };

export type MediaTask =
	| { name: "probe"; input: Input }
	/** Writes 32-bit floats to the output, channels interleaved. `channels` 0 keeps those of the file. */
	| { name: "decode"; input: Input; sampleRate: number; channels: 0 | 1 | 2; maxSeconds: number }
	/**
	 * Copies the picture of the input and encodes the audio of the second input, a wav file. Without a container, the result
	 * has that of the input where it can be written.
	 */
	| { name: "replace_audio"; input: Input; audioBytes: number; container?: "mp4" }
	/** Encodes the audio of a wav file. */
	| { name: "encode"; input: Input; format: EncodedFormat };

/** Formats that only FFmpeg can encode. */
export type EncodedFormat = "aac" | "flac";

export type MediaReport =
	| { type: "info"; info: MediaInfo }
	| { type: "audio"; sampleRate: number; channels: number }
	| { type: "progress"; seconds: number }
	| { type: "done" }
	| { type: "failed"; fault: "unreadable" | "no_audio" | "too_long"; message: string };
