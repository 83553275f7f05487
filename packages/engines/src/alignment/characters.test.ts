import { describe, expect, test } from "vitest";
import type { TokenDuration } from "../speech/speech.ts";
import { startCpuTimer } from "../testing/cpu-time.ts";
import type { Prepared } from "../text/prepare.ts";
import { alignSegment, type CharacterTimes } from "./characters.ts";

const sampleRate = 1000;

const unchanged = (text: string): Prepared => ({
	spoken: text,
	overrides: [],
	spans: [{ writtenStart: 0, writtenEnd: text.length, spokenStart: 0, spokenEnd: text.length }],
});

/** Every token lasts 100 samples, spaces between words 50, with a pad of 30 at either end. */
function spoken(text: string, phonemes: Record<string, string[]>): TokenDuration[] {
	const tokens: TokenDuration[] = [{ token: "", samples: 30 }];
	let from = 0;
	for (const [word, symbols] of Object.entries(phonemes)) {
		const start = text.indexOf(word, from);
		if (from > 0) tokens.push({ token: " ", samples: 50 });
		from = start + word.length;
		tokens.push(...symbols.map((token) => ({ token, samples: 100, start, end: from })));
	}
	return [...tokens, { token: "", samples: 30 }];
}

function align(text: string, durations: TokenDuration[], prepared = unchanged(text), trimmed = 30) {
	const samples = durations.reduce((sum, { samples }) => sum + samples, 0);
	const speech = samples - trimmed - 30;
	return alignSegment({ written: text, prepared, durations, sampleRate, trimmed, speech, total: speech + 200 });
}

const table = ({ characters, starts, ends }: CharacterTimes) =>
	characters.map((character, at) => `${character} ${starts[at]?.toFixed(2)} ${ends[at]?.toFixed(2)}`);

describe("letters follow their phonemes", () => {
	test("a digraph shares one phoneme, and a silent letter shares its neighbor's", () => {
		const text = "the make";
		const { written } = align(text, spoken(text, { the: ["ð", "ə"], make: ["m", "ˈ", "eɪ", "k"] }));
		expect(table(written)).toEqual([
			"t 0.00 0.05",
			"h 0.05 0.10",
			"e 0.10 0.20",
			"  0.20 0.25",
			"m 0.25 0.35",
			"a 0.35 0.55",
			"k 0.55 0.60",
			"e 0.60 0.65",
		]);
	});

	test("four letters may be one vowel, and one letter several phonemes", () => {
		const text = "though six";
		const { written } = align(text, spoken(text, { though: ["ð", "o", "ʊ"], six: ["s", "ɪ", "k", "s"] }));
		const at = (index: number) => [written.starts[index], written.ends[index]];
		expect(at(2)[0]).toBeCloseTo(0.1);
		expect(at(5)[1]).toBeCloseTo(0.3);
		expect(at(9).map((time) => time?.toFixed(2))).toEqual(["0.55", "0.75"]);
	});

	test("a pad inside a word belongs to it, one after it does not", () => {
		const durations = [
			{ token: "a", samples: 100, start: 0, end: 2 },
			{ token: "_", samples: 40 },
			{ token: "b", samples: 100, start: 0, end: 2 },
			{ token: "_", samples: 40 },
		];
		const input = { prepared: unchanged("ab "), durations, sampleRate, trimmed: 0, speech: 280, total: 300 };
		expect(table(alignSegment({ written: "ab ", ...input }).written)).toEqual([
			"a 0.00 0.14",
			"b 0.14 0.24",
			"  0.24 0.30",
		]);
	});
});

