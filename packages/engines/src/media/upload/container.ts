import type { DemuxerName } from "../confined/protocol.ts";
import { sniffUpload } from "./sniff.ts";

/** Bytes at the start of a file that determine its container. */
export const sniffedBytes = 4096;

const asfGuid = "3026b2758e66cf11";
const wave64Guid = "726966662e91cf11";
const quickTimeAtoms = new Set(["ftyp", "moov", "mdat", "wide", "free", "skip", "pnot"]);

/**
 * The container of a file by its first bytes, and so the only demuxer that may read it. FFmpeg's own detection would also
 * find playlists and rare formats, and trusts the name of a file.
 */
export function containerOf(start: Uint8Array): DemuxerName | undefined {
	const bytes = Buffer.from(start.buffer, start.byteOffset, start.byteLength);
	const text = (at: number, length: number) => bytes.toString("latin1", at, at + length);
	if (text(0, 4) === "RIFF" && text(8, 4) === "AVI ") return "avi";
	if (text(0, 4) === "FORM" && text(8, 3) === "AIF") return "aiff";
	if (text(0, 4) === "caff") return "caf";
	if (text(0, 4) === "\x1aE\xdf\xa3") return "matroska";
	if (text(0, 3) === "FLV") return "flv";
	if (text(0, 5) === "#!AMR") return "amr";
	if (text(0, 4) === "OggS") return "ogg";
	if (text(0, 2) === "\x0bw") return "ac3";
	if (bytes.toString("hex", 0, 8) === asfGuid) return "asf";
	if (bytes.toString("hex", 0, 8) === wave64Guid) return "w64";
	if (text(0, 4) === "\0\0\x01\xba") return "mpeg";
	if (text(0, 4) === "\0\0\x01\xb3") return "mpegvideo";
	if (bytes[0] === 0x47 && bytes[188] === 0x47 && bytes[376] === 0x47) return "mpegts";
	if (quickTimeAtoms.has(text(4, 4))) return "mov";
	if (bytes[0] === 0xff && ((bytes[1] ?? 0) & 0xf6) === 0xf0) return "aac";
	const kind = sniffUpload(bytes);
	if (kind === "wav" || kind === "flac" || kind === "mp3") return kind;
	return undefined;
}
