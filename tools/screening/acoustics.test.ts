import { expect, test } from "vitest";
import { clippedShare, levelDb, medianPitch, spokenSeconds } from "./acoustics.ts";

/** A tone with many harmonics, like a voice, surrounded by silence. */
function buzz(hz: number, rate: number, { seconds = 1, quiet = 0.5, gain = 0.2 } = {}): Float32Array {
	const pcm = new Float32Array((seconds + 2 * quiet) * rate);
	for (let i = 0; i < seconds * rate; i++)
		for (let harmonic = 1; harmonic <= 8; harmonic++)
			pcm[i + quiet * rate] =
				(pcm[i + quiet * rate] as number) + (gain / harmonic) * Math.sin((2 * Math.PI * hz * harmonic * i) / rate);
	return pcm;
}

test.each([82, 110, 155, 205, 287])("finds the pitch of a tone at %i Hz within 2%%, without octave errors", (hz) => {
	expect(Math.abs(medianPitch(buzz(hz, 22050), 22050) / hz - 1)).toBeLessThan(0.02);
});

test("noise has no pitch", () => {
	let seed = 1;
	const noise = Float32Array.from({ length: 22050 }, () => {
		seed = (seed * 1103515245 + 12345) % 2147483648;
		return seed / 1073741824 - 1;
	});
	expect(medianPitch(noise, 22050)).toBe(0);
});

test("does not count silence around speech", () => {
	expect(spokenSeconds(buzz(150, 22050), 22050)).toBeCloseTo(1, 1);
});

test("measures the level of voiced frames, 6 dB per doubling", () => {
	const difference = levelDb(buzz(150, 16000, { gain: 0.2 }), 16000) - levelDb(buzz(150, 16000, { gain: 0.1 }), 16000);
	expect(difference).toBeCloseTo(6.02, 1);
	expect(levelDb(buzz(150, 16000, { quiet: 2 }), 16000)).toBeCloseTo(levelDb(buzz(150, 16000), 16000), 0);
});

test("counts samples at full scale as clipped", () => {
	expect(clippedShare(Float32Array.of(0, 0.5, 1, -1))).toBe(0.5);
});
