import { expect, test, vi } from "vitest";
import { createConsent } from "./consent.ts";

function setup(stored: string | null = null) {
	const persisted = new Map<string, string>();
	const cookies: string[] = [];
	let decided = stored;
	return {
		persisted,
		cookies,
		decided: () => decided,
		consent: createConsent({
			stored: () => decided,
			store: (decision) => {
				decided = decision;
			},
			writeCookie: (decision) => cookies.push(decision),
			persistent: {
				getItem: (key) => persisted.get(key) ?? null,
				setItem: (key, value) => void persisted.set(key, value),
				removeItem: (key) => void persisted.delete(key),
			},
			persistentKeys: ["visitor"],
			later: (ms, work) => {
				const timer = setTimeout(work, ms);
				return () => clearTimeout(timer);
			},
		}),
	};
}

test("denying consent also removes values stored by earlier pages", () => {
	const { consent, persisted } = setup("granted");
	persisted.set("visitor", "a");
	consent.decide("denied");
	expect(persisted.size).toBe(0);
});

test("PRIVACY-013 while undecided, values stay in memory", () => {
	const { consent, persisted } = setup();
	consent.setRequired(true);
	expect([consent.state(), consent.storage()]).toEqual(["undecided", "memory"]);
	expect(consent.remember("visitor", () => "a")).toBe("a");
	expect(
		consent.remember("visitor", () => "b"),
		"remembered within the page",
	).toBe("a");
	expect(persisted.size).toBe(0);
});

test("PRIVACY-014 when granted or not applicable, values are persisted, including those in memory", () => {
	const granted = setup();
	granted.consent.setRequired(true);
	granted.consent.remember("visitor", () => "a");
	granted.consent.decide("granted");
	expect([granted.consent.storage(), granted.persisted.get("visitor")]).toEqual(["persistent", "a"]);
	const elsewhere = setup();
	elsewhere.consent.remember("visitor", () => "b");
	elsewhere.consent.setRequired(false);
	expect([elsewhere.consent.state(), elsewhere.consent.storage(), elsewhere.persisted.get("visitor")]).toEqual([
		"not_applicable",
		"persistent",
		"b",
	]);
});

test("PRIVACY-027 when denied, nothing is persisted and stored values are removed", () => {
	const { consent, persisted } = setup();
	consent.setRequired(true);
	consent.remember("visitor", () => "a");
	consent.decide("denied");
	expect([consent.state(), consent.storage(), persisted.size]).toEqual(["denied", "memory", 0]);
	consent.decide("granted");
	expect(persisted.get("visitor")).toBe("a");
	consent.decide("denied");
	expect(persisted.size).toBe(0);
	consent.remember("visitor", () => "c");
	expect(persisted.size).toBe(0);
});

test("PRIVACY-015 reuses a stored decision regardless of location", () => {
	for (const decision of ["granted", "denied"] as const) {
		const { consent } = setup(decision);
		expect(consent.state()).toBe(decision);
		consent.setRequired(false);
		expect(consent.state()).toBe(decision);
	}
	expect(setup("nonsense").consent.state()).toBe("undecided");
});

test("PRIVACY-016 writes the cookie after 500 ms, and only for the last decision in that time", () => {
	vi.useFakeTimers();
	const { consent, cookies, decided } = setup();
	consent.setRequired(true);
	consent.decide("granted");
	expect(decided(), "stored immediately").toBe("granted");
	vi.advanceTimersByTime(499);
	expect(cookies).toEqual([]);
	vi.advanceTimersByTime(1);
	expect(cookies).toEqual(["granted"]);
	consent.decide("denied");
	vi.advanceTimersByTime(300);
	consent.decide("granted");
	vi.advanceTimersByTime(500);
	expect(cookies).toEqual(["granted", "granted"]);
	vi.useRealTimers();
});
