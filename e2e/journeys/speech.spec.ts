import { expect, signUp, test } from "./fixtures.ts";

const text =
	"A lighthouse keeper once told me that the sea has only two words. One of them is wait, and the other one is now.";

test("SPEECH-001 SPEECH-002 AUTH-003 HISTORY-001 a person signs up, types, hears, reloads and finds it in the history", async ({
	page,
}) => {
	const account = await signUp(page);
	await page.getByLabel("Text to speak").fill(text);
	await expect(page.getByText(`${text.length} characters: ${text.length} credits`)).toBeVisible();
	await page.getByRole("button", { name: /^Generate/ }).click();
	await expect
		.poll(() => page.evaluate(() => window.heard().loudest), { message: "no sound came out" })
		.toBeGreaterThan(0.05);
	const before = await page.evaluate(() => window.heard().currentTime);
	await expect.poll(() => page.evaluate(() => window.heard().currentTime)).toBeGreaterThan(before + 0.5);
	await page.reload();
	await page.goto("/app/speech-synthesis/history");
	const row = page.getByRole("listitem").filter({ hasText: "A lighthouse keeper once told me" });
	await expect(row).toBeVisible();
	await row.getByRole("button", { name: /play/i }).first().click();
	await expect
		.poll(() => page.evaluate(() => window.heard().loudest), { message: "the stored sound is silent" })
		.toBeGreaterThan(0.05);
	await page
		.getByRole("button", { name: /Ada|account/i })
		.first()
		.click();
	await page.getByRole("menuitem", { name: "Sign out" }).click();
	await page.waitForURL("**/app/sign-in**");
	await page.getByLabel("E-mail").fill(account.email);
	await page.getByLabel("Password", { exact: true }).fill(account.password);
	await page.getByRole("button", { name: "Sign in" }).click();
	await page.waitForURL(/\/app\/(?!sign-in)/);
});

test("the sound starts while it is still being made, and never twice at once", async ({ page }) => {
	await signUp(page);
	// Slow the network, not the server: the page must not wait for the last byte.
	const client = await page.context().newCDPSession(page);
	await client.send("Network.emulateNetworkConditions", {
		offline: false,
		latency: 5,
		downloadThroughput: 30_000,
		uploadThroughput: 1_000_000,
	});
	await page.getByLabel("Text to speak").fill(`${text} `.repeat(6));
	await page.keyboard.press("Control+Enter");
	await expect.poll(() => page.evaluate(() => window.heard().currentTime), { timeout: 20_000 }).toBeGreaterThan(0.3);
	await expect(
		page.getByRole("button", { name: "Stop" }),
		"the whole sound had arrived before it began to play",
	).toBeVisible();
	expect(await page.evaluate(() => window.heard().playing)).toBe(1);
	await page.getByRole("button", { name: "Stop" }).click();
	await expect(page.getByRole("button", { name: /^Generate/ })).toBeVisible();
});

test("the player goes on while one moves to another page", async ({ page }) => {
	await signUp(page);
	await page.getByLabel("Text to speak").fill(text);
	await page.keyboard.press("Control+Enter");
	await expect.poll(() => page.evaluate(() => window.heard().currentTime)).toBeGreaterThan(0.3);
	await page.getByRole("link", { name: "Voices" }).first().click();
	await expect(page).toHaveURL(/\/app\/voices/);
	const at = await page.evaluate(() => window.heard().currentTime);
	expect(at).toBeGreaterThan(0.3);
	await expect.poll(() => page.evaluate(() => window.heard().currentTime)).toBeGreaterThan(at + 0.5);
	expect(await page.evaluate(() => window.heard().playing)).toBe(1);
});

test("a text that costs more than is left cannot be generated, and the page says so", async ({ page }) => {
	await signUp(page);
	await page.getByLabel("Text to speak").fill("a".repeat(10_001));
	await expect(page.getByText("You have 10,000 left.")).toBeVisible();
	await expect(page.getByRole("button", { name: /^Generate/ })).toBeDisabled();
});
