import { describe, expect, test } from "vitest";
import { styleRow, styleWidth } from "./kokoro-prosody.ts";
import { piperNoise } from "./piper-noise.ts";
import { seededRandom } from "./seeded-random.ts";
import { modelSpeed } from "./speed-calibration.ts";
import { matchSpeed, stretch, stretchSynthesis } from "./stretch.ts";

const sampleRate = 24_000;
const tone = (hertz: number, seconds: number) =>
	Float32Array.from(
		{ length: seconds * sampleRate },
		(_, at) => 0.5 * Math.sin((2 * Math.PI * hertz * at) / sampleRate),
	);

function crossings(pcm: Float32Array): number {
	let count = 0;
	for (let at = 1; at < pcm.length; at++) if ((pcm[at - 1] as number) < 0 && (pcm[at] as number) >= 0) count++;
	return count;
}

describe("time stretching", () => {
	test.each([0.7, 0.95, 1.03, 1.4])("by %s keeps pitch and level and gives the exact length", (factor) => {
		const pcm = tone(220, 1);
		const length = Math.round(pcm.length * factor);
		const stretched = stretch(pcm, sampleRate, length);
		expect(stretched).toHaveLength(length);
		expect(Math.abs(crossings(stretched) / (length / sampleRate) / 220 - 1)).toBeLessThan(0.02);
		const level = (pcm: Float32Array) => Math.sqrt(pcm.reduce((sum, sample) => sum + sample ** 2, 0) / pcm.length);
		expect(level(stretched) / level(pcm)).toBeGreaterThan(0.93);
	});

	test("scales token durations in proportion", () => {
		const pcm = new Float32Array([...tone(200, 0.5), ...new Float32Array(12_000), ...tone(300, 0.5)]);
		const durations = [12_000, 12_000, 12_000].map((samples, at) => ({ token: String(at), samples }));
		const stretched = stretchSynthesis({ pcm, durations }, sampleRate, 30_001);
		expect(stretched.pcm).toHaveLength(30_001);
		expect(stretched.durations?.reduce((sum, { samples }) => sum + samples, 0)).toBe(30_001);
		const middle = stretched.pcm.slice(12_000, 18_000);
		expect(Math.max(...middle.map(Math.abs))).toBeLessThan(0.05);
	});

	test("scales the words exactly to the requested speed, whatever was rounded around them", () => {
		const word = { start: 0, end: 2 };
		const frames = Float32Array.of(9, 4, 5, 2, 8);
		const durations = [{ token: "" }, { token: "a", ...word }, { token: "b", ...word }, { token: "." }, { token: "" }];
		const synthesis = {
			pcm: new Float32Array(28 * 600),
			durations: durations.map((token, at) => ({ ...token, samples: (frames[at] ?? 0) * 600 })),
		};
		const naturalFrames = Float32Array.of(14, 5, 5, 4, 12);
		const result = matchSpeed(synthesis, { sampleRate, speed: 1.25, frames, naturalFrames });
		const spoken = result.durations?.filter(({ start }) => start === 0).reduce((sum, { samples }) => sum + samples, 0);
		expect(Math.abs((spoken ?? 0) - (10 * 600) / 1.25)).toBeLessThanOrEqual(2);
		expect(result.durations?.reduce((sum, { samples }) => sum + samples, 0)).toBe(result.pcm.length);
	});

	test("returns unchanged audio for the same length, and handles very short audio", () => {
		const pcm = tone(100, 0.2);
		expect(stretch(pcm, sampleRate, pcm.length)).toBe(pcm);
		expect(stretch(new Float32Array(10), sampleRate, 12)).toHaveLength(12);
		expect(stretch(new Float32Array(0), sampleRate, 0)).toHaveLength(0);
	});
});

test("interpolates between calibration points and extrapolates beyond them", () => {
	const calibration = [
		[0.5, 0.4],
		[1, 1],
		[2, 3],
	] as const;
	expect([0.25, 0.5, 0.75, 1, 1.5, 2, 4].map((speed) => modelSpeed(speed, calibration))).toEqual([
		0.2, 0.4, 0.7, 1, 2, 3, 6,
	]);
});

