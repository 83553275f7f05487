import { findSpeech } from "../silence.ts";

/** Sums of squares of the samples before and after isolation, per sample of a second. */
type Energy = { seconds: number; before: number; after: number };
/** Where the isolated audio has speech, and the pauses between. */
export type ChunkLevels = { speech: Energy; pauses: Energy };

/** In decibels of full scale, and decibels by which speech is louder than the noise. */
export type NoiseMeasurement = {
	noiseFloorDb: { before: number; after: number };
	snrDb: { before: number; after: number };
};

/** Audio this quiet, in decibels of full scale, counts as silent. */
const silenceDb = -100;
/** Less is no sample of the noise. */
const minSeconds = 0.3;

export function measureLevels(before: Float32Array, after: Float32Array, sampleRate: number): ChunkLevels {
	const speech: Energy = { seconds: 0, before: 0, after: 0 };
	const pauses: Energy = { seconds: 0, before: 0, after: 0 };
	const add = (energy: Energy, from: number, to: number) => {
		energy.seconds += (to - from) / sampleRate;
		for (let at = from; at < to; at++) {
			energy.before += (before[at] as number) ** 2 / sampleRate;
			energy.after += (after[at] as number) ** 2 / sampleRate;
		}
	};
	let position = 0;
	for (const { start, end } of findSpeech(after, sampleRate)) {
		const from = Math.round(start * sampleRate);
		const to = Math.min(after.length, Math.round(end * sampleRate));
		add(pauses, position, from);
		add(speech, from, to);
		position = to;
	}
	add(pauses, position, after.length);
	return { speech, pauses };
}

/** Null if there is no speech, or no pause in which the noise could be measured. */
export function summarizeLevels(chunks: readonly ChunkLevels[]): NoiseMeasurement | null {
	const sum = (kind: keyof ChunkLevels, field: keyof Energy) =>
		chunks.reduce((total, levels) => total + levels[kind][field], 0);
	if (sum("pauses", "seconds") < minSeconds || sum("speech", "seconds") < minSeconds) return null;
	const power = (kind: keyof ChunkLevels, when: "before" | "after") => sum(kind, when) / sum(kind, "seconds");
	const measured = (when: "before" | "after") => {
		const noise = Math.max(power("pauses", when), 10 ** (silenceDb / 10));
		// What is measured while someone speaks is the speech and the noise.
		const speech = Math.max(power("speech", when) - noise, noise / 100);
		return { floor: round(10 * Math.log10(noise)), snr: round(10 * Math.log10(speech / noise)) };
	};
	const [before, after] = [measured("before"), measured("after")];
	return {
		noiseFloorDb: { before: before.floor, after: after.floor },
		snrDb: { before: before.snr, after: after.snr },
	};
}

const round = (decibels: number) => Math.round(decibels * 10) / 10;
