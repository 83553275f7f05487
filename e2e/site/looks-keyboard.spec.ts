// The pages of the settings and of the voices without a pointer: Tab reaches everything that can be pressed or written in, and one sees where one is.
import { expect } from "@playwright/test";
import { settingsModules } from "../../web/app/shell/app-routes.ts";
import { markFocusable, meetFocus } from "./in-page.ts";
import { filled, open, test } from "./looks.ts";

const mostPresses = 300;

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
	test(`${path} is used by keyboard alone: everything is reached, and the focus is seen`, async ({ visit }) => {
		const visitor = await visit("full");
		const { page } = visitor;
		await open(visitor, await filled(path));
		await page.setViewportSize({ width: 1280, height: 900 });
		// The page hears of its new width with the next frame.
		await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
		const wanted = await page.evaluate(markFocusable);
		expect(wanted.length).toBeGreaterThan(0);
		const met = new Set<string>();
		const unseen = new Set<string>();
		for (let presses = 0; presses < mostPresses && met.size < wanted.length; presses++) {
			await page.keyboard.press("Tab");
			const { mark, seen, name } = await page.evaluate(meetFocus);
			if (mark !== undefined) met.add(mark);
			if (!seen) unseen.add(name);
		}
		expect(
			wanted.filter(({ mark }) => !met.has(mark)).map(({ name }) => name),
			"not reached",
		).toEqual([]);
		expect([...unseen], "focused without a sign of it").toEqual([]);
	});
}
