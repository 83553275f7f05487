export function concatBytes(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
	let length = 0;
	for (const part of parts) length += part.length;
	const joined = new Uint8Array(length);
	let offset = 0;
	for (const part of parts) {
		joined.set(part, offset);
		offset += part.length;
	}
	return joined;
}

/** Converts a sample in -1..1 to a signed 16-bit integer. Values outside the range are clipped, NaN becomes 0. */
export function toInt16(sample: number): number {
	const scaled = sample * 32767;
	if (scaled >= 32767) return 32767;
	if (scaled <= -32768) return -32768;
	// Hot path: three times as fast as Math.round. `| 0` turns NaN into 0.
	return (scaled < 0 ? scaled - 0.5 : scaled + 0.5) | 0;
}

/** Writes `pcm` as 16-bit integers, starting at `at`. Hot path: keep the loop simple. */
export function writeInt16(pcm: Float32Array, into: Int16Array, at = 0): void {
	for (let index = 0; index < pcm.length; index++) into[at + index] = toInt16(pcm[index] as number);
}

/** Rounds samples in place to values that 16 bits can represent. */
export function roundToInt16(pcm: Float32Array): void {
	for (let index = 0; index < pcm.length; index++) pcm[index] = toInt16(pcm[index] as number) / 32_767;
}

const littleEndian = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1;

/** The samples as little-endian bytes. May share memory with `samples`. */
export function littleEndianBytes(samples: Int16Array): Uint8Array {
	const bytes = Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength);
	return littleEndian ? bytes : Buffer.from(bytes).swap16();
}

/** Reads 16-bit little-endian samples as numbers in -1..1. An odd last byte is ignored. */
export function samplesOf(bytes: Uint8Array): Float32Array {
	const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	const samples = new Float32Array(bytes.byteLength >> 1);
	for (let at = 0; at < samples.length; at++) samples[at] = view.getInt16(at * 2, true) / 32_768;
	return samples;
}
