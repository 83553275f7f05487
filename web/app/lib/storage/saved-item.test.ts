import { expect, test } from "vitest";
import { packSaved, unpackSaved } from "./saved-item.ts";

test("SHELL-032 locally saved items expire after 604800 seconds", () => {
	const saved = packSaved(["a", "b"], 1_000_000);
	expect(unpackSaved(saved, 1_000_000)).toEqual(["a", "b"]);
	expect(unpackSaved(saved, 1_000_000 + 604_799_999)).toEqual(["a", "b"]);
	expect(unpackSaved(saved, 1_000_000 + 604_800_000)).toBeUndefined();
});

test("treats unreadable values as missing", () => {
	for (const stored of ["", "a b", "{}", "null", '{"value":1}']) expect(unpackSaved(stored), stored).toBeUndefined();
});
