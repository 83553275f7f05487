import { sniffUpload } from "./upload-sniff.ts";

const types = {
	wav: "audio/wav",
	mp3: "audio/mpeg",
	opus: "audio/ogg",
	vorbis: "audio/ogg",
	flac: "audio/flac",
} as const;

/** What a recording is served as: by its bytes alone, so that nothing but sound is ever called so. */
export function recordingType(bytes: Uint8Array): string {
	const kind = sniffUpload(bytes);
	if (kind !== "other") return types[kind];
	if (text(bytes, 4, 4) === "ftyp") return "audio/mp4";
	if (isMatroska(bytes)) return "audio/webm";
	if (text(bytes, 0, 4) === "FORM" && text(bytes, 8, 3) === "AIF") return "audio/aiff";
	if (bytes[0] === 0xff && ((bytes[1] ?? 0) & 0xf6) === 0xf0) return "audio/aac";
	return "application/octet-stream";
}

const filmCodecs = /V_(VP8|VP9|AV1|MPEG|THEORA|MS)/;

/** A film: its sound could be taken out, but whoever sends one has most likely chosen the wrong file. */
export function isFilm(bytes: Uint8Array): boolean {
	if (text(bytes, 0, 4) === "RIFF" && text(bytes, 8, 4) === "AVI ") return true;
	if (text(bytes, 0, 3) === "FLV") return ((bytes[4] ?? 0) & 1) === 1;
	// Program and transport streams of MPEG.
	if (text(bytes, 0, 3) === "\0\0\x01" && (bytes[3] === 0xba || bytes[3] === 0xb3)) return true;
	if (bytes[0] === 0x47 && bytes[188] === 0x47 && bytes[376] === 0x47) return true;
	if (isMatroska(bytes)) return filmCodecs.test(text(bytes, 0, 65_536));
	return text(bytes, 4, 4) === "ftyp" && hasPictures(bytes);
}

/** Each track of an MP4 file names what handles it. */
function hasPictures(bytes: Uint8Array): boolean {
	const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	for (let at = whole.indexOf("hdlr"); at >= 0; at = whole.indexOf("hdlr", at + 4))
		if (text(bytes, at + 12, 4) === "vide") return true;
	return false;
}

const isMatroska = (bytes: Uint8Array) => text(bytes, 0, 4) === "\x1aE\xdf\xa3";

function text(bytes: Uint8Array, at: number, length: number): string {
	return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1", at, at + length);
}
