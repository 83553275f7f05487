import type { Voice } from "@timbre/contract/voices.entities.ts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { forgetVoices, keepVoices, keptVoices } from "./kept-voices.ts";

const voices = [{ voice_id: "a", name: "Ann" }] as Voice[];
const now = Date.parse("2026-01-01T00:00:00Z");
let full: boolean;

beforeEach(() => {
	full = false;
	const kept = new Map<string, string>();
	vi.stubGlobal("localStorage", {
		getItem: (name: string) => kept.get(name) ?? null,
		setItem: (name: string, value: string) => {
			if (full) throw new DOMException("no room", "QuotaExceededError");
			kept.set(name, value);
		},
		removeItem: (name: string) => kept.delete(name),
	});
});
afterEach(() => vi.unstubAllGlobals());

test("VOICES-034 the list of voices is kept 604800 seconds in this browser, and not a second longer", () => {
	keepVoices(voices, now);
	expect(keptVoices(now + 604_799_000)).toEqual(voices);
	expect(keptVoices(now + 604_800_000)).toBeUndefined();
});

test("where there is no room, no older list stands in for the new one", () => {
	keepVoices(voices, now);
	full = true;
	keepVoices([...voices, ...voices], now);
	expect(keptVoices(now)).toBeUndefined();
});

test("who moves to another workspace does not see the voices of the one before", () => {
	keepVoices(voices, now);
	forgetVoices();
	expect(keptVoices(now)).toBeUndefined();
});
