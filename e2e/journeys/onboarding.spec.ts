import type { Page } from "@playwright/test";
import { expect, expectAccessible, signUp, speak, test } from "./fixtures.ts";

declare global {
	interface Window {
		notReloaded?: true;
	}
}

const isPost = (path: string) => (response: { url(): string; request(): { method(): string } }) =>
	response.url().endsWith(path) && response.request().method() === "POST";
const isUser = (response: { url(): string }) => response.url().endsWith("/v1/user");
const toast = (page: Page, text: string) => page.getByRole("listitem").filter({ hasText: text });

test("ONBOARD-002 ONBOARD-003 a newcomer answers the survey, is shown round once, speaks, and sees the step ticked without reloading", async ({
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
	await expect(page.getByRole("heading", { level: 1 })).toHaveText("What first, Gigi?");
	await expectAccessible(page, "what next");
	await page.getByRole("link", { name: "See all first steps" }).click();
	await page.waitForURL("**/app/onboarding-checklist");
	await expect(page.getByRole("main").getByRole("listitem")).toHaveCount(7);
	await expect(page.getByText("0 of 4 done.")).toBeVisible();
	await expectAccessible(page, "the checklist");
	await page.evaluate(() => {
		window.notReloaded = true;
	});

	await page.getByRole("link", { name: "Open text to speech" }).click();
	const tour = page.getByRole("dialog", { name: "Write or paste your text" });
	await expect(tour.getByRole("button", { name: "Next" })).toBeFocused();
	await expectAccessible(page, "the tour");
	await expect(tour).toBeInViewport({ ratio: 1 });
	for (const name of ["Choose who speaks", "See the price, then generate", "Find it again"]) {
		await page.keyboard.press("Enter");
		await expect(page.getByRole("dialog", { name })).toBeVisible();
	}
	const told = page.waitForResponse(isPost("/v1/user/onboarding-tour-complete"));
	await page.keyboard.press("Enter");
	await expect(page.getByRole("dialog")).toHaveCount(0);
	await expect(page.getByLabel("Text to speak")).toBeFocused();
	expect((await told).status()).toBe(200);

	await speak(page, "The first sentence of a new person.");
	await page.goBack();
	await expect(page.getByText("1 of 4 done.")).toBeVisible();
	await expect(page.getByRole("listitem").filter({ hasText: "Have a text spoken" })).toContainText("Done");
	expect(await page.evaluate(() => window.notReloaded)).toBe(true);
	await page.getByRole("link", { name: "Home", exact: true }).click();
	await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^Good \w+, Gigi$/);

	const first = page.waitForResponse(isUser);
	await page.goto("/app/speech-synthesis/text-to-speech");
	await first;
	await expect(page.getByLabel("Text to speak")).toBeVisible();
	await page.evaluate(() => localStorage.clear());
	const asked = page.waitForResponse(isUser);
	await page.reload();
	await asked;
	await expect(page.getByLabel("Text to speak")).toBeVisible();
	await expect(page.getByRole("dialog"), "never again, also in another browser").toHaveCount(0);
});

test("ONBOARD-023 ONBOARD-024 ONBOARD-025 whoever skips the survey can mark, hide and complete the list, sees it at once, and is told of failures", async ({
	page,
}) => {
	await signUp(page);
	await page.goto("/app/onboarding");
	await page.getByRole("button", { name: "Skip" }).click();
	await page.waitForURL("**/app/home");
	const card = page.getByRole("region", { name: "First steps" });
	await expect(card.getByText("0 of 4 done")).toBeVisible();
	await card.getByRole("link", { name: "See the whole list" }).click();
	await expect(page.getByText("0 of 4 done.")).toBeVisible();

	const marked = page.waitForResponse(isPost("/v1/user/onboarding-checklist/update"));
	await page.getByRole("button", { name: "Mark as done: Make an API key" }).click();
	expect((await marked).request().postDataJSON()).toEqual({ item_id: "generate_api_key" });
	await expect(page.getByText("1 of 4 done.")).toBeFocused();

	await page.route("**/v1/user/onboarding-checklist/{hide,mark-complete}", (route) =>
		route.fulfill({ status: 400, json: { detail: { code: "conflict", message: "Not now." } } }),
	);
	await page.getByRole("button", { name: "Hide from the home page" }).click();
	await expect(toast(page, "Error hiding onnboarding checklist")).toBeVisible();
	await page.getByRole("button", { name: "Mark complete" }).click();
	await expect(toast(page, "Error marking onnboarding checklist as complete")).toBeVisible();
	await expect(page.getByText("1 of 4 done.")).toBeVisible();
	await page.unroute("**/v1/user/onboarding-checklist/{hide,mark-complete}");

	await page.getByRole("button", { name: "Hide from the home page" }).click();
	await page.getByRole("button", { name: "Show on the home page" }).click();
	await page.getByRole("link", { name: "Home", exact: true }).click();
	await card.getByRole("button", { name: "Hide first steps" }).click();
	await expect(card).toHaveCount(0);
	await page.goBack();
	await page.getByRole("button", { name: "Show on the home page" }).click();
	await expect(page.getByRole("button", { name: "Hide from the home page" })).toBeVisible();
	await page.getByRole("button", { name: "Mark complete" }).click();
	await expect(page.getByText("The list is complete.")).toBeFocused();
});
