import { expect, test } from "vitest";
import { parseTrim } from "./sample-trim.tsx";

test("parses a trim into milliseconds and rejects empty or out-of-range ones", () => {
	expect(parseTrim("0.5", "9.8", 10)).toEqual({ start: 500, end: 9_800 });
	// With one decimal, the full length rounds to slightly more than the recording has.
	expect(parseTrim("0", "10.0", 9.97)).toEqual({ start: 0, end: 9_970 });
	expect(parseTrim("", "3", 10)).toEqual({ error: "Enter both times in seconds." });
	expect(parseTrim("one", "3", 10)).toEqual({ error: "Enter both times in seconds." });
	expect(parseTrim("-1", "3", 10)).toEqual({ error: "Times must be between 0 and 10.0 seconds." });
	expect(parseTrim("2", "11", 10)).toEqual({ error: "Times must be between 0 and 10.0 seconds." });
	expect(parseTrim("3", "3.5", 10)).toEqual({ error: "Keep at least one second." });
});
