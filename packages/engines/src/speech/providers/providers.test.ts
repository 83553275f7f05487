import { describe, expect, test } from "vitest";
import { createEspeakEngine } from "./espeak.ts";
import { createFakeEngine } from "./fake.ts";
import { fitting, joined } from "./kokoro.ts";
import { padded, speakerNumber } from "./piper.ts";

const line = (text: string) => [...text].map((symbol) => ({ symbol }));

describe("what is too long for one run of the model", () => {
	test("is cut after a mark, and nothing is lost", () => {
		const symbols = line(`${"a".repeat(60)}, ${"b".repeat(60)}`);
		const parts = fitting(symbols, 100);
		expect(parts.map((part) => part.map(({ symbol }) => symbol).join(""))).toEqual([
			`${"a".repeat(60)},`,
			` ${"b".repeat(60)}`,
		]);
	});

	test("is cut between words where there is no mark", () => {
		const symbols = line("word ".repeat(50));
		for (const part of fitting(symbols, 33)) expect(part.length).toBeLessThanOrEqual(33);
		expect(fitting(symbols, 33).flat()).toEqual(symbols);
	});

	test("is cut anywhere if it must be", () => {
		expect(fitting(line("abcdefgh"), 3).map((part) => part.length)).toEqual([3, 3, 2]);
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

describe("the fake engine's timing", () => {
	const input = { speaker: "tone-low", language: "en-US", speed: 1.3 };

	test("adds up to its sound, and each word has its place", async () => {
		const text = "  Some of the words, spoken. ";
		const { pcm, durations = [] } = await createFakeEngine().synthesise({ ...input, text });
		expect(durations.reduce((sum, { samples }) => sum + samples, 0)).toBe(pcm.length);
		expect(durations.flatMap(({ start, end }) => (start === undefined ? [] : [text.slice(start, end)]))).toEqual([
			"Some",
			"of",
			"the",
			"words,",
			"spoken.",
		]);
	});

	test("is known only where the sound is not handed out at its own pace", () => {
		expect(createFakeEngine().stream).toBeUndefined();
		expect(createFakeEngine({ realtime: true }).stream).toBeDefined();
	});

	test("another seed, stability or style is another sound; the same is the same", async () => {
		const made = async (more: object) =>
			(await createFakeEngine().synthesise({ ...input, text: "Hello.", ...more })).pcm;
		const plain = await made({});
		expect(await made({ stability: 0.5, style: 0 })).toEqual(plain);
		for (const more of [{ seed: 5 }, { stability: 0.2 }, { style: 0.7 }]) {
			expect(await made(more)).not.toEqual(plain);
			expect(await made(more)).toEqual(await made(more));
		}
	});

	test("a pronunciation that nobody can read is named", async () => {
		const overrides = [{ start: 0, end: 5, phoneme: "h3llo", alphabet: "ipa" }] as const;
		const { unhonoured } = await createFakeEngine().synthesise({ ...input, text: "Hello.", overrides });
		expect(unhonoured).toMatchObject([{ start: 0, end: 5 }]);
	});
});

test("Piper's pads belong to the word that they are inside of", () => {
	const word = { start: 0, end: 2 };
	expect(padded([{ symbol: "a", ...word }, { symbol: "b", ...word }, { symbol: " " }])).toEqual([
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
	const place = { start: 4, end: 10 };
	const speak = (speaker: string, phoneme: string, spoken = text) =>
		createEspeakEngine().synthesise({
			text: spoken,
			speaker,
			language: "en-US",
			speed: 1,
			overrides: [{ ...place, phoneme, alphabet: "ipa" }],
		});

	test("speaks given phonemes, and its words keep their places", async () => {
		const { durations = [], unhonoured, pcm } = await speak("en-us", "wɪn");
		expect(unhonoured).toEqual([]);
		expect(durations.filter(({ start }) => start === 4).map(({ token }) => token.replace(/[ˈˌ]/, ""))).toEqual([
			"w",
			"ɪ",
			"n",
		]);
		expect(durations.some(({ start, end }) => text.slice(start, end) === "please")).toBe(true);
		expect(durations.reduce((sum, { samples }) => sum + samples, 0)).toBe(pcm.length);
	});

	test("says which it cannot speak: its sounds have English names only", async () => {
		expect((await speak("de", "wɪn")).unhonoured).toEqual([
			{ ...place, reason: "espeak-ng takes pronunciations for its English voices only" },
		]);
		expect((await speak("en-us", "wɪ9n")).unhonoured).toHaveLength(1);
	});

	test("speaks exactly as fast as asked, also beyond its own limits", async () => {
		const speak = (speed: number) =>
			createEspeakEngine().synthesise({ text: "One, two; three. Four?", speaker: "en-us", language: "en-US", speed });
		// espeak-ng itself is not the same to the sample after another rate was set.
		const own = (await speak(1)).pcm.length;
		for (const speed of [0.4, 0.7, 1.2, 3]) {
			const { pcm, durations = [] } = await speak(speed);
			expect(Math.abs((pcm.length / own) * speed - 1)).toBeLessThan(0.01);
			expect(durations.reduce((sum, { samples }) => sum + samples, 0)).toBe(pcm.length);
		}
	});

	test("takes brackets in a text for brackets, not for a command", async () => {
		const plain = await createEspeakEngine().synthesise({
			text: "say h now",
			speaker: "en-us",
			language: "en-US",
			speed: 1,
		});
		const own = await createEspeakEngine().synthesise({
			text: "say [[h]] now",
			speaker: "en-us",
			language: "en-US",
			speed: 1,
		});
		expect(own.pcm.length).toBeGreaterThan(plain.pcm.length * 0.9);
	});
});
