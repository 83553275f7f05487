// The player and its dialogs at four widths, light and dark: axe finds nothing, nothing runs out, and a picture is kept.
import { mkdir } from "node:fs/promises";
import { expect, expectAccessible, signUp, speak, test, textOf } from "./fixtures.ts";

const widths = [390, 768, 1280, 1758];

for (const theme of ["light", "dark"] as const) {
	test(`the player is accessible and fits at every width, ${theme}`, async ({ page }) => {
		test.setTimeout(180_000);
		await mkdir("reports/screens", { recursive: true });
		await page.addInitScript((chosen) => localStorage.setItem("timbre:theme", chosen), theme);
		await signUp(page);
		await speak(page, textOf(22));
		const dock = page.getByRole("region", { name: "Audio player" });
		await expect(dock.getByRole("group", { name: "Feedback" })).toBeVisible();
		await dock.getByRole("button", { name: "Pause" }).click();
		await expect(dock.getByRole("button", { name: "Share" })).toBeEnabled();
		const look = async (name: string, width: number) => {
			await page.mouse.move(width / 2, 20);
			await page.waitForTimeout(250);
			const overflow = await page.evaluate(
				() => document.documentElement.scrollWidth - document.documentElement.clientWidth,
			);
			expect(overflow, `${name} scrolls sideways at ${width}`).toBeLessThanOrEqual(0);
			await expectAccessible(page, `${name} at ${width}`);
			await page.screenshot({ path: `reports/screens/player-${name}-${width}-${theme}.png` });
		};
		for (const width of widths) {
			await page.setViewportSize({ width, height: width < 700 ? 844 : 900 });
			await look("expanded", width);
			await dock.getByRole("button", { name: "Read along" }).click();
			await look("read-along", width);
			await dock.getByRole("button", { name: "Read along" }).click();
			for (const [press, name] of [
				["Share", "share"],
				["Bad speech", "feedback"],
			] as const) {
				await dock.getByRole("button", { name: press, exact: true }).click();
				await expect(page.getByRole("dialog")).toBeVisible();
				await expect(page.getByText("Generating link...")).toHaveCount(0);
				await look(name, width);
				await page.keyboard.press("Escape");
				await expect(page.getByRole("dialog")).toHaveCount(0);
			}
		}
		await dock.getByRole("button", { name: "Collapse audio player" }).click();
		await look("collapsed", 1758);
	});
}
