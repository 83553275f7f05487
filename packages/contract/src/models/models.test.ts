import { expect, test } from "vitest";
import { baseLanguages, extendedLanguages } from "./languages.ts";
import { modelsErrorMessage } from "./rules.ts";

test("MODELS-003 the message of a failed fetch names the status", () => {
	expect(modelsErrorMessage(503)).toBe("Error occured while fetching models, status_code 503");
});

test("MODELS-006 there are 29 base languages, and Hungarian, Norwegian and Vietnamese beside them", () => {
	expect(baseLanguages).toHaveLength(29);
	const base = new Set(baseLanguages.map((language) => language.languageCode));
	expect(base.size).toBe(29);
	expect(
		extendedLanguages.filter((language) => !base.has(language.languageCode)).map((language) => language.name),
	).toEqual(["Hungarian", "Norwegian", "Vietnamese"]);
});
