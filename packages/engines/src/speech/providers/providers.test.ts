import { describe, expect, test } from "vitest";
import { createEspeakEngine } from "./espeak.ts";
import { createFakeEngine } from "./fake.ts";
import { joinSyntheses, splitToFit } from "./kokoro.ts";
import { padTokens, speakerNumber } from "./piper.ts";

const line = (text: string) => [...text].map((symbol) => ({ symbol }));

describe("text too long for one model run", () => {
	test("is split after punctuation without losing anything", () => {
		const symbols = line(`${"a".repeat(60)}, ${"b".repeat(60)}`);
		const parts = splitToFit(symbols, 100);
		expect(parts.map((part) => part.map(({ symbol }) => symbol).join(""))).toEqual([
			`${"a".repeat(60)},`,
			` ${"b".repeat(60)}`,
		]);
	});

	test("is split between words where there is no punctuation", () => {
		const symbols = line("word ".repeat(50));
		for (const part of splitToFit(symbols, 33)) expect(part.length).toBeLessThanOrEqual(33);
		expect(splitToFit(symbols, 33).flat()).toEqual(symbols);
	});

	test("is split inside a word as a last resort", () => {
		expect(splitToFit(line("abcdefgh"), 3).map((part) => part.length)).toEqual([3, 3, 2]);
	});

	test("needs no run when empty", () => {
		expect(splitToFit([], 10)).toEqual([]);
		expect(joinSyntheses([]).pcm).toHaveLength(0);
	});

	test("is joined into one synthesis with all durations", () => {
		const part = (value: number) => ({
			pcm: new Float32Array([value, value]),
			durations: [{ token: "a", samples: 2 }],
		});
		const joined = joinSyntheses([part(1), part(2)]);
		expect([...joined.pcm]).toEqual([1, 1, 2, 2]);
		expect(joined.durations?.reduce((sum, { samples }) => sum + samples, 0)).toBe(joined.pcm.length);
	});
});

test("rejects a Piper speaker outside the trained range", () => {
	expect(speakerNumber("libritts-903")).toBe(903);
	for (const speaker of ["libritts-904", "libritts--1", "libritts-", "af_heart", "libritts-1e2"]) {
		expect(() => speakerNumber(speaker)).toThrow("no speaker");
	}
});

describe("the fake engine", () => {
	const input = { text: "a".repeat(30), speaker: "tone-low", language: "en-US", speed: 1 };

	test("speaks fifteen characters per second", async () => {
		expect((await createFakeEngine().synthesize(input)).pcm.length / 24_000).toBeCloseTo(2, 5);
	});

	test("has a fixed pitch for each speaker", async () => {
		const crossings = async (speaker: string) => {
			const { pcm } = await createFakeEngine().synthesize({ ...input, speaker });
			return pcm.filter((sample, at) => at > 0 && sample >= 0 && (pcm[at - 1] ?? 0) < 0).length;
		};
		expect((await crossings("tone-high")) / (await crossings("tone-low"))).toBeCloseTo(4, 1);
		expect(await crossings("tone-low")).toBe(await crossings("tone-low"));
	});

	test("streams in real time when configured", async () => {
		const started = performance.now();
		const engine = createFakeEngine({ realtime: true });
		let chunks = 0;
		for await (const _ of engine.stream?.({ ...input, text: "a".repeat(6) }, new AbortController().signal) ?? [])
			chunks++;
		expect(chunks).toBe(4);
		expect(performance.now() - started).toBeGreaterThan(280);
	});
});

