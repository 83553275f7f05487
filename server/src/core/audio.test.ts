import { expect, test } from "vitest";
import { parseRange } from "./audio.ts";

test.each([
	["bytes=0-3", { start: 0, end: 3 }],
	["bytes=4-", { start: 4, end: 9 }],
	["bytes=-3", { start: 7, end: 9 }],
	["bytes=-99", { start: 0, end: 9 }],
	["bytes=8-99", { start: 8, end: 9 }],
	["bytes=10-", undefined],
	["bytes=5-2", undefined],
	["bytes=-", undefined],
	["bytes=0-1,4-5", undefined],
	["chunks=0-1", undefined],
	[undefined, undefined],
])("the range %s of ten bytes is %o", (header, expected) => {
	expect(parseRange(header, 10)).toEqual(expected);
});
