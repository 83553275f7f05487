import { resample } from "../../media/resample.ts";
import { bins, correlation, measureRate, melBands, percentile, preEmphasize, speechFrames } from "./frames.ts";

/** Measurements of a voice that can be compared between recordings of different words. */
export type Traits = {
	/** Median in Hz; 0 if nothing is voiced. */
	pitchHz: number;
	/** Variation of the pitch in semitones: a standard deviation estimated from the 10th and 90th percentiles. */
	pitchSpread: number;
	/** Syllables per second without pauses; counted as loudness peaks, so slightly low. */
	syllablesPerSecond: number;
	/** Spectral centroid in Hz. */
	brightnessHz: number;
	/** Mean level in each of 40 mel bands in dB, relative to their mean. */
	envelope: number[];
	/** Seconds of speech. */
	speechSeconds: number;
	seconds: number;
};

const pitchRate = 8_000;
const pitchFrame = 400;
const step = 80;
const stepsPerSecond = pitchRate / step;
/** From above mains hum to the highest reading voices. */
const pitchRange = [65, 520] as const;
const lags = [Math.floor(pitchRate / pitchRange[1]), Math.ceil(pitchRate / pitchRange[0])] as const;
const voicedAbove = 0.5;
const maxCandidates = 5;
/** Cost per octave of period, so that the shorter of two equally good periods wins. */
const octaveCost = 0.02;
/** Cost per octave from the median, so that a doubled or halved period doesn't win narrowly. */
const deviationCost = 0.25;
/** In octaves from the median. Anything further is a hiss or a doubled period, not a reading voice. */
const maxDeviation = 1;
/** Standard deviations between the 10th and 90th percentile of a normal distribution. */
const deviationsBetweenDeciles = 2.563;
/** Anything quieter than this, relative to the loudest speech, is a pause. */
const pauseDepthDb = 25;
/** Shorter silences, such as consonant closures and gaps between words, count as speech. */
const maxClosureSeconds = 0.25;
const peakDb = 2;
const smoothing = 3;

export function measureTraits(pcm: Float32Array, sampleRate: number): Traits {
	const audio = resample(pcm, sampleRate, measureRate);
	const low = resample(audio, measureRate, pitchRate);
	const levels = levelsOf(low);
	const loudEnough = percentile(levels, 0.95) - pauseDepthDb;
	const pitches = pitchTrack(low, levels, loudEnough);
	const voiced = pitches.filter((pitch) => pitch > 0);
	const median = percentile(voiced, 0.5);
	const speaking = speakingSteps(levels, loudEnough);
	const speechSeconds = speaking / stepsPerSecond;
	const { mel, spectrum, count } = speechFrames(preEmphasize(audio));
	return {
		pitchHz: median,
		pitchSpread: spreadOf(voiced),
		syllablesPerSecond: speechSeconds > 0 ? countPeaks(levels, loudEnough, pitches) / speechSeconds : 0,
		brightnessHz: centroid(spectrum),
		envelope: envelopeOf(mel, count),
		speechSeconds,
		seconds: pcm.length / sampleRate,
	};
}

/** Returns the RMS difference of two voices' spectra over the bands, in dB. */
export function spectralDistance(one: Pick<Traits, "envelope">, other: Pick<Traits, "envelope">): number {
	let sum = 0;
	for (const [at, level] of one.envelope.entries()) sum += (level - (other.envelope[at] ?? 0)) ** 2;
	return Math.sqrt(sum / Math.max(1, one.envelope.length));
}

/** Returns smoothed levels in dB, one per 10 ms. */
function levelsOf(audio: Float32Array): Float32Array {
	const count = Math.max(0, Math.floor((audio.length - pitchFrame) / step) + 1);
	const energies = new Float32Array(count);
	for (let at = 0; at < count; at++) {
		// Only the middle half: a frame long enough for pitch would smear the peaks.
		let sum = 0;
		for (let k = pitchFrame / 4; k < (3 * pitchFrame) / 4; k++) sum += (audio[at * step + k] as number) ** 2;
		energies[at] = sum / (pitchFrame / 2);
	}
	const smooth = energies.map((_, at) => {
		let sum = 0;
		let weights = 0;
		for (let away = -2 * smoothing; away <= 2 * smoothing; away++) {
			const weight = Math.exp(-0.5 * (away / smoothing) ** 2);
			const energy = energies[at + away];
			if (energy === undefined) continue;
			sum += weight * energy;
			weights += weight;
		}
		return sum / weights;
	});
	return smooth.map((energy) => 10 * Math.log10(energy + 1e-10));
}

type Candidate = { hz: number; strength: number };

/** Returns one pitch per step, 0 if unvoiced. */
function pitchTrack(audio: Float32Array, levels: Float32Array, loudEnough: number): Float32Array {
	const candidates = Array.from(levels, (level, at) => (level > loudEnough ? candidatesAt(audio, at * step) : []));
	const first = Float32Array.from(candidates.flatMap((found) => best(found, () => 0)?.hz ?? []));
	const median = percentile(first, 0.5);
	if (median === 0) return new Float32Array(levels.length);
	const away = ({ hz }: Candidate) => Math.abs(Math.log2(hz / median));
	return Float32Array.from(candidates, (found) => {
		const near = found.filter((candidate) => away(candidate) < maxDeviation);
		return best(near, (candidate) => deviationCost * away(candidate))?.hz ?? 0;
	});
}

