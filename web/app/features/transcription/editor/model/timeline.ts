import type { TranscriptDocument } from "./document.ts";

/** Where each word starts and ends, in the order of the audio. */
export type Timeline = { starts: Float64Array; ends: Float64Array; ids: Int32Array; segments: Int32Array };

/** How long a word stays marked in a pause after it. */
const lingerSeconds = 0.4;

export function timelineOf({ segments }: TranscriptDocument): Timeline {
	const words = segments.flatMap(({ words: own }, segment) => own.map((word) => ({ ...word, segment })));
	words.sort((one, other) => one.start - other.start);
	return {
		starts: Float64Array.from(words, ({ start }) => start),
		ends: Float64Array.from(words, ({ end }) => end),
		ids: Int32Array.from(words, ({ id }) => id),
		segments: Int32Array.from(words, ({ segment }) => segment),
	};
}

/** The word being spoken at a time, or undefined in a pause. */
export function wordAtTime(timeline: Timeline, seconds: number): { id: number; segment: number } | undefined {
	let low = 0;
	let high = timeline.starts.length;
	while (low < high) {
		const middle = (low + high) >> 1;
		if ((timeline.starts[middle] ?? 0) <= seconds) low = middle + 1;
		else high = middle;
	}
	const index = low - 1;
	const end = timeline.ends[index];
	if (end === undefined || seconds > end + lingerSeconds) return undefined;
	return { id: timeline.ids[index] ?? 0, segment: timeline.segments[index] ?? 0 };
}
