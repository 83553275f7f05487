import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createInactivityTimer, listenForActivity } from "./session-inactivity.ts";

beforeEach(() => {
	vi.useFakeTimers();
});
afterEach(() => {
	vi.useRealTimers();
	vi.unstubAllGlobals();
});

function watch(timeoutMs: number) {
	const events: string[] = [];
	const inactivity = createInactivityTimer({
		timeoutMs,
		onWarn: (leftMs) => events.push(`warn ${leftMs}`),
		onActive: (fromHere) => events.push(fromHere ? "active" : "active elsewhere"),
		onTimeout: () => events.push("timeout"),
	});
	return { events, ...inactivity };
}

test("AUTH-014 warns a minute before the workspace's inactivity timeout and ends the session at the timeout", () => {
	const { events } = watch(900_000);
	vi.advanceTimersByTime(839_999);
	expect(events).toEqual([]);
	vi.advanceTimersByTime(1);
	expect(events).toEqual(["warn 60000"]);
	vi.advanceTimersByTime(59_999);
	expect(events).toEqual(["warn 60000"]);
	vi.advanceTimersByTime(1);
	expect(events).toEqual(["warn 60000", "timeout"]);
	vi.advanceTimersByTime(10_000_000);
	expect(events).toHaveLength(2);
});

test("supports timeouts longer than a browser timer can wait", () => {
	const month = 2_592_000_000;
	const { events } = watch(month);
	vi.advanceTimersByTime(month - 60_001);
	expect(events).toEqual([]);
	vi.advanceTimersByTime(60_001);
	expect(events.at(-1)).toBe("timeout");
});

test("warns halfway through a one-minute timeout", () => {
	const { events } = watch(60_000);
	vi.advanceTimersByTime(30_000);
	expect(events).toEqual(["warn 30000"]);
});

test("AUTH-015 mouse, key, click, scroll, touch and visibility events each extend the session", () => {
	const page = Object.assign(new EventTarget(), {});
	vi.stubGlobal("window", page);
	vi.stubGlobal("document", new EventTarget());
	const { events, act } = watch(600_000);
	const stop = listenForActivity(() => act(true));
	const domEvents = ["mousemove", "mousedown", "keydown", "click", "scroll", "touchstart", "touchmove"];
	for (const name of domEvents) {
		vi.advanceTimersByTime(590_000);
		window.dispatchEvent(new Event(name));
	}
	vi.advanceTimersByTime(590_000);
	document.dispatchEvent(new Event("visibilitychange"));
	vi.advanceTimersByTime(590_000);
	expect(events.filter((one) => one === "active")).toHaveLength(domEvents.length + 1);
	expect(events).not.toContain("timeout");
	stop();
	window.dispatchEvent(new Event("click"));
	vi.advanceTimersByTime(10_000);
	expect(events.at(-1)).toBe("timeout");
});

test("activity in another tab counts, and activity after the timeout does not revive the session", () => {
	const { events, act } = watch(600_000);
	vi.advanceTimersByTime(500_000);
	act(false);
	vi.advanceTimersByTime(500_000);
	expect(events).toEqual(["active elsewhere"]);
	// After the device slept: no timer ran, and the first event is the page becoming visible.
	vi.setSystemTime(Date.now() + 3_600_000);
	act(true);
	expect(events).toEqual(["active elsewhere", "timeout"]);
	act(true);
	expect(events).toHaveLength(2);
});
