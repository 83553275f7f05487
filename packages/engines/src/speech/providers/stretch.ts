import type { Synthesis, TokenDuration } from "../speech.ts";

const windowSeconds = 0.026;
const searchSeconds = 0.007;

/**
 * Time-stretches speech to `length` samples at the same pitch (WSOLA): windows are moved closer together or further
 * apart, each placed where it continues the waveform of the previous one. Meant for changes of a few percent, which are
 * inaudible.
 */
export function stretch(pcm: Float32Array, sampleRate: number, length: number): Float32Array {
	const hop = Math.round((sampleRate * windowSeconds) / 2);
	if (length === pcm.length || pcm.length < 4 * hop || length < 4 * hop) return resized(pcm, length);
	const search = Math.round(sampleRate * searchSeconds);
	const factor = length / pcm.length;
	const fade = Float32Array.from({ length: hop }, (_, at) => 0.5 - 0.5 * Math.cos((Math.PI * (at + 0.5)) / hop));
	const stretched = new Float32Array(length);
	stretched.set(pcm.subarray(0, hop));
	let from = 0;
	for (let at = hop; at < length; at += hop) {
		// The natural continuation, and the window most similar to it near the target position.
		const natural = from + hop;
		const due = Math.round(at / factor);
		const next = nearest(pcm, natural, due, search, hop);
		const end = Math.min(hop, length - at);
		for (let i = 0; i < end; i++) {
			const rise = fade[i] as number;
			stretched[at + i] = (pcm[natural + i] ?? 0) * (1 - rise) + (pcm[next + i] ?? 0) * rise;
		}
		from = next;
	}
	return stretched;
}

/** Returns the position near `due` where the audio is most similar to that at `natural`. */
function nearest(pcm: Float32Array, natural: number, due: number, search: number, hop: number): number {
	const last = pcm.length - hop - 1;
	let best = Math.min(Math.max(0, due), last);
	let bestScore = Number.NEGATIVE_INFINITY;
	for (let position = Math.max(0, due - search); position <= Math.min(last, due + search); position++) {
		let product = 0;
		let energy = 1e-9;
		for (let i = 0; i < hop; i += 2) {
			const sample = pcm[position + i] as number;
			product += sample * (pcm[natural + i] ?? 0);
			energy += sample * sample;
		}
		const score = product / Math.sqrt(energy);
		if (score > bestScore) [bestScore, best] = [score, position];
	}
	return best;
}

function resized(pcm: Float32Array, length: number): Float32Array {
	if (length === pcm.length) return pcm;
	const copy = new Float32Array(length);
	copy.set(pcm.subarray(0, length));
	return copy;
}

/** Stretches a synthesis to `length` samples. Token durations scale with it and still add up. */
export function stretchSynthesis(synthesis: Synthesis, sampleRate: number, length: number): Synthesis {
	const { pcm, durations } = synthesis;
	const factor = length / Math.max(1, pcm.length);
	let [before, after] = [0, 0];
	return {
		...synthesis,
		pcm: stretch(pcm, sampleRate, length),
		durations: durations?.map((token) => {
			before += token.samples;
			const end = Math.round(before * factor);
			const samples = end - after;
			after = end;
			return { ...token, samples };
		}),
	};
}

/**
 * Stretches a synthesis to exactly the requested speed: the time from the first word to the last is 1/speed of the time
 * at natural speed. `frames` are the token durations as synthesized, `naturalFrames` those at natural speed. The
 * silence around the words is ignored, because its durations are rounded too and it is trimmed later.
 */
export function matchSpeed(
	synthesis: Synthesis,
	{
		sampleRate,
		speed,
		frames,
		naturalFrames,
	}: { sampleRate: number; speed: number; frames: Float32Array; naturalFrames: Float32Array },
): Synthesis {
	const words = synthesis.durations?.map(isWord) ?? [];
	const [first, last] = [words.indexOf(true), words.lastIndexOf(true)];
	const spoken = (lengths: Float32Array) =>
		(first < 0 ? lengths : lengths.subarray(first, last + 1)).reduce((sum, length) => sum + length, 0);
	const factor = spoken(naturalFrames) / speed / Math.max(1, spoken(frames));
	return stretchSynthesis(synthesis, sampleRate, Math.round(synthesis.pcm.length * factor));
}

function isWord({ token, start }: TokenDuration): boolean {
	return start !== undefined && /[\p{L}]/u.test(token);
}
