import { expect, test } from "vitest";
import { readLimit } from "./limit.ts";

test("a limit is read as people write it, and nothing is no limit", () => {
	expect(["20000", "20,000", "20 000", " 0 "].map(readLimit)).toEqual([20_000, 20_000, 20_000, 0]);
	expect(["", "  "].map(readLimit)).toEqual([null, null]);
});

test("what is no whole number of credits is refused, not guessed", () => {
	expect(["-5", "many", "1e5", ",", "1234567890123456"].map(readLimit)).toEqual(Array(5).fill(undefined));
});
