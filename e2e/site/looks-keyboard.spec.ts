// Keyboard access of settings and voice pages: Tab reaches every control, and the focus is visible.
import { expect } from "@playwright/test";
import { settingsModules } from "../../web/app/shell/navigation/app-routes.ts";
import { inspectFocus, markFocusable } from "./in-page.ts";
import { fillPath, open, test } from "./looks.ts";

const maxPresses = 300;

const voicePaths = [
	"/app/voice-lab",
	"/app/voice-lab/collections",
	"/app/voice-library",
	"/app/voice-lab/design",
	"/app/voice-lab/clone",
	"/app/voice-lab/clone?voice={recorded}",
	"/app/professional-voice-cloning?voice={professional}",
	"/app/voice-lab/share/{voiceShare}",
];

for (const path of [...Object.keys(settingsModules), ...voicePaths]) {
	test(`${path} can be used with the keyboard, and the focus is visible`, async ({ visit }) => {
		const visitor = await visit("full");
		const { page } = visitor;
		await open(visitor, await fillPath(path));
		await page.setViewportSize({ width: 1280, height: 900 });
		// Wait for the resize to take effect.
		await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
		const stops = await page.evaluate(markFocusable);
		expect(stops.length).toBeGreaterThan(0);
		const reached = new Set<string>();
		const unseen = new Set<string>();
		for (let presses = 0; presses < maxPresses && reached.size < stops.length; presses++) {
			await page.keyboard.press("Tab");
			const { mark, seen, name } = await page.evaluate(inspectFocus);
			if (mark !== undefined) reached.add(mark);
			if (!seen) unseen.add(name);
		}
		expect(
			stops.filter(({ mark }) => !reached.has(mark)).map(({ name }) => name),
			"not reached",
		).toEqual([]);
		expect([...unseen], "no visible focus").toEqual([]);
	});
}
