import { makeNovel } from "@timbre/engines/documents/testing/make-novel.ts";
import { describe, expect, test } from "vitest";
import { align } from "./alignment.ts";
import { listChanges } from "./changes.ts";
import { compareManuscripts } from "./comparison.ts";
import type { OldChapter, RevisedText } from "./manuscript.ts";
import { rewrite } from "./rewrite.ts";
import { changedWords } from "./words.ts";

type Book = Record<string, readonly string[]>;
const oldChapters = (book: Book): OldChapter[] =>
	Object.entries(book).map(([name, paragraphs], chapter) => ({
		id: `c${chapter}`,
		name,
		blocks: paragraphs.map((text, at) => ({ id: `${chapter}-${at}`, type: "p", nodes: [{ text, voiceId: null }] })),
	}));
const newChapters = (book: Book): RevisedText[] =>
	Object.entries(book).map(([name, paragraphs]) => ({
		name,
		blocks: paragraphs.map((text) => ({ id: null, type: "p", nodes: [{ text, voiceId: null }] })),
	}));

function compare(before: Book, after: Book) {
	const [old, now] = [oldChapters(before), newChapters(after)];
	const comparison = compareManuscripts(old, now);
	const revised = rewrite(old, now, comparison, { locked: new Set(), keep: true });
	return { ...listChanges(old, now, comparison), comparison, revised };
}

const book: Book = {
	"The lamp": ["The lamp went out at four in the morning.", "Nobody saw it happen. The keeper was asleep upstairs."],
	"The tide": ["The tide came in at nine, as it always did.", "He waited for the boat until it was dark."],
};

describe("a manuscript is compared", () => {
	test("with itself without a change", () => {
		const { changes, chapters, revised } = compare(book, book);
		expect(changes).toEqual([]);
		expect(chapters.map(({ unchanged }) => unchanged)).toEqual([3, 2]);
		expect(revised.chapters.map(({ id, blocks }) => [id, blocks.map((block) => block.id)])).toEqual([
			["c0", ["0-0", "0-1"]],
			["c1", ["1-0", "1-1"]],
		]);
	});

	test("and a changed sentence shows its words", () => {
		const { changes } = compare(book, {
			...book,
			"The lamp": [book["The lamp"]?.[0] ?? "", "Nobody saw it happen. The old keeper was awake upstairs."],
		});
		expect(changes).toEqual([
			{
				kind: "changed",
				chapter: 0,
				sentences: 1,
				before: "The keeper was asleep upstairs.",
				after: "The old keeper was awake upstairs.",
				words: [
					{ kind: "same", text: "The " },
					{ kind: "added", text: "old " },
					{ kind: "same", text: "keeper was " },
					{ kind: "deleted", text: "asleep " },
					{ kind: "added", text: "awake " },
					{ kind: "same", text: "upstairs." },
				],
				from_chapter: null,
			},
		]);
	});

	test("and sentences that were added, deleted and moved are told apart", () => {
		const { changes, revised } = compare(book, {
			"The lamp": ["The lamp went out at four in the morning.", "The keeper was asleep upstairs. A gull cried."],
			"The tide": ["He waited for the boat until it was dark.", "The tide came in at nine, as it always did."],
		});
		expect(changes.map(({ kind, before, after }) => [kind, before ?? after])).toEqual([
			["deleted", "Nobody saw it happen."],
			["added", "A gull cried."],
			["moved", expect.any(String)],
		]);
		expect(new Set(revised.chapters[1]?.blocks.map(({ id }) => id))).toEqual(new Set(["1-0", "1-1"]));
	});

	test("also if a chapter is renamed, split, moved or deleted", () => {
		const long = [
			"One day the harbor froze from end to end.",
			"Two ships were caught in the ice for weeks.",
			"The bells were silent.",
		];
		const more = ["Three men walked home over the frozen water.", "Four days later the thaw set in at last."];
		const { chapters, revised } = compare(
			{ ...book, "The ice": [...long, ...more] },
			{ "The frost": [...long, "Five."], "The thaw": more, "The light": book["The lamp"] ?? [] },
		);
		expect(chapters.map(({ name, previousName, isDeleted, moved }) => [name, previousName, isDeleted, moved])).toEqual([
			["The frost", "The ice", false, 0],
			["The thaw", null, false, 2],
			["The light", "The lamp", false, 0],
			["The tide", "The tide", true, 0],
		]);
		expect(revised.chapters.map(({ id, blocks }) => [id, blocks.map((block) => block.id)])).toEqual([
			["c2", ["2-0", "2-1", "2-2", null]],
			[null, ["2-3", "2-4"]],
			["c0", ["0-0", "0-1"]],
		]);
		expect(revised.deleted).toEqual(["c1"]);
	});

	test("in time that grows with its length, however different it is", () => {
		const texts = (seed: number) =>
			Object.fromEntries(
				makeNovel({ words: 30_000, chapters: 2, seed }).chapters.map(({ name, paragraphs }) => [name, paragraphs]),
			);
		const started = performance.now();
		const { changes } = compare(texts(1), texts(2));
		expect(changes.length).toBeGreaterThan(2_000);
		expect(performance.now() - started).toBeLessThan(10_000);
	});
});

test("aligned positions increase, and repeated lines stay in order", () => {
	const before = ["a", "yes", "b", "yes", "c"];
	expect([...align(before, ["a", "b", "yes", "x", "c"])]).toEqual([0, 2, 3, -1, 4]);
	expect([...align([], before)]).toEqual([-1, -1, -1, -1, -1]);
	const many = Array.from({ length: 2_000 }, (_, at) => `s${at}`);
	const found = align(many, [...many.slice(0, 700), "new", ...many.slice(900)]);
	expect(found[701]).toBe(900);
	expect(found[700]).toBe(-1);
});

test("words of scripts without spaces are compared by character", () => {
	expect(changedWords("潮が満ちた。", "潮が引いた。").filter(({ kind }) => kind !== "same")).toEqual([
		{ kind: "deleted", text: "満ち" },
		{ kind: "added", text: "引い" },
	]);
});
