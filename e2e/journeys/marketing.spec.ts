import { expect, test } from "./fixtures.ts";

test("a visitor types a sentence on the home page and hears it, without an account", async ({ page }) => {
	await page.goto("/");
	await page.getByLabel("A sentence to hear").fill("Hello, I would like to hear how you sound.");
	await page.getByRole("button", { name: "Hear it", exact: true }).click();
	await expect
		.poll(() => page.evaluate(() => window.heard().loudest), { message: "no sound came out" })
		.toBeGreaterThan(0.05);
	expect(await page.evaluate(() => window.heard().playing)).toBe(1);
});

test("the home page is whole without JavaScript", async ({ browser, baseURL }) => {
	const context = await browser.newContext({ javaScriptEnabled: false });
	const page = await context.newPage();
	await page.goto(baseURL ?? "");
	await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
	await expect(page.getByText("npm run dev").first()).toBeVisible();
	await expect(page.getByRole("link", { name: /sign in/i }).first()).toBeVisible();
	expect(await page.title()).toContain("Timbre");
	await context.close();
});
