import { expect, test } from "vitest";
import { editedLabels, notSaid } from "./edited-labels.ts";

test("what is said of a voice replaces what was, what was emptied goes, and what was measured stays", () => {
	expect(
		editedLabels({ pitch: "low", gender: "male", accent: "irish" }, { gender: notSaid, accent: "", age: "old" }),
	).toEqual({ pitch: "low", age: "old" });
});
