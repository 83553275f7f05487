/** A stretch of sound, in seconds from its start. */
export type Stretch = { start: number; end: number };

const frameSeconds = 0.02;
/** So much quieter than its loud parts nothing counts as speech. */
const rangeDecibels = 32;
/** So much louder than what is always there speech must be. */
const aboveFloor = 7;
/** Below this it is silence however quiet the rest is. */
const quietest = -70;
/** Shorter pauses are part of the speaking. */
const pauseSeconds = 0.3;
const shortestSeconds = 0.1;
/** What is left before and after speech, so that no sound is cut off. */
const marginSeconds = 0.15;

/** Where somebody speaks: by loudness against what is always there, so it holds for quiet and for noisy recordings. */
export function speechStretches(pcm: Float32Array, sampleRate: number): Stretch[] {
	const levels = loudness(pcm, sampleRate);
	if (levels.length === 0) return [];
	const sorted = levels.toSorted();
	const floor = sorted[Math.floor(sorted.length * 0.1)] as number;
	const loud = sorted[Math.floor((sorted.length - 1) * 0.95)] as number;
	if (loud < quietest) return [];
	// One that speaks without a pause has no floor to be louder than.
	const threshold = Math.max(loud - rangeDecibels, Math.min(floor + aboveFloor, loud - 12), quietest);
	const found: Stretch[] = [];
	for (const [frame, level] of levels.entries()) {
		if (level < threshold) continue;
		const start = frame * frameSeconds;
		const last = found.at(-1);
		if (last && start - last.end < pauseSeconds) last.end = start + frameSeconds;
		else found.push({ start, end: start + frameSeconds });
	}
	const seconds = pcm.length / sampleRate;
	return found
		.filter(({ start, end }) => end - start >= shortestSeconds)
		.map(({ start, end }) => ({ start, end: Math.min(end, seconds) }));
}

/** In decibels of full scale, by frame. */
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

/** From just before the first word to just after the last; nothing where nobody speaks. */
export function withoutSilence(stretches: readonly Stretch[], seconds: number): Stretch | undefined {
	const [first, last] = [stretches.at(0), stretches.at(-1)];
	if (!first || !last) return undefined;
	return { start: Math.max(0, first.start - marginSeconds), end: Math.min(seconds, last.end + marginSeconds) };
}

export const secondsOf = (stretches: readonly Stretch[]): number =>
	stretches.reduce((sum, { start, end }) => sum + end - start, 0);

/** The stretches one after the other. */
export function joined(pcm: Float32Array, sampleRate: number, stretches: readonly Stretch[]): Float32Array {
	const parts = stretches.map(({ start, end }) =>
		pcm.subarray(Math.max(0, Math.round(start * sampleRate)), Math.max(0, Math.round(end * sampleRate))),
	);
	const whole = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0));
	let at = 0;
	for (const part of parts) {
		whole.set(part, at);
		at += part.length;
	}
	return whole;
}

/** What two lists of stretches have in common. */
export function overlap(some: readonly Stretch[], others: readonly Stretch[]): Stretch[] {
	return some.flatMap((one) =>
		others
			.map((other) => ({ start: Math.max(one.start, other.start), end: Math.min(one.end, other.end) }))
			.filter(({ start, end }) => end > start),
	);
}
