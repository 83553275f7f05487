import { describe, expect, test } from "vitest";
import { readDocx } from "../archive/docx.ts";
import { readEpub } from "../archive/epub.ts";
import { makeDocx, makeEpub } from "../testing/make-documents.ts";
import { divided } from "../testing/read-bytes.ts";
import { readArticle } from "./article.ts";
import { readPage } from "./html.ts";
import { readMarkdown } from "./md.ts";

const epub = (content: Parameters<typeof makeEpub>[0]) => readEpub(makeEpub(content), () => {});
const html = (body: string) => divided(readPage(body));

test("Markdown is reduced to its text", () => {
	const text = `---\ntitle: "Days"\nauthor: Ada\n---\n# One\n\nThe *keeper* [waited](http://a.b)[^1] & ![a sea](x.png) **hoped**.\n\n- a\n- b\n\n[^1]: Until *dawn*.\n\n# Two\n\n\`\`\`\nx < y\n\`\`\`\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n> quoted\n`;
	const source = readMarkdown(text);
	expect(source).toMatchObject({ title: "Days", author: "Ada" });
	expect(divided(source)).toEqual({
		One: ["h1 One", "p The keeper waited & a sea hoped.", "p a", "p b", "footnote Until dawn."],
		Two: ["h1 Two", "p x < y", "p a, b", "p 1, 2", "p quoted"],
	});
});

test("Markdown of a long novel is read in seconds", { tags: ["measured"] }, () => {
	const paragraph = "The keeper waited for the tide, and the tide for nobody at all. ".repeat(5).trim();
	const text = `${Array.from({ length: 6_000 }, () => paragraph).join("\n\n")}[^1]\nNext line.\n[^1]: Note.\n`;
	const started = performance.now();
	const { blocks } = readMarkdown(text);
	expect(performance.now() - started).toBeLessThan(8_000);
	expect(blocks.length).toBe(6_001);
});

describe("HTML", () => {
	test("gives the text of its blocks", () => {
		const page = `<html lang="en"><head><title>Days</title><style>p {}</style><meta name="author" content="Ada"></head><body><nav>Menu</nav>
			<h1>One</h1><p>A <b>bold</b>\n line &amp; caf&eacute;.<br>Next<br/><br/>New</p><script>x()</script>
			<ul><li>a</li><li>b</li></ul><table><tr><th>k</th><td>v</td></tr></table><h5>Deep</h5><div>Loose<p>end</div>
			<template>t</template><h1>Two</h1>text</body></html>`;
		const source = readPage(page);
		expect(source).toMatchObject({ title: "Days", author: "Ada", language: "en" });
		expect(divided(source)).toEqual({
			One: ["h1 One", "p A bold line & café. Next", "p New", "p a", "p b", "p k, v", "h3 Deep", "p Loose", "p end"],
			Two: ["h1 Two", "p text"],
		});
	});

	test("drops notes and references to them, and keeps exponents", () => {
		expect(
			html(
				'<p>Tide<sup><a href="#n1">1</a></sup> and<a href="#n2"><sup>2</sup></a> so<a href="#n3">[3]</a>, m<sup>2</sup>.</p><aside role="doc-footnote" id="n1">Spring. <a href="#r1" role="doc-backlink">back</a></aside>',
			),
		).toEqual({ novel: ["p Tide and so, m2.", "footnote Spring."] });
	});

	test("of a web page is reduced to the article", () => {
		const paragraph = `<p>${"The keeper waited for the tide, and the storm came closer with every hour of the night. ".repeat(4)}</p>`;
		const page = `<html><head><title>The Tide - A Site</title><meta name="author" content="Ada Example"></head><body><header><a href="/">Home</a></header><div class="sidebar"><a href="/x">Related story</a></div><article><h1>The Tide</h1><p class="byline">By Ada Example</p>${paragraph.repeat(6)}</article><footer>Copyright</footer></body></html>`;
		const source = readArticle(page);
		expect(source.author).toContain("Ada Example");
		const text = source.blocks.map((block) => block.text).join("\n");
		expect(text).toContain("The keeper waited");
		expect(text).not.toMatch(/Related|Copyright|Home/);
	});

	test("without an article is read as a whole", () => {
		expect(divided(readArticle("<p>Short.</p>"))).toEqual({ novel: ["p Short."] });
	});
});

describe("Word", () => {
	test("gives headings, tables and metadata, and no headers", async () => {
		const source = await readDocx(
			makeDocx({
				title: "Days",
				author: "Ada Example",
				language: "en-US",
				header: "Days by Ada",
				paragraphs: [
					{ text: "Days", style: "Title" },
					{ text: "One", style: "Heading1" },
					{ text: "The tide rose", footnote: "Until dawn." },
					"It was cold.",
					{ text: "A part", style: "Heading2" },
					"It went on.",
					{ text: "Two", style: "Heading1" },
					"It fell.",
				],
				table: [["k", "v"]],
			}),
		);
		expect(source).toMatchObject({ title: "Days", author: "Ada Example", language: "en-US" });
		expect(divided(source)).toEqual({
			One: ["h1 One", "p The tide rose", "footnote Until dawn.", "p It was cold.", "h2 A part", "p It went on."],
			Two: ["h1 Two", "p It fell.", "p k, v"],
		});
	});
});

describe("EPUB", () => {
	test.each([{ ncx: false }, { ncx: true }])("chapters are named by the table of contents (%o)", async ({ ncx }) => {
		const source = await epub({
			title: "Days",
			author: "Ada Example",
			language: "en",
			ncx,
			chapters: [
				{ body: "<p>For Ada&nbsp;E.</p>" },
				{
					body: '<h1 id="a">One</h1><p>First<a epub:type="noteref" href="#n1">1</a>.</p><aside epub:type="footnote" id="n1"><p>Note.</p></aside>',
				},
				{ body: '<p>Still <span epub:type="pagebreak" id="p7" title="7"/>first.</p>' },
				{ body: "<p>Advertisement</p>", linear: false },
				{ body: '<p>Before.</p><h2 id="b">Two</h2><p>Second<sup><a href="notes.xhtml#n2">2</a></sup>.</p>' },
				{ file: "notes.xhtml", body: '<section epub:type="endnotes"><h1>Notes</h1><p id="n2">End.</p></section>' },
			],
			toc: [
				{ title: "The First", href: "c2.xhtml" },
				{ title: "The Second", href: "c5.xhtml#b" },
				{ title: "Notes", href: "notes.xhtml" },
			],
		});
		expect(source).toMatchObject({ title: "Days", author: "Ada Example", language: "en" });
		expect(divided(source)).toEqual({
			Days: ["p For Ada E."],
			"The First": ["h1 One", "p First.", "footnote Note.", "p Still first.", "page_number 7", "p Before."],
			"The Second": ["h2 Two", "p Second.", "footnote Notes", "footnote End."],
		});
	});

	test("without a table of contents, headings start chapters", async () => {
		const source = await epub({
			chapters: [{ body: "<h1>A</h1><p>1</p><h1>B</h1><p>2</p>" }, { body: "<p>3</p>" }],
			toc: [],
		});
		expect(divided(source)).toEqual({ A: ["h1 A", "p 1"], B: ["h1 B", "p 2", "p 3"] });
	});
});
