import { sniffUpload } from "./sniff.ts";

const types = {
	wav: "audio/wav",
	mp3: "audio/mpeg",
	opus: "audio/ogg",
	vorbis: "audio/ogg",
	flac: "audio/flac",
} as const;

/** The content type to serve a recording with. Detected from the bytes, so that only audio is ever labeled as audio. */
export function recordingType(bytes: Uint8Array): string {
	const kind = sniffUpload(bytes);
	if (kind !== "other") return types[kind];
	if (text(bytes, 4, 4) === "ftyp") return "audio/mp4";
	if (isMatroska(bytes)) return "audio/webm";
	if (text(bytes, 0, 4) === "FORM" && text(bytes, 8, 3) === "AIF") return "audio/aiff";
	if (bytes[0] === 0xff && ((bytes[1] ?? 0) & 0xf6) === 0xf0) return "audio/aac";
	return "application/octet-stream";
}

const videoCodecs = /V_(VP8|VP9|AV1|MPEG|THEORA|MS)/;

/** Whether the file is a video. Its audio could be extracted, but the user most likely chose the wrong file. */
export function isVideo(bytes: Uint8Array): boolean {
	if (text(bytes, 0, 4) === "RIFF" && text(bytes, 8, 4) === "AVI ") return true;
	if (text(bytes, 0, 3) === "FLV") return ((bytes[4] ?? 0) & 1) === 1;
	// MPEG program and transport streams.
	if (text(bytes, 0, 3) === "\0\0\x01" && (bytes[3] === 0xba || bytes[3] === 0xb3)) return true;
	if (bytes[0] === 0x47 && bytes[188] === 0x47 && bytes[376] === 0x47) return true;
	if (isMatroska(bytes)) return videoCodecs.test(text(bytes, 0, 65_536));
	return text(bytes, 4, 4) === "ftyp" && hasVideoTrack(bytes);
}

/** Each track of an MP4 file names its handler. */
function hasVideoTrack(bytes: Uint8Array): boolean {
	const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	for (let at = file.indexOf("hdlr"); at >= 0; at = file.indexOf("hdlr", at + 4))
		if (text(bytes, at + 12, 4) === "vide") return true;
	return false;
}

const isMatroska = (bytes: Uint8Array) => text(bytes, 0, 4) === "\x1aE\xdf\xa3";

function text(bytes: Uint8Array, at: number, length: number): string {
	return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1", at, at + length);
}
