const headerBytes = 44;
const unknownLength = 0xffffffff;

/** Header of a 16-bit file. If its length is unknown, players read to the end of the stream. */
export function wavHeader(
	sampleRate: number,
	{ channels = 1, dataBytes }: { channels?: number; dataBytes?: number } = {},
): Uint8Array<ArrayBuffer> {
	const header = new Uint8Array(headerBytes);
	const view = new DataView(header.buffer);
	writeTag(header, 0, "RIFF");
	view.setUint32(4, dataBytes === undefined ? unknownLength : dataBytes + headerBytes - 8, true);
	writeTag(header, 8, "WAVE");
	writeTag(header, 12, "fmt ");
	view.setUint32(16, 16, true);
	view.setUint16(20, 1, true);
	view.setUint16(22, channels, true);
	view.setUint32(24, sampleRate, true);
	view.setUint32(28, sampleRate * channels * 2, true);
	view.setUint16(32, channels * 2, true);
	view.setUint16(34, 16, true);
	writeTag(header, 36, "data");
	view.setUint32(40, dataBytes ?? unknownLength, true);
	return header;
}

/** Writes the true lengths into the header in place and returns the bytes. */
export function finishWav<T extends Uint8Array>(bytes: T): T {
	const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	if (bytes.length < headerBytes || readTag(bytes, 0) !== "RIFF" || readTag(bytes, 36) !== "data") {
		throw new RangeError("not a wav stream of this encoder");
	}
	view.setUint32(4, bytes.length - 8, true);
	view.setUint32(40, bytes.length - headerBytes, true);
	return bytes;
}

/** The bytes that `finishWav` writes and their offsets, for a file that is not in memory. */
export function wavLengths(size: number): { at: number; bytes: Uint8Array }[] {
	const uint32 = (value: number) => {
		const bytes = new Uint8Array(4);
		new DataView(bytes.buffer).setUint32(0, value, true);
		return bytes;
	};
	return [
		{ at: 4, bytes: uint32(size - 8) },
		{ at: 40, bytes: uint32(size - headerBytes) },
	];
}

export type WavAudio = { sampleRate: number; channels: number; samples: Float32Array };

/** Reads 16-bit PCM and 32-bit float files. Samples stay interleaved. An unknown length means "to the end". */
export function readWav(bytes: Uint8Array): WavAudio {
	if (bytes.length < 12 || readTag(bytes, 0) !== "RIFF" || readTag(bytes, 8) !== "WAVE") {
		throw new RangeError("not a wav file");
	}
	const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	let sampleRate = 0;
	let channels = 0;
	let encoding = "";
	for (let offset = 12; offset + 8 <= bytes.length; ) {
		const tag = readTag(bytes, offset);
		const size = Math.min(view.getUint32(offset + 4, true), bytes.length - offset - 8);
		const start = offset + 8;
		if (tag === "fmt ") {
			encoding = `${view.getUint16(start, true)}/${view.getUint16(start + 14, true)}`;
			channels = view.getUint16(start + 2, true);
			sampleRate = view.getUint32(start + 4, true);
		}
		if (tag === "data") return { sampleRate, channels, samples: readSamples(view, start, size, encoding) };
		offset = start + size + (size % 2);
	}
	throw new RangeError("wav file without data");
}

function readSamples(view: DataView, start: number, size: number, encoding: string): Float32Array {
	if (encoding === "1/16") {
		const samples = new Float32Array(Math.floor(size / 2));
		for (let i = 0; i < samples.length; i++) samples[i] = view.getInt16(start + i * 2, true) / 32768;
		return samples;
	}
	if (encoding === "3/32") {
		const samples = new Float32Array(Math.floor(size / 4));
		for (let i = 0; i < samples.length; i++) samples[i] = view.getFloat32(start + i * 4, true);
		return samples;
	}
	throw new RangeError(`wav encoding ${encoding || "unknown"} is not supported`);
}

function writeTag(bytes: Uint8Array, offset: number, tag: string): void {
	for (let i = 0; i < tag.length; i++) bytes[offset + i] = tag.charCodeAt(i);
}

function readTag(bytes: Uint8Array, offset: number): string {
	return String.fromCharCode(...bytes.subarray(offset, offset + 4));
}
