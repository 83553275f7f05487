import { expect, test } from "vitest";
import type { Alignment } from "../player/player-item.ts";
import { spokenWords, timeline, wordAt } from "./words.ts";

/** Each character takes a tenth of a second. */
function aligned(text: string): Alignment {
	const characters = [...text];
	return {
		characters,
		character_start_times_seconds: characters.map((_, i) => i / 10),
		character_end_times_seconds: characters.map((_, i) => (i + 1) / 10),
	};
}

test("the current word is the last one started", () => {
	const text = "One, two\n three.";
	const words = spokenWords(text, aligned(text));
	expect(words.map(({ from, to }) => text.slice(from, to))).toEqual(["One,", "two", "three."]);
	const at = (seconds: number) => wordAt(timeline(words), seconds);
	expect([0, 0.39, 0.45, 0.5, 0.95, 1.05, 99].map(at)).toEqual([0, 0, 0, 1, 1, 2, 2]);
	expect(at(-1)).toBe(-1);
});

test("an alignment of the beginning sets times only for the beginning", () => {
	const words = spokenWords("one two three", aligned("one two"));
	expect(words.map(({ start }) => start)).toEqual([0, 0.4, null]);
	expect(wordAt(timeline(words), 50)).toBe(1);
});

test("a normalized alignment sets times for the words both texts have, also after a difference", () => {
	const words = spokenWords("It costs $5 at the shop", aligned("It costs five dollars at the shop"));
	expect(words.map(({ start }) => start)).toEqual([0, 0.3, null, 2.2, 2.5, 2.9]);
});

test("without an alignment no word has a time", () => {
	expect(timeline(spokenWords("one two", null))).toEqual([]);
});

test("looks up words in 10,000 characters within microseconds", { tags: ["measured"] }, () => {
	const text = "word and ".repeat(1_112).slice(0, 10_000);
	const times = timeline(spokenWords(text, aligned(text)));
	const began = process.threadCpuUsage();
	for (let i = 0; i < 10_000; i++) wordAt(times, i / 10);
	const { user, system } = process.threadCpuUsage(began);
	expect((user + system) / 1000 / 10_000).toBeLessThan(0.05);
});
