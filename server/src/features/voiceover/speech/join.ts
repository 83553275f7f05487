// Joins the sentences of a line, without the silence before the first and after the last word.
import { resample } from "@timbre/engines/media/resample.ts";
import { type Take, toFloat } from "@timbre/engines/node/takes.ts";

/** Most takes have this rate. */
export const speechRate = 24_000;

/** Between two sentences, at normal speed. */
const pauseSeconds = 0.3;
/** Quieter than this is silence: -50 dB of full scale. */
const silence = 0.003;
/** Kept around the words: consonants start and end softly. */
const marginSeconds = 0.03;

export function joinTakes(takes: readonly Take[], speed: number): Float32Array {
	const pause = Math.round((pauseSeconds / speed) * speechRate);
	const pieces = takes.map((take) => trimSilence(resample(toFloat(take.pcm), take.sampleRate, speechRate)));
	const length = pieces.reduce((sum, piece) => sum + piece.length, 0) + Math.max(0, pieces.length - 1) * pause;
	const joined = new Float32Array(length);
	let at = 0;
	for (const piece of pieces) {
		joined.set(piece, at);
		at += piece.length + pause;
	}
	return joined;
}

function trimSilence(pcm: Float32Array): Float32Array {
	const first = pcm.findIndex((sample) => Math.abs(sample) > silence);
	if (first < 0) return pcm;
	const last = pcm.findLastIndex((sample) => Math.abs(sample) > silence);
	const margin = Math.round(marginSeconds * speechRate);
	return pcm.subarray(Math.max(0, first - margin), Math.min(pcm.length, last + margin + 1));
}
