/** A range of audio, in seconds from its start. */
export type TimeRange = { start: number; end: number };

const frameSeconds = 0.02;
/** Audio this much quieter than the loud parts is not speech. */
const rangeDecibels = 32;
/** Speech must be this many decibels louder than the noise floor. */
const aboveFloor = 7;
/** Anything quieter, in decibels of full scale, is silence. */
const silenceLevel = -70;
/** Shorter pauses do not split speech. */
const minPauseSeconds = 0.3;
const minSpeechSeconds = 0.1;
/** Kept before and after speech, so that no sound is cut off. */
const marginSeconds = 0.15;

/** Finds speech by loudness relative to the noise floor, so that it works for quiet and for noisy recordings. */
export function findSpeech(pcm: Float32Array, sampleRate: number): TimeRange[] {
	const levels = loudness(pcm, sampleRate);
	if (levels.length === 0) return [];
	const sorted = levels.toSorted();
	const floor = sorted[Math.floor(sorted.length * 0.1)] as number;
	const loud = sorted[Math.floor((sorted.length - 1) * 0.95)] as number;
	if (loud < silenceLevel) return [];
	// Speech without pauses has no measurable noise floor, hence the cap at 12 dB below the loud parts.
	const threshold = Math.max(loud - rangeDecibels, Math.min(floor + aboveFloor, loud - 12), silenceLevel);
	const found: TimeRange[] = [];
	for (const [frame, level] of levels.entries()) {
		if (level < threshold) continue;
		const start = frame * frameSeconds;
		const last = found.at(-1);
		if (last && start - last.end < minPauseSeconds) last.end = start + frameSeconds;
		else found.push({ start, end: start + frameSeconds });
	}
	const seconds = pcm.length / sampleRate;
	return found
		.filter(({ start, end }) => end - start >= minSpeechSeconds)
		.map(({ start, end }) => ({ start, end: Math.min(end, seconds) }));
}

/** The level of each frame in decibels of full scale. */
function loudness(pcm: Float32Array, sampleRate: number): Float32Array {
	const size = Math.round(sampleRate * frameSeconds);
	const levels = new Float32Array(Math.floor(pcm.length / size));
	for (let frame = 0; frame < levels.length; frame++) {
		let sum = 0;
		for (let at = frame * size; at < (frame + 1) * size; at++) sum += (pcm[at] as number) ** 2;
		levels[frame] = 10 * Math.log10(sum / size + 1e-12);
	}
	return levels;
}

/** The range from just before the first word to just after the last. Undefined if there is no speech. */
export function trimToSpeech(ranges: readonly TimeRange[], seconds: number): TimeRange | undefined {
	const [first, last] = [ranges.at(0), ranges.at(-1)];
	if (!first || !last) return undefined;
	return { start: Math.max(0, first.start - marginSeconds), end: Math.min(seconds, last.end + marginSeconds) };
}

export const totalSeconds = (ranges: readonly TimeRange[]): number =>
	ranges.reduce((sum, { start, end }) => sum + end - start, 0);

/** Concatenates the samples of the ranges. */
export function joinRanges(pcm: Float32Array, sampleRate: number, ranges: readonly TimeRange[]): Float32Array {
	const parts = ranges.map(({ start, end }) =>
		pcm.subarray(Math.max(0, Math.round(start * sampleRate)), Math.max(0, Math.round(end * sampleRate))),
	);
	const joined = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0));
	let at = 0;
	for (const part of parts) {
		joined.set(part, at);
		at += part.length;
	}
	return joined;
}

/** The intersection of two lists of ranges. */
export function intersectRanges(some: readonly TimeRange[], others: readonly TimeRange[]): TimeRange[] {
	return some.flatMap((one) =>
		others
			.map((other) => ({ start: Math.max(one.start, other.start), end: Math.min(one.end, other.end) }))
			.filter(({ start, end }) => end > start),
	);
}
