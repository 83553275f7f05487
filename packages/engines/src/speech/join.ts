import type { Boundary } from "../text/segment.ts";

/** Silence after a segment, in seconds at the voice's own pace: what a reader would leave there. */
const pauses: Record<Boundary, number> = { word: 0.03, clause: 0.16, sentence: 0.38, paragraph: 0.75, end: 0.12 };

const windowSeconds = 0.005;
const keepSeconds = 0.02;
const fadeSeconds = 0.004;
/** Relative to the loudest window: quieter than this is not speech, not even a breath that anyone would miss. */
const silenceRatio = 0.008;
const ceiling = 0.97;

/** Every voice speaks about this loud, measured over what is speech and not pause. */
const targetLevel = 0.1;
const gainRange = { least: 0.1, most: 4 };
/** Windows softer than this part of the loudest are pauses. */
const speechRatio = 0.1;

/** The silence that follows a segment, in samples. */
export function pauseAfter(boundary: Boundary, speed: number, sampleRate: number): number {
	return Math.round((pauses[boundary] / speed) * sampleRate);
}

export type FinishedSegment = {
	pcm: Float32Array;
	/** Samples of silence that were cut from the front. */
	trimmed: number;
};

/**
 * Makes one segment fit to be followed by the next: its own leading and trailing silence goes, its ends are faded
 * so that no join clicks, and it is as loud as every other segment.
 */
export function finishSegment(pcm: Float32Array, sampleRate: number): FinishedSegment {
	const { start, end } = soundBounds(pcm, sampleRate);
	if (end <= start) return { pcm: new Float32Array(), trimmed: 0 };
	const speech = pcm.slice(start, end);
	fadeIn(speech, sampleRate);
	fadeOut(speech, sampleRate);
	const level = speechLevel(speech, sampleRate);
	amplify(speech, level > 0 ? Math.min(gainRange.most, Math.max(gainRange.least, targetLevel / level)) : 1);
	return { pcm: speech, trimmed: start };
}

/** For sound that arrives in pieces, whose end and level are not known: only the fade-in is possible. */
export async function* finishStream(
	chunks: AsyncIterable<Float32Array>,
	sampleRate: number,
): AsyncIterable<Float32Array> {
	let first = true;
	for await (const chunk of chunks) {
		// Only what is changed needs to be our own.
		const own = first ? chunk.slice() : chunk;
		if (first) fadeIn(own, sampleRate);
		first = false;
		yield own;
	}
}

/** Where the sound begins and ends, with a little room so that no soft consonant is cut. */
export function soundBounds(pcm: Float32Array, sampleRate: number): { start: number; end: number } {
	const { window, energies, loudest } = windows(pcm, sampleRate);
	const threshold = Math.max(loudest * silenceRatio, 1e-5);
	const first = energies.findIndex((energy) => energy > threshold);
	if (first < 0) return { start: 0, end: 0 };
	const last = energies.findLastIndex((energy) => energy > threshold);
	const keep = Math.round(sampleRate * keepSeconds);
	return { start: Math.max(0, first * window - keep), end: Math.min(pcm.length, (last + 1) * window + 2 * keep) };
}

/** Root mean square over what is speech. */
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
		const place = pcm.length - 1 - at;
		pcm[place] = (pcm[place] ?? 0) * (at / length);
	}
}

/** Above the knee the curve bends instead of clipping. */
function amplify(pcm: Float32Array, gain: number): void {
	const knee = 0.8;
	for (let at = 0; at < pcm.length; at++) {
		const value = (pcm[at] ?? 0) * gain;
		const size = Math.abs(value);
		const bent = size <= knee ? size : knee + (ceiling - knee) * Math.tanh((size - knee) / (ceiling - knee));
		pcm[at] = value < 0 ? -bent : bent;
	}
}
