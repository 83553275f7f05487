/** A level in decibels, or null for digital silence: JSON has no -Infinity. */
export type Decibels = number | null;

/** Under the last bit of 24: what resampling leaves of silence. */
const silenceDb = -144;

export function ofPower(power: number): Decibels {
	const decibels = 10 * Math.log10(power);
	return decibels > silenceDb ? decibels : null;
}

export function ofAmplitude(amplitude: number): Decibels {
	return ofPower(amplitude ** 2);
}

export function toAmplitude(decibels: number): number {
	return 10 ** (decibels / 20);
}
