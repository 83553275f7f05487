import { describe, expect, test } from "vitest";
import { toChapters } from "./chapters.ts";
import type { SourceBlock } from "./formats/source.ts";
import { divided, testLimits } from "./testing/read-bytes.ts";

const block = (line: string): SourceBlock => {
	const [type, ...words] = line.split(" ");
	return { type: type as SourceBlock["type"], text: words.join(" ") };
};
const blocksOf = (...lines: string[]) => ({ blocks: lines.map(block) });

describe("headings", () => {
	test("a single one at the start is the title", () => {
		const source = blocksOf("h1 Days", "h2 One", "p First.", "h2 Two", "p Second.");
		expect(toChapters(source, "a.md", testLimits).title).toBe("Days");
		expect(divided(source)).toEqual({ One: ["h2 One", "p First."], Two: ["h2 Two", "p Second."] });
	});

	test("text before the first chapter is a chapter named after the title", () => {
		const source = blocksOf("h1 Days", "p For Ada.", "h2 One", "p First.", "h2 Two", "p Second.");
		expect(Object.keys(divided(source))).toEqual(["Days", "One", "Two"]);
		expect(Object.keys(divided(blocksOf("p For Ada.", "h2 One", "p First.", "h2 Two", "p Second.")))[0]).toBe(
			"Opening",
		);
	});

	test("in a row start one chapter", () => {
		expect(
			divided(blocksOf("h2 CHAPTER ONE", "h1 The Tide", "p First.", "h2 CHAPTER TWO", "h1 The Storm", "p Second.")),
		).toEqual({
			"CHAPTER ONE: The Tide": ["h2 CHAPTER ONE", "h1 The Tide", "p First."],
			"CHAPTER TWO: The Storm": ["h2 CHAPTER TWO", "h1 The Storm", "p Second."],
		});
	});

	test("without text at the end belong to the last chapter", () => {
		expect(Object.keys(divided(blocksOf("h1 One", "p First.", "h1 Two", "p Second.", "h1 The End")))).toEqual([
			"One",
			"Two",
		]);
	});

	test("of a document without chapters name the only one", () => {
		expect(Object.keys(divided(blocksOf("h2 One", "p First.")))).toEqual(["One"]);
		expect(Object.keys(divided(blocksOf("p First.")))).toEqual(["novel"]);
		expect(Object.keys(divided({ ...blocksOf("p First."), title: "Days" }))).toEqual(["Days"]);
	});

	test("give names of at most 200 characters", () => {
		const long = `h1 ${"word ".repeat(100)}`;
		for (const name of Object.keys(divided(blocksOf(long, "p First.", "h1 Two", "p Second."))))
			expect(name.length).toBeLessThanOrEqual(200);
	});
});

describe("limits", () => {
	test("a long chapter is split at a paragraph", () => {
		const source = blocksOf("h1 One", "p Twelve chars", "p Twelve chars", "p Twelve chars", "h1 Two", "p Short.");
		expect(divided(source, { ...testLimits, maxChapterCharacters: 30 })).toEqual({
			One: ["h1 One", "p Twelve chars", "p Twelve chars"],
			"One (2)": ["p Twelve chars"],
			Two: ["h1 Two", "p Short."],
		});
	});

	test("a paragraph that is longer than a chapter is split between sentences or words", () => {
		const source = blocksOf("p The first one is here. The second one is here.");
		expect(divided(source, { ...testLimits, maxChapterCharacters: 30 })).toEqual({
			novel: ["p The first one is here."],
			"novel (2)": ["p The second one is here."],
		});
	});

	test("too many chapters or characters are an error with the numbers", () => {
		const source = blocksOf("h1 One", "p First.", "h1 Two", "p Second.");
		expect(() => divided(source, { ...testLimits, maxChapters: 1 })).toThrow(/has 2 chapters. The limit is 1\./);
		expect(() => divided(source, { ...testLimits, maxCharacters: 10 })).toThrow(/has 19 characters. The limit is 10\./);
	});

	test("nothing to read is an error", () => {
		expect(() => divided({ blocks: [{ type: "p", text: "3", dropped: "page_number" }] })).toThrow(/no text/);
		expect(() => divided(blocksOf("p \u0007 "))).toThrow(/no text/);
	});
});
