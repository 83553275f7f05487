import { expect, test } from "vitest";
import { babble, oneAfterTheOther, people, silence } from "../media/testing/person.ts";
import { joined, overlap, secondsOf, speechStretches, withoutSilence } from "./silence.ts";

const rate = 16_000;

test("speech is found between silences, and the silence at both ends is cut off", () => {
	const pcm = oneAfterTheOther(silence(1.5), babble(people.ada, 3), silence(1), babble(people.ada, 2, 2), silence(2));
	const stretches = speechStretches(pcm, rate);
	expect(stretches).toHaveLength(2);
	expect(stretches[0]?.start).toBeCloseTo(1.5, 0);
	expect(stretches[1]?.end).toBeCloseTo(7.5, 0);
	const trim = withoutSilence(stretches, pcm.length / rate);
	expect(trim?.start).toBeGreaterThan(1.2);
	expect(trim?.start).toBeLessThan(1.55);
	expect(trim?.end).toBeGreaterThan(7.3);
	expect(trim?.end).toBeLessThan(7.8);
	expect(joined(pcm, rate, stretches).length / rate).toBeCloseTo(secondsOf(stretches), 2);
});

test("a loud hum under the speech does not count as speech", () => {
	const pcm = oneAfterTheOther(silence(2), babble(people.ben, 3), silence(2)).map(
		(sample, at) => sample + 0.02 * Math.sin((2 * Math.PI * 50 * at) / rate),
	);
	const trim = withoutSilence(speechStretches(pcm, rate), 7);
	expect(trim?.start).toBeGreaterThan(1.6);
	expect(trim?.end).toBeLessThan(5.4);
});

test("where nobody speaks nothing is found", () => {
	expect(speechStretches(silence(3), rate)).toEqual([]);
	expect(speechStretches(new Float32Array(10), rate)).toEqual([]);
	expect(withoutSilence([], 3)).toBeUndefined();
});

test("what two lists have in common is found once", () => {
	const parts = overlap(
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
