import { expect, test } from "vitest";
import { loadDocument, plainText } from "../../articles/model/load-document.ts";
import { sitePaths } from "../../model/site-paths.ts";
import { findSections } from "../model/find-sections.ts";
import { guidePath, guides } from "./guides.ts";
import { guideTexts } from "./texts.ts";

const known = new Set(sitePaths.map(({ path }) => path));

test("every guide has a text and a public page", () => {
	expect(Object.keys(guideTexts)).toEqual(guides.map(({ slug }) => slug));
	for (const { slug } of guides) expect(known).toContain(guidePath(slug));
});

test.each(Object.entries(guideTexts))("%s links only to existing pages and has unique headings", (_, text) => {
	for (const [, href] of JSON.stringify(text).matchAll(/"href":"(\/[^"#]*)/g))
		if (!href?.startsWith("/app/")) expect(known).toContain(href);
	const ids = loadDocument(text).flatMap((block) => (block.type === "heading" ? [block.id] : []));
	expect(ids.length).toBeGreaterThan(2);
	expect(new Set(ids).size).toBe(ids.length);
	for (const block of text)
		if (block.type === "table") for (const row of block.rows) expect(row).toHaveLength(block.head.length);
});

test("the search finds guides first, then sections by words of their headings", () => {
	const all = guides.map(({ slug, title }) => ({
		slug,
		title,
		sections: guideTexts[slug].flatMap((block) =>
			block.type === "heading" ? [{ id: block.id, title: plainText(block.children) }] : [],
		),
	}));
	expect(findSections(all, "stream")[0]).toEqual({ to: "/docs/streaming", title: "Streaming" });
	expect(findSections(all, "verify  SIGNATURE")).toEqual([
		{ to: "/docs/webhooks#verify-the-signature", title: "Verify the signature", guide: "Webhooks" },
	]);
	expect(findSections(all, "  ")).toEqual([]);
	expect(findSections(all, "zeppelin")).toEqual([]);
});
