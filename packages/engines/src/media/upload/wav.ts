import { decodeALaw, decodeMuLaw } from "../g711.ts";

type WavFormat = { code: number; channels: number; sampleRate: number; bits: number; frameBytes: number };

const extensible = 0xfffe;
const blockFrames = 65_536;

export type WavPieces = { sampleRate: number; pieces: Iterable<Float32Array> };

/** Decodes a wav file to mono, piece by piece. Returns undefined if its header or encoding is not supported. */
export function readWavPieces(bytes: Uint8Array): WavPieces | undefined {
	const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	let format: WavFormat | undefined;
	for (let offset = 12; offset + 8 <= bytes.length; ) {
		const tag = String.fromCharCode(...bytes.subarray(offset, offset + 4));
		const claimed = view.getUint32(offset + 4, true);
		const start = offset + 8;
		// The length may be unknown (a stream) or too large (a truncated file), so use what is there.
		const size = Math.min(claimed, bytes.length - start);
		if (tag === "fmt " && size >= 16) format = readFormat(view, start, size);
		if (tag === "data") {
			const read = format && sampleReader(view, format);
			if (!format || !read) return undefined;
			return { sampleRate: format.sampleRate, pieces: monoPieces(start, size, format, read) };
		}
		offset = start + size + (size % 2);
	}
	return undefined;
}

function readFormat(view: DataView, start: number, size: number): WavFormat | undefined {
	const claimed = view.getUint16(start, true);
	const code = claimed === extensible && size >= 26 ? view.getUint16(start + 24, true) : claimed;
	const channels = view.getUint16(start + 2, true);
	const sampleRate = view.getUint32(start + 4, true);
	const bits = view.getUint16(start + 14, true);
	if (channels < 1 || channels > 64 || sampleRate < 1000 || sampleRate > 768_000) return undefined;
	return { code, channels, sampleRate, bits, frameBytes: channels * (bits >> 3) };
}

function sampleReader(view: DataView, { code, bits }: WavFormat): ((offset: number) => number) | undefined {
	switch (`${code}/${bits}`) {
		case "1/8":
			return (offset) => (view.getUint8(offset) - 128) / 128;
		case "1/16":
			return (offset) => view.getInt16(offset, true) / 32_768;
		case "1/24":
			return (offset) => (view.getUint16(offset, true) + view.getInt8(offset + 2) * 65_536) / 8_388_608;
		case "1/32":
			return (offset) => view.getInt32(offset, true) / 2_147_483_648;
		case "3/32":
			return (offset) => view.getFloat32(offset, true);
		case "3/64":
			return (offset) => view.getFloat64(offset, true);
		case "6/8":
			return (offset) => decodeALaw(view.getUint8(offset)) / 32_768;
		case "7/8":
			return (offset) => decodeMuLaw(view.getUint8(offset)) / 32_768;
		default:
			return undefined;
	}
}

function* monoPieces(
	start: number,
	size: number,
	{ channels, bits, frameBytes }: WavFormat,
	read: (offset: number) => number,
): Iterable<Float32Array> {
	const frames = Math.floor(size / frameBytes);
	const step = bits >> 3;
	for (let first = 0; first < frames; first += blockFrames) {
		const piece = new Float32Array(Math.min(blockFrames, frames - first));
		for (let frame = 0; frame < piece.length; frame++) {
			let sum = 0;
			const offset = start + (first + frame) * frameBytes;
			for (let channel = 0; channel < channels; channel++) sum += read(offset + channel * step);
			piece[frame] = sum / channels;
		}
		yield piece;
	}
}
