import { expect, test } from "vitest";
import { createLineSegments } from "./line-segments.ts";

test("a line with several units is one segment, and segments follow each other without a gap", () => {
	const segments = createLineSegments([{ line: 0 }, { line: 0 }, { line: 1 }]);
	segments.addCharacters(5);
	segments.endUnit(0, { start: 0, end: 1 });
	expect(segments.take()).toEqual([]);
	segments.addCharacters(4);
	segments.endUnit(1, { start: 1, end: 2.5 });
	expect(segments.take()).toEqual([{ line: 0, start: 0, end: 2.5, startCharacter: 0, endCharacter: 9 }]);
	segments.addCharacters(3);
	segments.endUnit(2, { start: 2.5, end: 4 });
	expect(segments.take()).toEqual([{ line: 1, start: 2.5, end: 4, startCharacter: 9, endCharacter: 12 }]);
	expect(segments.take()).toEqual([]);
});

test("ignores a unit that does not exist", () => {
	const segments = createLineSegments([{ line: 0 }]);
	segments.endUnit(7, { start: 0, end: 1 });
	expect(segments.take()).toEqual([]);
});
