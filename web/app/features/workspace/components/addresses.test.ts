import { expect, test } from "vitest";
import { readAddresses } from "./addresses.ts";

test("addresses are read as people paste them, each once", () => {
	expect(readAddresses("ada@example.com, Bo@Example.com\nada@example.com; cy@example.org  di@example.org")).toEqual({
		valid: ["ada@example.com", "bo@example.com", "cy@example.org", "di@example.org"],
		faulty: [],
	});
});

test("a name before an address in angle brackets belongs to it", () => {
	expect(readAddresses('Ada Example <ada@example.com>, "Bo B." <bo@example.com>')).toEqual({
		valid: ["ada@example.com", "bo@example.com"],
		faulty: [],
	});
});

test("what is no address is told, not dropped", () => {
	expect(readAddresses("ada@example.com, bo@, cy\n<@example.com>")).toEqual({
		valid: ["ada@example.com"],
		faulty: ["bo@", "cy", "@example.com"],
	});
	expect(readAddresses(" \n, ;")).toEqual({ valid: [], faulty: [] });
});