describe("unspoken characters are placed between words, in order", () => {
	test("punctuation stays with its word and the space covers the gap", () => {
		const text = "(ab), “ab”!";
		const { written } = align(text, [
			{ token: "", samples: 30 },
			{ token: "a", samples: 100, start: 1, end: 3 },
			{ token: "b", samples: 100, start: 1, end: 3 },
			{ token: ",", samples: 300 },
			{ token: "a", samples: 100, start: 7, end: 9 },
			{ token: "b", samples: 100, start: 7, end: 9 },
			{ token: "", samples: 30 },
		]);
		expect(table(written)).toEqual([
			"( 0.00 0.00",
			"a 0.00 0.10",
			"b 0.10 0.20",
			") 0.20 0.20",
			", 0.20 0.20",
			"  0.20 0.50",
			"“ 0.50 0.50",
			"a 0.50 0.60",
			"b 0.60 0.70",
			"” 0.70 0.70",
			"! 0.70 0.70",
		]);
	});

	test("punctuation keeps the time that the model gave it", () => {
		const durations = [
			{ token: "a", samples: 100, start: 0, end: 1 },
			{ token: ",", samples: 250, start: 1, end: 2 },
			{ token: " ", samples: 50 },
			{ token: "a", samples: 100, start: 3, end: 4 },
		];
		const input = { prepared: unchanged("a, a"), durations, sampleRate, trimmed: 0, speech: 500, total: 500 };
		const { written } = alignSegment({ written: "a, a", ...input });
		expect(table(written)).toEqual(["a 0.00 0.10", ", 0.10 0.35", "  0.35 0.40", "a 0.40 0.50"]);
	});

	test("the characters of a number share the time of its spoken words", () => {
		const written = "I ate 25 pies";
		const prepared: Prepared = {
			spoken: "I ate twenty-five pies",
			overrides: [],
			spans: [
				{ writtenStart: 0, writtenEnd: 6, spokenStart: 0, spokenEnd: 6 },
				{ writtenStart: 6, writtenEnd: 8, spokenStart: 6, spokenEnd: 17 },
				{ writtenStart: 8, writtenEnd: 13, spokenStart: 17, spokenEnd: 22 },
			],
		};
		const symbols = { I: ["aɪ"], ate: ["eɪ", "t"], "twenty-five": [..."twɛntifaɪv"], pies: ["p", "aɪ", "z"] };
		const result = align(written, spoken(prepared.spoken, symbols), prepared);
		expect(result.spoken.characters.join("")).toBe(prepared.spoken);
		const two = [result.written.starts[6], result.written.ends[6]];
		const five = [result.written.starts[7], result.written.ends[7]];
		expect(two[0]).toBeCloseTo(0.4);
		expect(two[1]).toBeCloseTo(0.9);
		expect(five[0]).toBeCloseTo(0.9);
		expect(five[1]).toBeCloseTo(1.4);
		expect(result.written.starts[9]).toBeCloseTo(1.45);
	});

	test("every character gets a time when nothing is spoken", () => {
		const { written } = align("… 🎉!", [{ token: "", samples: 400 }]);
		expect(written.characters).toEqual(["…", " ", "🎉", "!"]);
	});
});

/** Deterministic, so that a failure can be reproduced. */
function generator(seed: number) {
	let state = seed;
	return (below: number) => {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
		return Math.floor((state / 2 ** 32) * below);
	};
}

const hostile = [
	..."aeiouthkqxyz  ,.-'\u0301\u200b\u202e\u200f\ufeff\n\t0123456789",
	"🎉",
	"👨‍👩‍👧",
	"שלום",
	"مرحبا",
	"क्ष",
	"東京",
	"ﬁ",
	"\ud800",
	"ẍ̊",
];
const symbols = ["a", "ˈ", "eɪ", "k", "ː", "_", "", "ð", "tʃ", "?", "ŋ", "5", "\u0303"];

test("times cover every character, in order and within the audio, for any text, tokens and trimming", () => {
	for (let seed = 1; seed <= 3000; seed++) {
		const random = generator(seed);
		const make = (max: number) => Array.from({ length: random(max) }, () => hostile[random(hostile.length)]).join("");
		const written = make(30);
		const same = random(2) === 0;
		const text = same ? written : make(30);
		const cutWritten = random(written.length + 1);
		const cutSpoken = same ? cutWritten : random(text.length + 1);
		const prepared: Prepared = {
			spoken: text,
			overrides: [],
			spans: [
				{ writtenStart: 0, writtenEnd: cutWritten, spokenStart: 0, spokenEnd: cutSpoken },
				{ writtenStart: cutWritten, writtenEnd: written.length, spokenStart: cutSpoken, spokenEnd: text.length },
			],
		};
		const durations: TokenDuration[] = Array.from({ length: random(20) }, () => {
			const token = symbols[random(symbols.length)] as string;
			const start = random(text.length + 3);
			const bounds = random(3) > 0 ? { start, end: start + random(4) } : {};
			return { token, samples: random(200), ...bounds };
		});
		const trimmed = random(300);
		const speech = random(2000);
		const total = speech + random(400);
		const result = alignSegment({ written, prepared, durations, sampleRate, trimmed, speech, total });
		for (const [times, expected] of [
			[result.written, written],
			[result.spoken, text],
		] as const) {
			expect(times.characters).toEqual([...expected]);
			let last = 0;
			for (const [at, start] of times.starts.entries()) {
				const end = times.ends[at] ?? Number.NaN;
				if (!(start >= last && end >= start && end <= total / sampleRate)) {
					expect.fail(`seed ${seed}, character ${at}: ${start}..${end} after ${last}, total ${total / sampleRate}`);
				}
				last = end;
			}
			expect([times.starts.length, times.ends.length]).toEqual([times.characters.length, times.characters.length]);
		}
	}
});

test("aligns a word of thousands of letters in bounded time", { tags: ["measured"] }, () => {
	const text = "a".repeat(20_000);
	const durations = Array.from({ length: 20_000 }, () => ({ token: "a", samples: 1, start: 0, end: text.length }));
	const worked = startCpuTimer();
	const { written } = align(text, durations);
	expect(written.starts).toHaveLength(text.length);
	expect(worked()).toBeLessThan(1000);
});
