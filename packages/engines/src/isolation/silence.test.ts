import { expect, test } from "vitest";
import { babble, concatAudio, people, silence } from "../media/testing/person.ts";
import { findSpeech, intersectRanges, joinRanges, totalSeconds, trimToSpeech } from "./silence.ts";

const rate = 16_000;

test("finds speech between silences and trims the silence at both ends", () => {
	const pcm = concatAudio(silence(1.5), babble(people.ada, 3), silence(1), babble(people.ada, 2, 2), silence(2));
	const ranges = findSpeech(pcm, rate);
	expect(ranges).toHaveLength(2);
	expect(ranges[0]?.start).toBeCloseTo(1.5, 0);
	expect(ranges[1]?.end).toBeCloseTo(7.5, 0);
	const trim = trimToSpeech(ranges, pcm.length / rate);
	expect(trim?.start).toBeGreaterThan(1.2);
	expect(trim?.start).toBeLessThan(1.55);
	expect(trim?.end).toBeGreaterThan(7.3);
	expect(trim?.end).toBeLessThan(7.8);
	expect(joinRanges(pcm, rate, ranges).length / rate).toBeCloseTo(totalSeconds(ranges), 2);
});

test("does not mistake a hum under the speech for speech", () => {
	const pcm = concatAudio(silence(2), babble(people.ben, 3), silence(2)).map(
		(sample, at) => sample + 0.02 * Math.sin((2 * Math.PI * 50 * at) / rate),
	);
	const trim = trimToSpeech(findSpeech(pcm, rate), 7);
	expect(trim?.start).toBeGreaterThan(1.6);
	expect(trim?.end).toBeLessThan(5.4);
});

test("finds nothing in silence", () => {
	expect(findSpeech(silence(3), rate)).toEqual([]);
	expect(findSpeech(new Float32Array(10), rate)).toEqual([]);
	expect(trimToSpeech([], 3)).toBeUndefined();
});

test("intersects two lists of ranges", () => {
	const parts = intersectRanges(
		[{ start: 1, end: 5 }],
		[
			{ start: 0, end: 2 },
			{ start: 3, end: 4 },
			{ start: 4.5, end: 9 },
		],
	);
	expect(parts).toEqual([
		{ start: 1, end: 2 },
		{ start: 3, end: 4 },
		{ start: 4.5, end: 5 },
	]);
});
