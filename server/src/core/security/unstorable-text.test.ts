import { expect, test } from "vitest";
import { findUnstorableText, hasNoNul } from "./unstorable-text.ts";

test("finds a NUL or an unpaired surrogate anywhere and returns its path", () => {
	expect(findUnstorableText("a\u0000")).toEqual([]);
	expect(findUnstorableText({ text: "fine", inputs: [{ text: "fine" }, { text: "a\ud800b" }] })).toEqual([
		"inputs",
		1,
		"text",
	]);
	expect(findUnstorableText({ "a\u0000": 1 })).toEqual(["a\u0000"]);
});

test("accepts everything else: other control characters, surrogate pairs, bytes, numbers", () => {
	const fine = { text: "tab\tbell\u0007 😀 مرحبا\u200b", file: { bytes: new Uint8Array([0, 0]) }, seed: 0, none: null };
	expect(findUnstorableText(fine)).toBeUndefined();
});

test("accepts an unpaired surrogate in text that arrives in pieces", () => {
	expect(findUnstorableText({ text: "a\ud83d" }, hasNoNul)).toBeUndefined();
	expect(findUnstorableText({ text: "a\u0000" }, hasNoNul)).toEqual(["text"]);
});
