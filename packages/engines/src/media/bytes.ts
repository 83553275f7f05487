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
	const scaled = Math.round(sample * 32767);
	// The comparison is written so that NaN, which a broken engine could give, becomes silence.
	return scaled > 32767 ? 32767 : scaled < -32768 ? -32768 : scaled || 0;
}