describe("the fake engine's timing", () => {
	const input = { speaker: "tone-low", language: "en-US", speed: 1.3 };

	test("adds up to the audio and covers each word", async () => {
		const text = "  Some of the words, spoken. ";
		const { pcm, durations = [] } = await createFakeEngine().synthesize({ ...input, text });
		expect(durations.reduce((sum, { samples }) => sum + samples, 0)).toBe(pcm.length);
		expect(durations.flatMap(({ start, end }) => (start === undefined ? [] : [text.slice(start, end)]))).toEqual([
			"Some",
			"of",
			"the",
			"words,",
			"spoken.",
		]);
	});

	test("is not available when streaming in real time", () => {
		expect(createFakeEngine().stream).toBeUndefined();
		expect(createFakeEngine({ realtime: true }).stream).toBeDefined();
	});

	test("depends on seed, stability and style, and repeats for the same settings", async () => {
		const synthesize = async (more: object) =>
			(await createFakeEngine().synthesize({ ...input, text: "Hello.", ...more })).pcm;
		const plain = await synthesize({});
		expect(await synthesize({ stability: 0.5, style: 0 })).toEqual(plain);
		for (const more of [{ seed: 5 }, { stability: 0.2 }, { style: 0.7 }]) {
			expect(await synthesize(more)).not.toEqual(plain);
			expect(await synthesize(more)).toEqual(await synthesize(more));
		}
	});

	test("reports an invalid pronunciation", async () => {
		const overrides = [{ start: 0, end: 5, phoneme: "h3llo", alphabet: "ipa" }] as const;
		const { unsupported } = await createFakeEngine().synthesize({ ...input, text: "Hello.", overrides });
		expect(unsupported).toMatchObject([{ start: 0, end: 5 }]);
	});
});

test("assigns Piper's pads inside a word to that word", () => {
	const word = { start: 0, end: 2 };
	expect(padTokens([{ symbol: "a", ...word }, { symbol: "b", ...word }, { symbol: " " }])).toEqual([
		...["^", "_", ".", "_", " ", "_"].map((symbol) => ({ symbol })),
		{ symbol: "a", ...word },
		{ symbol: "_", ...word },
		{ symbol: "b", ...word },
		{ symbol: "_" },
		{ symbol: " " },
		{ symbol: "_" },
		{ symbol: "$" },
	]);
});

describe("espeak-ng", () => {
	const text = "Ask Nguyen, please.";
	const range = { start: 4, end: 10 };
	const speak = (speaker: string, phoneme: string, spoken = text) =>
		createEspeakEngine().synthesize({
			text: spoken,
			speaker,
			language: "en-US",
			speed: 1,
			overrides: [{ ...range, phoneme, alphabet: "ipa" }],
		});

	test("speaks given phonemes and keeps word offsets", async () => {
		const { durations = [], unsupported, pcm } = await speak("en-us", "wɪn");
		expect(unsupported).toEqual([]);
		expect(durations.filter(({ start }) => start === 4).map(({ token }) => token.replace(/[ˈˌ]/, ""))).toEqual([
			"w",
			"ɪ",
			"n",
		]);
		expect(durations.some(({ start, end }) => text.slice(start, end) === "please")).toBe(true);
		expect(durations.reduce((sum, { samples }) => sum + samples, 0)).toBe(pcm.length);
	});

	test("reports pronunciations outside its English voices as unsupported", async () => {
		expect((await speak("de", "wɪn")).unsupported).toEqual([
			{ ...range, reason: "espeak-ng supports pronunciations only for English voices" },
		]);
		expect((await speak("en-us", "wɪ9n")).unsupported).toHaveLength(1);
	});

	test("matches the requested speed exactly, also beyond its own limits", async () => {
		const speak = (speed: number) =>
			createEspeakEngine().synthesize({ text: "One, two; three. Four?", speaker: "en-us", language: "en-US", speed });
		// espeak-ng's output is not sample-exact after the rate was changed, hence the tolerance.
		const own = (await speak(1)).pcm.length;
		for (const speed of [0.4, 0.7, 1.2, 3]) {
			const { pcm, durations = [] } = await speak(speed);
			expect(Math.abs((pcm.length / own) * speed - 1)).toBeLessThan(0.01);
			expect(durations.reduce((sum, { samples }) => sum + samples, 0)).toBe(pcm.length);
		}
	});

	test("treats brackets in the text as text, not as a command", async () => {
		const plain = await createEspeakEngine().synthesize({
			text: "say h now",
			speaker: "en-us",
			language: "en-US",
			speed: 1,
		});
		const own = await createEspeakEngine().synthesize({
			text: "say [[h]] now",
			speaker: "en-us",
			language: "en-US",
			speed: 1,
		});
		expect(own.pcm.length).toBeGreaterThan(plain.pcm.length * 0.9);
	});
});