function best(candidates: readonly Candidate[], cost: (candidate: Candidate) => number): Candidate | undefined {
	let chosen: Candidate | undefined;
	let score = Number.NEGATIVE_INFINITY;
	for (const candidate of candidates) {
		const own = candidate.strength - cost(candidate);
		if (own > score) {
			chosen = candidate;
			score = own;
		}
	}
	return chosen;
}

const frame = new Float32Array(pitchFrame);
const strengths = new Float32Array(lags[1] + 2);

function candidatesAt(audio: Float32Array, from: number): Candidate[] {
	let mean = 0;
	for (let k = 0; k < pitchFrame; k++) mean += audio[from + k] as number;
	mean /= pitchFrame;
	for (let k = 0; k < pitchFrame; k++) frame[k] = ((audio[from + k] as number) - mean) * (hann[k] as number);
	const total = correlation(frame, 0);
	if (total < 1e-7) return [];
	for (let lag = lags[0] - 1; lag <= lags[1] + 1; lag++)
		strengths[lag] = correlation(frame, lag) / total / (windowShape[lag] as number);
	const found: Candidate[] = [];
	for (let lag = lags[0]; lag <= lags[1]; lag++) {
		const [before, here, after] = [strengths[lag - 1], strengths[lag], strengths[lag + 1]] as [number, number, number];
		if (here < voicedAbove || here < before || here <= after) continue;
		// Vertex of the parabola through the three points.
		const offset = (0.5 * (before - after)) / (before - 2 * here + after);
		const exact = lag + offset;
		const top = Math.min(1, here - 0.25 * (before - after) * offset);
		found.push({ hz: pitchRate / exact, strength: top - octaveCost * Math.log2(exact / lags[0]) });
	}
	return found.sort((a, b) => b.strength - a.strength).slice(0, maxCandidates);
}

/** Counts the steps that are speech, including short silences inside it. */
function speakingSteps(levels: Float32Array, loudEnough: number): number {
	let total = 0;
	let quiet = 0;
	let begun = false;
	for (const level of levels) {
		if (level > loudEnough) {
			if (begun && quiet <= maxClosureSeconds * stepsPerSecond) total += quiet;
			total++;
			begun = true;
			quiet = 0;
		} else quiet++;
	}
	return total;
}

/** Counts loudness peaks: voiced, and louder than the minima before and after by `peakDb`. */
function countPeaks(levels: Float32Array, loudEnough: number, pitches: Float32Array): number {
	let peaks = 0;
	let top = Number.NEGATIVE_INFINITY;
	let topAt = 0;
	let bottom = Number.POSITIVE_INFINITY;
	const voicedNear = (at: number) => pitches.subarray(Math.max(0, at - 2), at + 3).some((pitch) => pitch > 0);
	const close = () => {
		if (top > loudEnough && voicedNear(topAt)) peaks++;
	};
	let rising = true;
	for (const [at, level] of levels.entries()) {
		if (rising) {
			if (level > top) {
				top = level;
				topAt = at;
			} else if (level < top - peakDb) {
				close();
				rising = false;
				bottom = level;
			}
		} else if (level < bottom) bottom = level;
		else if (level > bottom + peakDb) {
			rising = true;
			top = level;
			topAt = at;
		}
	}
	if (rising) close();
	return peaks;
}

function spreadOf(voiced: Float32Array): number {
	if (voiced.length < 2) return 0;
	return (12 * Math.log2(percentile(voiced, 0.9) / percentile(voiced, 0.1))) / deviationsBetweenDeciles;
}

function centroid(spectrum: Float32Array): number {
	let sum = 0;
	let weighted = 0;
	for (const [bin, magnitude] of spectrum.entries()) {
		sum += magnitude;
		weighted += magnitude * ((bin * measureRate) / (2 * (bins - 1)));
	}
	return sum > 0 ? weighted / sum : 0;
}

function envelopeOf(mel: Float32Array, frames: number): number[] {
	const decibels = 10 / Math.LN10;
	const bands = Array.from({ length: melBands }, (_, band) => {
		let sum = 0;
		for (let at = 0; at < frames; at++) sum += mel[at * melBands + band] as number;
		return (decibels * sum) / Math.max(1, frames);
	});
	const mean = bands.reduce((sum, level) => sum + level, 0) / melBands;
	return bands.map((level) => level - mean);
}

const hann = Float32Array.from(
	{ length: pitchFrame },
	(_, k) => 0.5 - 0.5 * Math.cos((2 * Math.PI * k) / (pitchFrame - 1)),
);
/** Autocorrelation of the window, to normalize by. */
const windowShape = Float32Array.from(
	{ length: lags[1] + 2 },
	(_, lag) => correlation(hann, lag) / correlation(hann, 0),
);
