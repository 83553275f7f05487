import { expect, test } from "vitest";
import { ago, counted, languageName, shortCount } from "./format.ts";

const now = Date.UTC(2026, 0, 20, 12);
const before = (seconds: number) => ago(now / 1000 - seconds, now);

test("recent times are relative, older ones a date", () => {
	expect([5, 90, 7_200, 86_400, 3 * 86_400].map(before)).toEqual([
		"just now",
		"1 minute ago",
		"2 hours ago",
		"yesterday",
		"3 days ago",
	]);
	expect(before(30 * 86_400)).toBe("Dec 21, 2025");
});

test("a count carries its noun in the right number", () => {
	expect([0, 1, 1200].map((value) => counted(value, "credit"))).toEqual(["0 credits", "1 credit", "1,200 credits"]);
});

test("languages are shown by name, and an unknown code as itself", () => {
	expect(languageName("en-GB")).toBe("British English");
	expect(languageName("pt-BR")).toBe("Brazilian Portuguese");
	expect(languageName("!!")).toBe("!!");
});

test("USAGE-009 counts are shortened to K and M", () => {
	expect([0, 999, 1_000, 1_240, 12_345, 999_999, 1_000_000, 4_560_000, 2_500_000_000].map(shortCount)).toEqual([
		"0",
		"999",
		"1K",
		"1.2K",
		"12.3K",
		"1M",
		"1M",
		"4.6M",
		"2,500M",
	]);
});
