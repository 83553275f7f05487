import { expect, test } from "vitest";
import { sitePaths } from "../site-paths.ts";
import { articlePath, articles } from "./blog/articles.ts";
import { articleTexts } from "./blog/texts.ts";
import { examples } from "./examples/examples.ts";
import { exampleTexts } from "./examples/texts.ts";
import { guideTexts } from "./guide/texts.ts";
import { legalDocuments } from "./legal/documents.ts";
import { legalTexts } from "./legal/texts.ts";
import { firstLibraryPage, voicesByLanguage } from "./library/shipped.ts";
import { loadDocument, readingMinutes } from "./load-document.ts";
import { longDay, longMonth } from "./long-day.ts";

const texts = { ...articleTexts, ...exampleTexts, ...legalTexts, ...guideTexts };

test("every listed article, example and legal text has words, and no words are left over", () => {
	expect(Object.keys(articleTexts)).toEqual(articles.map(({ slug }) => slug));
	expect(Object.keys(exampleTexts).toSorted()).toEqual(examples.map(({ slug }) => slug).toSorted());
	expect(Object.keys(legalTexts)).toEqual(legalDocuments.map(({ path }) => path));
});

test("every page of the content is in the list of public pages", () => {
	const known = new Set(sitePaths.map(({ path }) => path));
	for (const { slug } of articles) expect(known).toContain(articlePath(slug));
	for (const { slug } of examples) expect(known).toContain(`/customers/${slug}`);
	for (const { path } of legalDocuments) expect(known).toContain(path);
});

test.each(Object.entries(texts))(
	"%s: its links lead to pages that exist, its sounds are there, its headings differ",
	(_, source) => {
		const known = new Set(sitePaths.map(({ path }) => path));
		for (const [, href] of source.matchAll(/\]\((\/[^)#]*)/g))
			if (!href?.startsWith("/app/")) expect(known).toContain(href);
		const blocks = loadDocument(source);
		const ids = blocks.flatMap((block) => (block.type === "heading" ? [block.id] : []));
		expect(new Set(ids).size).toBe(ids.length);
		expect(ids.length).toBeGreaterThan(1);
		// What is not read as markup would stand on the page as it is.
		expect(JSON.stringify(blocks)).not.toMatch(/"[^"]*(\]\(|\*\*|!\[|\s_\w|^#)/m);
		for (const block of blocks)
			if (block.type === "table") for (const row of block.rows) expect(row).toHaveLength(block.head.length);
	},
);

test("an article takes minutes to read, not seconds", () => {
	for (const source of Object.values(articleTexts)) {
		expect(readingMinutes(loadDocument(source))).toBeGreaterThanOrEqual(2);
		expect(readingMinutes(loadDocument(source))).toBeLessThan(10);
	}
});

test("days and months are written out", () => {
	expect(longDay("2026-11-05")).toBe("5 November 2026");
	expect(longMonth("2026-03")).toBe("March 2026");
});

test("the library comes with its first voices, and names all of them", () => {
	const first = firstLibraryPage();
	expect(first.voices).toHaveLength(24);
	const named = voicesByLanguage().flatMap(({ tiers }) => tiers.flatMap(({ voices }) => voices));
	expect(named).toHaveLength(first.total);
	expect(first.filters.languages.reduce((sum, { count }) => sum + count, 0)).toBe(first.total);
});
