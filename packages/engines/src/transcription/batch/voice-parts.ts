import type { VoicePart } from "../transcript.ts";
import type { TimeRange } from "./speech-ranges.ts";

const sampleRate = 16_000;
/** Less speech does not describe a speaker. */
const minSeconds = 1.2;
/** The speaker may change without a pause, so a range has a vector for every part of about this length. */
const stepSeconds = 1;
/** A vector of so little speech is unreliable, so it also includes the audio around the part. */
const contextSeconds = 1;

/** Describes the voices in a range of speech, part by part. */
export function voiceParts(
	pcm: Float32Array,
	{ start, end }: TimeRange,
	embed: (pcm: Float32Array) => number[],
): VoicePart[] {
	const seconds = end - start;
	if (seconds < minSeconds) return [];
	const count = Math.max(1, Math.round(seconds / stepSeconds));
	const step = seconds / count;
	return Array.from({ length: count }, (_, at) => {
		const part = { start: start + at * step, end: start + (at + 1) * step };
		const from = Math.max(start, part.start - contextSeconds);
		const to = Math.min(end, part.end + contextSeconds);
		const vector = embed(pcm.slice(Math.round(from * sampleRate), Math.round(to * sampleRate)));
		return { ...part, vector };
	}).filter(({ vector }) => vector.length > 0);
}
