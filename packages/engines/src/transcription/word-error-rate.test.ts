import { describe, expect, test } from "vitest";
import { spokenWords } from "./spoken-form.ts";
import { characterErrors, editDistance, pooledRate, wordErrors } from "./word-error-rate.ts";

describe("word errors", () => {
	test("count one for each substituted, missing or extra word", () => {
		expect(wordErrors("the red boat left", "the dead boat left").errors).toBe(1);
		expect(wordErrors("the red boat left", "the boat left").errors).toBe(1);
		expect(wordErrors("the red boat left", "the red old boat left").errors).toBe(1);
	});

	test("give a rate of one for an empty transcript", () => {
		expect(wordErrors("the red boat left", "")).toEqual({ errors: 4, words: 4, rate: 1 });
	});

	test("are pooled with sentences weighted by their word count", () => {
		expect(pooledRate([wordErrors("a", ""), wordErrors("b c d", "b c d")])).toBe(0.25);
	});

	test("do not divide by zero for an empty reference", () => {
		expect(wordErrors("", "uh").rate).toBe(1);
	});

	test("are counted by character in scripts without spaces", () => {
		expect(characterErrors("明天，我们去。", "明天我们来").errors).toBe(1);
	});

	test("use the minimum edit distance", () => {
		expect(editDistance([..."kitten"], [..."sitting"])).toBe(3);
	});
});

describe("spellings that are spoken alike compare as equal", () => {
	test.each([
		["Case and punctuation.", "case and punctuation"],
		["It's the dog’s ball", "its the dog's ball", 1],
		["It’s here", "it's here"],
		["42 boats", "forty-two boats"],
		["1,250 boats", "one thousand two hundred and fifty boats"],
		["in 1990", "in nineteen ninety"],
		["in 1905", "in nineteen oh five"],
		["2000 boats", "two thousand boats"],
		["3.14", "three point one four"],
		["$20", "twenty dollars"],
		["£1", "one pound"],
		["$5.5 million", "five point five million dollars"],
		["50%", "fifty percent"],
		["the 3rd and the 21st", "the third and the twenty-first"],
		["the 20th", "the twentieth"],
		["at 9:30", "at nine thirty"],
		["at 9:00", "at nine"],
		["Dr. Lee & Mr. Fox", "doctor lee and mister fox"],
		["OK", "okay"],
		["5 p.m.", "five pm"],
		["007", "zero zero seven"],
	])("%s = %s", (written, transcript, errors = 0) => {
		expect(wordErrors(written, transcript).errors).toBe(errors);
	});

	test('"and" is kept outside numbers', () => {
		expect(spokenWords("bread and butter")).toEqual(["bread", "and", "butter"]);
	});

	test("accented letters are kept", () => {
		expect(spokenWords("Mañana, Ärger!")).toEqual(["mañana", "ärger"]);
	});
});
