import { describe, expect, test } from "vitest";
import { assignSpeakers } from "./diarization.ts";
import type { TranscriptSegment } from "./transcript.ts";

/** A segment of one speaker: a direction with a little noise. */
function segment(start: number, end: number, ...speakers: number[]): TranscriptSegment {
	const step = (end - start) / speakers.length;
	const voices = speakers.map((speaker, at) => ({
		start: start + at * step,
		end: start + (at + 1) * step,
		vector: Array.from({ length: 8 }, (_, axis) => (axis === speaker ? 1 : 0.1 * Math.sin(start + axis + at))),
	}));
	const words = voices.map(({ start, end }) => ({ text: "word", start: start + 0.1, end: end - 0.1, logprob: 0 }));
	return { start, end, text: "", words, voices };
}

describe("speakers are assigned to words", () => {
	test("numbers speakers in the order in which they are heard", () => {
		const segments = [segment(0, 4, 5), segment(5, 9, 2), segment(10, 14, 5), segment(15, 19, 2)];
		expect(assignSpeakers(segments)).toEqual([[0], [1], [0], [1]]);
	});

	test("finds a change of speaker inside a segment", () => {
		expect(assignSpeakers([segment(0, 8, 1, 1, 3, 3), segment(9, 17, 3, 3, 1, 1)])).toEqual([
			[0, 0, 1, 1],
			[1, 1, 0, 0],
		]);
	});

	test("finds as many speakers as are known", () => {
		const segments = [segment(0, 4, 0), segment(5, 9, 1), segment(10, 14, 2)];
		const found = (options: Parameters<typeof assignSpeakers>[1]) =>
			new Set(assignSpeakers(segments, options).flat()).size;
		expect([found({}), found({ count: 2 }), found({ count: 1 }), found({ count: 5 }), found({ maxCount: 2 })]).toEqual([
			3, 2, 1, 3, 2,
		]);
	});

	test("gives words without a voice the speaker that is nearest in time", () => {
		const short = { ...segment(4.2, 4.6, 1), voices: [] };
		expect(assignSpeakers([segment(0, 4, 0), short, segment(9, 13, 1)])).toEqual([[0], [0], [1]]);
	});

	test("has one speaker if there are no voices at all", () => {
		expect(assignSpeakers([{ ...segment(0, 4, 0), voices: [] }])).toEqual([[0]]);
		expect(assignSpeakers([])).toEqual([]);
	});

	test("clusters a recording of ten hours", () => {
		const hours = Array.from({ length: 4000 }, (_, at) => segment(at * 9, at * 9 + 8, at % 3, at % 3));
		expect(new Set(assignSpeakers(hours).flat()).size).toBe(3);
	}, 60_000);
});
