import type { Synthesis, TokenDuration } from "../speech.ts";

const windowSeconds = 0.026;
const searchSeconds = 0.007;

/**
 * The same speech in `length` samples, at the same pitch: windows of it are laid closer together or further apart, each where it continues
 * the wave of the one before (WSOLA). Meant for a few percent, where nobody hears it.
 */
export function stretch(pcm: Float32Array, sampleRate: number, length: number): Float32Array {
	const hop = Math.round((sampleRate * windowSeconds) / 2);
	if (length === pcm.length || pcm.length < 4 * hop || length < 4 * hop) return fitted(pcm, length);
	const search = Math.round(sampleRate * searchSeconds);
	const factor = length / pcm.length;
	const fade = Float32Array.from({ length: hop }, (_, at) => 0.5 - 0.5 * Math.cos((Math.PI * (at + 0.5)) / hop));
	const stretched = new Float32Array(length);
	stretched.set(pcm.subarray(0, hop));
	let from = 0;
	for (let at = hop; at < length; at += hop) {
		// What would follow in the sound as it is, and the likeliest of its kind near to the place that is now due.
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

/** Where around `due` the sound is most like that at `natural`. */
function nearest(pcm: Float32Array, natural: number, due: number, search: number, hop: number): number {
	const last = pcm.length - hop - 1;
	let best = Math.min(Math.max(0, due), last);
	let likeness = Number.NEGATIVE_INFINITY;
	for (let place = Math.max(0, due - search); place <= Math.min(last, due + search); place++) {
		let product = 0;
		let energy = 1e-9;
		for (let i = 0; i < hop; i += 2) {
			const sample = pcm[place + i] as number;
			product += sample * (pcm[natural + i] ?? 0);
			energy += sample * sample;
		}
		const like = product / Math.sqrt(energy);
		if (like > likeness) [likeness, best] = [like, place];
	}
	return best;
}

function fitted(pcm: Float32Array, length: number): Float32Array {
	if (length === pcm.length) return pcm;
	const own = new Float32Array(length);
	own.set(pcm.subarray(0, length));
	return own;
}

/** A synthesis in another length; its tokens keep their shares of it and still add up. */
export function stretched(synthesis: Synthesis, sampleRate: number, length: number): Synthesis {
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
 * A synthesis at exactly the asked speed: what is spoken, from the first word to the last, takes 1/speed of what it takes at the voice's own
 * pace. `frames` is how long each token was made, `own` how long it would have been at that pace. The silence around the words is rounded
 * like any sound, and it is cut off later: it must not count.
 */
export function atSpeed(
	made: Synthesis,
	{ sampleRate, speed, frames, own }: { sampleRate: number; speed: number; frames: Float32Array; own: Float32Array },
): Synthesis {
	const words = made.durations?.map(isWord) ?? [];
	const [first, last] = [words.indexOf(true), words.lastIndexOf(true)];
	const spoken = (lengths: Float32Array) =>
		(first < 0 ? lengths : lengths.subarray(first, last + 1)).reduce((sum, length) => sum + length, 0);
	const factor = spoken(own) / speed / Math.max(1, spoken(frames));
	return stretched(made, sampleRate, Math.round(made.pcm.length * factor));
}

function isWord({ token, start }: TokenDuration): boolean {
	return start !== undefined && /[\p{L}]/u.test(token);
}
