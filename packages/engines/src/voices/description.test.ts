import { expect, test } from "vitest";
import { parseDescription } from "./description.ts";

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
] as const)("%s", (description, requested) => {
	expect(parseDescription(description).requested).toEqual(requested);
});

test("ignores negated traits without requesting the opposite", () => {
	expect(parseDescription("A woman who is not too fast and never shrill").requested).toEqual({ gender: "female" });
});

test("ignores trait words with another meaning in context", () => {
	expect(parseDescription("A high quality voice with low latency and clear diction").requested).toEqual({});
});

test("reports unrecognized words except common ones", () => {
	expect(parseDescription("A haunted pirate with a deep voice and a wooden leg").unrecognizedWords).toEqual([
		"haunted",
		"pirate",
		"wooden",
		"leg",
	]);
});

test("does not add up synonyms, and cancels opposites", () => {
	expect(parseDescription("deep, low, booming").requested.pitch).toBe(-1);
	expect(parseDescription("bright yet warm").requested.brightness).toBe(0);
});

test("treats less of a trait as more of its opposite", () => {
	expect(parseDescription("Make it less bright and a bit lower").requested).toEqual({ brightness: -1, pitch: -0.5 });
});
