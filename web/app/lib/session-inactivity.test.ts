import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createInactivity, listenForActivity } from "./session-inactivity.ts";

beforeEach(() => {
	vi.useFakeTimers();
});
afterEach(() => {
	vi.useRealTimers();
	vi.unstubAllGlobals();
});

function watch(timeoutMs: number) {
	const told: string[] = [];
	const inactivity = createInactivity({
		timeoutMs,
		onWarn: (leftMs) => told.push(`warn ${leftMs}`),
		onActive: (fromHere) => told.push(fromHere ? "active" : "active elsewhere"),
		onTimeout: () => told.push("timeout"),
	});
	return { told, ...inactivity };
}

test("AUTH-014 a session in which nothing happens is warned a minute before and ended at the workspace's timeout", () => {
	const { told } = watch(900_000);
	vi.advanceTimersByTime(839_999);
	expect(told).toEqual([]);
	vi.advanceTimersByTime(1);
	expect(told).toEqual(["warn 60000"]);
	vi.advanceTimersByTime(59_999);
	expect(told).toEqual(["warn 60000"]);
	vi.advanceTimersByTime(1);
	expect(told).toEqual(["warn 60000", "timeout"]);
	vi.advanceTimersByTime(10_000_000);
	expect(told).toHaveLength(2);
});

test("a timeout longer than a browser's timer can wait is waited for all the same", () => {
	const month = 2_592_000_000;
	const { told } = watch(month);
	vi.advanceTimersByTime(month - 60_001);
	expect(told).toEqual([]);
	vi.advanceTimersByTime(60_001);
	expect(told.at(-1)).toBe("timeout");
});

test("a timeout of a minute is warned of at its half", () => {
	const { told } = watch(60_000);
	vi.advanceTimersByTime(30_000);
	expect(told).toEqual(["warn 30000"]);
});

test("AUTH-015 mouse, key, click, scroll, touch and visibility each keep the session", () => {
	const page = Object.assign(new EventTarget(), {});
	vi.stubGlobal("window", page);
	vi.stubGlobal("document", new EventTarget());
	const { told, act } = watch(600_000);
	const stop = listenForActivity(() => act(true));
	const events = ["mousemove", "mousedown", "keydown", "click", "scroll", "touchstart", "touchmove"];
	for (const name of events) {
		vi.advanceTimersByTime(590_000);
		window.dispatchEvent(new Event(name));
	}
	vi.advanceTimersByTime(590_000);
	document.dispatchEvent(new Event("visibilitychange"));
	vi.advanceTimersByTime(590_000);
	expect(told.filter((one) => one === "active")).toHaveLength(events.length + 1);
	expect(told).not.toContain("timeout");
	stop();
	window.dispatchEvent(new Event("click"));
	vi.advanceTimersByTime(10_000);
	expect(told.at(-1)).toBe("timeout");
});

test("what happens in another tab counts, and an act after the end does not bring the session back", () => {
	const { told, act } = watch(600_000);
	vi.advanceTimersByTime(500_000);
	act(false);
	vi.advanceTimersByTime(500_000);
	expect(told).toEqual(["active elsewhere"]);
	// A device that slept: no timer ran, and the first thing that happens is the page coming into view.
	vi.setSystemTime(Date.now() + 3_600_000);
	act(true);
	expect(told).toEqual(["active elsewhere", "timeout"]);
	act(true);
	expect(told).toHaveLength(2);
});
