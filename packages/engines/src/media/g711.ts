// ITU-T G.711 telephone codecs: one byte per sample at 8 kHz.

const muLawBias = 132;
const muLawClip = 32635;

export function encodeMuLaw(sample: number): number {
	const sign = sample < 0 ? 0x80 : 0;
	const magnitude = Math.min(Math.abs(sample), muLawClip) + muLawBias;
	const exponent = 24 - Math.clz32(magnitude);
	const mantissa = (magnitude >> (exponent + 3)) & 0x0f;
	return ~(sign | (exponent << 4) | mantissa) & 0xff;
}

export function decodeMuLaw(byte: number): number {
	const value = ~byte & 0xff;
	const exponent = (value >> 4) & 0x07;
	const magnitude = ((((value & 0x0f) << 3) + muLawBias) << exponent) - muLawBias;
	return value & 0x80 ? -magnitude : magnitude;
}

export function encodeALaw(sample: number): number {
	const positive = sample >= 0;
	// One's complement for negative samples, so that both halves have the same number of steps.
	const magnitude = positive ? sample : ~sample;
	const exponent = Math.max(0, 24 - Math.clz32(magnitude));
	const mantissa = (magnitude >> (Math.max(1, exponent) + 3)) & 0x0f;
	return ((positive ? 0x80 : 0) | (exponent << 4) | mantissa) ^ 0x55;
}

export function decodeALaw(byte: number): number {
	const value = byte ^ 0x55;
	const exponent = (value >> 4) & 0x07;
	const mantissa = value & 0x0f;
	const magnitude = exponent === 0 ? (mantissa << 4) + 8 : ((mantissa << 4) + 0x108) << (exponent - 1);
	return value & 0x80 ? magnitude : -magnitude;
}
