import { expect, test, vi } from "vitest";
import { createConsent } from "./components/consent.ts";

function world(stored: string | null = null) {
	const kept = new Map<string, string>();
	const cookies: string[] = [];
	let decided = stored;
	return {
		kept,
		cookies,
		decided: () => decided,
		consent: createConsent({
			stored: () => decided,
			store: (decision) => {
				decided = decision;
			},
			writeCookie: (decision) => cookies.push(decision),
			persistent: {
				getItem: (key) => kept.get(key) ?? null,
				setItem: (key, value) => void kept.set(key, value),
				removeItem: (key) => void kept.delete(key),
			},
			keptKeys: ["visitor"],
			later: (ms, work) => {
				const timer = setTimeout(work, ms);
				return () => clearTimeout(timer);
			},
		}),
	};
}

test("a no also removes what an earlier page has kept", () => {
	const { consent, kept } = world("granted");
	kept.set("visitor", "a");
	consent.decide("denied");
	expect(kept.size).toBe(0);
});

test("PRIVACY-013 undecided, everything stays in the memory of the page", () => {
	const { consent, kept } = world();
	consent.placed(true);
	expect([consent.state(), consent.storage()]).toEqual(["undecided", "memory"]);
	expect(consent.remember("visitor", () => "a")).toBe("a");
	expect(
		consent.remember("visitor", () => "b"),
		"within the page it is remembered",
	).toBe("a");
	expect(kept.size).toBe(0);
});

test("PRIVACY-014 granted or not applicable, it is kept beyond the page, with what the page has remembered so far", () => {
	const granted = world();
	granted.consent.placed(true);
	granted.consent.remember("visitor", () => "a");
	granted.consent.decide("granted");
	expect([granted.consent.storage(), granted.kept.get("visitor")]).toEqual(["persistent", "a"]);
	const elsewhere = world();
	elsewhere.consent.remember("visitor", () => "b");
	elsewhere.consent.placed(false);
	expect([elsewhere.consent.state(), elsewhere.consent.storage(), elsewhere.kept.get("visitor")]).toEqual([
		"not_applicable",
		"persistent",
		"b",
	]);
});

test("PRIVACY-027 denied, nothing is kept, and what was kept before is removed", () => {
	const { consent, kept } = world();
	consent.placed(true);
	consent.remember("visitor", () => "a");
	consent.decide("denied");
	expect([consent.state(), consent.storage(), kept.size]).toEqual(["denied", "memory", 0]);
	consent.decide("granted");
	expect(kept.get("visitor")).toBe("a");
	consent.decide("denied");
	expect(kept.size).toBe(0);
	consent.remember("visitor", () => "c");
	expect(kept.size).toBe(0);
});

test("PRIVACY-015 a decision made before is used again, wherever the person is now", () => {
	for (const decision of ["granted", "denied"] as const) {
		const { consent } = world(decision);
		expect(consent.state()).toBe(decision);
		consent.placed(false);
		expect(consent.state()).toBe(decision);
	}
	expect(world("nonsense").consent.state()).toBe("undecided");
});

test("PRIVACY-016 the cookie of a decision waits 500 ms, and of two within that time only the last is written", () => {
	vi.useFakeTimers();
	const { consent, cookies, decided } = world();
	consent.placed(true);
	consent.decide("granted");
	expect(decided(), "the browser itself knows at once").toBe("granted");
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
