// Fits synthesized phrases to the rhythm and loudness of a recording.
import { resample } from "../media/resample.ts";
import type { Phrase } from "./phrases.ts";
import { warp } from "./rubberband.ts";

/** How far a phrase may be stretched. What is missing becomes a pause; what is too long uses the pause that follows. */
const stretchLimits = [0.7, 1.35] as const;
/** If the phrases do not fit at all, they are compressed further, down to this. */
const minStretch = 0.5;
/** Kept between two phrases, in seconds. */
const minPauseSeconds = 0.05;

const frameSeconds = 0.02;
/** Loudness follows the recording as slowly as a listener notices, not syllable by syllable. */
const contourSeconds = 0.25;
const contourDb = 6;
const phraseDb = 20;
const quietDb = -60;
const maxPeak = 0.97;

export type SynthesizedPhrase = Phrase & { pcm: Float32Array };
export type Placement = { start: number; seconds: number };

/** When each phrase starts and how long it lasts, in seconds. `natural` is how long each was spoken. */
export function placePhrases(
	phrases: readonly { start: number; end: number }[],
	natural: readonly number[],
	total: number,
): Placement[] {
	const place = (lowest: number): Placement[] => {
		let free = 0;
		return phrases.map(({ start, end }, at) => {
			const own = natural[at] as number;
			const seconds = own * Math.min(stretchLimits[1], Math.max(lowest, (end - start) / Math.max(own, 1e-3)));
			const begin = Math.max(start, free);
			free = begin + seconds + minPauseSeconds;
			return { start: begin, seconds };
		});
	};
	const endOf = (placements: readonly Placement[]) => {
		const last = placements.at(-1);
		return last ? last.start + last.seconds : 0;
	};
	const comfortable = place(stretchLimits[0]);
	return endOf(comfortable) <= total ? comfortable : place(minStretch);
}

/**
 * Joins the phrases to audio as long as the recording. It gets longer only if its phrases don't fit even at half their
 * length: words are never cut off.
 */
export async function fitPhrases(
	phrases: readonly SynthesizedPhrase[],
	recording: { pcm: Float32Array; sampleRate: number },
	sampleRate: number,
): Promise<Float32Array> {
	const original = resample(recording.pcm, recording.sampleRate, sampleRate);
	const total = original.length / sampleRate;
	const placements = placePhrases(
		phrases,
		phrases.map(({ pcm }) => pcm.length / sampleRate),
		total,
	);
	const last = placements.at(-1);
	const length = Math.max(original.length, last ? Math.ceil((last.start + last.seconds) * sampleRate) : 0);
	const result = new Float32Array(length);
	for (const [at, { pcm, start, end }] of phrases.entries()) {
		const placement = placements[at] as Placement;
		const fitted = await warp(pcm, { sampleRate, length: Math.round(placement.seconds * sampleRate) });
		const source = original.subarray(Math.round(start * sampleRate), Math.round(end * sampleRate));
		const spoken = followLoudness(fitted, source, sampleRate);
		const from = Math.round(placement.start * sampleRate);
		for (let k = 0; k < spoken.length && from + k < length; k++)
			result[from + k] = (result[from + k] as number) + (spoken[k] as number);
	}
	return limitPeak(result);
}

/** Gives speech the level of the recording, and its slow changes. */
export function followLoudness(pcm: Float32Array, source: Float32Array, sampleRate: number): Float32Array {
	const own = contour(pcm, sampleRate);
	const wanted = contour(source, sampleRate);
	if (own.length === 0 || wanted.length === 0) return pcm;
	const base = clampDb(meanLevel(wanted) - meanLevel(own), phraseDb);
	const change = own.map((level, at) => {
		const there = wanted[Math.round((at / Math.max(1, own.length - 1)) * (wanted.length - 1))] as number;
		if (level < quietDb || there < quietDb) return 0;
		return clampDb(there - meanLevel(wanted) - (level - meanLevel(own)), contourDb);
	});
	const frame = Math.round(frameSeconds * sampleRate);
	return pcm.map((sample, at) => {
		const position = Math.min(change.length - 1, Math.max(0, at / frame - 0.5));
		const below = Math.floor(position);
		const [one, other] = [change[below] as number, change[Math.min(below + 1, change.length - 1)] as number];
		return sample * 10 ** ((base + one + (other - one) * (position - below)) / 20);
	});
}

/** The smoothed level per frame, in decibels of full scale. */
function contour(pcm: Float32Array, sampleRate: number): Float32Array {
	const frame = Math.round(frameSeconds * sampleRate);
	const energies = new Float32Array(Math.floor(pcm.length / frame));
	for (let at = 0; at < energies.length; at++) {
		let sum = 0;
		for (let k = at * frame; k < (at + 1) * frame; k++) sum += (pcm[k] as number) ** 2;
		energies[at] = sum / frame;
	}
	const width = contourSeconds / frameSeconds;
	return energies.map((_, at) => {
		let sum = 0;
		let weights = 0;
		for (let away = -Math.ceil(2 * width); away <= Math.ceil(2 * width); away++) {
			const energy = energies[at + away];
			if (energy === undefined) continue;
			const weight = Math.exp(-0.5 * (away / width) ** 2);
			sum += weight * energy;
			weights += weight;
		}
		return 10 * Math.log10(sum / weights + 1e-10);
	});
}

/** The level of the mean energy. */
function meanLevel(levels: Float32Array): number {
	const energy = levels.reduce((sum, level) => sum + 10 ** (level / 10), 0) / Math.max(1, levels.length);
	return 10 * Math.log10(energy + 1e-10);
}

const clampDb = (value: number, limit: number) => Math.min(limit, Math.max(-limit, value));

function limitPeak(pcm: Float32Array): Float32Array {
	const peak = pcm.reduce((max, sample) => Math.max(max, Math.abs(sample)), 0);
	return peak <= maxPeak ? pcm : pcm.map((sample) => (sample * maxPeak) / peak);
}
