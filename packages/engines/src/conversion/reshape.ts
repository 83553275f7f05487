import type { Reshaping, VoiceRange } from "./conversion.ts";

/** Beyond these, speech sounds like a cartoon and is misunderstood. */
const pitchLimits = [0.5, 2] as const;
const formantLimits = [0.8, 1.25] as const;
const formantStep = 0.01;
/** The range of the mel bands of `envelope` (voices/measure/frames.ts), and the part of it that has formants. */
const bandRange = [60, 7600] as const;
const formantRange = [300, 5000] as const;
const points = 80;

/** How a recording has to change to be in the range of another voice. */
export function reshapingFor(source: VoiceRange, target: VoiceRange): Reshaping {
	const pitch = source.pitchHz > 0 && target.pitchHz > 0 ? target.pitchHz / source.pitchHz : 1;
	return { pitch: clamp(pitch, pitchLimits), formant: formantRatio(source.envelope, target.envelope) };
}

/**
 * By which factor the formants of `target` are higher than those of `source`: the stretch of the frequency axis at which
 * the two spectra are most alike. Their tilt is removed first, because it depends on microphone and effort.
 */
export function formantRatio(source: readonly number[], target: readonly number[]): number {
	if (source.length === 0 || target.length === 0) return 1;
	let best = 1;
	let bestScore = Number.NEGATIVE_INFINITY;
	for (let ratio: number = formantLimits[0]; ratio <= formantLimits[1] + 1e-9; ratio += formantStep) {
		// Symmetric: both are read at the same distance from the middle, so neither direction has more points to compare.
		const half = Math.sqrt(ratio);
		const frequencies = Array.from(
			{ length: points },
			(_, at) => formantRange[0] * (formantRange[1] / formantRange[0]) ** (at / (points - 1)),
		);
		const score = correlate(
			detrend(frequencies.map((hz) => levelAt(source, hz / half))),
			detrend(frequencies.map((hz) => levelAt(target, hz * half))),
		);
		if (score > bestScore) [bestScore, best] = [score, ratio];
	}
	return Math.round(best * 100) / 100;
}

const toMel = (hz: number) => 1127 * Math.log(1 + hz / 700);

/** The level of an envelope at a frequency, interpolated between its bands. */
function levelAt(envelope: readonly number[], hz: number): number {
	const [low, high] = [toMel(bandRange[0]), toMel(bandRange[1])];
	// Band n has its center n + 1 steps above the lowest frequency.
	const position = ((toMel(hz) - low) / (high - low)) * (envelope.length + 1) - 1;
	const at = clamp(position, [0, envelope.length - 1]);
	const below = Math.floor(at);
	const [one, other] = [envelope[below] as number, envelope[Math.min(below + 1, envelope.length - 1)] as number];
	return one + (other - one) * (at - below);
}

function detrend(values: readonly number[]): number[] {
	const middle = (values.length - 1) / 2;
	const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
	let rise = 0;
	let spread = 0;
	for (const [at, value] of values.entries()) {
		rise += (at - middle) * (value - mean);
		spread += (at - middle) ** 2;
	}
	return values.map((value, at) => value - mean - (rise / spread) * (at - middle));
}

function correlate(one: readonly number[], other: readonly number[]): number {
	let product = 0;
	let energyOfOne = 1e-9;
	let energyOfOther = 1e-9;
	for (const [at, value] of one.entries()) {
		product += value * (other[at] as number);
		energyOfOne += value ** 2;
		energyOfOther += (other[at] as number) ** 2;
	}
	return product / Math.sqrt(energyOfOne * energyOfOther);
}

function clamp(value: number, [min, max]: readonly [number, number]): number {
	return Math.min(max, Math.max(min, value));
}
