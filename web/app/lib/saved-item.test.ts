import { expect, test } from "vitest";
import { packSaved, unpackSaved } from "./saved-item.ts";

test("SHELL-032 what is saved locally is there for 604800 seconds and then no more", () => {
	const saved = packSaved(["a", "b"], 1_000_000);
	expect(unpackSaved(saved, 1_000_000)).toEqual(["a", "b"]);
	expect(unpackSaved(saved, 1_000_000 + 604_799_999)).toEqual(["a", "b"]);
	expect(unpackSaved(saved, 1_000_000 + 604_800_000)).toBeUndefined();
});

test("what cannot be read counts as not saved", () => {
	for (const stored of ["", "a b", "{}", "null", '{"value":1}']) expect(unpackSaved(stored), stored).toBeUndefined();
});
