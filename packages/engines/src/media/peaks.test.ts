import { describe, expect, it } from "vitest";
import { createPeaks } from "./peaks.ts";

function pushInChunks(peaks: ReturnType<typeof createPeaks>, pcm: Float32Array, chunk: number): Uint8Array {
	for (let i = 0; i < pcm.length; i += chunk) peaks.push(pcm.subarray(i, i + chunk));
	return peaks.finish();
}

describe("peaks", () => {
	it("per second hold the loudest sample of each bucket, including the last partial one", () => {
		const pcm = new Float32Array(25);
		pcm[3] = -0.5;
		pcm[12] = 1.5;
		pcm[24] = 0.25;
		const shape = { perSecond: 10, sampleRate: 100 };
		expect([...pushInChunks(createPeaks(shape), pcm, 4)]).toEqual([128, 255, 64]);
	});

	it("of a fixed count follow a rising signal whatever its length and pushes", () => {
		for (const length of [50, 1000, 48211, 300000]) {
			const pcm = Float32Array.from({ length }, (_, i) => i / length);
			const peaks = pushInChunks(createPeaks({ count: 50 }), pcm, 977);
			expect(peaks.length).toBe(50);
			expect([...peaks]).toEqual([...pushInChunks(createPeaks({ count: 50 }), pcm, length)]);
			for (let n = 0; n < 50; n++) expect(Math.abs((peaks[n] as number) / 255 - (n + 1) / 50)).toBeLessThan(0.03);
		}
	});

	it("of empty audio are zero", () => {
		expect([...createPeaks({ count: 3 }).finish()]).toEqual([0, 0, 0]);
		expect(createPeaks({ perSecond: 10, sampleRate: 100 }).finish().length).toBe(0);
	});
});
