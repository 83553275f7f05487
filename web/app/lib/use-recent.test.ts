import { expect, test } from "vitest";
import { withRecent } from "./use-recent.ts";

test("what was used last comes first, once, and the oldest falls out", () => {
	expect(withRecent(["a", "b", "c", "d"], "e", 4)).toEqual(["e", "a", "b", "c"]);
	expect(withRecent(["a", "b", "c"], "c", 4)).toEqual(["c", "a", "b"]);
});
