import { expect, test } from "vitest";
import { appendTimes, emptyTimes, joinTimes, roundTimes, shiftTimes, toMilliseconds } from "./times.ts";

const hi = { characters: ["H", "i"], starts: [0, 0.25], ends: [0.25, 0.5] };

test("shifting returns new times and leaves the given ones unchanged", () => {
	expect(shiftTimes(hi, 2)).toEqual({ characters: ["H", "i"], starts: [2, 2.25], ends: [2.25, 2.5] });
	expect(hi.starts).toEqual([0, 0.25]);
});

test("appending extends the times in place, also with very many characters", () => {
	const all = emptyTimes();
	appendTimes(all, hi);
	appendTimes(all, shiftTimes(hi, 1));
	expect(all).toEqual({ characters: ["H", "i", "H", "i"], starts: [0, 0.25, 1, 1.25], ends: [0.25, 0.5, 1.25, 1.5] });
	const many = Array.from({ length: 200_000 }, (_, at) => at);
	appendTimes(all, { characters: many.map(() => "a"), starts: many, ends: many });
	expect(all.starts).toHaveLength(200_004);
});

test("joining places each part where it starts", () => {
	const joined = joinTimes([
		{ times: hi, at: 0 },
		{ times: { characters: ["!"], starts: [0.5], ends: [1] }, at: 10 },
	]);
	expect(joined).toEqual({ characters: ["H", "i", "!"], starts: [0, 0.25, 10.5], ends: [0.25, 0.5, 11] });
	expect(joinTimes([])).toEqual(emptyTimes());
});

test("rounding keeps milliseconds", () => {
	const third = { characters: ["a"], starts: [1 / 3], ends: [2 / 3] };
	expect(roundTimes(third)).toEqual({ characters: ["a"], starts: [0.333], ends: [0.667] });
});

test("milliseconds count from the start of the audio they are sent with", () => {
	expect(toMilliseconds(shiftTimes(hi, 3), 3)).toEqual({ starts: [0, 250], durations: [250, 250] });
});
