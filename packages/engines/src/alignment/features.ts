import { createPowerSpectrum } from "./fft.ts";
import type { Yielder } from "./yielder.ts";

export const framesPerSecond = 100;

/** Features used to compare audio: one row per 10 ms. */
export type Features = {
	frames: number;
	/** Values per row. */
	size: number;
	values: Float32Array;
	/** 1 for speech, 0 for silence, in between for faint speech. */
	loudness: Float32Array;
};

const windowSeconds = 0.025;
const minHz = 100;
const maxHz = 7000;
const bands = 24;
const cepstra = 7;
const emphasis = 0.97;
/** Weight of the level relative to the cepstra, which have unit variance. */
const energyWeight = 3;
/** Audio at higher rates is decimated first: higher frequencies don't help to tell phonemes apart. */
const analysisRate = 16_000;

/** Returns the highest frequency at which audio of these sample rates can be compared. */
export function commonMaxHz(...sampleRates: number[]): number {
	return Math.min(maxHz, 0.46 * Math.min(...sampleRates));
}

/** Raw features of one piece of audio, before speaker and level normalization. */
export type Analysis = { frames: number; levels: Float32Array; rows: Float32Array };

/** Computes mel cepstra and levels. */
export async function analyze(
	pcm: Float32Array,
	sampleRate: number,
	topHz: number,
	yieldIfDue: Yielder,
): Promise<Analysis> {
	const frames = Math.floor((pcm.length / sampleRate) * framesPerSecond);
	const levels = new Float32Array(frames);
	const rows = new Float32Array(frames * cepstra);
	const measure = createMeasure(sampleRate, topHz);
	for (let frame = 0; frame < frames; frame++) {
		const pause = frame % 64 === 0 ? yieldIfDue() : undefined;
		if (pause) await pause;
		levels[frame] = measure(pcm, ((frame + 0.5) * sampleRate) / framesPerSecond, rows, frame * cepstra);
	}
	return { frames, levels, rows };
}

/**
 * Normalizes cepstra by their mean and variance over the speech, so that different voices match where they say the
 * same. Silence is the zero row, and rows fade towards it as the level falls.
 */
export function featuresOf(pieces: readonly Analysis[]): Features {
	const levels = concat(pieces.map((piece) => piece.levels));
	const rows = concat(pieces.map((piece) => piece.rows));
	const frames = levels.length;
	const loudness = loudnessOf(levels);
	normalizeRows(rows, loudness);
	const size = cepstra + 1;
	const values = new Float32Array(frames * size);
	for (let frame = 0; frame < frames; frame++) {
		const gate = loudness[frame] as number;
		for (let k = 0; k < cepstra; k++) values[frame * size + k] = gate * (rows[frame * cepstra + k] as number);
		values[frame * size + cepstra] = gate * energyWeight;
	}
	return { frames, size, values, loudness };
}

function concat(parts: readonly Float32Array[]): Float32Array {
	const [only] = parts;
	if (only && parts.length === 1) return only;
	const joined = new Float32Array(parts.reduce((total, part) => total + part.length, 0));
	let at = 0;
	for (const part of parts) {
		joined.set(part, at);
		at += part.length;
	}
	return joined;
}

