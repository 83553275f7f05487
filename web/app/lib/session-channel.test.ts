import { expect, test, vi } from "vitest";

/** A process may stand still for two seconds; the second that vitest gives would end before it. */
const patience = { timeout: 15_000 };

/** Another tab: the same module, loaded once more. */
async function openTab() {
	vi.resetModules();
	return import("./session-channel.ts");
}

test("AUTH-010 other tabs hear that one has signed out, the tab itself does not, and who stops listening hears no more", async () => {
	const [one, two] = [await openTab(), await openTab()];
	const heard: string[] = [];
	one.hearOtherTabs((news) => heard.push(`one: ${news}`));
	const stop = two.hearOtherTabs((news) => heard.push(`two: ${news}`));
	one.tellOtherTabs("signed-out");
	await vi.waitFor(() => expect(heard).toEqual(["two: signed-out"]), patience);
	two.tellOtherTabs("active");
	await vi.waitFor(() => expect(heard).toEqual(["two: signed-out", "one: active"]), patience);
	stop();
	one.tellOtherTabs("signed-out");
	// What comes through the same channels comes in order: once this is heard, the one before was passed over.
	two.tellOtherTabs("signed-out");
	await vi.waitFor(() => expect(heard).toEqual(["two: signed-out", "one: active", "one: signed-out"]), patience);
});
