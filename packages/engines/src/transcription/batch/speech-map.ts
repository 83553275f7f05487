import { frameSeconds, quietest, speechRanges, splitLong, type TimeRange, toWindows } from "./speech-ranges.ts";

export type SpeechMap = {
	readonly ranges: readonly TimeRange[];
	readonly windows: readonly TimeRange[];
	/** Adds the probabilities of speech in the frames that follow. Windows never reach from one addition to the next. */
	add(probabilities: readonly number[]): void;
	/** Adds some of the silence around a window: models know that better than speech that starts at once. */
	withMargin(window: number): TimeRange;
	/** Returns a quiet place near the middle of a range. */
	middle(range: TimeRange): number;
};

const marginSeconds = 0.25;

/** Keeps where speech is in a recording, as far as it is known. */
export function createSpeechMap({ seconds, maxSeconds }: { seconds: number; maxSeconds: number }): SpeechMap {
	const probabilities: number[] = [];
	const ranges: TimeRange[] = [];
	/** Each with the times of the frames that it was added with. */
	const windows: (TimeRange & { within: TimeRange })[] = [];
	return {
		ranges,
		windows,
		add(added) {
			const from = probabilities.length * frameSeconds;
			for (const probability of added) probabilities.push(probability);
			const to = Math.min(seconds, probabilities.length * frameSeconds);
			const speech = splitLong(speechRanges(added, to - from), added, maxSeconds);
			const moved = speech.map(({ start, end }) => ({ start: from + start, end: from + end }));
			ranges.push(...moved);
			for (const window of toWindows(moved, maxSeconds)) windows.push({ ...window, within: { start: from, end: to } });
		},
		withMargin(at) {
			const { start, end, within } = windows[at] as (typeof windows)[number];
			const before = windows[at - 1]?.end ?? Number.NEGATIVE_INFINITY;
			const after = windows[at + 1]?.start ?? Number.POSITIVE_INFINITY;
			return {
				start: Math.max(within.start, start - Math.min(marginSeconds, (start - before) / 2)),
				end: Math.min(within.end, end + Math.min(marginSeconds, (after - end) / 2)),
			};
		},
		middle: ({ start, end }) => quietest(probabilities, start + (end - start) / 3, end - (end - start) / 3),
	};
}
