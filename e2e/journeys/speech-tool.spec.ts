// What the text-to-speech page shows of settings, cached lists and failed requests.
import { expect, signUp, test } from "./fixtures.ts";

const path = "/app/speech-synthesis/text-to-speech";

test("VOICES-028 the tooltip of a slider says when its value is unstable", async ({ page }) => {
	await signUp(page);
	const stability = page.getByRole("slider", { name: "Stability" });
	const tooltip = stability.locator("[role=tooltip]");
	await expect(tooltip).toBeHidden();
	await stability.focus();
	await stability.hover();
	await expect(tooltip).toBeVisible();
	await expect(tooltip).toHaveText("50%");
	await page.keyboard.press("Home");
	await expect(tooltip).toHaveText("0% - Unstable");
	await expect(stability).toHaveAttribute("aria-valuetext", "0% - Unstable");
	await page.keyboard.press("End");
	await expect(tooltip).toHaveText("100%");
});

test("MODELS-003 VOICES-053 says what failed when models or voices can't be loaded", async ({ page }) => {
	await signUp(page);
	const missing = { status: 404, json: { detail: { code: "not_found", message: "Nothing here." } } };
	for (const what of ["models", "voices"]) {
		await page.route(`**/v1/${what}`, (route) => route.fulfill(missing));
		await page.evaluate(() => localStorage.clear());
		await page.goto(path);
		await expect(page.getByText(`Error occured while fetching ${what}, status_code 404`)).toBeVisible();
		await page.unroute(`**/v1/${what}`);
		await page.getByRole("button", { name: "Try again" }).click();
		await expect(page.getByLabel("Text to speak")).toBeVisible();
	}
});

test("VOICES-034 SHELL-032 the list of voices is cached for seven days", async ({ page }) => {
	await signUp(page);
	const voice = page.getByRole("button", { name: /^Change voice/ });
	await expect(voice).toBeVisible();
	// Without a response, the page has only what it cached.
	await page.route("**/v1/voices", () => undefined);
	const days = async (count: number) => {
		await page.clock.setFixedTime(Date.now() + count * 86_400_000);
		await page.goto(path);
		await expect(page.getByRole("heading", { level: 1, name: "Text to speech" })).toBeAttached();
	};
	await days(6.9);
	await expect(voice).toBeVisible();
	const models = page.waitForResponse((response) => response.url().endsWith("/v1/models"));
	await days(7.1);
	await models;
	await expect(page.getByRole("main").locator("[aria-busy=true]").first()).toBeVisible();
	await expect(voice).toHaveCount(0);
});
