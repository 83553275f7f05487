import type { Boundary } from "../text/segment.ts";

/** Silence after a segment, in seconds at normal speed: the pause a human reader would make. */
const pauses: Record<Boundary, number> = { word: 0.03, clause: 0.16, sentence: 0.38, paragraph: 0.75, end: 0.12 };

const windowSeconds = 0.005;
const marginSeconds = 0.02;
const fadeSeconds = 0.004;
/** Windows quieter than this fraction of the loudest one are silence. */
const silenceRatio = 0.008;
const ceiling = 0.97;

/** RMS level that every voice is normalized to, measured over speech without pauses. */
const targetLevel = 0.1;
const gainRange = { min: 0.1, max: 4 };
/** Windows quieter than this fraction of the loudest one are pauses. */
const speechRatio = 0.1;

/** Returns the pause after a segment, in samples. */
export function pauseAfter(boundary: Boundary, speed: number, sampleRate: number): number {
	return Math.round((pauses[boundary] / speed) * sampleRate);
}

export type FinishedSegment = {
	pcm: Float32Array;
	/** Samples of silence removed from the start. */
	trimmed: number;
};

/**
 * Prepares a segment for joining: trims leading and trailing silence, fades both ends so that joins don't click, and
 * normalizes the level.
 */
export function finishSegment(pcm: Float32Array, sampleRate: number): FinishedSegment {
	const { start, end } = speechBounds(pcm, sampleRate);
	if (end <= start) return { pcm: new Float32Array(), trimmed: 0 };
	const speech = pcm.slice(start, end);
	fadeIn(speech, sampleRate);
	fadeOut(speech, sampleRate);
	const level = speechLevel(speech, sampleRate);
	amplify(speech, level > 0 ? Math.min(gainRange.max, Math.max(gainRange.min, targetLevel / level)) : 1);
	return { pcm: speech, trimmed: start };
}

/** Prepares streamed audio. Its end and level are unknown, so it is only faded in. */
export async function* finishStream(
	chunks: AsyncIterable<Float32Array>,
	sampleRate: number,
): AsyncIterable<Float32Array> {
	let first = true;
	for await (const chunk of chunks) {
		// Copy only the chunk that is modified.
		const output = first ? chunk.slice() : chunk;
		if (first) fadeIn(output, sampleRate);
		first = false;
		yield output;
	}
}

/** Returns where speech starts and ends, with a margin so that soft consonants are not cut off. */
export function speechBounds(pcm: Float32Array, sampleRate: number): { start: number; end: number } {
	const { window, energies, loudest } = windows(pcm, sampleRate);
	const threshold = Math.max(loudest * silenceRatio, 1e-5);
	const first = energies.findIndex((energy) => energy > threshold);
	if (first < 0) return { start: 0, end: 0 };
	const last = energies.findLastIndex((energy) => energy > threshold);
	const margin = Math.round(sampleRate * marginSeconds);
	return { start: Math.max(0, first * window - margin), end: Math.min(pcm.length, (last + 1) * window + 2 * margin) };
}

/** Returns the RMS level of the speech, without pauses. */
export function speechLevel(pcm: Float32Array, sampleRate: number): number {
	const { energies, loudest } = windows(pcm, sampleRate);
	const speech = energies.filter((energy) => energy > loudest * speechRatio);
	return Math.sqrt(speech.reduce((sum, energy) => sum + energy ** 2, 0) / Math.max(1, speech.length));
}

function windows(pcm: Float32Array, sampleRate: number) {
	const window = Math.max(1, Math.round(sampleRate * windowSeconds));
	const energies: number[] = [];
	let loudest = 0;
	for (let at = 0; at < pcm.length; at += window) {
		let sum = 0;
		const end = Math.min(pcm.length, at + window);
		for (let sample = at; sample < end; sample++) sum += (pcm[sample] ?? 0) ** 2;
		const energy = Math.sqrt(sum / (end - at));
		energies.push(energy);
		loudest = Math.max(loudest, energy);
	}
	return { window, energies, loudest };
}

function fadeIn(pcm: Float32Array, sampleRate: number): void {
	const length = Math.min(pcm.length, Math.round(sampleRate * fadeSeconds));
	for (let at = 0; at < length; at++) pcm[at] = (pcm[at] ?? 0) * (at / length);
}

function fadeOut(pcm: Float32Array, sampleRate: number): void {
	const length = Math.min(pcm.length, Math.round(sampleRate * fadeSeconds));
	for (let at = 0; at < length; at++) {
		const index = pcm.length - 1 - at;
		pcm[index] = (pcm[index] ?? 0) * (at / length);
	}
}

/** Amplifies with a soft limiter: above the knee the curve bends instead of clipping. */
function amplify(pcm: Float32Array, gain: number): void {
	const knee = 0.8;
	for (let at = 0; at < pcm.length; at++) {
		const value = (pcm[at] ?? 0) * gain;
		const size = Math.abs(value);
		const limited = size <= knee ? size : knee + (ceiling - knee) * Math.tanh((size - knee) / (ceiling - knee));
		pcm[at] = value < 0 ? -limited : limited;
	}
}
