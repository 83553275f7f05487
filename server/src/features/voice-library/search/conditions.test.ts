import { expect, test } from "vitest";
import { parseQuery } from "../../voices/catalog/query.ts";
import { closestWord, relaxConditions, textQuery } from "./conditions.ts";
import { buildSearchText, searchTagsOf } from "./search-text.ts";

test("merges repeated conditions, and contradicting ones match either", () => {
	const conditions = parseQuery("american or british grandmother, an old lady ");
	expect(conditions.map(({ kind }) => kind).sort()).toEqual(["accent", "age", "gender"]);
	expect(textQuery(conditions.filter(({ kind }) => kind === "accent"))).toBe(
		"('accent:american' | 'american' | 'accent:british' | 'british')",
	);
});

test("matches only the last word as a prefix", () => {
	expect(textQuery(parseQuery("amelia ha"))).toBe("('amelia') & ('ha')");
	expect(textQuery(parseQuery("amelia har"))).toBe("('amelia') & ('har':*)");
	expect(textQuery(parseQuery("amelia har "))).toBe("('amelia') & ('har')");
});

test("treats any input as words, never as query syntax", () => {
	const hostile = "o'brien' | 'x':* & !(a) \\ <-> %_";
	expect(textQuery(parseQuery(hostile))).toBe("('o') & ('brien') & ('x')");
	expect(parseQuery("x ".repeat(500)).length).toBeLessThanOrEqual(12);
});

test("corrects typos to the closest word and leaves other words alone", () => {
	const known = ["amelia", "emilia", "amy", "adventures", "calm"];
	expect(
		["amleia", "amela", "ameliaa", "amelja", "advenutre", "clam", "zebra"].map((word) => closestWord(word, known)),
	).toEqual(["amelia", "amelia", "amelia", "amelia", "adventures", "calm", undefined]);
});

test("drops the least important conditions first, but never all", () => {
	const left = [...relaxConditions(parseQuery("calm older British man for audiobooks "))].map((conditions) =>
		conditions.map(({ kind }) => kind).sort(),
	);
	expect(left).toEqual([
		["accent", "age", "gender", "manner"],
		["accent", "age", "gender"],
		["accent", "gender"],
		["gender"],
	]);
	expect([...relaxConditions(parseQuery("amelia "))]).toEqual([]);
});

test("indexes labels and the words of name, description and language", () => {
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
	expect(searchTagsOf(voice)).toEqual([
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
	const text = buildSearchText({ ...voice, name: "José-Luis", description: "Late radio.", owner_name: "Studio" });
	expect(text.split(" ")).toEqual(
		expect.arrayContaining(["jose", "luis", "late", "radio", "english", "british", "middle", "aged", "narrative"]),
	);
});
