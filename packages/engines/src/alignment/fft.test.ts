import { expect, test } from "vitest";
import { createPowerSpectrum } from "./fft.ts";

function naiveSpectrum(frame: Float32Array): number[] {
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

// Lengths with even and with odd binary logarithm take different code paths.
test.each([2, 4, 8, 16, 32, 256, 512])("matches the naive power spectrum for %i samples", (size) => {
	const spectrum = createPowerSpectrum(size);
	for (const shift of [0, 1]) {
		const frame = Float32Array.from({ length: size }, (_, at) => Math.sin((at + shift) ** 2 * 0.37) + 0.25);
		const expected = naiveSpectrum(frame);
		const peak = Math.max(...expected);
		const worst = Math.max(...Array.from(spectrum(frame), (power, bin) => Math.abs(power - (expected[bin] as number))));
		expect(worst / peak).toBeLessThan(1e-6);
	}
});
