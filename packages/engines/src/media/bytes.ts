export function concatBytes(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
	let length = 0;
	for (const part of parts) length += part.length;
	const whole = new Uint8Array(length);
	let offset = 0;
	for (const part of parts) {
		whole.set(part, offset);
		offset += part.length;
	}
	return whole;
}

/** Signed 16 bit from a sample in -1..1; what lies outside is clipped. */
export function toInt16(sample: number): number {
	const scaled = sample * 32767;
	if (scaled >= 32767) return 32767;
	if (scaled <= -32768) return -32768;
	// Rounded without Math.round, which takes three times as long, and every sample that is ever spoken comes by here. What is no
	// number, as a broken engine could give, becomes silence.
	return (scaled < 0 ? scaled - 0.5 : scaled + 0.5) | 0;
}

/** All of `pcm` as 16 bits, from `at` on. In a loop of its own, since every sample that is ever spoken comes by here. */
export function writeInt16(pcm: Float32Array, into: Int16Array, at = 0): void {
	for (let index = 0; index < pcm.length; index++) into[at + index] = toInt16(pcm[index] as number);
}

/** Rounds to the values that 16 bits can hold, in place. */
export function roundToInt16(pcm: Float32Array): void {
	for (let index = 0; index < pcm.length; index++) pcm[index] = toInt16(pcm[index] as number) / 32_767;
}

const littleEndian = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1;

/** The samples' bytes, the lower one first, as files and players want them. They may be the samples' own. */
export function lowerByteFirst(samples: Int16Array): Uint8Array {
	const bytes = Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength);
	return littleEndian ? bytes : Buffer.from(bytes).swap16();
}
