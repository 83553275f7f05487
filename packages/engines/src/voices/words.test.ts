import { expect, test } from "vitest";
import { understand } from "./words.ts";

test.each([
	[
		"A calm, older British man with a deep voice, reading slowly",
		{ gender: "male", age: "old", accent: "british", pitch: -1, pace: -1, liveliness: -1 },
	],
	[
		"A very high-pitched young woman who talks fast and cheerful",
		{ gender: "female", age: "young", pitch: 1.6, pace: 1, liveliness: 1 },
	],
	[
		"An elderly grandmother, slightly slow, with a warm tone",
		{ gender: "female", age: "old", pace: -0.5, brightness: -1 },
	],
	["A female narrator speaking French with a bright voice", { gender: "female", language: "fr", brightness: 1 }],
	["A man with a French accent and a low pitch", { gender: "male", accent: "french", pitch: -1 }],
	["An energetic guy, deep and resonant", { gender: "male", liveliness: 1, pace: 0.4, pitch: -1 }],
] as const)("%s", (description, wanted) => {
	expect(understand(description).wanted).toEqual(wanted);
});

test("what is denied is not asked for, and its opposite neither", () => {
	expect(understand("A woman who is not too fast and never shrill").wanted).toEqual({ gender: "female" });
});

test("words that mean something else beside these ask for nothing", () => {
	expect(understand("A high quality voice with low latency and clear diction").wanted).toEqual({});
});

test("words that name nothing it can do are told, plain ones are not", () => {
	expect(understand("A haunted pirate with a deep voice and a wooden leg").notUnderstood).toEqual([
		"haunted",
		"pirate",
		"wooden",
		"leg",
	]);
});

test("two words for one thing ask for no more than the stronger of them; opposites cancel", () => {
	expect(understand("deep, low, booming").wanted.pitch).toBe(-1);
	expect(understand("bright yet warm").wanted.brightness).toBe(0);
});

test("less of a thing is more of its opposite", () => {
	expect(understand("Make it less bright and a bit lower").wanted).toEqual({ brightness: -1, pitch: -0.5 });
});
