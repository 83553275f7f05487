import type { VoicePreviews } from "@timbre/contract/voice-making/design.ts";
import { afterEach, expect, test, vi } from "vitest";
import { loadStoredDesign, storeDesign } from "./stored-design.ts";

const result: VoicePreviews = { previews: [], text: "Good morning.", difference_db: 4, seed: 7, not_understood: [] };

afterEach(() => vi.unstubAllGlobals());

test("restores design previews until they expire on the server", () => {
	const storage = new Map<string, string>();
	vi.stubGlobal("localStorage", {
		getItem: (key: string) => storage.get(key) ?? null,
		setItem: (key: string, value: string) => storage.set(key, value),
		removeItem: (key: string) => storage.delete(key),
	});
	expect(loadStoredDesign()).toBeUndefined();
	storeDesign({ description: "a deep voice", result }, 0);
	expect(loadStoredDesign(23 * 3_600_000)).toEqual({ description: "a deep voice", result });
	expect(loadStoredDesign(25 * 3_600_000)).toBeUndefined();
});
