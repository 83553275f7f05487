import { resample } from "@timbre/engines/media/resample.ts";

// Plain measurements of a voice: nothing here guesses who is speaking.

const FRAME_SECONDS = 0.04;
const HOP_SECONDS = 0.02;
const LOWEST_HZ = 60;
const HIGHEST_HZ = 400;

type Frame = { at: number; power: number };

function frames(pcm: Float32Array, rate: number): Frame[] {
	const size = Math.round(rate * FRAME_SECONDS);
	const hop = Math.round(rate * HOP_SECONDS);
	const list: Frame[] = [];
	for (let at = 0; at + size <= pcm.length; at += hop) {
		let power = 0;
		for (let i = at; i < at + size; i++) power += (pcm[i] as number) ** 2;
		list.push({ at, power: power / size });
	}
	return list;
}

/** Frames within 35 dB of the loudest: what a listener would call sounding. */
function sounding(pcm: Float32Array, rate: number): Frame[] {
	const all = frames(pcm, rate);
	const loudest = all.reduce((most, frame) => Math.max(most, frame.power), 0);
	return loudest === 0 ? [] : all.filter((frame) => frame.power > loudest * 10 ** -3.5);
}

/** Seconds from the first to the last sounding frame. */
export function spokenSeconds(pcm: Float32Array, rate: number): number {
	const heard = sounding(pcm, rate);
	const first = heard[0];
	const last = heard.at(-1);
	return first && last ? (last.at - first.at) / rate + FRAME_SECONDS : 0;
}

/** Mean power of the sounding frames, in dB below full scale. */
export function levelDb(pcm: Float32Array, rate: number): number {
	const heard = sounding(pcm, rate);
	const mean = heard.reduce((sum, frame) => sum + frame.power, 0) / Math.max(1, heard.length);
	return 10 * Math.log10(mean + 1e-12);
}

/** Share of samples at full scale. */
export function clippedShare(pcm: Float32Array): number {
	let clipped = 0;
	for (const sample of pcm) if (Math.abs(sample) >= 0.999) clipped++;
	return clipped / Math.max(1, pcm.length);
}

/** Fundamental frequency of one frame by normalised autocorrelation, or undefined where the frame is not voiced. */
function framePitch(pcm: Float32Array, at: number, rate: number): number | undefined {
	const size = Math.round(rate * FRAME_SECONDS);
	const longest = Math.min(Math.floor(rate / LOWEST_HZ), pcm.length - at - size);
	const shortest = Math.floor(rate / HIGHEST_HZ);
	const scores: number[] = [];
	let best = 0;
	let here = 0;
	let there = 0;
	for (let i = 0; i < size; i++) here += (pcm[at + i] as number) ** 2;
	for (let i = 0; i < size; i++) there += (pcm[at + shortest + i] as number) ** 2;
	for (let lag = shortest; lag <= longest; lag++) {
		let cross = 0;
		for (let i = 0; i < size; i++) cross += (pcm[at + i] as number) * (pcm[at + i + lag] as number);
		const score = cross / Math.sqrt(here * there + 1e-12);
		there += (pcm[at + lag + size] ?? 0) ** 2 - (pcm[at + lag] as number) ** 2;
		scores.push(score);
		best = Math.max(best, score);
	}
	if (best < 0.6) return undefined;
	// Multiples of the period score nearly as high as the period itself: the first clear peak is the period.
	for (let i = 1; i + 1 < scores.length; i++) {
		const score = scores[i] as number;
		const before = scores[i - 1] as number;
		const after = scores[i + 1] as number;
		if (score < best * 0.9 || score < before || score < after) continue;
		// The peak of the parabola through three points: the lags alone are too coarse for a high voice.
		const shift = (before - after) / (2 * (before - 2 * score + after) || 1);
		return rate / (shortest + i + shift);
	}
	return undefined;
}

/** Median over the voiced frames, 0 where none is voiced. */
export function medianPitch(original: Float32Array, originalRate: number): number {
	// Pitch lies far below 4 kHz, and the work grows with the square of the rate.
	const rate = 8000;
	const pcm = resample(original, originalRate, rate);
	const pitches = sounding(pcm, rate)
		.map((frame) => framePitch(pcm, frame.at, rate))
		.filter((pitch) => pitch !== undefined)
		.sort((a, b) => a - b);
	return pitches[Math.floor(pitches.length / 2)] ?? 0;
}
