import { expect, test } from "vitest";
import { toCsv } from "./csv.ts";

test("quotes commas, quotes and line breaks, and disarms formulas", () => {
	expect(
		toCsv([
			["Date", "Credits"],
			["2026-01-02", 12],
			['a "b", c', null],
			["line\nbreak", -3],
			["=HYPERLINK(1)", 0],
		]),
	).toBe('Date,Credits\r\n2026-01-02,12\r\n"a ""b"", c",\r\n"line\nbreak",-3\r\n\'=HYPERLINK(1),0\r\n');
});
