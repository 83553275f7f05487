import { expect, test } from "vitest";
import { accents, accentsOf, baseLanguages, extendedLanguages } from "./endpoints.ts";
import { modelsErrorMessage } from "./rules.ts";

test("MODELS-003 the message of a failed fetch names the status", () => {
	expect(modelsErrorMessage(503)).toBe("Error occured while fetching models, status_code 503");
});

test("MODELS-004 a language has a name, a code and a flag", () => {
	for (const language of extendedLanguages) {
		expect(new Intl.DisplayNames(["en"], { type: "language" }).of(language.languageCode)).toContain(language.name);
		expect(language.flagCode).toMatch(/^[a-z]{2}$/);
	}
});

test("MODELS-005 an accent has a name, a code of language and dialect, and its place within its language", () => {
	for (const accent of accents) expect(accent.code).toMatch(/^[a-z]{2,3}-[a-z-]+$/);
	expect(new Set(accents.map((accent) => accent.code)).size).toBe(accents.length);
	expect(accentsOf("en").map((accent) => accent.order)).toEqual(accentsOf("en").map((_, place) => place));
	expect(accentsOf("es")[0]).toEqual({ name: "Castilian", code: "es-castilian", order: 0 });
	expect(accentsOf("xx")).toEqual([]);
});

test("MODELS-006 there are 29 base languages, and Hungarian, Norwegian and Vietnamese beside them", () => {
	expect(baseLanguages).toHaveLength(29);
	const base = new Set(baseLanguages.map((language) => language.languageCode));
	expect(base.size).toBe(29);
	expect(
		extendedLanguages.filter((language) => !base.has(language.languageCode)).map((language) => language.name),
	).toEqual(["Hungarian", "Norwegian", "Vietnamese"]);
});
