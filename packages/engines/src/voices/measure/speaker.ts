import projection from "../data/speaker-projection.generated.json" with { type: "json" };
import { correlation, measureRate, melBands, percentile, preEmphasize, speechFrames } from "./frames.ts";

// Speaker embedding of 32 numbers: statistics of cepstra and pitch, projected so that recordings of one person are
// close together and those of different people are far apart. Trained on 243 speakers; error rates are in
// docs/voices.md.

const coefficients = 23;
const pitchFrame = 640;
const pitchStep = 320;
const lags = [40, 265] as const;
const voicedAbove = 0.45;
const minEnergy = 1e-4;
const minVoicedFrames = 4;
/** Used when no pitch can be measured. */
const unknownPitch = { mean: Math.log(150), deviation: 0.2 };
const pitchWeight = 6;

/** Returns the unit-length embedding, or [] if there is no speech. `pcm` is mono at 16 kHz. */
export function speakerVector(pcm: Float32Array): number[] {
	const features = speakerFeatures(pcm);
	if (!features) return [];
	const projected = new Array<number>(projection.dims_out).fill(0);
	for (const [at, value] of features.entries()) {
		const scaled = (value - (projection.mean[at] as number)) / (projection.std[at] as number);
		const row = projection.projection[at] as number[];
		for (let out = 0; out < projected.length; out++)
			projected[out] = (projected[out] as number) + scaled * (row[out] as number);
	}
	return unit(projected);
}

/** Cosine similarity; 0 if either has no speech. */
export function cosine(one: readonly number[], other: readonly number[]): number {
	if (one.length === 0 || one.length !== other.length) return 0;
	let dot = 0;
	let a = 0;
	let b = 0;
	for (let at = 0; at < one.length; at++) {
		dot += (one[at] as number) * (other[at] as number);
		a += (one[at] as number) ** 2;
		b += (other[at] as number) ** 2;
	}
	return a > 0 && b > 0 ? dot / Math.sqrt(a * b) : 0;
}

/** Returns the weighted mean direction; weights are seconds of speech. */
export function meanVector(vectors: readonly { vector: readonly number[]; weight: number }[]): number[] {
	const known = vectors.filter(({ vector }) => vector.length > 0);
	const sum = new Array<number>(known[0]?.vector.length ?? 0).fill(0);
	for (const { vector, weight } of known)
		for (let at = 0; at < sum.length; at++) sum[at] = (sum[at] as number) + weight * (vector[at] as number);
	return unit(sum);
}

function unit(vector: number[]): number[] {
	const length = Math.sqrt(vector.reduce((sum, value) => sum + value ** 2, 0));
	return length > 0 ? vector.map((value) => value / length) : vector;
}

function speakerFeatures(pcm: Float32Array): number[] | undefined {
	const audio = preEmphasize(pcm);
	const { count, mel } = speechFrames(audio);
	if (count < 3) return undefined;
	// One time series per coefficient.
	const series = Array.from({ length: coefficients }, () => new Float32Array(count));
	for (let frame = 0; frame < count; frame++)
		for (const [at, basis] of cosines.entries()) {
			let sum = 0;
			for (let band = 0; band < melBands; band++)
				sum += (basis[band] as number) * (mel[frame * melBands + band] as number);
			(series[at] as Float32Array)[frame] = sum;
		}
	const { mean, deviation } = pitchOf(audio);
	return [
		...series.map(average),
		...series.map(spread),
		...series.map((values) => spread(slope(values))),
		pitchWeight * mean,
		pitchWeight * deviation,
		...series.map((values) => percentile(values, 0.15)),
		...series.map((values) => percentile(values, 0.85)),
	];
}

function pitchOf(audio: Float32Array): { mean: number; deviation: number } {
	const found: number[] = [];
	const frame = new Float32Array(pitchFrame);
	for (let from = 0; from + pitchFrame <= audio.length; from += pitchStep) {
		let mean = 0;
		for (let k = 0; k < pitchFrame; k++) mean += audio[from + k] as number;
		mean /= pitchFrame;
		let energy = 0;
		for (let k = 0; k < pitchFrame; k++) {
			const value = (audio[from + k] as number) - mean;
			energy += value ** 2;
			frame[k] = value * (hann[k] as number);
		}
		if (energy < minEnergy) continue;
		const total = correlation(frame, 0);
		let best = 0;
		let bestLag = 0;
		for (let lag = lags[0]; lag <= lags[1]; lag++) {
			const value = correlation(frame, lag);
			if (value > best) {
				best = value;
				bestLag = lag;
			}
		}
		if (bestLag > 0 && best / total > voicedAbove) found.push(Math.log(measureRate / bestLag));
	}
	if (found.length < minVoicedFrames) return unknownPitch;
	const values = Float32Array.from(found);
	return { mean: average(values), deviation: spread(values) };
}

function average(values: Float32Array): number {
	let sum = 0;
	for (const value of values) sum += value;
	return sum / Math.max(1, values.length);
}

function spread(values: Float32Array): number {
	const mean = average(values);
	let sum = 0;
	for (const value of values) sum += (value - mean) ** 2;
	return Math.sqrt(sum / Math.max(1, values.length));
}

function slope(values: Float32Array): Float32Array {
	const last = values.length - 1;
	return values.map((value, at) => {
		if (at === 0) return (values[1] as number) - value;
		if (at === last) return value - (values[last - 1] as number);
		return ((values[at + 1] as number) - (values[at - 1] as number)) / 2;
	});
}

const hann = Float32Array.from(
	{ length: pitchFrame },
	(_, k) => 0.5 - 0.5 * Math.cos((2 * Math.PI * k) / (pitchFrame - 1)),
);
/** Rows 1..23 of the orthonormal DCT-II. */
const cosines = Array.from({ length: coefficients }, (_, row) =>
	Float32Array.from(
		{ length: melBands },
		(_, band) => Math.sqrt(2 / melBands) * Math.cos((Math.PI * (row + 1) * (2 * band + 1)) / (2 * melBands)),
	),
);
