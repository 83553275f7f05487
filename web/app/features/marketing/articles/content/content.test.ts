import { expect, test } from "vitest";
import { firstLibraryPage, voicesByLanguage } from "../../library/model/shipped.ts";
import { sitePaths } from "../../model/site-paths.ts";
import { legalDocuments } from "../../trust/content/documents.ts";
import { legalTexts } from "../../trust/content/texts.ts";
import { formatDate, formatMonth } from "../model/format-date.ts";
import { loadDocument, readingMinutes } from "../model/load-document.ts";
import { articlePath, articles } from "./blog/articles.ts";
import { articleTexts } from "./blog/texts.ts";
import { examples } from "./examples/examples.ts";
import { exampleTexts } from "./examples/texts.ts";
import { guideTexts } from "./guide/texts.ts";

const texts = { ...articleTexts, ...exampleTexts, ...legalTexts, ...guideTexts };

test("every listed article, example and legal document has a text, and no text is unlisted", () => {
	expect(Object.keys(articleTexts)).toEqual(articles.map(({ slug }) => slug));
	expect(Object.keys(exampleTexts).toSorted()).toEqual(examples.map(({ slug }) => slug).toSorted());
	expect(Object.keys(legalTexts)).toEqual(legalDocuments.map(({ path }) => path));
});

test("every content page is in the list of public pages", () => {
	const known = new Set(sitePaths.map(({ path }) => path));
	for (const { slug } of articles) expect(known).toContain(articlePath(slug));
	for (const { slug } of examples) expect(known).toContain(`/customers/${slug}`);
	for (const { path } of legalDocuments) expect(known).toContain(path);
});

test.each(Object.entries(texts))("%s has working links, existing audio clips and unique headings", (_, text) => {
	const known = new Set(sitePaths.map(({ path }) => path));
	for (const [, href] of JSON.stringify(text).matchAll(/"href":"(\/[^"#]*)/g))
		if (!href?.startsWith("/app/")) expect(known).toContain(href);
	const blocks = loadDocument(text);
	const ids = blocks.flatMap((block) => (block.type === "heading" ? [block.id] : []));
	expect(new Set(ids).size).toBe(ids.length);
	expect(ids.length).toBeGreaterThan(1);
	// Unparsed markup would be shown literally.
	expect(JSON.stringify(blocks)).not.toMatch(/"[^"]*(\]\(|\*\*|!\[|\s_\w|^#)/m);
	for (const block of blocks)
		if (block.type === "table") for (const row of block.rows) expect(row).toHaveLength(block.head.length);
});

test("every article takes 2 to 9 minutes to read", () => {
	for (const text of Object.values(articleTexts)) {
		expect(readingMinutes(loadDocument(text))).toBeGreaterThanOrEqual(2);
		expect(readingMinutes(loadDocument(text))).toBeLessThan(10);
	}
});

test("formats dates with the month name", () => {
	expect(formatDate("2026-11-05")).toBe("5 November 2026");
	expect(formatMonth("2026-03")).toBe("March 2026");
});

test("the library page includes the first 24 voices and the names of all voices", () => {
	const first = firstLibraryPage();
	expect(first.voices).toHaveLength(24);
	const named = voicesByLanguage().flatMap(({ tiers }) => tiers.flatMap(({ voices }) => voices));
	expect(named).toHaveLength(first.total);
	expect(first.filters.languages.reduce((sum, { count }) => sum + count, 0)).toBe(first.total);
});
