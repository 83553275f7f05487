import { describe, expect, test } from "vitest";
import { createFakeEngine } from "./fake.ts";
import { fitting, joined } from "./kokoro.ts";
import { speakerNumber } from "./piper.ts";

describe("what is too long for one run of the model", () => {
	test("is cut after a mark, and nothing is lost", () => {
		const symbols = [...`${"a".repeat(60)}, ${"b".repeat(60)}`];
		const parts = fitting(symbols, 100);
		expect(parts.map((part) => part.join(""))).toEqual([`${"a".repeat(60)},`, ` ${"b".repeat(60)}`]);
	});

	test("is cut between words where there is no mark", () => {
		const symbols = [..."word ".repeat(50)];
		for (const part of fitting(symbols, 33)) expect(part.length).toBeLessThanOrEqual(33);
		expect(fitting(symbols, 33).flat()).toEqual(symbols);
	});

	test("is cut anywhere if it must be", () => {
		expect(fitting([..."abcdefgh"], 3).map((part) => part.length)).toEqual([3, 3, 2]);
	});

	test("nothing to say needs no run", () => {
		expect(fitting([], 10)).toEqual([]);
		expect(joined([]).pcm).toHaveLength(0);
	});

	test("its parts become one sound with the durations of all", () => {
		const part = (value: number) => ({
			pcm: new Float32Array([value, value]),
			durations: [{ token: "a", samples: 2 }],
		});
		const whole = joined([part(1), part(2)]);
		expect([...whole.pcm]).toEqual([1, 1, 2, 2]);
		expect(whole.durations?.reduce((sum, { samples }) => sum + samples, 0)).toBe(whole.pcm.length);
	});
});

test("a Piper speaker outside the trained ones is refused", () => {
	expect(speakerNumber("libritts-903")).toBe(903);
	for (const speaker of ["libritts-904", "libritts--1", "libritts-", "af_heart", "libritts-1e2"]) {
		expect(() => speakerNumber(speaker)).toThrow("no speaker");
	}
});

describe("the fake engine", () => {
	const input = { text: "a".repeat(30), speaker: "tone-low", language: "en-US", speed: 1 };

	test("speaks fifteen characters a second", async () => {
		expect((await createFakeEngine().synthesise(input)).pcm.length / 24_000).toBeCloseTo(2, 5);
	});

	test("has a pitch for each speaker, the same each time", async () => {
		const crossings = async (speaker: string) => {
			const { pcm } = await createFakeEngine().synthesise({ ...input, speaker });
			return pcm.filter((sample, at) => at > 0 && sample >= 0 && (pcm[at - 1] ?? 0) < 0).length;
		};
		expect((await crossings("tone-high")) / (await crossings("tone-low"))).toBeCloseTo(4, 1);
		expect(await crossings("tone-low")).toBe(await crossings("tone-low"));
	});

	test("at real-time pace takes as long as its sound", async () => {
		const started = performance.now();
		const engine = createFakeEngine({ realtime: true });
		let chunks = 0;
		for await (const _ of engine.stream?.({ ...input, text: "a".repeat(6) }, new AbortController().signal) ?? [])
			chunks++;
		expect(chunks).toBe(4);
		expect(performance.now() - started).toBeGreaterThan(280);
	});
});
