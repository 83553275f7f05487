// From the probability of speech in frames of 32 ms to ranges of speech, and to windows of audio that are decoded at once.

/** Seconds from the start of the audio. */
export type TimeRange = { start: number; end: number };

export const frameSeconds = 512 / 16_000;
/** Speech starts above this probability and ends below the other one. */
const startsAbove = 0.5;
const endsBelow = 0.35;
/** A shorter pause does not end a range. */
const minPauseSeconds = 0.4;
const minSpeechSeconds = 0.1;
/** Added before and after speech, so that no sound is cut off. */
const paddingSeconds = 0.16;
/** A window does not contain longer pauses: recognizers make up text in silence. */
const maxGapSeconds = 1.5;

export function speechRanges(probabilities: readonly number[], seconds: number): TimeRange[] {
	const found: TimeRange[] = [];
	let current: TimeRange | undefined;
	for (const [frame, probability] of probabilities.entries()) {
		const start = frame * frameSeconds;
		if (probability >= startsAbove && !current) {
			const last = found.at(-1);
			current = last && start - last.end < minPauseSeconds ? found.pop() : { start, end: start };
		}
		if (!current) continue;
		if (probability >= endsBelow) current.end = start + frameSeconds;
		else {
			found.push(current);
			current = undefined;
		}
	}
	if (current) found.push(current);
	const speech = found.filter(({ start, end }) => end - start >= minSpeechSeconds);
	return speech.map(({ start, end }, at) => ({
		start: Math.max(start - paddingSeconds, at > 0 ? ((speech[at - 1] as TimeRange).end + start) / 2 : 0),
		end: Math.min(
			end + paddingSeconds,
			at + 1 < speech.length ? ((speech[at + 1] as TimeRange).start + end) / 2 : seconds,
		),
	}));
}

/** Splits ranges that are longer than `maxSeconds` where speech is least likely. */
export function splitLong(
	ranges: readonly TimeRange[],
	probabilities: readonly number[],
	maxSeconds: number,
): TimeRange[] {
	return ranges.flatMap((range): TimeRange[] => {
		if (range.end - range.start <= maxSeconds) return [range];
		const cut = quietest(probabilities, range.start + maxSeconds / 3, range.start + maxSeconds);
		return [
			{ start: range.start, end: cut },
			...splitLong([{ start: cut, end: range.end }], probabilities, maxSeconds),
		];
	});
}

/** Returns the time between two others at which speech is least likely, on average over a few frames. */
export function quietest(probabilities: readonly number[], from: number, to: number): number {
	const first = Math.ceil(from / frameSeconds);
	const last = Math.floor(to / frameSeconds) - 1;
	let best = last;
	let lowest = Number.POSITIVE_INFINITY;
	for (let frame = first; frame <= last; frame++) {
		let sum = 0;
		for (let near = -2; near <= 2; near++) sum += probabilities[frame + near] ?? 1;
		if (sum <= lowest) {
			lowest = sum;
			best = frame;
		}
	}
	return (best + 0.5) * frameSeconds;
}

/** Groups ranges into windows of at most `maxSeconds`, each a range of audio with the speech in it. */
export function toWindows(ranges: readonly TimeRange[], maxSeconds: number): TimeRange[] {
	const windows: TimeRange[] = [];
	for (const { start, end } of ranges) {
		const last = windows.at(-1);
		if (last && end - last.start <= maxSeconds && start - last.end <= maxGapSeconds) last.end = end;
		else windows.push({ start, end });
	}
	return windows;
}
