import { describe, expect, test } from "vitest";
import { segmentText } from "./segment.ts";

const pieces = (text: string) => segmentText(text).map(({ start, end }) => text.slice(start, end).trim());
const boundaries = (text: string) => segmentText(text).map(({ boundary }) => boundary);

const prose =
	"It was the first warm day of the year, and the whole village had come out to sit by the river. Nobody spoke much. " +
	"The old ferryman, who had seen more springs than anyone else there, was asleep in his boat with his hat over his eyes; " +
	"the children threw stones at the reeds and counted how often they bounced before they sank. ";

describe("covers the text without gap or overlap", () => {
	const texts = {
		prose,
		"long prose": prose.repeat(20),
		"no marks at all": "word ".repeat(400),
		"no spaces at all": "a".repeat(1000),
		chinese: "博物馆早上开门，孩子们可以和父母一起免费进去。明天我们要去山附近的一个古老的城市！好吗？好。",
		japanese: "博物館は朝に開きます。子供は両親と一緒に無料で入れます。".repeat(5),
		"line breaks": "One\ntwo three\n\n\nFour.\r\n\r\nFive",
		"spaces around": "   \n leading and trailing.   \n\n ",
		"only marks": "... !!! ---",
		emoji: `Hello 👩‍👩‍👧‍👦 there. ${"😀".repeat(200)} Bye 👍🏽.`,
		"combining marks": "é".normalize("NFD").repeat(300),
		numbers: "3.14 1,234.56 10:30 1.2.3 192.168.0.1 ".repeat(20),
		"lone surrogate": `a\ud800b. c\udc00d.`,
	};
	test.each(Object.entries(texts))("%s", (_, text) => {
		const segments = segmentText(text);
		expect(segments.map(({ start, end }) => text.slice(start, end)).join("")).toBe(text);
		expect(segments[0]?.start).toBe(0);
		for (const [at, segment] of segments.entries()) {
			expect(segment.end).toBeGreaterThan(segment.start);
			if (at > 0) expect(segment.start).toBe(segments[at - 1]?.end);
		}
		expect(segments.at(-1)?.boundary).toBe("end");
	});

	test("random texts", () => {
		const alphabet = [
			"a",
			"B",
			" ",
			" ",
			".",
			",",
			"!",
			"?",
			"\n",
			"Dr.",
			"3.5",
			"…",
			"。",
			"好",
			"“",
			"”",
			"—",
			"😀",
			"e.g.",
			"U.S.",
		];
		let state = 42;
		const random = () => {
			state = (state * 1103515245 + 12345) % 2147483648;
			return state;
		};
		for (let round = 0; round < 500; round++) {
			const text = Array.from({ length: random() % 200 }, () => alphabet[random() % alphabet.length]).join("");
			expect(
				segmentText(text)
					.map(({ start, end }) => text.slice(start, end))
					.join(""),
			).toBe(text);
		}
	});

	test("returns no segment for an empty text", () => {
		expect(segmentText("")).toEqual([]);
	});
});

describe("sentences", () => {
	test.each([
		["Dr. Smith met Mrs. Jones. They talked.", ["Dr. Smith met Mrs. Jones.", "They talked."]],
		["Bring fruit, e.g. apples. Or pears.", ["Bring fruit, e.g. apples.", "Or pears."]],
		["The U.S. Army came. It left.", ["The U.S. Army came.", "It left."]],
		["He lives in the U.S. The rest is known.", ["He lives in the U.S.", "The rest is known."]],
		["It costs 3.50 today. Buy it.", ["It costs 3.50 today.", "Buy it."]],
		["See https://example.com/a.b for more. Thanks.", ["See https://example.com/a.b for more.", "Thanks."]],
		["Wait... what was that? Nothing.", ["Wait... what was that?", "Nothing."]],
		["J. R. R. Tolkien wrote it. I read it.", ["J. R. R. Tolkien wrote it.", "I read it."]],
		["“Why?” she asked. He said nothing.", ["“Why?” she asked.", "He said nothing."]],
		['"Stop!" He ran.', ['"Stop!"', "He ran."]],
		["We met at 5 p.m. The bar was full.", ["We met at 5 p.m.", "The bar was full."]],
		["See No. 5 and Fig. 2 below. Then go.", ["See No. 5 and Fig. 2 below.", "Then go."]],
		["Is it 3 p.m. yet? Yes.", ["Is it 3 p.m. yet?", "Yes."]],
		["1. Wash\n2. Rinse", ["1. Wash", "2. Rinse"]],
		["This was\nwrapped by hand. Next.", ["This was\nwrapped by hand.", "Next."]],
		["她来了。他走了！真的？", ["她来了。", "他走了！", "真的？"]],
		["Really?! Yes.", ["Really?!", "Yes."]],
	])("%j", (text, expected) => {
		expect(pieces(text)).toEqual(expected);
	});

	test("distinguishes paragraphs from sentences", () => {
		expect(boundaries("One. Two.\n\nThree.")).toEqual(["sentence", "paragraph", "end"]);
	});

	test("merges parts without words into their neighbor", () => {
		expect(pieces("The end. * * * Chapter two.")).toEqual(["The end.", "* * * Chapter two."]);
	});
});

describe("segment lengths", () => {
	test("keeps the first segment of a long text short", () => {
		for (const text of [prose, prose.repeat(50), "word ".repeat(500)]) {
			expect(pieces(text)[0]?.length).toBeLessThanOrEqual(70);
		}
	});

	test("splits the first segment at a clause if possible", () => {
		expect(pieces(prose)[0]).toBe("It was the first warm day of the year,");
		expect(boundaries(prose)[0]).toBe("clause");
	});

	test("does not split a short first sentence", () => {
		expect(pieces("The birch canoe slid, slowly, on the smooth planks. Then it sank.")[0]).toBe(
			"The birch canoe slid, slowly, on the smooth planks.",
		);
	});

	test("keeps later sentences intact", () => {
		expect(pieces(prose)).toContain("Nobody spoke much.");
		const sentence =
			"The children threw stones at the reeds and counted how often they bounced before they sank in the dark water there.";
		expect(pieces(`One. Two. ${sentence}`)[2]).toBe(sentence);
	});

	test("never exceeds the model's limit", () => {
		for (const text of [prose.repeat(5), "word ".repeat(500), "a".repeat(2000), "好".repeat(500), "7".repeat(500)]) {
			for (const piece of pieces(text)) {
				const weight = [...piece].reduce((sum, character) => sum + (/[\d好]/.test(character) ? 3 : 1), 0);
				expect(weight).toBeLessThanOrEqual(254);
			}
		}
	});

	test("never splits a number at a comma", () => {
		const text = `The towns of the valley together had no fewer than 1,234,567 inhabitants, ${"and so on ".repeat(20)}`;
		for (const piece of pieces(text)) expect(piece).not.toMatch(/\d,$/);
	});
});

test("splits any text quickly", { tags: ["measured"] }, () => {
	for (const piece of ["Dr. ", "... ", "a. ", "a\n", "(", "1,", "\n", "a.", "“"]) {
		const started = performance.now();
		segmentText(piece.repeat(Math.round(200_000 / piece.length)));
		expect(performance.now() - started, JSON.stringify(piece)).toBeLessThan(5000);
	}
});
