import type { CharacterTimes } from "../characters.ts";
import { appendTimes, emptyTimes, shiftTimes } from "./times.ts";

/** A part of the audio, in seconds. */
export type TimeSpan = { start: number; end: number };
export type SegmentTimes = { written: CharacterTimes; spoken: CharacterTimes };
export type Timeline = ReturnType<typeof createTimeline>;

/** Collects the times of a generation while its segments arrive, each timed from its own start. */
export function createTimeline() {
	const written = emptyTimes();
	const spoken = emptyTimes();
	const units: TimeSpan[] = [];
	let seconds = 0;
	return {
		written,
		spoken,
		/** Length of the audio so far. */
		seconds: () => seconds,
		/** Number of units that have started. */
		count: () => units.length,
		unit: (index: number): TimeSpan => units[index] ?? { start: 0, end: 0 },
		/** Takes the times of the next segment and returns them as times of the full audio. */
		addTimes(segment: SegmentTimes): SegmentTimes {
			const shifted = { written: shiftTimes(segment.written, seconds), spoken: shiftTimes(segment.spoken, seconds) };
			appendTimes(written, shifted.written);
			appendTimes(spoken, shifted.spoken);
			return shifted;
		},
		/** A unit has one or more segments. */
		addSegment(unit: number, duration: number): void {
			const start = units[unit]?.start ?? seconds;
			seconds += duration;
			units[unit] = { start, end: seconds };
		},
	};
}
