import { permissions } from "@timbre/contract/permissions.ts";
import { expect, test } from "vitest";
import { rightGroups, rightsOf, summary } from "./rights.ts";

const named = rightGroups.flatMap(({ rights }) => rights.map(({ right }) => right));

test("every right has one place among the groups, and exists", () => {
	expect(new Set(named).size).toBe(named.length);
	expect(named.filter((right) => !permissions.includes(right))).toEqual([]);
});

test("presets say what a key may do; left to its maker or as it is, nothing is said", () => {
	expect(rightsOf("all", [], [])).toBeUndefined();
	expect(rightsOf("kept", ["user_read"], ["user_read"])).toBeUndefined();
	expect(rightsOf("speech", [], [])).toContain("text_to_speech");
	expect(rightsOf("read", [], [])?.some((right) => right.endsWith("_write"))).toBe(false);
	expect(rightsOf("chosen", ["user_read"], ["text_to_speech", "dubbing_read"])).toEqual(["user_read", "dubbing_read"]);
});

test("a key is described in a word or two", () => {
	expect(summary(permissions)).toBe("All rights");
	expect(summary(named)).toBe("All rights");
	expect(summary(rightsOf("speech", [], []) ?? [])).toBe("Speech only");
	expect(summary(["user_read", "voices_read"])).toBe("Read only");
	expect(summary(["user_write"])).toBe("1 right");
	expect(summary(["user_write", "text_to_speech", "dubbing_write"])).toBe("2 rights");
});
