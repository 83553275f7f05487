import { createPowerSpectrum } from "../../alignment/fft.ts";

// Shared by the traits and the speaker embedding: short frames at 16 kHz, their spectra, and speech detection.

export const measureRate = 16_000;
export const melBands = 40;
export const bins = 257;
const frameLength = 400;
const frameStep = 160;
const transformSize = 512;
const emphasis = 0.97;
const melRange = [60, 7600] as const;
/** Frames within 24 dB of the loudest are speech; in natural logarithms of energy. */
const speechDepth = 5.52;
const floor = 1e-9;

export type SpeechFrames = {
	/** Number of speech frames. */
	count: number;
	/** Log mel energies, one row of `melBands` per frame. */
	mel: Float32Array;
	/** Mean magnitude per frequency bin. */
	spectrum: Float32Array;
};

export function preEmphasize(pcm: Float32Array): Float32Array {
	const out = new Float32Array(pcm.length);
	for (let at = 0; at < pcm.length; at++) out[at] = (pcm[at] as number) - emphasis * (pcm[at - 1] ?? 0);
	return out;
}

/** Analyzes pre-emphasized audio at 16 kHz. */
export function speechFrames(audio: Float32Array): SpeechFrames {
	const total = Math.max(0, Math.floor((audio.length - frameLength) / frameStep) + 1);
	const energies = new Float32Array(total);
	const rows = new Float32Array(total * bins);
	const powerOf = createPowerSpectrum(transformSize);
	const frame = new Float32Array(transformSize);
	for (let at = 0; at < total; at++) {
		for (let k = 0; k < frameLength; k++) frame[k] = (audio[at * frameStep + k] as number) * (hamming[k] as number);
		const power = powerOf(frame);
		rows.set(power, at * bins);
		let energy = 0;
		for (let bin = 0; bin < bins; bin++) energy += power[bin] as number;
		energies[at] = Math.log(energy + floor);
	}
	const threshold = percentile(energies, 0.95) - speechDepth;
	const speech = [...energies.keys()].filter((at) => (energies[at] as number) > threshold);
	const mel = new Float32Array(speech.length * melBands);
	const spectrum = new Float32Array(bins);
	for (const [index, at] of speech.entries()) {
		const power = rows.subarray(at * bins, (at + 1) * bins);
		for (let bin = 0; bin < bins; bin++) spectrum[bin] = (spectrum[bin] as number) + Math.sqrt(power[bin] as number);
		for (const [band, { first, weights }] of filters.entries()) {
			let sum = 0;
			for (let k = 0; k < weights.length; k++) sum += (weights[k] as number) * (power[first + k] as number);
			mel[index * melBands + band] = Math.log(sum + floor);
		}
	}
	return { count: speech.length, mel, spectrum: spectrum.map((sum) => sum / Math.max(1, speech.length)) };
}

/** Returns the autocorrelation of a frame at a lag. */
export function correlation(frame: Float32Array, lag: number): number {
	// Four independent sums, so that multiplications don't wait for the previous addition.
	let a = 0;
	let b = 0;
	let c = 0;
	let d = 0;
	let k = lag;
	for (; k + 3 < frame.length; k += 4) {
		a += (frame[k] as number) * (frame[k - lag] as number);
		b += (frame[k + 1] as number) * (frame[k + 1 - lag] as number);
		c += (frame[k + 2] as number) * (frame[k + 2 - lag] as number);
		d += (frame[k + 3] as number) * (frame[k + 3 - lag] as number);
	}
	for (; k < frame.length; k++) a += (frame[k] as number) * (frame[k - lag] as number);
	return a + b + (c + d);
}

/** Interpolates linearly between the two nearest values. */
export function percentile(values: Float32Array, part: number): number {
	if (values.length === 0) return 0;
	const sorted = values.toSorted();
	const rank = part * (sorted.length - 1);
	const below = sorted[Math.floor(rank)] as number;
	const above = sorted[Math.ceil(rank)] as number;
	return below + (above - below) * (rank - Math.floor(rank));
}

const hamming = Float32Array.from(
	{ length: frameLength },
	(_, k) => 0.54 - 0.46 * Math.cos((2 * Math.PI * k) / (frameLength - 1)),
);
const filters = melFilters();

/** Returns the weights of each band, starting at its first bin. */
function melFilters(): { first: number; weights: Float64Array }[] {
	const mel = (hz: number) => 2595 * Math.log10(1 + hz / 700);
	const hz = (value: number) => 700 * (10 ** (value / 2595) - 1);
	const [low, high] = melRange.map(mel) as [number, number];
	const edges = Array.from({ length: melBands + 2 }, (_, k) => hz(low + ((high - low) * k) / (melBands + 1)));
	return Array.from({ length: melBands }, (_, band) => {
		const [left, middle, right] = edges.slice(band, band + 3) as [number, number, number];
		const all = Float64Array.from({ length: bins }, (_, bin) => {
			const at = (bin * measureRate) / transformSize;
			return Math.min((at - left) / (middle - left), (right - at) / (right - middle));
		});
		const first = all.findIndex((weight) => weight > 0);
		return { first, weights: all.filter((weight) => weight > 0) };
	});
}
