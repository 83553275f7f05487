import { resample } from "@timbre/engines/media/resample.ts";

const rate = 8000;
const windowSeconds = 0.04;
const hopSeconds = 0.01;
const minHertz = 60;
const maxHertz = 420;

export type PitchStats = {
	/** Mean pitch. */
	hertz: number;
	/** Standard deviation in semitones over the voiced parts. */
	spread: number;
};

export function measurePitch(audio: Float32Array, sampleRate: number): PitchStats {
	const pcm = resample(audio, sampleRate, rate);
	const window = Math.round(rate * windowSeconds);
	const maxLag = Math.ceil(rate / minHertz);
	const starts: number[] = [];
	for (let at = 0; at + window + maxLag < pcm.length; at += Math.round(rate * hopSeconds)) starts.push(at);
	const energies = starts.map((at) => energy(pcm, at, window));
	const loudest = Math.max(0, ...energies);
	const pitches = starts
		.filter((_, index) => (energies[index] as number) > loudest * 0.01)
		.map((at) => pitchAt(pcm, at, window, maxLag))
		.filter((pitch) => pitch !== undefined)
		.map((pitch) => 12 * Math.log2(pitch / 100))
		.sort((a, b) => a - b);
	// Drop outliers: a few percent of the windows are off by an octave with any method.
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

/** Returns the pitch by autocorrelation, or undefined if the window is unvoiced. */
function pitchAt(pcm: Float32Array, at: number, window: number, maxLag: number): number | undefined {
	const minLag = Math.floor(rate / maxHertz);
	const here = energy(pcm, at, window);
	const scores: number[] = [];
	for (let lag = minLag; lag <= maxLag; lag++) {
		let product = 0;
		for (let i = at; i < at + window; i++) product += (pcm[i] as number) * (pcm[i + lag] as number);
		scores.push(product / Math.sqrt(here * energy(pcm, at + lag, window) + 1e-9));
	}
	const best = Math.max(...scores);
	if (best < 0.8) return undefined;
	const first = scores.findIndex(
		(score, index) => score > best * 0.93 && score >= (scores[index - 1] ?? 0) && score >= (scores[index + 1] ?? 0),
	);
	return rate / (minLag + Math.max(0, first));
}
