import type { Pcm } from "../slices.ts";

/** The same numbers in every run, evenly spread over -1..1. */
export function createNoise(seed = 1): () => number {
	let state = seed;
	return () => {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
		return state / 0x8000_0000 - 1;
	};
}

export function sine(hertz: number, amplitude: number, seconds: number, sampleRate: number, phase = 0): Float32Array {
	return Float32Array.from(
		{ length: Math.round(seconds * sampleRate) },
		(_, at) => amplitude * Math.sin((2 * Math.PI * hertz * at) / sampleRate + phase),
	);
}

export const silenceOf = (seconds: number, sampleRate: number) => new Float32Array(Math.round(seconds * sampleRate));

export function joined(...parts: Float32Array[]): Float32Array {
	const all = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0));
	let at = 0;
	for (const part of parts) {
		all.set(part, at);
		at += part.length;
	}
	return all;
}

export type SpeechSignal = {
	seconds: number;
	/** Before the first and after the last speech. */
	head?: number;
	tail?: number;
	gain?: number;
	/** Amplitude of the noise under everything. */
	noise?: number;
	/** A click of this amplitude every three seconds. */
	spikes?: number;
};

const rate = 24_000;
const sentenceSeconds = 4;
const pauseSeconds = 0.6;

/** Syllables of a falling voice, in sentences of four seconds with pauses between them, at 24 kHz and in pieces of a second. */
export async function* speechSignal({
	seconds,
	head = 0,
	tail = 0,
	gain = 1,
	noise = 0,
	spikes = 0,
}: SpeechSignal): Pcm {
	const random = createNoise();
	const total = head + seconds + tail;
	for (let second = 0; second < total; second++) {
		const piece = new Float32Array(Math.round(Math.min(1, total - second) * rate));
		for (let at = 0; at < piece.length; at++) {
			const time = second + at / rate - head;
			const within = time % sentenceSeconds;
			let sample = noise * random();
			if (time >= 0 && time < seconds && within < sentenceSeconds - pauseSeconds)
				sample += gain * syllable(time, within);
			if (spikes > 0 && time >= 0 && time < seconds && (time + 1) % 3 < 1 / rate) sample += spikes;
			piece[at] = sample;
		}
		yield piece;
	}
}

function syllable(time: number, within: number): number {
	const envelope = Math.sin(Math.PI * ((within * 4) % 1)) ** 0.7;
	const pitch = 2 * Math.PI * (120 - 5 * within) * time;
	let wave = 0;
	for (let harmonic = 1; harmonic <= 5; harmonic++) wave += Math.sin(pitch * harmonic) / harmonic;
	return 0.2 * envelope * wave;
}

export async function collect(pcm: Pcm): Promise<Float32Array> {
	const parts: Float32Array[] = [];
	for await (const piece of pcm) parts.push(piece.slice());
	return joined(...parts);
}
