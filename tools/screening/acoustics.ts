import { resample } from "@timbre/engines/media/resample.ts";

// Acoustic measurements of a voice. Nothing here identifies the speaker.

const FRAME_SECONDS = 0.04;
const HOP_SECONDS = 0.02;
const MIN_HZ = 60;
const MAX_HZ = 400;

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

/** Frames within 35 dB of the loudest. */
function voicedFrames(pcm: Float32Array, rate: number): Frame[] {
	const all = frames(pcm, rate);
	const loudest = all.reduce((most, frame) => Math.max(most, frame.power), 0);
	return loudest === 0 ? [] : all.filter((frame) => frame.power > loudest * 10 ** -3.5);
}

/** Seconds from the first to the last voiced frame. */
export function spokenSeconds(pcm: Float32Array, rate: number): number {
	const voiced = voicedFrames(pcm, rate);
	const first = voiced[0];
	const last = voiced.at(-1);
	return first && last ? (last.at - first.at) / rate + FRAME_SECONDS : 0;
}

/** Mean power of the voiced frames, in dB below full scale. */
export function levelDb(pcm: Float32Array, rate: number): number {
	const voiced = voicedFrames(pcm, rate);
	const mean = voiced.reduce((sum, frame) => sum + frame.power, 0) / Math.max(1, voiced.length);
	return 10 * Math.log10(mean + 1e-12);
}

/** Share of samples at full scale. */
export function clippedShare(pcm: Float32Array): number {
	let clipped = 0;
	for (const sample of pcm) if (Math.abs(sample) >= 0.999) clipped++;
	return clipped / Math.max(1, pcm.length);
}

/** Fundamental frequency of one frame by normalized autocorrelation, or undefined if the frame is not voiced. */
function framePitch(pcm: Float32Array, at: number, rate: number): number | undefined {
	const size = Math.round(rate * FRAME_SECONDS);
	const maxLag = Math.min(Math.floor(rate / MIN_HZ), pcm.length - at - size);
	const minLag = Math.floor(rate / MAX_HZ);
	const scores: number[] = [];
	let best = 0;
	let here = 0;
	let there = 0;
	for (let i = 0; i < size; i++) here += (pcm[at + i] as number) ** 2;
	for (let i = 0; i < size; i++) there += (pcm[at + minLag + i] as number) ** 2;
	for (let lag = minLag; lag <= maxLag; lag++) {
		let cross = 0;
		for (let i = 0; i < size; i++) cross += (pcm[at + i] as number) * (pcm[at + i + lag] as number);
		const score = cross / Math.sqrt(here * there + 1e-12);
		there += (pcm[at + lag + size] ?? 0) ** 2 - (pcm[at + lag] as number) ** 2;
		scores.push(score);
		best = Math.max(best, score);
	}
	if (best < 0.6) return undefined;
	// Multiples of the period score almost as high, so the first clear peak is the period.
	for (let i = 1; i + 1 < scores.length; i++) {
		const score = scores[i] as number;
		const before = scores[i - 1] as number;
		const after = scores[i + 1] as number;
		if (score < best * 0.9 || score < before || score < after) continue;
		// Parabolic interpolation: integer lags are too coarse for high voices.
		const shift = (before - after) / (2 * (before - 2 * score + after) || 1);
		return rate / (minLag + i + shift);
	}
	return undefined;
}

/** Median over the voiced frames, or 0 if there are none. */
export function medianPitch(original: Float32Array, originalRate: number): number {
	// Pitch is far below 4 kHz, and the cost grows with the square of the sample rate.
	const rate = 8000;
	const pcm = resample(original, originalRate, rate);
	const pitches = voicedFrames(pcm, rate)
		.map((frame) => framePitch(pcm, frame.at, rate))
		.filter((pitch) => pitch !== undefined)
		.sort((a, b) => a - b);
	return pitches[Math.floor(pitches.length / 2)] ?? 0;
}
