import { expect, test } from "vitest";
import { isEnglish, isSameLanguage, primaryLanguage } from "./language.ts";

test("the primary language is without region and in lower case", () => {
	expect(["en-GB", "EN_us", "fil", "zh-Hant-TW", ""].map(primaryLanguage)).toEqual(["en", "en", "fil", "zh", ""]);
});

test("regions don't matter for whether two tags are the same language", () => {
	expect(isSameLanguage("pt-BR", "pt")).toBe(true);
	expect(isSameLanguage("en", "enm")).toBe(false);
	expect(["en", "en-GB", "EN_us", "enm", "de-DE"].map(isEnglish)).toEqual([true, true, true, false, false]);
});
