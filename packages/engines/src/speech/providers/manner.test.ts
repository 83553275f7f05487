import { describe, expect, test } from "vitest";
import { chance } from "./chance.ts";
import { styleRow, styleWidth } from "./kokoro-manner.ts";
import { toldSpeed } from "./pace.ts";
import { piperManner } from "./piper-manner.ts";
import { atSpeed, stretch, stretched } from "./stretch.ts";

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

describe("speech in another length", () => {
	test.each([0.7, 0.95, 1.03, 1.4])(
		"times %s keeps its pitch and its level, and is exactly as long as asked",
		(factor) => {
			const pcm = tone(220, 1);
			const length = Math.round(pcm.length * factor);
			const made = stretch(pcm, sampleRate, length);
			expect(made).toHaveLength(length);
			expect(Math.abs(crossings(made) / (length / sampleRate) / 220 - 1)).toBeLessThan(0.02);
			const level = (of: Float32Array) => Math.sqrt(of.reduce((sum, sample) => sum + sample ** 2, 0) / of.length);
			expect(level(made) / level(pcm)).toBeGreaterThan(0.93);
		},
	);

	test("has the same sounds at the same shares of its time", () => {
		const pcm = new Float32Array([...tone(200, 0.5), ...new Float32Array(12_000), ...tone(300, 0.5)]);
		const durations = [12_000, 12_000, 12_000].map((samples, at) => ({ token: String(at), samples }));
		const made = stretched({ pcm, durations }, sampleRate, 30_001);
		expect(made.pcm).toHaveLength(30_001);
		expect(made.durations?.reduce((sum, { samples }) => sum + samples, 0)).toBe(30_001);
		const middle = made.pcm.slice(12_000, 18_000);
		expect(Math.max(...middle.map(Math.abs))).toBeLessThan(0.05);
	});

	test("at a speed has its words in exactly that share of their own time, whatever was rounded around them", () => {
		const word = { start: 0, end: 2 };
		const frames = Float32Array.of(9, 4, 5, 2, 8);
		const durations = [{ token: "" }, { token: "a", ...word }, { token: "b", ...word }, { token: "." }, { token: "" }];
		const made = {
			pcm: new Float32Array(28 * 600),
			durations: durations.map((token, at) => ({ ...token, samples: (frames[at] ?? 0) * 600 })),
		};
		const own = Float32Array.of(14, 5, 5, 4, 12);
		const result = atSpeed(made, { sampleRate, speed: 1.25, frames, own });
		const spoken = result.durations?.filter(({ start }) => start === 0).reduce((sum, { samples }) => sum + samples, 0);
		expect(Math.abs((spoken ?? 0) - (10 * 600) / 1.25)).toBeLessThanOrEqual(2);
		expect(result.durations?.reduce((sum, { samples }) => sum + samples, 0)).toBe(result.pcm.length);
	});

	test("never changes what needs no change, and survives the shortest sound", () => {
		const pcm = tone(100, 0.2);
		expect(stretch(pcm, sampleRate, pcm.length)).toBe(pcm);
		expect(stretch(new Float32Array(10), sampleRate, 12)).toHaveLength(12);
		expect(stretch(new Float32Array(0), sampleRate, 0)).toHaveLength(0);
	});
});

test("a measured pace is met at its points, between them and beyond", () => {
	const pace = [
		[0.5, 0.4],
		[1, 1],
		[2, 3],
	] as const;
	expect([0.25, 0.5, 0.75, 1, 1.5, 2, 4].map((asked) => toldSpeed(asked, pace))).toEqual([0.2, 0.4, 0.7, 1, 2, 3, 6]);
});

test("the same seed gives the same numbers, another one others, all between -1 and 1", () => {
	const take = (seed: number) => Array.from({ length: 200 }, chance(seed));
	expect(take(7)).toEqual(take(7));
	expect(take(7)).not.toEqual(take(8));
	expect(take(4_294_967_295).every((value) => value >= -1 && value <= 1)).toBe(true);
	expect(Math.abs(take(3).reduce((sum, value) => sum + value, 0) / 200)).toBeLessThan(0.2);
});

describe("Piper's manner", () => {
	test("is the screened one in the middle, and evener the more stability is asked", () => {
		expect(piperManner({})).toEqual({ noise: 0.1, noiseW: 0.1 });
		expect(piperManner({ stability: 0.5 })).toEqual(piperManner({}));
		const amounts = [0, 0.25, 0.5, 0.75, 1].map((stability) => piperManner({ stability }).noiseW);
		expect(amounts).toEqual(amounts.toSorted((a, b) => b - a));
		expect(amounts.at(-1)).toBe(0);
	});

	test("leaves something to chance wherever another take is asked for", () => {
		expect(piperManner({ stability: 1, seed: 1 }).noiseW).toBeGreaterThan(0.05);
		expect(piperManner({ seed: 1 })).toEqual(piperManner({ seed: 1 }));
		expect(piperManner({ seed: 1 })).not.toEqual(piperManner({ seed: 2 }));
	});
});

describe("Kokoro's manner", () => {
	/** A table in which every number names its voice and row. */
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
	const row = async (manner: object, count = 50) => [...(await styleRow(styles, "af_heart", count, manner))];

	test("with nothing asked is the voice's own row for so many tokens", async () => {
		const table = await styles("af_heart");
		expect(await row({})).toEqual([...table.slice(50 * styleWidth, 51 * styleWidth)]);
		expect(await row({ stability: 0.5, style: 0 })).toEqual(await row({}));
		expect(await row({}, 9999)).toEqual([...table.slice(509 * styleWidth)]);
	});

	test("changes the manner and never the timbre", async () => {
		const own = await row({});
		for (const manner of [{ stability: 0 }, { stability: 1 }, { style: 1 }]) {
			const changed = await row(manner);
			expect(changed.slice(0, 128)).toEqual(own.slice(0, 128));
			expect(changed.slice(128)).not.toEqual(own.slice(128));
		}
	});

	test("goes as far to the one side of the middle as to the other, and no further than the ends", async () => {
		const [own, lively, even] = [await row({}), await row({ stability: 0 }), await row({ stability: 1 })];
		for (let at = 128; at < styleWidth; at++)
			expect((lively[at] as number) + (even[at] as number)).toBeCloseTo(2 * (own[at] as number), 4);
		expect(await row({ stability: -5 })).toEqual(lively);
		expect(await row({ style: 9 })).toEqual(await row({ style: 1 }));
	});

	test("another seed is another take, the same seed the same, at the shortest text too", async () => {
		expect(await row({ seed: 1 })).toEqual(await row({ seed: 1 }));
		expect(await row({ seed: 1 })).not.toEqual(await row({ seed: 2 }));
		expect(await row({ seed: 0 })).not.toEqual(await row({}));
		for (const seed of [1, 2, 3, 4, 5]) expect((await row({ seed }, 1)).every(Number.isFinite)).toBe(true);
	});
});
