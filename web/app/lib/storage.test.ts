import { beforeEach, expect, test, vi } from "vitest";
import { forgetDrafts } from "./draft.ts";
import { localKeys } from "./local-keys.ts";
import { hasRun, markRun } from "./run-once.ts";

/** As much of a browser's storage as is used: a null-prototype-free map whose keys are its own properties. */
function storage(): Storage {
	const kept: Record<string, string> = {};
	const methods = {
		getItem: (key: string) => kept[key] ?? null,
		setItem: (key: string, value: string) => {
			kept[key] = value;
		},
		removeItem: (key: string) => {
			delete kept[key];
		},
	};
	return new Proxy(kept, {
		get: (_, name) => methods[name as keyof typeof methods] ?? kept[name as string],
	}) as unknown as Storage;
}

beforeEach(() => {
	vi.stubGlobal("localStorage", storage());
	return () => vi.unstubAllGlobals();
});

test("SHELL-038 run-once flags carry the prefix xi: and signing out forgets them", () => {
	expect(hasRun("tour")).toBe(false);
	markRun("tour");
	expect(hasRun("tour")).toBe(true);
	expect(Object.keys(localStorage)).toEqual(["xi:once:tour"]);
	forgetDrafts();
	expect(hasRun("tour")).toBe(false);
	expect(Object.keys(localStorage)).toEqual([]);
});

test("SHELL-039 the chosen models and voices and an invite code have keys of their own, which signing out leaves", () => {
	const names = Object.values(localKeys).map((name) => `timbre:${name}`);
	expect(new Set(names).size).toBe(5);
	for (const key of [...names, "timbre:draft:text", "xi:recent:voices"]) localStorage.setItem(key, "x");
	forgetDrafts();
	expect(Object.keys(localStorage)).toEqual(names);
});
