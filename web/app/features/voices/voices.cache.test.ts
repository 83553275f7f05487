import type { Voice } from "@timbre/contract/voices/schemas.ts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { cacheVoices, clearCachedVoices, getCachedVoices } from "./voices.public.ts";

const voices = [{ voice_id: "a", name: "Ann" }] as Voice[];
const now = Date.parse("2026-01-01T00:00:00Z");
let full: boolean;

beforeEach(() => {
	full = false;
	const storage = new Map<string, string>();
	vi.stubGlobal("localStorage", {
		getItem: (name: string) => storage.get(name) ?? null,
		setItem: (name: string, value: string) => {
			if (full) throw new DOMException("no room", "QuotaExceededError");
			storage.set(name, value);
		},
		removeItem: (name: string) => storage.delete(name),
	});
});
afterEach(() => vi.unstubAllGlobals());

test("VOICES-034 caches the list of voices in this browser for exactly 604800 seconds", () => {
	cacheVoices(voices, now);
	expect(getCachedVoices(now + 604_799_000)).toEqual(voices);
	expect(getCachedVoices(now + 604_800_000)).toBeUndefined();
});

test("drops the cached list when the new one does not fit", () => {
	cacheVoices(voices, now);
	full = true;
	cacheVoices([...voices, ...voices], now);
	expect(getCachedVoices(now)).toBeUndefined();
});

test("clears the cache when the workspace changes", () => {
	cacheVoices(voices, now);
	clearCachedVoices();
	expect(getCachedVoices(now)).toBeUndefined();
});
