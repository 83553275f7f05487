import { describe, expect, it } from "vitest";
import { createResampler, resample } from "./resample.ts";

const pairs = [
	[24000, 44100],
	[22050, 48000],
	[24000, 8000],
	[22050, 8000],
	[24000, 16000],
	[48000, 24000],
] as const;

function tone(rate: number, hertz: number, length = rate): Float32Array {
	return Float32Array.from({ length }, (_, i) => 0.5 * Math.sin((2 * Math.PI * hertz * i) / rate));
}

function decibels(signal: number, noise: number): number {
	return 10 * Math.log10(signal / Math.max(noise, 1e-30));
}

describe.each(pairs)("%i to %i", (from, to) => {
	it.each([440, 1000, 3000])("preserves phase and level of a %i Hz tone to 80 dB", (hertz) => {
		const output = resample(tone(from, hertz), from, to);
		expect(output.length).toBe(to);
		let signal = 0;
		let noise = 0;
		for (let i = 1000; i < output.length - 1000; i++) {
			const expected = 0.5 * Math.sin((2 * Math.PI * hertz * i) / to);
			signal += expected ** 2;
			noise += (expected - (output[i] as number)) ** 2;
		}
		expect(decibels(signal, noise)).toBeGreaterThan(80);
	});

	it("returns the same samples however the input is split", () => {
		const input = tone(from, 700, 5000);
		const whole = resample(input, from, to);
		for (const chunk of [1, 7, 480, 4999]) {
			const resampler = createResampler(from, to);
			const parts: number[] = [];
			for (let i = 0; i < input.length; i += chunk) parts.push(...resampler.push(input.subarray(i, i + chunk)));
			parts.push(...resampler.flush());
			expect(parts).toEqual([...whole]);
		}
	});
});

describe("downsampling", () => {
	it("removes frequencies above the lower Nyquist limit", () => {
		const output = resample(tone(24000, 5500), 24000, 8000).subarray(500, 7500);
		const power = output.reduce((sum, sample) => sum + sample ** 2, 0) / output.length;
		expect(decibels(0.125, power)).toBeGreaterThan(70);
	});

	it("returns the input unchanged at the same rate", () => {
		const input = tone(24000, 440);
		expect(resample(input, 24000, 24000)).toBe(input);
	});
});
