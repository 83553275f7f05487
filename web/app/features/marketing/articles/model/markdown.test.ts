import { expect, test } from "vitest";
import { type Inline, parseMarkdown } from "./markdown.ts";

function parseInline(text: string): Inline[] {
	const [block] = parseMarkdown(text);
	return block?.type === "paragraph" ? block.children : [];
}

test("parses links, code, emphasis and plain text within a line", () => {
	expect(parseInline("Run `npm run dev`, see [the *short* guide](/voice-guide) and **wait**.")).toEqual([
		"Run ",
		{ type: "code", text: "npm run dev" },
		", see ",
		{ type: "link", href: "/voice-guide", children: ["the ", { type: "em", children: ["short"] }, " guide"] },
		" and ",
		{ type: "strong", children: ["wait"] },
		".",
	]);
});

test("accepts asterisks and underscores for emphasis, but not underscores inside a word", () => {
	const emphasized = [{ type: "em", children: ["said"] }, " in mp3_24000_48"];
	expect(parseInline("*said* in mp3_24000_48")).toEqual(emphasized);
	expect(parseInline("_said_ in mp3_24000_48")).toEqual(emphasized);
});

test("does not parse markup inside code", () => {
	expect(parseInline("`a * b * [c](d)`")).toEqual([{ type: "code", text: "a * b * [c](d)" }]);
});

test("parses paragraphs, headings, lists, code, tables, notes and audio clips into blocks in order", () => {
	const blocks = parseMarkdown(
		[
			"Two lines",
			"of one paragraph.",
			"",
			"## What it says",
			"- first",
			"  goes on",
			"- second",
			"",
			"1. one",
			"2. two",
			"",
			"``` speak.ts",
			"const a = 1;",
			"",
			"## not a heading",
			"```",
			"| name | figure |",
			"| --- | ---: |",
			"| a | 1 |",
			"> Mind this",
			"> too.",
			"",
			"![sound](chapter)",
		].join("\n"),
	);
	expect(blocks).toEqual([
		{ type: "paragraph", children: ["Two lines of one paragraph."] },
		{ type: "heading", level: 2, id: "what-it-says", children: ["What it says"] },
		{ type: "list", ordered: false, items: [["first goes on"], ["second"]] },
		{ type: "list", ordered: true, items: [["one"], ["two"]] },
		{ type: "code", title: "speak.ts", code: "const a = 1;\n\n## not a heading" },
		{ type: "table", head: [["name"], ["figure"]], rows: [[["a"], ["1"]]], numeric: [false, true] },
		{ type: "note", children: ["Mind this too."] },
		{ type: "sound", id: "chapter" },
	]);
});

test.each([
	["HTML", "<script>alert(1)</script>"],
	["HTML in a line", "a <b>bold</b> word"],
	["a script link", "[click](javascript:alert(1))"],
	["a link to a relative path", "[click](guide)"],
	["an image", "![picture](/a.png)"],
	["a title of the page", "# Title"],
	["a nested list", "- one\n  - two"],
	["a rule", "---"],
])("rejects %s", (_, source) => {
	expect(() => parseMarkdown(source)).toThrow("Unsupported Markdown");
});
