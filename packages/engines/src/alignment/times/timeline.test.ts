import { expect, test } from "vitest";
import { createTimeline } from "./timeline.ts";

const times = (character: string) => ({ characters: [character], starts: [0], ends: [0.5] });

test("places the times of each segment after the segments before it", () => {
	const timeline = createTimeline();
	timeline.addTimes({ written: times("1"), spoken: times("o") });
	timeline.addSegment(0, 1.5);
	expect(timeline.addTimes({ written: times("2"), spoken: times("t") })).toEqual({
		written: { characters: ["2"], starts: [1.5], ends: [2] },
		spoken: { characters: ["t"], starts: [1.5], ends: [2] },
	});
	expect(timeline.written).toEqual({ characters: ["1", "2"], starts: [0, 1.5], ends: [0.5, 2] });
	expect(timeline.spoken.characters).toEqual(["o", "t"]);
});

test("a unit lasts from its first segment to its last", () => {
	const timeline = createTimeline();
	timeline.addSegment(0, 1);
	timeline.addSegment(1, 2);
	timeline.addSegment(1, 3);
	expect([timeline.unit(0), timeline.unit(1)]).toEqual([
		{ start: 0, end: 1 },
		{ start: 1, end: 6 },
	]);
	expect(timeline.seconds()).toBe(6);
	expect(timeline.count()).toBe(2);
});

test("a unit that has not started has no length", () => {
	expect(createTimeline().unit(3)).toEqual({ start: 0, end: 0 });
});