test("repeats the sequence of a seed, and stays between -1 and 1", () => {
	const take = (seed: number) => Array.from({ length: 200 }, seededRandom(seed));
	expect(take(7)).toEqual(take(7));
	expect(take(7)).not.toEqual(take(8));
	expect(take(4_294_967_295).every((value) => value >= -1 && value <= 1)).toBe(true);
	expect(Math.abs(take(3).reduce((sum, value) => sum + value, 0) / 200)).toBeLessThan(0.2);
});

describe("Piper's noise", () => {
	test("is the screened amount at the default stability and falls as stability rises", () => {
		expect(piperNoise({})).toEqual({ noise: 0.1, noiseW: 0.1 });
		expect(piperNoise({ stability: 0.5 })).toEqual(piperNoise({}));
		const amounts = [0, 0.25, 0.5, 0.75, 1].map((stability) => piperNoise({ stability }).noiseW);
		expect(amounts).toEqual(amounts.toSorted((a, b) => b - a));
		expect(amounts.at(-1)).toBe(0);
	});

	test("never drops to zero when a seed is given", () => {
		expect(piperNoise({ stability: 1, seed: 1 }).noiseW).toBeGreaterThan(0.05);
		expect(piperNoise({ seed: 1 })).toEqual(piperNoise({ seed: 1 }));
		expect(piperNoise({ seed: 1 })).not.toEqual(piperNoise({ seed: 2 }));
	});
});

describe("Kokoro's prosody", () => {
	/** Tables whose values depend on voice and row. */
	const tables = new Map<string, Float32Array>();
	const styles = async (speaker: string) => {
		const table =
			tables.get(speaker) ??
			Float32Array.from({ length: 510 * styleWidth }, (_, at) => {
				const row = Math.floor(at / styleWidth);
				return Math.sin(speaker.charCodeAt(3) * 7 + (at % styleWidth)) + row / 1000;
			});
		tables.set(speaker, table);
		return table;
	};
	const row = async (settings: object, count = 50) => [...(await styleRow(styles, "af_heart", count, settings))];

	test("is the voice's own row for the token count by default", async () => {
		const table = await styles("af_heart");
		expect(await row({})).toEqual([...table.slice(50 * styleWidth, 51 * styleWidth)]);
		expect(await row({ stability: 0.5, style: 0 })).toEqual(await row({}));
		expect(await row({}, 9999)).toEqual([...table.slice(509 * styleWidth)]);
	});

	test("changes without changing the timbre", async () => {
		const own = await row({});
		for (const settings of [{ stability: 0 }, { stability: 1 }, { style: 1 }]) {
			const changed = await row(settings);
			expect(changed.slice(0, 128)).toEqual(own.slice(0, 128));
			expect(changed.slice(128)).not.toEqual(own.slice(128));
		}
	});

	test("changes symmetrically around the default and clamps settings to their range", async () => {
		const [own, expressive, even] = [await row({}), await row({ stability: 0 }), await row({ stability: 1 })];
		for (let at = 128; at < styleWidth; at++)
			expect((expressive[at] as number) + (even[at] as number)).toBeCloseTo(2 * (own[at] as number), 4);
		expect(await row({ stability: -5 })).toEqual(expressive);
		expect(await row({ style: 9 })).toEqual(await row({ style: 1 }));
	});

	test("differs between seeds and repeats for the same seed, also for a single token", async () => {
		expect(await row({ seed: 1 })).toEqual(await row({ seed: 1 }));
		expect(await row({ seed: 1 })).not.toEqual(await row({ seed: 2 }));
		expect(await row({ seed: 0 })).not.toEqual(await row({}));
		for (const seed of [1, 2, 3, 4, 5]) expect((await row({ seed }, 1)).every(Number.isFinite)).toBe(true);
	});
});
