// Every page at phone and desktop width, light and dark: axe finds nothing, nothing runs out of the page, and a picture is kept.
import { mkdir } from "node:fs/promises";
import { expect, expectAccessible, signUp, test } from "./fixtures.ts";

const sizes = [
	{ width: 390, height: 844 },
	{ width: 1280, height: 800 },
];
const publicPages = [
	"/",
	"/app/sign-in",
	"/app/sign-up",
	"/dev/ui",
	"/share/AAAAAAAAAAAAAAAAAAAAAAAA",
	"/no-such-page",
];
const appPages = [
	"/app/speech-synthesis/text-to-speech",
	"/app/speech-synthesis/text-to-speech/history",
	"/app/speech-synthesis/text-to-dialogue",
	"/app/speech-synthesis/pronunciation",
	"/app/usage",
	"/app/usage/workspace",
	"/app/voices",
	"/app/settings/api-keys",
];

for (const theme of ["light", "dark"] as const) {
	for (const size of sizes) {
		test(`pages are accessible and fit at ${size.width} px, ${theme}`, async ({ page }) => {
			test.setTimeout(180_000);
			await mkdir("reports/screens", { recursive: true });
			await page.setViewportSize(size);
			await page.addInitScript((chosen) => localStorage.setItem("timbre:theme", chosen), theme);
			const look = async (path: string) => {
				await page.goto(path);
				await page.waitForLoadState("networkidle");
				expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe(theme);
				await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
				const overflow = await page.evaluate(
					() => document.documentElement.scrollWidth - document.documentElement.clientWidth,
				);
				expect(overflow, `${path} scrolls sideways`).toBeLessThanOrEqual(0);
				await expectAccessible(page, path);
				const name = path.replaceAll(/\W+/g, "-").replace(/^-/, "") || "home";
				await page.screenshot({ path: `reports/screens/${name}-${size.width}-${theme}.png`, fullPage: path === "/" });
			};
			for (const path of publicPages) await look(path);
			await signUp(page);
			for (const path of appPages) await look(path);
		});
	}
}
