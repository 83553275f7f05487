import { expect, test } from "vitest";
import { unstorable, withoutNul } from "./unstorable.ts";

test("finds a NUL or half of a character wherever it is, and says where", () => {
	expect(unstorable("a\u0000")).toEqual([]);
	expect(unstorable({ text: "fine", inputs: [{ text: "fine" }, { text: "a\ud800b" }] })).toEqual(["inputs", 1, "text"]);
	expect(unstorable({ "a\u0000": 1 })).toEqual(["a\u0000"]);
});

test("leaves everything else alone: other control characters, whole pairs, bytes, numbers", () => {
	const fine = { text: "tab\tbell\u0007 😀 مرحبا\u200b", file: { bytes: new Uint8Array([0, 0]) }, seed: 0, none: null };
	expect(unstorable(fine)).toBeUndefined();
});

test("where text comes in pieces, half of a character may wait for the other", () => {
	expect(unstorable({ text: "a\ud83d" }, withoutNul)).toBeUndefined();
	expect(unstorable({ text: "a\u0000" }, withoutNul)).toEqual(["text"]);
});
