import { gzipSync } from "node:zlib";
import type { Page } from "@playwright/test";
import { withoutLiveFeed } from "../live-feed.ts";
import { expect, expectAccessible, signUp, test } from "./fixtures.ts";

/** What a first visit to a page loads of scripts, compressed, in bytes. */
async function scriptWeight(page: Page, path: string): Promise<number> {
	const sizes: Promise<number>[] = [];
	page.on("response", (response) => {
		if (response.request().resourceType() !== "script" && !/\.js(\?|$)/.test(response.url())) return;
		sizes.push(response.body().then((body) => gzipSync(body).length));
	});
	await page.goto(path);
	await page.waitForLoadState("networkidle");
	return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

test("the first load of home is at most 300 kB of compressed scripts", async ({ page, context }) => {
	await signUp(page);
	const fresh = await context.newPage();
	await withoutLiveFeed(fresh);
	// Without what the page before has left in the cache.
	const devtools = await context.newCDPSession(fresh);
	await devtools.send("Network.setCacheDisabled", { cacheDisabled: true });
	const bytes = await scriptWeight(fresh, "/app/home");
	console.log(`first load of /app/home: ${(bytes / 1000).toFixed(1)} kB of compressed scripts`);
	expect(bytes).toBeGreaterThan(50_000);
	expect(bytes).toBeLessThanOrEqual(300_000);
});

test("home: a greeting, a sentence heard at once, what was made and begun, voices that play, credits that count", async ({
	page,
}) => {
	await signUp(page);
	await page.goto("/app/home");
	const main = page.getByRole("main");
	await expect(main.getByRole("heading", { level: 1 })).toHaveText(/^Good (morning|afternoon|evening), Ada$/);
	await expect(main.getByText("Nothing spoken yet")).toBeVisible();
	await expect(main.getByRole("region", { name: "Continue where you left off" })).toBeHidden();
	const credits = main.getByRole("region", { name: "Credits" });
	await expect(credits).toContainText("10,000");
	await expectAccessible(page, "home of a new person");

	// So long that one finds the button that makes it pause.
	const text =
		"The ferry leaves at nine, and not a minute later, whoever is still on the quay; the captain has said so every morning for twenty years, and he has kept his word.";
	await page.getByLabel("Text to speak").fill(text);
	await expect(main.getByText(`${text.length} characters: ${text.length} credits`)).toBeVisible();
	await page.getByLabel("Text to speak").press("ControlOrMeta+Enter");
	await expect.poll(() => page.evaluate(() => window.heard().loudest)).toBeGreaterThan(0.05);
	await expect(credits).toContainText((10_000 - text.length).toLocaleString("en"));

	const latest = main.getByRole("region", { name: "Latest generations" });
	await expect(latest.getByRole("listitem")).toHaveCount(1);
	await expect(latest.getByRole("link", { name: text })).toBeVisible();
	await main.getByRole("link", { name: "Open in text to speech" }).click();
	await expect(page).toHaveURL(/\/text-to-speech/);
	await expect(page.getByRole("region", { name: "Spoken text" }).or(page.getByLabel("Spoken text"))).toContainText(
		text,
	);

	// What is being written is offered again, and what was spoken plays from here.
	await page.getByLabel("Text to speak").fill("A draft that is not finished");
	await expect(page.getByText("Saved", { exact: true })).toBeVisible();
	await page.goto("/app/home");
	const resume = main.getByRole("region", { name: "Continue where you left off" });
	await expect(resume.getByRole("link", { name: /Text to speech draft/ })).toContainText(
		"A draft that is not finished",
	);
	await expect(resume.getByRole("link", { name: /^Spoken/ })).toContainText(text);
	await latest.getByRole("button", { name: /^Play/ }).click();
	await expect.poll(() => page.evaluate(() => window.heard().currentTime)).toBeGreaterThan(0.1);
	await page
		.getByRole("button", { name: /^Pause/ })
		.first()
		.click();

	const voices = main.getByRole("region", { name: "Voices to hear" });
	await voices
		.getByRole("button", { name: /^Play a preview/ })
		.first()
		.click();
	await expect(voices.getByRole("button", { name: /^Pause the preview/ })).toBeVisible();
	await expect.poll(() => page.evaluate(() => window.heard().playing)).toBe(1);
	await expectAccessible(page, "home in use");
	await resume.getByRole("link", { name: /Text to speech draft/ }).click();
	await expect(page.getByLabel("Text to speak")).toHaveValue("A draft that is not finished");
});

test("home: what cannot be loaded says so where it stands, and the rest works; a second try brings it", async ({
	page,
}) => {
	await signUp(page);
	let broken = true;
	await page.route(/\/v1\/history\?/, (route) =>
		broken
			? route.fulfill({
					status: 403,
					json: { detail: { code: "internal_error", message: "The history is resting.", request_id: "r" } },
				})
			: route.continue(),
	);
	await page.goto("/app/home");
	const latest = page.getByRole("region", { name: "Latest generations" });
	await expect(latest.getByRole("alert")).toContainText("The history is resting.");
	await expect(page.getByRole("button", { name: "Hear it" })).toBeVisible();
	broken = false;
	await latest.getByRole("button", { name: "Try again" }).click();
	await expect(latest.getByText("Nothing spoken yet")).toBeVisible();
});
