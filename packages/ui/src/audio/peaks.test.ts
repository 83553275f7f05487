import { expect, test } from "vitest";
import { createPeakReader, fitPeaks, peaksOf, peaksPerSecond } from "./peaks.ts";
import { estimateDuration, formatTime } from "./time.ts";

test("a peak is the loudest sample in 20 ms", () => {
	const samples = new Float32Array(1000);
	samples[10] = -0.5;
	samples[50] = 0.25;
	expect(peaksOf(samples, 1000)).toHaveLength(peaksPerSecond);
	expect(peaksOf(samples, 1000).slice(0, 4)).toEqual([0.5, 0, 0.25, 0]);
});

test("fitPeaks keeps the maximum of each bucket and interpolates when there are too few peaks", () => {
	expect(fitPeaks([0, 0.4, 0.2, 0.9], 2)).toEqual([0.4, 0.9]);
	expect(fitPeaks([0, 0.75], 4)).toEqual([0, 0.25, 0.5, 0.75]);
	expect(fitPeaks([0.5], 2)).toEqual([0.5, 0.5]);
	expect(fitPeaks([], 3)).toEqual([0, 0, 0]);
});

test("reads peaks of a growing stream in order, in batches, and skips a batch that does not decode", async () => {
	let call = 0;
	const reader = createPeakReader(async (bytes) => {
		call++;
		if (call === 2) throw new Error("not a frame");
		return { samples: new Float32Array([call / 10, bytes.byteLength / 100_000]), sampleRate: peaksPerSecond };
	});
	const seen: number[] = [];
	for (let i = 0; i < 3; i++) reader.push(new Uint8Array(30_000), (peaks) => seen.push(peaks.length));
	reader.push(new Uint8Array(5_000), () => undefined);
	const peaks = await reader.end();
	expect(seen).toEqual([2, 4]);
	expect(peaks.map((peak) => Number(peak.toFixed(2)))).toEqual([0.1, 0.3, 0.3, 0.3, 0.4, 0.05]);
});

test("formats minutes and seconds, with hours if needed", () => {
	expect([0, 9.9, 83.4, 3723, Number.NaN].map(formatTime)).toEqual(["0:00", "0:09", "1:23", "1:02:03", "0:00"]);
});

test("estimates the duration at 140 words per minute [PLAYER-023]", () => {
	expect(estimateDuration(Array.from({ length: 70 }, () => "word").join(" "))).toBe(30);
	expect(estimateDuration("  ")).toBe(0);
});
