import { describe, expect, test } from "vitest";
import { divided } from "../testing/read-bytes.ts";
import { decodeText } from "./text.ts";
import { readTxt } from "./txt.ts";

const read = (text: string) => divided(readTxt(text));

describe("paragraphs", () => {
	test("joins hard-wrapped lines", () => {
		expect(read("The first line\ngoes on here.\r\n\r\nA well-\nknown second\nparagraph.\n")).toEqual({
			novel: ["p The first line goes on here.", "p A well-known second paragraph."],
		});
	});

	test("takes each line as a paragraph if there are no blank lines", () => {
		expect(read("One.\nTwo.\nThree.")).toEqual({ novel: ["p One.", "p Two.", "p Three."] });
	});

	test("starts a paragraph at an indent", () => {
		expect(read("It was late and\nthe rain fell.\n    She left.\n\nHe stayed.")).toEqual({
			novel: ["p It was late and the rain fell.", "p She left.", "p He stayed."],
		});
	});

	test("strips control characters and lone surrogates, and normalizes", () => {
		expect(read("A\u0007 cafe\u0301\ud800 and\u00ad \ufeffmore\u00a0text.")).toEqual({
			novel: ["p A café and more text."],
		});
	});

	test.each([
		["UTF-8 with a byte order mark", Buffer.from("\ufeffCafé")],
		["UTF-16", Buffer.from("\ufeffCafé", "utf16le")],
		["windows-1252", Buffer.from("Café", "latin1")],
	])("decodes %s", (_, bytes) => {
		expect(read(decodeText(bytes))).toEqual({ novel: ["p Café"] });
	});
});

describe("pages", () => {
	test("drops running heads and page numbers, and joins the paragraph they interrupt", () => {
		const page = (number: number, text: string) => `THE TIDE\n\n${text}\n\n${number}`;
		const text = [
			page(7, "The keeper waited for the tide that\nnight and"),
			page(8, "went to the window at last.\n\nIt was dark."),
			page(9, "In the morning the sea was calm."),
		].join("\f");
		expect(read(text)).toEqual({
			novel: [
				"running_head THE TIDE",
				"p The keeper waited for the tide that night and went to the window at last.",
				"page_number 7",
				"running_head THE TIDE",
				"p It was dark.",
				"page_number 8",
				"running_head THE TIDE",
				"p In the morning the sea was calm.",
				"page_number 9",
			],
		});
	});

	test("keeps chapter titles at the top of pages", () => {
		const text = [1, 2, 3].map((number) => `Chapter ${number}\n\nText of part ${"abcd"[number]}.`).join("\f");
		expect(read(text)).toEqual({
			"Chapter 1": ["h1 Chapter 1", "p Text of part b."],
			"Chapter 2": ["h1 Chapter 2", "p Text of part c."],
			"Chapter 3": ["h1 Chapter 3", "p Text of part d."],
		});
	});

	test("drops lines that mark a page", () => {
		expect(read("The rain fell\n[Pg 12]\non the sea.\n\nIt grew\n\n{13}\n\ndark.")).toEqual({
			novel: ["p The rain fell on the sea.", "page_number [Pg 12]", "p It grew dark.", "page_number {13}"],
		});
	});
});

test("drops footnotes and the references to them", () => {
	expect(read("The tide[1] rose.\n\n[Footnote 1: The spring\ntide.]\n\nIt fell [later].")).toEqual({
		novel: ["p The tide rose.", "footnote [Footnote 1: The spring tide.]", "p It fell [later]."],
	});
});

describe("chapters", () => {
	test.each([
		["Chapter 1", "Chapter 2"],
		["CHAPTER ONE", "CHAPTER TWO"],
		["Chapter IV. The Tide", "Chapter V. The Storm"],
		["Prologue", "Epilogue"],
		["Part One", "Part Two"],
		["Kapitel 3", "Kapitel 4: Der Sturm"],
		["Erstes Kapitel", "Zweites Kapitel"],
		["Chapitre 2", "Chapitre premier"],
		["Capítulo 4", "Capítulo 5 La mar"],
		["CHAPTER TWENTY-ONE", "CHAPTER TWENTY-TWO"],
		["I", "II"],
		["I.", "II."],
	])("start at %s", (first, second) => {
		expect(read(`${first}\n\nSome text.\n\n${second}\n\nMore text.\n`)).toEqual({
			[first]: [`h1 ${first}`, "p Some text."],
			[second]: [`h1 ${second}`, "p More text."],
		});
	});

	test("have the lines below their number as a part of the name", () => {
		expect(read("CHAPTER I.\nDown the Hole\n\nAlice was tired.\n\nCHAPTER II.\nThe Pool\n\nShe cried.\n")).toEqual({
			"CHAPTER I. Down the Hole": ["h1 CHAPTER I. Down the Hole", "p Alice was tired."],
			"CHAPTER II. The Pool": ["h1 CHAPTER II. The Pool", "p She cried."],
		});
	});

	test("are not found in sentences or single numbers", () => {
		const text = "Chapter 3 of the book was lost.\n\n17\n\nPart of it burned.\n\nI\n\nIt was late.";
		expect(Object.keys(read(text))).toEqual(["novel"]);
	});

	test("start after a table of contents, which stays text", () => {
		const text =
			"The Tide\n\nCONTENTS\n\nChapter 1: Rain\n\nChapter 2: Wind\n\nChapter 3: Sun\n\nChapter 1: Rain\n\nIt rained.\n\nChapter 2: Wind\n\nIt blew.\n\nChapter 3: Sun\n\nIt shone.";
		expect(read(text)).toEqual({
			Opening: ["p The Tide", "p CONTENTS", "p Chapter 1: Rain", "p Chapter 2: Wind", "p Chapter 3: Sun"],
			"Chapter 1: Rain": ["h1 Chapter 1: Rain", "p It rained."],
			"Chapter 2: Wind": ["h1 Chapter 2: Wind", "p It blew."],
			"Chapter 3: Sun": ["h1 Chapter 3: Sun", "p It shone."],
		});
	});

	test("of parts are named with their part", () => {
		expect(
			Object.keys(read("Part One\n\nChapter 1\n\nText.\n\nChapter 2\n\nText.\n\nPart Two\n\nChapter 3\n\nText.")),
		).toEqual(["Part One: Chapter 1", "Chapter 2", "Part Two: Chapter 3"]);
	});
});