/** Returns a function that writes the cepstra around a sample position and returns the level there in decibels. */
function createMeasure(sampleRate: number, topHz: number) {
	const decimation = Math.max(1, Math.floor(sampleRate / analysisRate));
	const rate = sampleRate / decimation;
	const length = Math.max(16, Math.round(windowSeconds * rate));
	const size = 2 ** Math.ceil(Math.log2(length));
	const spectrum = createPowerSpectrum(size);
	const filters = melFilters(size, rate, topHz);
	const hamming = Float32Array.from({ length }, (_, k) => 0.54 - 0.46 * Math.cos((2 * Math.PI * k) / (length - 1)));
	const cosines = Float32Array.from({ length: cepstra * bands }, (_, at) =>
		Math.cos((Math.PI * (Math.floor(at / bands) + 1) * ((at % bands) + 0.5)) / bands),
	);
	const frame = new Float32Array(size);
	const logs = new Float32Array(bands);
	const core = Math.max(1, Math.round((rate / framesPerSecond) * 0.5));

	return (pcm: Float32Array, center: number, rows: Float32Array, row: number): number => {
		const start = Math.round(center - (length * decimation) / 2);
		let before = 0;
		let energy = 0;
		for (let k = 0; k < length; k++) {
			let value = 0;
			for (let part = 0; part < decimation; part++) value += pcm[start + k * decimation + part] ?? 0;
			value /= decimation;
			if (Math.abs(k - length / 2) <= core) energy += value * value;
			frame[k] = (value - emphasis * before) * (hamming[k] as number);
			before = value;
		}
		const power = spectrum(frame);
		for (let band = 0; band < bands; band++) {
			const { first, weights } = filters[band] as (typeof filters)[number];
			let sum = 0;
			for (let k = 0; k < weights.length; k++) sum += (power[first + k] as number) * (weights[k] as number);
			logs[band] = Math.log(Math.max(sum, 1e-9));
		}
		for (let k = 0; k < cepstra; k++) {
			let sum = 0;
			for (let band = 0; band < bands; band++) sum += (logs[band] as number) * (cosines[k * bands + band] as number);
			rows[row + k] = sum;
		}
		return 10 * Math.log10(energy / (2 * core + 1) + 1e-10);
	};
}

function melFilters(size: number, rate: number, topHz: number) {
	const mel = (hz: number) => 1127 * Math.log(1 + hz / 700);
	const hz = (mels: number) => 700 * (Math.exp(mels / 1127) - 1);
	const edges = Array.from({ length: bands + 2 }, (_, at) => {
		const mels = mel(minHz) + ((mel(topHz) - mel(minHz)) * at) / (bands + 1);
		return (hz(mels) * size) / rate;
	});
	return Array.from({ length: bands }, (_, band) => {
		const [low, middle, high] = edges.slice(band, band + 3) as [number, number, number];
		const first = Math.ceil(low);
		const weights: number[] = [];
		for (let bin = first; bin <= Math.floor(high); bin++) {
			weights.push(bin <= middle ? (bin - low) / (middle - low) : (high - bin) / (high - middle));
		}
		// A band narrower than one FFT bin uses the nearest bin.
		return weights.some((weight) => weight > 0) ? { first, weights } : { first: Math.round(middle), weights: [1] };
	});
}

/** Maps levels to 0 (noise floor) .. 1 (speech), independent of the recording's level and noise. */
function loudnessOf(levels: Float32Array): Float32Array {
	if (levels.length === 0) return levels;
	const sorted = levels.toSorted();
	const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] as number;
	const peak = at(0.95);
	const floor = at(0.05);
	const silence = Math.max(peak - 40, Math.min(floor + 6, peak - 12));
	const full = Math.max(silence + 6, peak - 22);
	return levels.map((level) => (level < -85 ? 0 : Math.min(1, Math.max(0, (level - silence) / (full - silence)))));
}

function normalizeRows(rows: Float32Array, loudness: Float32Array): void {
	for (let k = 0; k < cepstra; k++) {
		let weight = 0;
		let mean = 0;
		let square = 0;
		for (let frame = 0; frame < loudness.length; frame++) {
			const gate = loudness[frame] as number;
			const value = rows[frame * cepstra + k] as number;
			weight += gate;
			mean += gate * value;
			square += gate * value * value;
		}
		mean /= Math.max(weight, 1e-6);
		const spread = Math.sqrt(Math.max(square / Math.max(weight, 1e-6) - mean * mean, 1e-6));
		for (let frame = 0; frame < loudness.length; frame++) {
			const at = frame * cepstra + k;
			rows[at] = ((rows[at] as number) - mean) / spread;
		}
	}
}
