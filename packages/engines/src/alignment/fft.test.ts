import { expect, test } from "vitest";
import { createPowerSpectrum } from "./fft.ts";

function slowly(frame: Float32Array): number[] {
	return Array.from({ length: frame.length / 2 + 1 }, (_, bin) => {
		let [re, im] = [0, 0];
		for (const [at, sample] of frame.entries()) {
			const angle = (-2 * Math.PI * bin * at) / frame.length;
			re += sample * Math.cos(angle);
			im += sample * Math.sin(angle);
		}
		return re * re + im * im;
	});
}

// Both kinds of lengths: those whose logarithm is even, and odd.
test.each([2, 4, 8, 16, 32, 256, 512])("of %i samples the spectrum is what the definition gives", (size) => {
	const spectrum = createPowerSpectrum(size);
	for (const shift of [0, 1]) {
		const frame = Float32Array.from({ length: size }, (_, at) => Math.sin((at + shift) ** 2 * 0.37) + 0.25);
		const expected = slowly(frame);
		const largest = Math.max(...expected);
		const worst = Math.max(...Array.from(spectrum(frame), (power, bin) => Math.abs(power - (expected[bin] as number))));
		expect(worst / largest).toBeLessThan(1e-6);
	}
});
