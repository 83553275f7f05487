import { resample } from "../media/resample.ts";
import { bins, correlation, emphasised, measureRate, melBands, percentile, speechFrames } from "./frames.ts";

/** How a voice sounds, in figures that can be compared between recordings of different words. */
export type Traits = {
	/** Median, in Hz; 0 where nothing is voiced. */
	pitchHz: number;
	/** How far the melody strays from its middle, in semitones: what a deviation would be, were it not for its outermost tenths. */
	pitchSpread: number;
	/** Syllables a second, pauses left out; counted as swells of the voice, so a little below the true number. */
	syllablesPerSecond: number;
	/** The middle of the spectrum, in Hz. */
	brightnessHz: number;
	/** Mean level in each of 40 bands that are equally wide to the ear, in dB, their own mean taken out. */
	envelope: number[];
	/** What was speech. */
	speechSeconds: number;
	seconds: number;
};

const pitchRate = 8_000;
const pitchFrame = 400;
const step = 80;
const stepsPerSecond = pitchRate / step;
/** From above the hum of the mains to the highest that people read in. */
const pitchRange = [65, 520] as const;
const lags = [Math.floor(pitchRate / pitchRange[1]), Math.ceil(pitchRate / pitchRange[0])] as const;
const voicedAbove = 0.5;
const candidatesAtMost = 5;
/** Of two equally good periods the shorter one is the voice's: each doubling costs so much. */
const octaveCost = 0.02;
/** What an octave from the middle costs, so that a doubled or halved period does not win by a little. */
const strayCost = 0.25;
/** In octaves. A reader does not stray further from the middle: what seems to is a hiss, or a period that was counted twice. */
const furthest = 1;
/** From the tenth to the ninetieth of a hundred a normal distribution has so many deviations. */
const tenthToTenth = 2.563;
/** Under the loud end of the recording; softer is a pause. */
const pauseDepthDb = 25;
/** A shorter silence belongs to speaking: the closure of a consonant, the beat between two words. */
const longestClosure = 0.25;
const swellDb = 2;
const smoothing = 3;

export function measureTraits(pcm: Float32Array, sampleRate: number): Traits {
	const sound = resample(pcm, sampleRate, measureRate);
	const low = resample(sound, measureRate, pitchRate);
	const levels = levelsOf(low);
	const loudEnough = percentile(levels, 0.95) - pauseDepthDb;
	const pitches = pitchTrack(low, levels, loudEnough);
	const voiced = pitches.filter((pitch) => pitch > 0);
	const median = percentile(voiced, 0.5);
	const speaking = speakingSteps(levels, loudEnough);
	const speechSeconds = speaking / stepsPerSecond;
	const { mel, spectrum, count } = speechFrames(emphasised(sound));
	return {
		pitchHz: median,
		pitchSpread: spreadOf(voiced),
		syllablesPerSecond: speechSeconds > 0 ? countSwells(levels, loudEnough, pitches) / speechSeconds : 0,
		brightnessHz: centroid(spectrum),
		envelope: envelopeOf(mel, count),
		speechSeconds,
		seconds: pcm.length / sampleRate,
	};
}

/** How different two voices sound, in dB: the spectra band by band. */
export function spectralDistance(one: Pick<Traits, "envelope">, other: Pick<Traits, "envelope">): number {
	let sum = 0;
	for (const [at, level] of one.envelope.entries()) sum += (level - (other.envelope[at] ?? 0)) ** 2;
	return Math.sqrt(sum / Math.max(1, one.envelope.length));
}

