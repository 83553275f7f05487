import { expect, test, vi } from "vitest";

/** The process may stall for two seconds, longer than vitest's default timeout of one. */
const patience = { timeout: 15_000 };

/** Simulates a tab by loading the module again. */
async function openTab() {
	vi.resetModules();
	return import("./session-channel.ts");
}

test("AUTH-010 signing out notifies other tabs but not the tab itself, until they unsubscribe", async () => {
	const [one, two] = [await openTab(), await openTab()];
	const received: string[] = [];
	one.onTabMessage((message) => received.push(`one: ${message}`));
	const stop = two.onTabMessage((message) => received.push(`two: ${message}`));
	one.notifyOtherTabs("signed-out");
	await vi.waitFor(() => expect(received).toEqual(["two: signed-out"]), patience);
	two.notifyOtherTabs("active");
	await vi.waitFor(() => expect(received).toEqual(["two: signed-out", "one: active"]), patience);
	stop();
	one.notifyOtherTabs("signed-out");
	// Messages arrive in order: once this one is received, the previous one was skipped.
	two.notifyOtherTabs("signed-out");
	await vi.waitFor(() => expect(received).toEqual(["two: signed-out", "one: active", "one: signed-out"]), patience);
});
