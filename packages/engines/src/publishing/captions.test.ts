import { expect, test } from "vitest";
import { type CaptionSentence, captionWords, timesJson } from "./captions.ts";

const times = (sentences: CaptionSentence[], offset = 0) =>
	captionWords(sentences, offset).map(({ text, start, end }) => [
		text,
		Number(start.toFixed(3)),
		Number(end.toFixed(3)),
	]);

test("words keep their times and get the punctuation of the text", () => {
	const words = [
		{ text: "Well", from: 1, to: 1.3 },
		{ text: "said", from: 1.6, to: 2 },
		{ text: "Ada", from: 2, to: 2.4 },
	];
	expect(times([{ text: "“Well,” said Ada.", from: 1, to: 2.4, words }], 10)).toEqual([
		["“Well,”", 11, expect.closeTo(11.5, 0)],
		[" ", expect.closeTo(11.5, 0), 11.6],
		["said", 11.6, 12],
		[" ", 12, 12],
		["Ada.", 12, 12.4],
	]);
});

test("without words, time is shared by length", () => {
	expect(times([{ text: "aaaa bbbb cc", from: 0, to: 1.2 }])).toEqual([
		["aaaa", 0, 0.4],
		[" ", 0.4, 0.5],
		["bbbb", 0.5, 0.9],
		[" ", 0.9, 1],
		["cc", 1, 1.2],
	]);
	// "unknown" has no word: it gets what is left around it.
	const words = [
		{ text: "one", from: 0, to: 0.5 },
		{ text: "two", from: 2, to: 2.5 },
	];
	const [one, , unknown, , two] = times([{ text: "one unknown two", from: 0, to: 2.5, words }]);
	expect([one, two]).toEqual([
		["one", 0, 0.5],
		["two", 2, 2.5],
	]);
	expect(unknown?.[1]).toBeGreaterThan(0.5);
	expect(unknown?.[2]).toBeLessThan(2);
});

test("the words are the text, in order and in time", () => {
	const text = "In 1984 Ada’s co-workers, a bit late, met ... at O'Neill's!";
	const words = ["in", "ADA’s", "a", "bit", "late", "met", "elsewhere", "at", "O'Neill's"].map((word, index) => ({
		text: word,
		from: index * 0.3,
		to: index * 0.3 + 0.25,
	}));
	const result = captionWords([
		{ text, from: 0, to: 3, words },
		{ text: "Next one.", from: 2.5, to: 4 },
	]);
	expect(result.map((word) => word.text).join("")).toBe(`${text} Next one.`);
	for (const [index, { start, end }] of result.entries()) {
		expect(end).toBeGreaterThanOrEqual(start);
		expect(start).toBeGreaterThanOrEqual(result[index - 1]?.end ?? 0);
	}
});

test("speakers and paragraphs are kept, and scripts without spaces are split into words", () => {
	const dialogue = captionWords([
		{ text: "Hello.", from: 0, to: 1, speaker: "Ada", endsParagraph: true },
		{ text: "Hi.", from: 1, to: 2, speaker: "Bo" },
	]);
	expect(dialogue.map(({ text, speaker }) => [text, speaker])).toEqual([
		["Hello.", "Ada"],
		["\n", "Ada"],
		[" ", "Bo"],
		["Hi.", "Bo"],
	]);
	const chinese = captionWords([
		{ text: "今天天气很好，我们去公园。", from: 0, to: 2 },
		{ text: "大家都很高兴。", from: 2, to: 3 },
	]);
	expect(chinese.length).toBeGreaterThan(6);
	expect(chinese.map(({ text }) => text).join("")).toBe("今天天气很好，我们去公园。大家都很高兴。");
});

test("times as JSON have three decimals", () => {
	const words = [{ text: "Hi", from: 0.123456, to: 0.2 }];
	const sentences = [{ text: "Hi", from: 0.1, to: 0.20000001, words, endsParagraph: true }];
	const json = timesJson({ title: "T", language: "en", chapters: [{ title: "One", from: 0, to: 1.23456, sentences }] });
	expect(JSON.parse(json)).toEqual({
		title: "T",
		language: "en",
		chapters: [
			{
				title: "One",
				from: 0,
				to: 1.235,
				sentences: [{ text: "Hi", from: 0.1, to: 0.2, words: [{ text: "Hi", from: 0.123, to: 0.2 }] }],
			},
		],
	});
});
