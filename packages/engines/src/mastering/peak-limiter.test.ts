import { expect, test } from "vitest";
import { createPeakLimiter } from "./peak-limiter.ts";
import { createNoise, joined, sine } from "./testing/signals.ts";

const rate = 44_100;
const ceiling = 0.5;
function limit(pcm: Float32Array, pieceSamples = 1000): Float32Array {
	const limiter = createPeakLimiter(rate, ceiling);
	const parts: Float32Array[] = [];
	for (let at = 0; at < pcm.length; at += pieceSamples) parts.push(limiter.push(pcm.subarray(at, at + pieceSamples)));
	return joined(...parts, limiter.flush());
}
const peakOf = (pcm: Float32Array) => pcm.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0);

test("leaves audio under its ceiling as it is", () => {
	const quiet = sine(300, 0.4, 0.5, rate);
	expect(limit(quiet)).toEqual(quiet);
});

test("no sample passes the ceiling, whatever arrives", () => {
	const random = createNoise();
	const wild = Float32Array.from({ length: rate }, (_, at) => random() ** 3 * (at % 5000 < 40 ? 8 : 0.6));
	const limited = limit(wild);
	expect(limited.length).toBe(wild.length);
	expect(peakOf(limited)).toBeLessThanOrEqual(ceiling * 1.0001);
});

test("peaks between samples count", () => {
	const limited = limit(sine(rate / 4, 0.6, 0.5, rate, Math.PI / 4));
	// The samples of this tone are 3 dB under its peaks.
	expect(peakOf(limited.subarray(2000, -2000))).toBeCloseTo(ceiling * Math.SQRT1_2, 2);
});

test("turns down before a peak and recovers after it", () => {
	const tone = sine(300, 0.4, 1, rate);
	tone[20_000] = 2;
	const limited = limit(tone);
	const gainAt = (at: number) => peakOf(limited.subarray(at, at + 300)) / 0.4;
	expect(gainAt(18_000)).toBeCloseTo(1, 2);
	expect(Math.abs(limited[20_000] as number)).toBeLessThanOrEqual(ceiling);
	expect(gainAt(20_100)).toBeLessThan(0.4);
	expect(gainAt(42_000)).toBeCloseTo(1, 2);
});

test("the output does not depend on how the input is split", () => {
	const random = createNoise();
	const wild = Float32Array.from({ length: 5000 }, () => 2 * random());
	expect(limit(wild, 1)).toEqual(limit(wild, 5000));
	expect(limit(wild.subarray(0, 3)).length).toBe(3);
});
