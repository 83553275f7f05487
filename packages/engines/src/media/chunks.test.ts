import { describe, expect, test } from "vitest";
import { createChunker } from "./chunks.ts";

const sampleRate = 1_000;

/** Noise with pauses at the given seconds, each 0.4 s long. */
function speech(seconds: number, pauses: number[], channels = 1): Float32Array {
	let state = 1;
	return Float32Array.from({ length: seconds * sampleRate * channels }, (_, at) => {
		state = (state * 48_271) % 2_147_483_647;
		const time = at / channels / sampleRate;
		return pauses.some((pause) => Math.abs(time - pause) < 0.2) ? 0 : state / 2_147_483_647 - 0.5;
	});
}

function cut(samples: Float32Array, { channels = 1, pieceLength = 333 } = {}) {
	const chunker = createChunker({ sampleRate, channels, minSeconds: 6, maxSeconds: 10 });
	const chunks = [];
	for (let at = 0; at < samples.length; at += pieceLength)
		chunks.push(...chunker.push(samples.subarray(at, at + pieceLength)));
	return [...chunks, ...chunker.finish()];
}

describe("chunks of a recording", () => {
	test("contain every sample once, in order, whatever the size of the pieces", () => {
		const samples = speech(35, [7, 15]);
		for (const pieceLength of [1, 333, 20_000, 100_000]) {
			const chunks = cut(samples, { pieceLength });
			expect(chunks.flatMap(({ samples: part }) => [...part])).toEqual([...samples]);
			for (const [index, chunk] of chunks.entries())
				expect(chunk.start).toBeCloseTo(chunks.slice(0, index).reduce((sum, { seconds }) => sum + seconds, 0));
		}
	});

	test("are cut in pauses", () => {
		const [first, second] = cut(speech(25, [7, 15]));
		expect(first?.seconds).toBeGreaterThan(6.8);
		expect(first?.seconds).toBeLessThan(7.2);
		expect((second?.start ?? 0) + (second?.seconds ?? 0)).toBeGreaterThan(14.8);
		expect((second?.start ?? 0) + (second?.seconds ?? 0)).toBeLessThan(15.2);
	});

	test("are no longer than the maximum and no shorter than the minimum without pauses", () => {
		const chunks = cut(speech(60, []));
		for (const { seconds } of chunks.slice(0, -1)) {
			expect(seconds).toBeGreaterThanOrEqual(6);
			expect(seconds).toBeLessThanOrEqual(10);
		}
	});

	test("keep channels together", () => {
		const chunks = cut(speech(25, [7.001], 2), { channels: 2, pieceLength: 999 });
		for (const { samples } of chunks) expect(samples.length % 2).toBe(0);
	});

	test("of an empty recording are none", () => expect(cut(new Float32Array(0))).toEqual([]));
});
