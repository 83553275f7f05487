import { describe, expect, test } from "vitest";
import { makeNovel } from "../testing/make-novel.ts";
import { layOutPages, makePdf, type PdfText, textWidth } from "../testing/make-pdf.ts";
import { outline, readBytes } from "../testing/read-bytes.ts";

const read = async (pages: readonly (readonly PdfText[])[]) =>
	outline((await readBytes(makePdf({ pages }), "novel.pdf")).chapters);

/** Lines below each other from `y` on, 14 points apart. */
const lines = (y: number, ...texts: string[]): PdfText[] => texts.map((text, at) => ({ text, x: 50, y: y - at * 14 }));

describe("PDF", () => {
	test("gives back the chapters and paragraphs of a novel, without running heads and page numbers", async () => {
		const novel = makeNovel({ words: 3_000, chapters: 3, seed: 1 });
		const paragraphs = novel.chapters.flatMap((chapter) => [
			{ text: chapter.name, size: 18, breakBefore: true },
			...chapter.paragraphs.map((text) => ({ text })),
		]);
		const pages = layOutPages(paragraphs, (page) => ({
			head: page % 2 === 0 ? `${page} ${novel.author}` : `${novel.title} ${page}`,
		}));
		const bytes = makePdf({ pages, title: novel.title, author: novel.author });
		const progress: number[] = [];
		const text = await readBytes(bytes, "a.pdf", { onProgress: (share) => progress.push(share) });
		expect(text).toMatchObject({ format: "pdf", title: novel.title, author: novel.author, pages: pages.length });
		const chapters = text.chapters.map(({ name, blocks }) => ({
			name,
			paragraphs: blocks.filter((block) => !block.dropped && block.type === "p").map((block) => block.text),
		}));
		expect(chapters).toEqual(novel.chapters);
		const dropped = text.chapters.flatMap(({ blocks }) => blocks.filter((block) => block.dropped));
		expect(dropped).toHaveLength(pages.length);
		expect(new Set(dropped.map((block) => block.dropped))).toEqual(new Set(["running_head"]));
		expect(dropped.map((block) => block.page)).toEqual(pages.map((_, index) => index + 1));
		expect(progress.length).toBeGreaterThan(2);
		expect(progress).toEqual(progress.toSorted((first, second) => first - second));
	});

	test("drops footnotes and their references, and joins hyphenated words and what a page break interrupts", async () => {
		const first = "The keeper waited for the tide that night, and the sea";
		const pages = [
			[
				{ text: "THE TIDE", x: 180, y: 560, size: 9 },
				...lines(500, first, "was calm. He saw a light-"),
				{ text: "1", x: 50 + textWidth("was calm. He saw a light-") + 1, y: 490, size: 6 },
				...lines(472, "house in the fog and went on to the end of the har-"),
				{ text: "1 It was built in 1820.", x: 50, y: 100, size: 8 },
				{ text: "7", x: 210, y: 30, size: 9 },
			],
			[
				{ text: "THE TIDE", x: 180, y: 560, size: 9 },
				...lines(500, "bor, where the boats lay."),
				...lines(460, "Then it grew dark."),
				{ text: "8", x: 210, y: 30, size: 9 },
			],
		];
		expect(await read(pages)).toEqual({
			novel: [
				"running_head THE TIDE",
				"p The keeper waited for the tide that night, and the sea was calm. He saw a lighthouse in the fog and went on to the end of the harbor, where the boats lay.",
				"footnote 1 It was built in 1820.",
				"page_number 7",
				"running_head THE TIDE",
				"p Then it grew dark.",
				"page_number 8",
			],
		});
	});

	test("takes larger fonts as headings, by their size", async () => {
		const chapter = (name: string, text: string): PdfText[] => [
			{ text: name, x: 50, y: 500, size: 16 },
			...lines(460, `${text} and the sea was calm for a while, and then it rose`, "again."),
		];
		const pages = [
			[{ text: "Days", x: 150, y: 400, size: 30 }],
			chapter("One", "The keeper waited"),
			chapter("Two", "A stranger arrived"),
		];
		expect(await read(pages)).toEqual({
			One: ["h2 One", "p The keeper waited and the sea was calm for a while, and then it rose again."],
			Two: ["h2 Two", "p A stranger arrived and the sea was calm for a while, and then it rose again."],
		});
	});
});
