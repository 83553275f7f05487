import { expect, test } from "vitest";
import { trimForm } from "./sample-trim.ts";

test("parses a trim into milliseconds and rejects empty or out-of-range ones", () => {
	const parse = (start: string, end: string, seconds: number) => {
		const { data, error } = trimForm(seconds).safeParse({ start, end });
		return data ?? error?.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
	};
	expect(parse("0.5", "9.8", 10)).toEqual({ start: 500, end: 9_800 });
	// With one decimal, the full length rounds to slightly more than the recording has.
	expect(parse("0", "10.0", 9.97)).toEqual({ start: 0, end: 9_970 });
	expect(parse("", "3", 10)).toEqual(["start: Enter both times in seconds."]);
	expect(parse("one", "3", 10)).toEqual(["start: Enter both times in seconds."]);
	expect(parse("-1", "3", 10)).toEqual(["start: Times must be between 0 and 10.0 seconds."]);
	expect(parse("2", "11", 10)).toEqual(["end: Times must be between 0 and 10.0 seconds."]);
	expect(parse("3", "3.5", 10)).toEqual(["end: Keep at least one second."]);
});
