import type { Page } from "@playwright/test";
import { expect, expectAccessible, generateSpeech, signUp, test, textLasting } from "./fixtures.ts";

const dock = (page: Page) => page.getByRole("region", { name: "Audio player" });
const thumbs = (page: Page) => dock(page).getByRole("group", { name: "Feedback" });
const up = (page: Page) => thumbs(page).getByRole("button", { name: "Good result" });
const down = (page: Page) => thumbs(page).getByRole("button", { name: "Bad result" });

test("PLAYER-024 PLAYER-027 PLAYER-029 PLAYER-030 PLAYER-031 offers feedback after 3 seconds; a thumbs-up has an optional comment", async ({
	page,
}) => {
	await signUp(page);
	// Record in the page at which playback time the thumbs appear.
	await page.evaluate(() => {
		new MutationObserver(() => {
			if (
				"thumbsAt" in window ||
				![...document.querySelectorAll("legend")].some((one) => one.textContent === "Feedback")
			)
				return;
			Object.assign(window, { thumbsAt: window.playbackState().currentTime });
		}).observe(document.body, { subtree: true, childList: true });
	});
	await generateSpeech(page, textLasting(15));
	await expect(thumbs(page)).toBeVisible();
	const at = await page.evaluate(() => (window as unknown as { thumbsAt: number }).thumbsAt);
	expect(at).toBeGreaterThan(3);
	expect(at).toBeLessThan(10);
	await up(page).click();
	const dialog = page.getByRole("dialog");
	await expect(dialog).toBeVisible();
	await expectAccessible(page, "feedback, thumbs-up");
	const field = dialog.getByRole("textbox");
	await field.fill("Nice.");
	await expect(dialog.getByText("5 / 200")).toBeVisible();
	await dialog.getByRole("button", { name: "Send feedback" }).click();
	await expect(dialog.getByText("Feedback must be at least 20 characters long")).toBeVisible();
	await field.fill("a".repeat(300));
	await expect(dialog.getByText("200 / 200")).toBeVisible();
	await field.fill("");
	const sent = page.waitForRequest(/\/feedback$/);
	await dialog.getByRole("button", { name: "Send feedback" }).click();
	expect((await sent).postDataJSON()).toMatchObject({ thumbs_up: true, feedback: "" });
	await expect(dialog).toHaveCount(0);
	await expect(up(page)).toHaveAttribute("aria-pressed", "true");
	await expect(page.getByText("Thanks for your feedback", { exact: true })).toBeVisible();
});

test("PLAYER-028 PLAYER-032 PLAYER-041 HISTORY-011 HISTORY-019 a thumbs-down always opens the dialog, and its five boxes set five fields", async ({
	page,
}) => {
	await signUp(page);
	await generateSpeech(page, textLasting(30));
	await expect(thumbs(page)).toBeVisible();
	// For texts over 400 characters, a thumbs-up is sent without a dialog.
	await expect(up(page)).toBeEnabled();
	const sentThumbsUp = page.waitForRequest(/\/feedback$/);
	await up(page).click();
	expect((await sentThumbsUp).postDataJSON()).toMatchObject({ thumbs_up: true });
	await expect(page.getByRole("dialog")).toHaveCount(0);
	await expect(up(page)).toHaveAttribute("aria-pressed", "true");

	await down(page).click();
	const dialog = page.getByRole("dialog");
	await expect(dialog).toBeVisible();
	await expectAccessible(page, "feedback, thumbs-down");
	const fields: [string, string][] = [
		["Audio monotone and lacks emotions", "emotions"],
		["Voice is not similar to selected speaker", "inaccurate_clone"],
		["Voice changes across the output", "glitches"],
		["Audio generated is of poor quality", "audio_quality"],
		["Other", "other"],
	];
	await expect(dialog.getByRole("checkbox")).toHaveCount(fields.length);
	for (const [label] of fields.filter((_, i) => i % 2 === 0)) await dialog.getByLabel(label).click();
	const sent = page.waitForRequest(/\/v1\/history\/[^/]+\/feedback$/);
	await dialog.getByRole("button", { name: "Send feedback" }).click();
	expect((await sent).postDataJSON()).toEqual({
		thumbs_up: false,
		feedback: "",
		...Object.fromEntries(fields.map(([, field], i) => [field, i % 2 === 0])),
	});
	await expect(down(page)).toHaveAttribute("aria-pressed", "true");

	// Feedback is stored with the item and can be changed until it is reviewed.
	await page.goto("/app/speech-synthesis/history");
	const row = page.getByRole("listitem").filter({ hasText: "The lighthouse keeper" }).first();
	await row.getByRole("button", { name: /^Play/ }).first().click();
	await expect(down(page)).toHaveAttribute("aria-pressed", "true");
	await down(page).click();
	await expect(dialog.getByLabel("Voice changes across the output")).toBeChecked();
	await expect(dialog.getByLabel("Audio generated is of poor quality")).not.toBeChecked();
});

test("HISTORY-005 HISTORY-006 shows reviewed feedback with its message and does not allow changes", async ({
	page,
}) => {
	await signUp(page);
	await generateSpeech(page, textLasting(10));
	// Set the review status in the server's responses.
	await page.route(/\/v1\/history(\/[A-Za-z0-9_-]+)?(\?.*)?$/, async (route) => {
		const response = await route.fetch();
		if (!response.ok()) return route.fulfill({ response });
		const body = await response.json();
		for (const item of body.history ?? [body]) {
			item.feedback = {
				thumbs_up: false,
				feedback: "It stutters.",
				emotions: false,
				inaccurate_clone: false,
				glitches: true,
				audio_quality: false,
				other: false,
				review_status: "reviewed",
			};
		}
		await route.fulfill({ response, json: body });
	});
	await page.goto("/app/speech-synthesis/history");
	const row = page.getByRole("listitem").filter({ hasText: "The lighthouse keeper" }).first();
	await row.getByRole("button", { name: /^Play/ }).first().click();
	await expect(down(page)).toHaveAttribute("aria-pressed", "true");
	await up(page).click();
	const dialog = page.getByRole("dialog");
	await expect(dialog.getByText("This feedback cannot be changed as it was already reviewed.")).toBeVisible();
	await expect(dialog.getByRole("textbox")).toBeDisabled();
	await expect(dialog.getByRole("button", { name: "Send feedback" })).toHaveCount(0);
});

test("PLAYER-025 hides feedback if the feature is disabled", async ({ page }) => {
	await page.route("**/v1/features", async (route) => {
		const response = await route.fetch();
		await route.fulfill({ response, json: { ...(await response.json()), feedback: false } });
	});
	await signUp(page);
	await generateSpeech(page, textLasting(5));
	await expect.poll(() => page.evaluate(() => window.playbackState().playing)).toBe(0);
	await expect(dock(page).getByRole("button", { name: "Download" })).toBeEnabled();
	await expect(thumbs(page)).toHaveCount(0);
});
