/** A file's format by its first bytes. FFmpeg may still decode `other` (container.ts). */
export type UploadKind = "wav" | "mp3" | "opus" | "vorbis" | "flac" | "other";

const maxPageBytes = 65_307;

/** Ignores file names and content types, because browsers and users get them wrong. */
export function sniffUpload(bytes: Uint8Array): UploadKind {
	const start = afterTags(bytes);
	const tag = text(bytes, start, 4);
	if ((tag === "RIFF" || tag === "RF64" || tag === "BW64") && text(bytes, start + 8, 4) === "WAVE") return "wav";
	if (tag === "fLaC") return "flac";
	if (tag === "OggS") return oggKind(bytes, start);
	if (isMpegFrame(bytes, start)) return "mp3";
	// An ID3 tag is nearly always followed by MPEG audio, even after padding or junk.
	return start > 0 ? "mp3" : "other";
}

/** The offset after any ID3 tags. */
function afterTags(bytes: Uint8Array): number {
	let at = 0;
	while (text(bytes, at, 3) === "ID3" && at + 10 <= bytes.length) {
		const size = [6, 7, 8, 9].reduce((sum, offset) => sum * 128 + ((bytes[at + offset] ?? 0) & 0x7f), 0);
		at += 10 + size;
	}
	return at;
}

function oggKind(bytes: Uint8Array, page: number): UploadKind {
	const packet = page + 27 + (bytes[page + 26] ?? 0);
	if (text(bytes, packet, 8) === "OpusHead") return "opus";
	if (text(bytes, packet + 1, 6) === "vorbis") return "vorbis";
	if (text(bytes, packet + 1, 4) === "FLAC") return "flac";
	return "other";
}

/** Checks for eleven sync bits and no reserved field values. Layer 0 is AAC in ADTS. */
function isMpegFrame(bytes: Uint8Array, at: number): boolean {
	const [a = 0, b = 0, c = 0] = bytes.subarray(at, at + 3);
	const version = (b >> 3) & 3;
	const layer = (b >> 1) & 3;
	return a === 0xff && b >> 5 === 7 && version !== 1 && layer !== 0 && c >> 4 !== 15 && ((c >> 2) & 3) !== 3;
}

/** The length that a file claims, in seconds. Only for rejecting long files early, because the claim may be false. */
export function claimedSeconds(bytes: Uint8Array, kind: UploadKind): number | undefined {
	const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	if (kind === "flac" && text(bytes, 0, 4) === "fLaC" && bytes.length >= 26) {
		const rate = view.getUint32(18) >>> 12;
		const samples = ((bytes[21] ?? 0) & 15) * 2 ** 32 + view.getUint32(22);
		return rate > 0 ? samples / rate : undefined;
	}
	if (kind !== "opus" && kind !== "vorbis") return undefined;
	const rate = kind === "opus" ? 48_000 : view.getUint32(Math.min(40, bytes.length - 4), true);
	for (let at = bytes.length - 27; at >= Math.max(0, bytes.length - maxPageBytes); at--) {
		if (text(bytes, at, 4) !== "OggS") continue;
		const position = view.getBigInt64(at + 6, true);
		return rate > 0 && position > 0n ? Number(position) / rate : undefined;
	}
	return undefined;
}

function text(bytes: Uint8Array, at: number, length: number): string {
	return String.fromCharCode(...bytes.subarray(at, at + length));
}
