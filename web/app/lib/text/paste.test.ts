import { expect, test } from "vitest";
import { type DocumentNode, fileText, fromMarkdown, fromSubtitles, paragraphsOf, stripInvisible } from "./paste.ts";

const text = (nodeValue: string): DocumentNode => ({ nodeType: 3, nodeName: "#text", nodeValue, childNodes: [] });
const tag = (nodeName: string, ...childNodes: DocumentNode[]): DocumentNode => ({
	nodeType: 1,
	nodeName,
	nodeValue: null,
	childNodes,
});

test("converts a pasted document to paragraphs, without scripts, styles and source line breaks", () => {
	const page = tag(
		"HTML",
		tag("HEAD", tag("STYLE", text("p { color: red }"))),
		tag(
			"BODY",
			tag("H1", text("A title")),
			text("\n  "),
			tag("P", text("One\n   sentence "), tag("B", text("that")), text(" goes on.")),
			tag("SCRIPT", text("alert(1)")),
			tag("UL", tag("LI", text("first")), tag("LI", text("second"))),
			tag("P", text("a line"), tag("BR"), text("and another")),
		),
	);
	expect(paragraphsOf(page)).toBe("A title\n\nOne sentence that goes on.\n\nfirst\n\nsecond\n\na line\nand another");
});

test("separates table cells", () => {
	const row = tag("TR", tag("TD", text("Ada")), tag("TD", text("1815")));
	expect(paragraphsOf(tag("TABLE", tag("TBODY", row)))).toBe("Ada 1815");
});

test("reads a document nested 100,000 levels deep", () => {
	let node = text("deep");
	for (let i = 0; i < 100_000; i++) node = tag("DIV", node);
	expect(paragraphsOf(node)).toBe("deep");
});

test("removes invisible characters", () => {
	expect(stripInvisible("co\u00adope\u200brate\ufeff\u0007 now\r\nand\u00a0then")).toBe("cooperate now\nand then");
});

test("strips Markdown syntax but keeps asterisks between numbers", () => {
	expect(
		fromMarkdown(
			"---\ntitle: x\n---\n# Head\n\nSome **bold** and *soft* [link](http://x.y) text.\n\n```js\ncode()\n```\n- [ ] one\n- two\n\n> said\n\n3 * 4 * 5 and snake_case_name",
		),
	).toBe("Head\n\nSome bold and soft link text.\n\none\ntwo\n\nsaid\n\n3 * 4 * 5 and snake_case_name");
});

test("strips numbers and times from subtitles and rejoins sentences", () => {
	expect(
		fromSubtitles(
			"1\n00:00:01,000 --> 00:00:03,000\nThe sea has\n<i>only two words.</i>\n\n2\n00:00:03,500 --> 00:00:05,000\nOne is wait.",
		),
	).toBe("The sea has only two words.\nOne is wait.");
});

test("does not read unknown file types as text", () => {
	expect(fileText("photo.PNG", "bytes")).toBeUndefined();
	expect(fileText("notes.TXT", "  Hello.\r\n")).toBe("Hello.");
});
