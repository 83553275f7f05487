import type { Page } from "@playwright/test";
import { expect, expectAccessible, generateSpeech, signUp, test } from "./fixtures.ts";

declare global {
	interface Window {
		notReloaded?: true;
	}
}

const isPost = (path: string) => (response: { url(): string; request(): { method(): string } }) =>
	response.url().endsWith(path) && response.request().method() === "POST";
const isUser = (response: { url(): string }) => response.url().endsWith("/v1/user");
const toast = (page: Page, text: string) => page.getByRole("listitem").filter({ hasText: text });

test("ONBOARD-002 ONBOARD-003 a new user completes the survey and the tour, generates speech and sees the item checked without reloading", async ({
	page,
}) => {
	await signUp(page);
	await expect(page.getByLabel("Text to speak")).toBeVisible();
	await expect(page.getByRole("dialog"), "no tour before the survey").toHaveCount(0);

	await page.goto("/app/onboarding");
	await expect(page.getByRole("heading", { level: 1 })).toHaveText("Welcome to Timbre");
	await expect(page.getByRole("button", { name: "Skip" })).toBeVisible();
	await page.getByLabel("What should we call you?").fill("Gigi");
	await page.keyboard.press("Tab");
	await page.keyboard.press("Space");
	await expect(page.getByRole("radio", { name: "Videos, podcasts or games" })).toBeChecked();
	await page.keyboard.press("ArrowRight");
	await expect(page.getByRole("radio", { name: "Books and articles" })).toBeChecked();
	await page.keyboard.press("Tab");
	await page.keyboard.press("Space");
	await expect(page.getByRole("radio", { name: "Audiobooks" })).toBeChecked();
	await expectAccessible(page, "the survey");
	await page.keyboard.press("Enter");

	await page.waitForURL("**/app/onboarding/next");
	await expect(page.getByRole("heading", { level: 1 })).toHaveText("Where would you like to start, Gigi?");
	await expectAccessible(page, "next steps");
	await page.getByRole("link", { name: "View checklist" }).click();
	await page.waitForURL("**/app/onboarding-checklist");
	await expect(page.getByRole("main").getByRole("listitem")).toHaveCount(5);
	await expect(page.getByText("Planned: dubbing, affiliate program.")).toBeVisible();
	await expect(page.getByText("0 of 5 done.")).toBeVisible();
	await expectAccessible(page, "the checklist");
	await page.evaluate(() => {
		window.notReloaded = true;
	});

	await page.getByRole("link", { name: "Open text to speech" }).click();
	const tour = page.getByRole("dialog", { name: "Write or paste your text" });
	await expect(tour.getByRole("button", { name: "Next" })).toBeFocused();
	await expectAccessible(page, "the tour");
	await expect(tour).toBeInViewport({ ratio: 1 });
	for (const name of ["Choose a voice", "Check the cost, then generate", "Find your generations"]) {
		await page.keyboard.press("Enter");
		await expect(page.getByRole("dialog", { name })).toBeVisible();
	}
	const saved = page.waitForResponse(isPost("/v1/user/onboarding-tour-complete"));
	await page.keyboard.press("Enter");
	await expect(page.getByRole("dialog")).toHaveCount(0);
	await expect(page.getByLabel("Text to speak")).toBeFocused();
	expect((await saved).status()).toBe(200);

	await generateSpeech(page, "The first sentence of a new person.");
	await page.goBack();
	await expect(page.getByText("1 of 5 done.")).toBeVisible();
	await expect(page.getByRole("listitem").filter({ hasText: "Generate speech" })).toContainText("Done");
	expect(await page.evaluate(() => window.notReloaded)).toBe(true);
	await page.getByRole("link", { name: "Home", exact: true }).click();
	await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^Good \w+, Gigi$/);

	const first = page.waitForResponse(isUser);
	await page.goto("/app/speech-synthesis/text-to-speech");
	await first;
	await expect(page.getByLabel("Text to speak")).toBeVisible();
	await page.evaluate(() => localStorage.clear());
	const loaded = page.waitForResponse(isUser);
	await page.reload();
	await loaded;
	await expect(page.getByLabel("Text to speak")).toBeVisible();
	await expect(page.getByRole("dialog"), "not shown again, even in another browser").toHaveCount(0);
});

test("ONBOARD-017 ONBOARD-023 ONBOARD-024 ONBOARD-025 after skipping the survey, the checklist can be checked, hidden and completed, with errors reported", async ({
	page,
}) => {
	await signUp(page);
	// As on a server that counts visits; this one doesn't.
	const measured: string[] = [];
	await page.route("**/v1/geolocation", async (route) => {
		const response = await route.fetch();
		await route.fulfill({ response, json: { ...(await response.json()), analytics: true } });
	});
	await page.route("**/ingest", async (route) => {
		const { events } = route.request().postDataJSON() as { events: { name: string }[] };
		measured.push(...events.map(({ name }) => name));
		await route.fulfill({ json: { stored: events.length } });
	});
	await page.goto("/app/onboarding");
	await page.getByRole("button", { name: "Skip" }).click();
	await page.waitForURL("**/app/home");
	const card = page.getByRole("region", { name: "Getting started" });
	await expect(card.getByText("0 of 5 done")).toBeVisible();
	await card.getByRole("link", { name: "View full checklist" }).click();
	await expect(page.getByText("0 of 5 done.")).toBeVisible();
	// Events before the page knows that the server counts visits are dropped.
	await expect.poll(() => measured, { timeout: 20_000 }).toContain("page_viewed");

	const marked = page.waitForResponse(isPost("/v1/user/onboarding-checklist/update"));
	await page.getByRole("button", { name: "Mark as done: Create an API key" }).click();
	expect((await marked).request().postDataJSON()).toEqual({ item_id: "generate_api_key" });
	await expect(page.getByText("1 of 5 done.")).toBeFocused();
	await expect.poll(() => measured, { timeout: 20_000 }).toContain("onboarding_completed_generate_api_key");

	await page.route("**/v1/user/onboarding-checklist/{hide,mark-complete}", (route) =>
		route.fulfill({ status: 400, json: { detail: { code: "conflict", message: "Not now." } } }),
	);
	await page.getByRole("button", { name: "Hide from home page" }).click();
	await expect(toast(page, "Error hiding onnboarding checklist")).toBeVisible();
	await page.getByRole("button", { name: "Mark complete" }).click();
	await expect(toast(page, "Error marking onnboarding checklist as complete")).toBeVisible();
	await expect(page.getByText("1 of 5 done.")).toBeVisible();
	await page.unroute("**/v1/user/onboarding-checklist/{hide,mark-complete}");

	await page.getByRole("button", { name: "Hide from home page" }).click();
	await page.getByRole("button", { name: "Show on home page" }).click();
	await page.getByRole("link", { name: "Home", exact: true }).click();
	await card.getByRole("button", { name: "Hide checklist" }).click();
	await expect(card).toHaveCount(0);
	await page.goBack();
	await page.getByRole("button", { name: "Show on home page" }).click();
	await expect(page.getByRole("button", { name: "Hide from home page" })).toBeVisible();
	await page.getByRole("button", { name: "Mark complete" }).click();
	await expect(page.getByText("Checklist complete.")).toBeFocused();
});
