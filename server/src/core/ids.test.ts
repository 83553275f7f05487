import { expect, test } from "vitest";
import { newId } from "./ids.ts";

test("ids have 20 letters and digits and do not repeat", () => {
	const ids = Array.from({ length: 2_000 }, () => newId());
	expect(new Set(ids).size).toBe(2_000);
	for (const id of ids) expect(id).toMatch(/^[0-9A-Za-z]{20}$/);
});

test("every character is about equally likely", () => {
	const counts = new Map<string, number>();
	for (const character of newId(62_000)) counts.set(character, (counts.get(character) ?? 0) + 1);
	expect(counts.size).toBe(62);
	for (const count of counts.values()) expect(count).toBeGreaterThan(800);
});
