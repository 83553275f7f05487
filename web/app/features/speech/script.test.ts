import { expect, test } from "vitest";
import { castOf, lineAt, moved, newLine, nextSpeaker, readScript, writeScript } from "./components/script.ts";

const lines = [newLine("a", "Hi."), newLine("b", "Hello."), newLine("a", "Well?")];

test("people take turns: the next line is for whoever spoke before", () => {
	expect(nextSpeaker(lines, 2, ["a", "b", "c"])).toBe("b");
	expect(nextSpeaker([newLine("a")], 0, ["a", "b"])).toBe("b");
	expect(nextSpeaker([newLine("a")], 0, ["a"])).toBe("a");
});

test("a kept script comes back, and what is none gives no lines", () => {
	expect(readScript(writeScript(lines), ["a", "b"]).map(({ voiceId, text }) => [voiceId, text])).toEqual([
		["a", "Hi."],
		["b", "Hello."],
		["a", "Well?"],
	]);
	expect(readScript(writeScript(lines), ["b"])[0]?.voiceId).toBe("b");
	for (const bad of ["", "{}", "null", "[1, null]", "not json"]) expect(readScript(bad, ["a"])).toEqual([]);
});

test("a line can be moved to either end and not beyond", () => {
	expect(moved(["x", "y", "z"], 0, 1)).toEqual(["y", "x", "z"]);
	expect(moved(["x", "y", "z"], 2, -5)).toEqual(["z", "x", "y"]);
	expect(moved(["x", "y", "z"], 0, 9)).toEqual(["y", "z", "x"]);
});

test("the cast is in the order of appearance", () => {
	expect(castOf(lines)).toEqual([
		{ voiceId: "a", lines: 2 },
		{ voiceId: "b", lines: 1 },
	]);
});

test("the line that sounds is known before its segment is", () => {
	const segments = [{ start_time_seconds: 0, end_time_seconds: 1, dialogue_input_index: 0 }];
	expect([0, 0.9, 1, 5].map((at) => lineAt(segments, at, 3))).toEqual([0, 0, 1, 1]);
	expect(lineAt([], 0, 3)).toBe(0);
	expect(lineAt([...segments, { start_time_seconds: 1, end_time_seconds: 2, dialogue_input_index: 1 }], 9, 2)).toBe(1);
});