/** In dB, one for each hundredth of a second, smoothed. */
function levelsOf(sound: Float32Array): Float32Array {
	const count = Math.max(0, Math.floor((sound.length - pitchFrame) / step) + 1);
	const energies = new Float32Array(count);
	for (let at = 0; at < count; at++) {
		// The middle half alone: a frame as long as pitch needs would smear the swells.
		let sum = 0;
		for (let k = pitchFrame / 4; k < (3 * pitchFrame) / 4; k++) sum += (sound[at * step + k] as number) ** 2;
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

/** One value a step, 0 where nothing is voiced. */
function pitchTrack(sound: Float32Array, levels: Float32Array, loudEnough: number): Float32Array {
	const heard = Array.from(levels, (level, at) => (level > loudEnough ? candidatesAt(sound, at * step) : []));
	const first = Float32Array.from(heard.flatMap((found) => best(found, () => 0)?.hz ?? []));
	const middle = percentile(first, 0.5);
	if (middle === 0) return new Float32Array(levels.length);
	const away = ({ hz }: Candidate) => Math.abs(Math.log2(hz / middle));
	return Float32Array.from(heard, (found) => {
		const near = found.filter((candidate) => away(candidate) < furthest);
		return best(near, (candidate) => strayCost * away(candidate))?.hz ?? 0;
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

function candidatesAt(sound: Float32Array, from: number): Candidate[] {
	let mean = 0;
	for (let k = 0; k < pitchFrame; k++) mean += sound[from + k] as number;
	mean /= pitchFrame;
	for (let k = 0; k < pitchFrame; k++) frame[k] = ((sound[from + k] as number) - mean) * (hann[k] as number);
	const whole = correlation(frame, 0);
	if (whole < 1e-7) return [];
	for (let lag = lags[0] - 1; lag <= lags[1] + 1; lag++)
		strengths[lag] = correlation(frame, lag) / whole / (windowShape[lag] as number);
	const found: Candidate[] = [];
	for (let lag = lags[0]; lag <= lags[1]; lag++) {
		const [before, here, after] = [strengths[lag - 1], strengths[lag], strengths[lag + 1]] as [number, number, number];
		if (here < voicedAbove || here < before || here <= after) continue;
		// The top of the parabola through the three.
		const offset = (0.5 * (before - after)) / (before - 2 * here + after);
		const exact = lag + offset;
		const top = Math.min(1, here - 0.25 * (before - after) * offset);
		found.push({ hz: pitchRate / exact, strength: top - octaveCost * Math.log2(exact / lags[0]) });
	}
	return found.sort((a, b) => b.strength - a.strength).slice(0, candidatesAtMost);
}

/** Steps that are speech, the short silences inside it included. */
function speakingSteps(levels: Float32Array, loudEnough: number): number {
	let total = 0;
	let quiet = 0;
	let begun = false;
	for (const level of levels) {
		if (level > loudEnough) {
			if (begun && quiet <= longestClosure * stepsPerSecond) total += quiet;
			total++;
			begun = true;
			quiet = 0;
		} else quiet++;
	}
	return total;
}

/** Places where the voice swells: louder than what is before and after by so much, and voiced. */
function countSwells(levels: Float32Array, loudEnough: number, pitches: Float32Array): number {
	let swells = 0;
	let top = Number.NEGATIVE_INFINITY;
	let topAt = 0;
	let bottom = Number.POSITIVE_INFINITY;
	const voicedNear = (at: number) => pitches.subarray(Math.max(0, at - 2), at + 3).some((pitch) => pitch > 0);
	const close = () => {
		if (top > loudEnough && voicedNear(topAt)) swells++;
	};
	let rising = true;
	for (const [at, level] of levels.entries()) {
		if (rising) {
			if (level > top) {
				top = level;
				topAt = at;
			} else if (level < top - swellDb) {
				close();
				rising = false;
				bottom = level;
			}
		} else if (level < bottom) bottom = level;
		else if (level > bottom + swellDb) {
			rising = true;
			top = level;
			topAt = at;
		}
	}
	if (rising) close();
	return swells;
}

function spreadOf(voiced: Float32Array): number {
	if (voiced.length < 2) return 0;
	return (12 * Math.log2(percentile(voiced, 0.9) / percentile(voiced, 0.1))) / tenthToTenth;
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
/** What the window alone does to a correlation. */
const windowShape = Float32Array.from(
	{ length: lags[1] + 2 },
	(_, lag) => correlation(hann, lag) / correlation(hann, 0),
);
