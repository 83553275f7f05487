import { resample } from "@timbre/engines/media/resample.ts";

const rate = 8000;
const windowSeconds = 0.04;
const hopSeconds = 0.01;
const lowestHertz = 60;
const highestHertz = 420;

export type Melody = {
	/** The middle pitch. */
	hertz: number;
	/** How far the pitch strays from it: standard deviation in semitones over the voiced parts. */
	spread: number;
};

export function melodyOf(sound: Float32Array, sampleRate: number): Melody {
	const pcm = resample(sound, sampleRate, rate);
	const window = Math.round(rate * windowSeconds);
	const longest = Math.ceil(rate / lowestHertz);
	const starts: number[] = [];
	for (let at = 0; at + window + longest < pcm.length; at += Math.round(rate * hopSeconds)) starts.push(at);
	const energies = starts.map((at) => energy(pcm, at, window));
	const loudest = Math.max(0, ...energies);
	const pitches = starts
		.filter((_, index) => (energies[index] as number) > loudest * 0.01)
		.map((at) => pitchAt(pcm, at, window, longest))
		.filter((pitch) => pitch !== undefined)
		.map((pitch) => 12 * Math.log2(pitch / 100))
		.sort((a, b) => a - b);
	// A few windows in a hundred are an octave off, whatever the method.
	const kept = pitches.slice(Math.floor(pitches.length * 0.03), Math.ceil(pitches.length * 0.97));
	const mean = kept.reduce((sum, pitch) => sum + pitch, 0) / Math.max(1, kept.length);
	const variance = kept.reduce((sum, pitch) => sum + (pitch - mean) ** 2, 0) / Math.max(1, kept.length);
	return { hertz: 100 * 2 ** (mean / 12), spread: Math.sqrt(variance) };
}

function energy(pcm: Float32Array, at: number, length: number): number {
	let sum = 0;
	for (let i = at; i < at + length; i++) sum += (pcm[i] as number) ** 2;
	return sum;
}

/** By how far the wave must be moved to lie on itself again; undefined where it never does. */
function pitchAt(pcm: Float32Array, at: number, window: number, longest: number): number | undefined {
	const shortest = Math.floor(rate / highestHertz);
	const here = energy(pcm, at, window);
	const scores: number[] = [];
	for (let lag = shortest; lag <= longest; lag++) {
		let product = 0;
		for (let i = at; i < at + window; i++) product += (pcm[i] as number) * (pcm[i + lag] as number);
		scores.push(product / Math.sqrt(here * energy(pcm, at + lag, window) + 1e-9));
	}
	const best = Math.max(...scores);
	if (best < 0.8) return undefined;
	const first = scores.findIndex(
		(score, index) => score > best * 0.93 && score >= (scores[index - 1] ?? 0) && score >= (scores[index + 1] ?? 0),
	);
	return rate / (shortest + Math.max(0, first));
}
