import { expect, test } from "vitest";
import { parseLimit } from "./limit.ts";

test("parses limits with separators and treats an empty value as no limit", () => {
	expect(["20000", "20,000", "20 000", " 0 "].map(parseLimit)).toEqual([20_000, 20_000, 20_000, 0]);
	expect(["", "  "].map(parseLimit)).toEqual([null, null]);
});

test("rejects anything but a whole number of credits", () => {
	expect(["-5", "many", "1e5", ",", "1234567890123456"].map(parseLimit)).toEqual(Array(5).fill(undefined));
});
