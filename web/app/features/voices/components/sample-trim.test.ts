import { expect, test } from "vitest";
import { trimOf } from "./sample-trim.tsx";

test("a trim is told in milliseconds, and one that leaves nothing or lies outside is refused in words", () => {
	expect(trimOf("0.5", "9.8", 10)).toEqual({ start: 500, end: 9_800 });
	// Shown with one digit, the whole is written as a little more than there is.
	expect(trimOf("0", "10.0", 9.97)).toEqual({ start: 0, end: 9_970 });
	expect(trimOf("", "3", 10)).toEqual({ fault: "Write both times as seconds." });
	expect(trimOf("one", "3", 10)).toEqual({ fault: "Write both times as seconds." });
	expect(trimOf("-1", "3", 10)).toEqual({ fault: "The recording goes from 0 to 10.0 seconds." });
	expect(trimOf("2", "11", 10)).toEqual({ fault: "The recording goes from 0 to 10.0 seconds." });
	expect(trimOf("3", "3.5", 10)).toEqual({ fault: "At least a second has to be left." });
});
