import type { VoicePreviews } from "@timbre/contract/voices.design.ts";
import { afterEach, expect, test, vi } from "vitest";
import { keepDesign, readKeptDesign } from "./kept-design.ts";

const result: VoicePreviews = { previews: [], text: "Good morning.", difference_db: 4, seed: 7, not_understood: [] };

afterEach(() => vi.unstubAllGlobals());

test("offered voices are found again for as long as the server keeps them", () => {
	const kept = new Map<string, string>();
	vi.stubGlobal("localStorage", {
		getItem: (key: string) => kept.get(key) ?? null,
		setItem: (key: string, value: string) => kept.set(key, value),
		removeItem: (key: string) => kept.delete(key),
	});
	expect(readKeptDesign()).toBeUndefined();
	keepDesign({ description: "a deep voice", result }, 0);
	expect(readKeptDesign(23 * 3_600_000)).toEqual({ description: "a deep voice", result });
	expect(readKeptDesign(25 * 3_600_000)).toBeUndefined();
});
