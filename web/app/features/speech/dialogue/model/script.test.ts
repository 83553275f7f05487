import { expect, test } from "vitest";
import { castOf, lineAt, moveItem, newLine, nextSpeaker, parseScript, serializeScript } from "./script.ts";

const lines = [newLine("a", "Hi."), newLine("b", "Hello."), newLine("a", "Well?")];

test("speakers alternate: the next line gets the voice before the last", () => {
	expect(nextSpeaker(lines, 2, ["a", "b", "c"])).toBe("b");
	expect(nextSpeaker([newLine("a")], 0, ["a", "b"])).toBe("b");
	expect(nextSpeaker([newLine("a")], 0, ["a"])).toBe("a");
});

test("a stored script is restored, and an invalid one gives no lines", () => {
	expect(parseScript(serializeScript(lines), ["a", "b"]).map(({ voiceId, text }) => [voiceId, text])).toEqual([
		["a", "Hi."],
		["b", "Hello."],
		["a", "Well?"],
	]);
	expect(parseScript(serializeScript(lines), ["b"])[0]?.voiceId).toBe("b");
	for (const bad of ["", "{}", "null", "[1, null]", "not json"]) expect(parseScript(bad, ["a"])).toEqual([]);
});

test("a line can be moved to either end but not beyond", () => {
	expect(moveItem(["x", "y", "z"], 0, 1)).toEqual(["y", "x", "z"]);
	expect(moveItem(["x", "y", "z"], 2, -5)).toEqual(["z", "x", "y"]);
	expect(moveItem(["x", "y", "z"], 0, 9)).toEqual(["y", "z", "x"]);
});

test("lists voices in order of appearance", () => {
	expect(castOf(lines)).toEqual([
		{ voiceId: "a", lines: 2 },
		{ voiceId: "b", lines: 1 },
	]);
});

test("the playing line is known before its segment arrives", () => {
	const segments = [{ start_time_seconds: 0, end_time_seconds: 1, dialogue_input_index: 0 }];
	expect([0, 0.9, 1, 5].map((at) => lineAt(segments, at, 3))).toEqual([0, 0, 1, 1]);
	expect(lineAt([], 0, 3)).toBe(0);
	expect(lineAt([...segments, { start_time_seconds: 1, end_time_seconds: 2, dialogue_input_index: 1 }], 9, 2)).toBe(1);
});
