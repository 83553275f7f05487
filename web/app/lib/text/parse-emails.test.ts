import { expect, test } from "vitest";
import { parseEmails } from "./parse-emails.ts";

test("VOICES-046 parses pasted email addresses and removes duplicates", () => {
	expect(parseEmails("ada@example.com, Bo@Example.com\nada@example.com; cy@example.org  di@example.org")).toEqual({
		valid: ["ada@example.com", "bo@example.com", "cy@example.org", "di@example.org"],
		invalid: [],
	});
});

test("ignores a display name before an address in angle brackets", () => {
	expect(parseEmails('Ada Example <ada@example.com>, "Bo B." <bo@example.com>')).toEqual({
		valid: ["ada@example.com", "bo@example.com"],
		invalid: [],
	});
});

test("reports invalid addresses instead of dropping them", () => {
	expect(parseEmails("ada@example.com, bo@, cy\n<@example.com>")).toEqual({
		valid: ["ada@example.com"],
		invalid: ["bo@", "cy", "@example.com"],
	});
	expect(parseEmails(" \n, ;")).toEqual({ valid: [], invalid: [] });
});
