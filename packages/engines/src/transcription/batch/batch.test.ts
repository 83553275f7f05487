import { describe, expect, test } from "vitest";
import { createLanguageVote } from "./language-vote.ts";
import { placeAligned, placeEvenly, toSegments } from "./place-words.ts";
import { createSpeechMap } from "./speech-map.ts";
import { speechRanges, splitLong, toWindows } from "./speech-ranges.ts";
import { loopLength, scoredWords, splitWords, withoutLoop } from "./words.ts";

const frame = 512 / 16_000;
/** Probabilities for stretches of the given length. */
const activity = (...parts: [seconds: number, probability: number][]) =>
	parts.flatMap(([seconds, probability]) => new Array<number>(Math.round(seconds / frame)).fill(probability));
const rounded = (ranges: { start: number; end: number }[]) =>
	ranges.map(({ start, end }) => [Math.round(start * 10) / 10, Math.round(end * 10) / 10]);

describe("ranges of speech", () => {
	test("have a margin, ignore clicks and join over short pauses", () => {
		const probabilities = activity([1, 0], [2, 0.9], [0.2, 0.1], [1, 0.9], [2, 0], [0.06, 0.9], [1, 0], [1, 0.8]);
		expect(rounded(speechRanges(probabilities, 8.26))).toEqual([
			[0.8, 4.4],
			[7.1, 8.3],
		]);
	});

	test("are split where speech is least likely", () => {
		const probabilities = activity([8, 0.9], [0.2, 0.5], [12, 0.9]);
		const [first, ...others] = splitLong([{ start: 0, end: 20.2 }], probabilities, 14);
		expect(first?.end).toBeCloseTo(8.1, 0);
		expect(others.at(-1)?.end).toBe(20.2);
		expect(others.every(({ start, end }) => end - start <= 14)).toBe(true);
	});

	test("are grouped into windows without long pauses", () => {
		const ranges = [
			{ start: 0, end: 4 },
			{ start: 5, end: 9 },
			{ start: 14, end: 20 },
			{ start: 20.5, end: 26 },
			{ start: 26.5, end: 30 },
		];
		expect(rounded(toWindows(ranges, 14))).toEqual([
			[0, 9],
			[14, 26],
			[26.5, 30],
		]);
	});
});

describe("a map of speech", () => {
	test("grows with the recording, and no window reaches from one part into the next", () => {
		const map = createSpeechMap({ seconds: 19.2, maxSeconds: 14 });
		map.add(activity([1.6, 0], [1.6, 0.9], [3.2, 0], [3.2, 0.9]));
		expect(rounded([...map.windows])).toEqual([
			[1.4, 3.4],
			[6.2, 9.6],
		]);
		map.add(activity([3.2, 0.9], [6.4, 0]));
		expect(rounded([...map.windows]).at(-1)).toEqual([9.6, 13]);
		expect(rounded([0, 1, 2].map(map.withMargin))).toEqual([
			[1.2, 3.6],
			[6, 9.6],
			[9.6, 13.2],
		]);
	});
});

describe("words", () => {
	const alphabet = ["Hel", "lo", " there", ",", " Anna", "."];
	const decode = (tokens: number[]) => tokens.map((token) => alphabet[token]).join("");

	test("have the mean score of their tokens", () => {
		const logprobs = [-1, -3, -0.5, -0.1, -0.2, -0.4];
		const tokens = logprobs.map((logprob, token) => ({ token, logprob }));
		const words = scoredWords(tokens, decode, "en");
		expect(words.map(({ text }) => text)).toEqual(["Hello", "there,", "Anna."]);
		expect(words.map(({ logprob }) => Math.round(logprob * 100) / 100)).toEqual([-2, -0.3, -0.3]);
	});

	test("are found in languages without spaces", () => {
		const words = splitWords("今天天气很好。我们走吧！", "zh").map(({ word }) => word);
		expect(words.join("")).toBe("今天天气很好。我们走吧！");
		expect(words.length).toBeGreaterThan(4);
		expect(words.every((word) => /\p{L}/u.test(word))).toBe(true);
	});

	test("that are repeated over and over are a loop, and repetition in speech is not", () => {
		const loop = (text: string) => loopLength([...text].map((letter) => letter.charCodeAt(0)));
		expect([loop("xyabababababababab"), loop("xyzabcdeabcdeabcdeabcde"), loop("nnnnnnnn")]).toEqual([2, 5, 1]);
		expect([loop("xyababab"), loop("abcdeabcde"), loop("nnnn"), loop("")]).toEqual([0, 0, 0, 0]);
		const tokens = [..."xyababababab"].map((letter) => ({ token: letter.charCodeAt(0), letter }));
		expect(
			withoutLoop(tokens, 2)
				.map(({ letter }) => letter)
				.join(""),
		).toBe("xyab");
	});
});

describe("times of words", () => {
	const words = ["“Hello”,", "Ann"].map((text) => ({ text, logprob: -0.1 }));
	const characters = [..."“Hello”, Ann"].map((text, at) => ({ text, start: at * 0.1, end: (at + 1) * 0.1 }));
	const window = { start: 10, end: 12 };

	test("are those of their letters", () => {
		const placed = placeAligned(words, "en", characters, window, true);
		expect(placed.map(({ start, end }) => [start, end])).toEqual([
			[10.1, 10.6],
			[10.9, 11.2],
		]);
		expect(placed[0]?.characters?.map(({ text }) => text).join("")).toBe("“Hello”,");
		expect(placed[1]?.characters?.[0]).toEqual({ text: "A", start: 10.9, end: 11 });
	});

	test("are spread over the speech if the text can't be aligned", () => {
		const speech = [
			{ start: 0, end: 1 },
			{ start: 5, end: 6 },
		];
		const placed = placeEvenly([...words, ...words], speech, false);
		expect(placed[0]?.start).toBe(0);
		expect(placed[2]?.start).toBeGreaterThanOrEqual(1);
		expect(placed.every(({ start, end }) => end >= start && end <= 6)).toBe(true);
	});

	test("decide which segment a word belongs to", () => {
		const timed = placeAligned(words, "en", characters, window, false);
		const ranges = [
			{ start: 9, end: 10.5 },
			{ start: 10.8, end: 12 },
			{ start: 20, end: 21 },
		];
		expect(toSegments(timed, ranges, [], "en").map(({ text, start }) => [text, start])).toEqual([
			["“Hello”,", 9],
			["Ann", 10.8],
		]);
	});
});

describe("the language of a recording", () => {
	test("is settled by a long window with a high probability", () => {
		const vote = createLanguageVote();
		vote.add("cy", 0.5, 1);
		expect(vote.settled()).toBeUndefined();
		vote.add("en", 0.95, 12);
		expect(vote.settled()).toBe("en");
		expect(vote.result().language).toBe("en");
		expect(vote.result().probability).toBeCloseTo(0.877, 2);
	});

	test("is the one with the most votes otherwise", () => {
		const vote = createLanguageVote();
		for (const language of ["es", "pt", "es"]) vote.add(language, 0.6, 25);
		expect([vote.settled(), vote.result().language]).toEqual(["es", "es"]);
	});
});
