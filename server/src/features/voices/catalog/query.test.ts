import { expect, test } from "vitest";
import { parseQuery } from "./query.ts";

const meaning = (search: string) =>
	Object.fromEntries(parseQuery(search).map(({ kind, value }) => [kind === "word" ? `word ${value}` : kind, value]));

test("VOICES-001 parses a description into label conditions and searches the rest as words", () => {
	expect(meaning("calm older British man for audiobooks")).toEqual({
		manner: "calm",
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
