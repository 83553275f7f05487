import { expect, test } from "vitest";
import { marksOf, nearest, relaxed, searchTextOf, textQuery, understand } from "./voices.library-words.service.ts";

const meaning = (search: string) =>
	Object.fromEntries(understand(search).map(({ kind, value }) => [kind === "word" ? `word ${value}` : kind, value]));

test("VOICES-001 a plain description becomes conditions on labels, the rest is looked for as words", () => {
	expect(meaning("calm older British man for audiobooks")).toEqual({
		"word calm": "calm",
		age: "old",
		accent: "british",
		gender: "male",
		use_case: "narrative_story",
	});
	expect(meaning("Eine junge German girl, for TikTok")).toMatchObject({
		gender: "female",
		age: "young",
		language: "de",
		use_case: "social_media",
	});
	expect(meaning("deep, slow middle aged woman's voice")).toMatchObject({
		pitch: "low",
		pace: "slow",
		age: "middle_aged",
		gender: "female",
	});
	expect(meaning("voice with an accent")).toEqual({});
	expect(meaning("Élodie")).toEqual({ "word elodie": "elodie" });
});

test("said twice is one condition, and of two that exclude each other either will do", () => {
	const conditions = understand("american or british grandmother, an old lady ");
	expect(conditions.map(({ kind }) => kind).sort()).toEqual(["accent", "age", "gender"]);
	expect(textQuery(conditions.filter(({ kind }) => kind === "accent"))).toBe(
		"('accent:american' | 'american' | 'accent:british' | 'british')",
	);
});

test("the word that is still being typed may go on, the ones before it may not", () => {
	expect(textQuery(understand("amelia ha"))).toBe("('amelia') & ('ha')");
	expect(textQuery(understand("amelia har"))).toBe("('amelia') & ('har':*)");
	expect(textQuery(understand("amelia har "))).toBe("('amelia') & ('har')");
});

test("whatever is typed is a word to the index, never a part of the query", () => {
	const hostile = "o'brien' | 'x':* & !(a) \\ <-> %_";
	expect(textQuery(understand(hostile))).toBe("('o') & ('brien') & ('x')");
	expect(understand("x ".repeat(500)).length).toBeLessThanOrEqual(12);
});

test("a slip of the fingers is corrected to the nearest word, and what is no slip is not", () => {
	const known = ["amelia", "emilia", "amy", "adventures", "calm"];
	expect(
		["amleia", "amela", "ameliaa", "amelja", "advenutre", "clam", "zebra"].map((word) => nearest(word, known)),
	).toEqual(["amelia", "amelia", "amelia", "amelia", "adventures", "calm", undefined]);
});

test("when nothing fits, what matters least is given up first, and never everything", () => {
	const left = [...relaxed(understand("calm older British man for audiobooks "))].map((conditions) =>
		conditions.map(({ kind }) => kind).sort(),
	);
	expect(left).toEqual([
		["accent", "age", "gender", "word"],
		["accent", "gender", "word"],
		["accent", "gender"],
		["gender"],
	]);
	expect([...relaxed(understand("amelia "))]).toEqual([]);
});

test("a voice is found by its labels and by the words of its name, description and language", () => {
	const voice = {
		language: "en",
		locale: "en-GB",
		accent: "british",
		gender: "male",
		age: "middle_aged",
		use_case: "narrative_story",
		descriptive: "calm",
		category: "generated",
		owner: "Ab1",
		featured: false,
		reader: true,
		labels: { pitch: "low" },
	};
	expect(marksOf(voice)).toEqual([
		"language:en",
		"locale:en-gb",
		"accent:british",
		"gender:male",
		"age:middle_aged",
		"use_case:narrative_story",
		"descriptive:calm",
		"category:generated",
		"owner:Ab1",
		"pitch:low",
		"reader",
	]);
	const text = searchTextOf({ ...voice, name: "José-Luis", description: "Late radio.", owner_name: "Studio" });
	expect(text.split(" ")).toEqual(
		expect.arrayContaining(["jose", "luis", "late", "radio", "english", "british", "middle", "aged", "narrative"]),
	);
});
