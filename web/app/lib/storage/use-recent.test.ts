import { expect, test } from "vitest";
import { withRecent } from "./use-recent.ts";

test("puts the last used id first, without duplicates, and drops the oldest", () => {
	expect(withRecent(["a", "b", "c", "d"], "e", 4)).toEqual(["e", "a", "b", "c"]);
	expect(withRecent(["a", "b", "c"], "c", 4)).toEqual(["c", "a", "b"]);
});
