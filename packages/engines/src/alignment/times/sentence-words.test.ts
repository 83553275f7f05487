import { expect, test } from "vitest";
import { placeWord } from "./sentence-words.ts";

const word = { start: 4, end: 8, startSeconds: 0.5, endSeconds: 1 };

test("moves a word to its place in the text and in the audio", () => {
	const sentence = { text: "The word.", start: 100, end: 109, startSeconds: 10 };
	expect(placeWord(word, sentence)).toEqual({ start: 104, end: 108, startSeconds: 10.5, endSeconds: 11 });
});

test("a sentence with markup gives the range of the full sentence", () => {
	const sentence = { text: "The word.", start: 100, end: 130, startSeconds: 10 };
	expect(placeWord(word, sentence)).toEqual({ start: 100, end: 130, startSeconds: 10.5, endSeconds: 11 });
});
