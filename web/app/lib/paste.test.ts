import { expect, test } from "vitest";
import { type DocumentNode, fileText, fromMarkdown, fromSubtitles, paragraphsOf, speakable } from "./paste.ts";

const say = (nodeValue: string): DocumentNode => ({ nodeType: 3, nodeName: "#text", nodeValue, childNodes: [] });
const tag = (nodeName: string, ...childNodes: DocumentNode[]): DocumentNode => ({
	nodeType: 1,
	nodeName,
	nodeValue: null,
	childNodes,
});

test("a pasted document becomes paragraphs, without scripts, styles and the line breaks of its source", () => {
	const page = tag(
		"HTML",
		tag("HEAD", tag("STYLE", say("p { color: red }"))),
		tag(
			"BODY",
			tag("H1", say("A title")),
			say("\n  "),
			tag("P", say("One\n   sentence "), tag("B", say("that")), say(" goes on.")),
			tag("SCRIPT", say("alert(1)")),
			tag("UL", tag("LI", say("first")), tag("LI", say("second"))),
			tag("P", say("a line"), tag("BR"), say("and another")),
		),
	);
	expect(paragraphsOf(page)).toBe("A title\n\nOne sentence that goes on.\n\nfirst\n\nsecond\n\na line\nand another");
});

test("cells of a table are kept apart", () => {
	const row = tag("TR", tag("TD", say("Ada")), tag("TD", say("1815")));
	expect(paragraphsOf(tag("TABLE", tag("TBODY", row)))).toBe("Ada 1815");
});

test("a document nested a hundred thousand deep is read without falling over", () => {
	let node = say("deep");
	for (let i = 0; i < 100_000; i++) node = tag("DIV", node);
	expect(paragraphsOf(node)).toBe("deep");
});

test("characters that nobody sees are left out", () => {
	expect(speakable("co\u00adope\u200brate\ufeff\u0007 now\r\nand\u00a0then")).toBe("cooperate now\nand then");
});

test("markdown is read without its marks, and a star between numbers stays", () => {
	expect(
		fromMarkdown(
			"---\ntitle: x\n---\n# Head\n\nSome **bold** and *soft* [link](http://x.y) text.\n\n```js\ncode()\n```\n- [ ] one\n- two\n\n> said\n\n3 * 4 * 5 and snake_case_name",
		),
	).toBe("Head\n\nSome bold and soft link text.\n\none\ntwo\n\nsaid\n\n3 * 4 * 5 and snake_case_name");
});

test("subtitles are read without numbers and times, sentences whole again", () => {
	expect(
		fromSubtitles(
			"1\n00:00:01,000 --> 00:00:03,000\nThe sea has\n<i>only two words.</i>\n\n2\n00:00:03,500 --> 00:00:05,000\nOne is wait.",
		),
	).toBe("The sea has only two words.\nOne is wait.");
});

test("a file of an unknown kind is not taken for text", () => {
	expect(fileText("photo.PNG", "bytes")).toBeUndefined();
	expect(fileText("notes.TXT", "  Hello.\r\n")).toBe("Hello.");
});
