import { expect, test } from "vitest";
import { editedLabels, unspecified } from "./edited-labels.ts";

test("replaces edited labels, removes emptied ones and keeps the rest", () => {
	expect(
		editedLabels({ pitch: "low", gender: "male", accent: "irish" }, { gender: unspecified, accent: "", age: "old" }),
	).toEqual({ pitch: "low", age: "old" });
});
