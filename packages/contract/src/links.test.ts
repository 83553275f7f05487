import { expect, test } from "vitest";
import { isHttpsLink, isLink } from "./links.ts";

test("a link is checked as well-formed", () => {
	for (const good of ["https://a.example", "http://a.example/b?c#d", "HTTPS://A.EXAMPLE", "http://127.0.0.1:80/"])
		expect(isLink(good), good).toBe(true);
	for (const bad of [
		"",
		"a.example",
		"//a.example",
		"https://",
		"https:a.example",
		"http://a b.example",
		" https://a.example",
		"javascript:alert(1)",
		"ftp://a.example",
		"https://user:word@a.example",
		"https://a.example:99999",
	])
		expect(isLink(bad), bad).toBe(false);
});

test("a link is checked as https only", () => {
	expect(isHttpsLink("https://a.example/b")).toBe(true);
	expect(isHttpsLink("http://a.example/b")).toBe(false);
	expect(isHttpsLink("https://")).toBe(false);
});
