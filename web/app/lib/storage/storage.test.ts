import { beforeEach, expect, test, vi } from "vitest";
import { clearDrafts } from "../forms/draft.ts";
import { hasRun, markRun } from "../session/run-once.ts";
import { localKeys } from "./local-keys.ts";

/** A minimal Storage whose keys are its own properties. */
function storage(): Storage {
	const stored: Record<string, string> = {};
	const methods = {
		getItem: (key: string) => stored[key] ?? null,
		setItem: (key: string, value: string) => {
			stored[key] = value;
		},
		removeItem: (key: string) => {
			delete stored[key];
		},
	};
	return new Proxy(stored, {
		get: (_, name) => methods[name as keyof typeof methods] ?? stored[name as string],
	}) as unknown as Storage;
}

beforeEach(() => {
	vi.stubGlobal("localStorage", storage());
	return () => vi.unstubAllGlobals();
});

test("SHELL-038 run-once flags have the prefix xi: and are cleared on sign-out", () => {
	expect(hasRun("tour")).toBe(false);
	markRun("tour");
	expect(hasRun("tour")).toBe(true);
	expect(Object.keys(localStorage)).toEqual(["xi:once:tour"]);
	clearDrafts();
	expect(hasRun("tour")).toBe(false);
	expect(Object.keys(localStorage)).toEqual([]);
});

test("SHELL-039 selected models, voices and the invite code have their own keys and survive sign-out", () => {
	const names = Object.values(localKeys).map((name) => `timbre:${name}`);
	expect(new Set(names).size).toBe(6);
	for (const key of [...names, "timbre:draft:text", "xi:recent:voices"]) localStorage.setItem(key, "x");
	clearDrafts();
	expect(Object.keys(localStorage)).toEqual(names);
});
