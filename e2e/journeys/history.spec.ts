import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { unzipSync } from "fflate";
import { printFigures } from "../../tools/ci/figures.ts";
import { expect, expectAccessible, generateSpeech, signUp, test, textLasting } from "./fixtures.ts";
import { describeWork, pageWork } from "./page-work.ts";

/** The account from seed/scenarios/long-history.ts. */
const archiveLogin = { email: "archive@example.com", password: "timbre-archive" };

const path = "/app/speech-synthesis/text-to-speech/history";
const list = (page: Page) => page.getByRole("list", { name: "Generations" });
const rows = (page: Page) => list(page).getByRole("listitem");

async function signInToArchive(page: Page): Promise<void> {
	await page.goto(`/app/sign-in?redirect=${encodeURIComponent(path)}`);
	await page.getByLabel("Email", { exact: true }).fill(archiveLogin.email);
	await page.getByLabel("Password", { exact: true }).fill(archiveLogin.password);
	await page.getByRole("button", { name: "Sign in" }).click();
	await page.waitForURL(`**${path}**`);
	await expect(rows(page).first()).toBeVisible();
}

test("SPEECH-003 HISTORY-001 the text-to-speech history has its own page, empty for a new user", async ({ page }) => {
	await signUp(page);
	await page.goto(path);
	await expect(page.getByRole("heading", { level: 1, name: "History" })).toBeVisible();
	await expect(page.getByText("No generations yet")).toBeVisible();
	await expect(page.getByRole("link", { name: "History" })).toHaveAttribute("aria-current", "page");
	await expect(page.getByRole("link", { name: "Text to speech" })).not.toHaveAttribute("aria-current", "page");
});

test("renders only the visible rows of a long list", { tag: "@verify" }, async ({ page }) => {
	await signInToArchive(page);
	const box = page.getByTestId("history-list");
	for (let screen = 0; screen < 10; screen++) {
		await box.evaluate((element) => element.scrollBy(0, element.clientHeight));
		expect(await rows(page).count()).toBeLessThan(60);
	}
	await expect(rows(page).first()).not.toContainText("Note number 1 of");
});

test("scrolls ten thousand rows without freezing the page", { tag: "@measured" }, async ({ page, browser }) => {
	test.setTimeout(600_000);
	await signInToArchive(page);
	const started = performance.now();
	// A single evaluate call, because each call from the test would count as work of the page.
	const work = await pageWork(browser, () =>
		page.getByTestId("history-list").evaluate(async (box) => {
			const end = performance.now() + 540_000;
			while (!box.textContent?.includes("Note number 10000 of") && performance.now() < end) {
				// One screen per frame, faster than anyone scrolls.
				box.scrollTop += box.clientHeight;
				await new Promise(requestAnimationFrame);
			}
		}),
	);
	const seconds = (performance.now() - started) / 1000;
	await expect(rows(page).last()).toContainText("Note number 10000 of");
	const figures = `${seconds.toFixed(1)} s, ${describeWork(work)}`;
	test.info().annotations.push({ type: "scrolling 10,000 rows", description: figures });
	printFigures(`10,000 rows scrolled in ${figures}`);
	expect(work.tasks[0], "the browser's longest task, in ms").toBeLessThan(1_000);
	expect(work.longest, "the page's longest task, in ms").toBeLessThan(100);
});

test("filters by text, source and date, keeps the filters in the URL and clears them", { tag: "@verify" }, async ({
	page,
}) => {
	await signInToArchive(page);
	await page.getByLabel("Search text").fill("number 4242 of");
	await expect(rows(page)).toHaveCount(1);
	await expect(rows(page)).toContainText("Note number 4242");
	await expect(page).toHaveURL(/search=number/);
	await page.reload();
	await expect(rows(page)).toHaveCount(1);
	await page.getByRole("button", { name: "Clear" }).click();
	await expect(rows(page).nth(5)).toBeVisible();

	await page.getByRole("combobox", { name: "Source" }).click();
	await page.getByRole("option", { name: "Studio" }).click();
	await expect(rows(page).first()).toContainText("Note number 10 of");
	await page.getByRole("button", { name: "Clear" }).click();

	const day = await page.evaluate(() => {
		const date = new Date(Date.now() - 10 * 86_400_000);
		return [date.getFullYear(), date.getMonth() + 1, date.getDate()]
			.map((part) => String(part).padStart(2, "0"))
			.join("-");
	});
	await page.getByLabel("Start date").fill(day);
	await page.getByLabel("End date").fill(day);
	await expect(rows(page).first()).toHaveAttribute("aria-posinset", "1");
	const end = () =>
		page.getByTestId("history-list").evaluate((element) => {
			element.scrollTop = element.scrollHeight;
		});
	await expect
		.poll(async () => {
			await end();
			return rows(page).last().getAttribute("aria-posinset");
		})
		.toBe("24");
	await page.getByLabel("Search text").fill("no such words anywhere");
	await expect(page.getByText("No matching generations")).toBeVisible();
	await page.getByRole("button", { name: "Clear filters" }).click();
	await expect(rows(page).first()).toContainText("Note number 1 of");
});

test("selects several items with shift and downloads a zip that the server builds in the background", {
	tag: "@verify",
}, async ({ page }) => {
	await signInToArchive(page);
	const boxes = list(page).getByRole("checkbox");
	await boxes.nth(1).click();
	await boxes.nth(4).click({ modifiers: ["Shift"] });
	await expect(page.getByText("4 selected")).toBeVisible();
	await expectAccessible(page, "history with a selection");
	await page.getByRole("button", { name: "Download zip" }).click();
	await page.getByRole("menuitem", { name: "As MP3" }).click();
	const archive = page.getByRole("region", { name: "Archive" });
	await expect(archive).toBeVisible();
	await page.goto("/app/voices");
	await page.goto(path);
	await expect(archive.getByText("Your archive of 4 items is ready")).toBeVisible();
	const download = page.waitForEvent("download");
	await archive.getByRole("link", { name: /^Download/ }).click();
	const file = await download;
	expect(file.suggestedFilename()).toMatch(/^Timbre_.*\.zip$/);
	const entries = Object.entries(unzipSync(await readFile(await file.path())));
	expect(entries).toHaveLength(4);
	for (const [name, bytes] of entries) {
		expect(name).toMatch(/\.mp3$/);
		expect(bytes.length).toBeGreaterThan(10_000);
	}

	// Select everything that matches the search, loaded or not.
	await page.getByLabel("Search text").fill("number 77");
	await expect(rows(page).first()).toContainText("Note number 77 of");
	await boxes.first().click();
	await page.getByRole("button", { name: "Select all matching" }).click();
	await expect(page.getByText("All matching items selected").or(page.getByText("111 selected"))).toBeVisible();
	await page.getByRole("button", { name: "Download zip" }).click();
	await page.getByRole("menuitem", { name: "As WAV" }).click();
	await expect(archive.getByText(/of 111|111 items/)).toBeVisible();
});

/** The item exists once all of its audio was sent. */
const savedInHistory = (page: Page) =>
	expect(page.getByRole("status").filter({ hasText: "saved to history" })).toBeAttached();

test("a deletion can be undone from its toast", { tag: "@verify" }, async ({ page }) => {
	await signUp(page);
	await generateSpeech(page, "This one is deleted and comes back.");
	await savedInHistory(page);
	await page.goto(path);
	const row = rows(page).filter({ hasText: "This one is deleted" });
	await row.hover();
	await row.getByRole("button", { name: /^Delete/ }).click();
	await expect(row).toHaveCount(0);
	await page.getByRole("button", { name: "Undo" }).click();
	await expect(row).toBeVisible();
	await page.reload();
	await expect(row).toBeVisible();
	await row.getByRole("button", { name: /^Play/ }).click();
	await expect.poll(() => page.evaluate(() => window.playbackState().peakLevel)).toBeGreaterThan(0.05);
	await row.getByRole("button", { name: /^Delete/ }).click();
	await expect(row).toHaveCount(0);
	// Shown once the server has deleted the item.
	await expect(page.getByRole("button", { name: "Undo" })).toBeVisible();
	await page.reload();
	await expect(page.getByText("No generations yet")).toBeVisible();
});

test("navigates rows by keyboard and opens and closes the details", { tag: "@verify" }, async ({ page }) => {
	await signInToArchive(page);
	await page.locator('[data-line="0"]').focus();
	for (let step = 0; step < 30; step++) await page.keyboard.press("ArrowDown");
	await expect(page.locator('[data-line="30"]')).toBeFocused();
	await page.keyboard.press("Enter");
	const sheet = page.getByRole("dialog", { name: "Generation" });
	await expect(sheet.getByText("Note number 31 of").first()).toBeVisible();
	await expect(sheet.getByText("test_tone")).toBeVisible();
	await expectAccessible(page, "details");
	await page.keyboard.press("Escape");
	await expect(sheet).toHaveCount(0);
	await expect(page.locator('[data-line="30"]')).toBeFocused();
	await page.keyboard.press("ArrowDown");
	await expect(page.locator('[data-line="31"]')).toBeFocused();
});

test("keeps the focused row when keys are pressed faster than frames and when scrolling away", {
	tag: "@verify",
}, async ({ page }) => {
	await signInToArchive(page);
	await page.locator('[data-line="0"]').focus();
	await page.evaluate(() => {
		for (let press = 0; press < 40; press++)
			document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowDown", bubbles: true }));
	});
	await expect(page.locator('[data-line="40"]')).toBeFocused();
	await expect(page.locator('[data-line="40"]')).toBeInViewport();
	await page.getByTestId("history-list").evaluate((box) => {
		box.scrollTop = 0;
	});
	await expect(page.locator('[data-line="0"]')).toBeInViewport();
	await expect(page.locator('[data-line="40"]')).toBeFocused();
	await page.keyboard.press("ArrowUp");
	await expect(page.locator('[data-line="39"]')).toBeFocused();
	await expect(page.locator('[data-line="39"]')).toBeInViewport();
});

test("anyone with the link can play and read a shared generation without an account", { tag: "@verify" }, async ({
	page,
	browser,
}) => {
	await signUp(page);
	await generateSpeech(page, `Somebody else may hear this sentence too. ${textLasting(8)}`);
	await savedInHistory(page);
	await page.goto(path);
	await rows(page).first().hover();
	await rows(page)
		.first()
		.getByRole("button", { name: /^Share/ })
		.click();
	await page.getByRole("dialog").getByRole("button", { name: "Create link" }).click();
	const link = await page.getByRole("dialog").locator("[title*='/share/']").getAttribute("title");

	const visitor = await browser.newContext();
	const visitorPage = await visitor.newPage();
	await visitorPage.goto(
		new URL(link ?? "").pathname === "" ? "/" : new URL(new URL(link ?? "").pathname, page.url()).href,
	);
	await expect(visitorPage.getByText("Somebody else may hear this sentence too.")).toBeVisible();
	await expect(visitorPage.getByText("Shared by")).toContainText("Ada Example");
	await expectAccessible(visitorPage, "share page");
	await visitorPage.getByRole("button", { name: "Play" }).click();
	await expect(visitorPage.getByRole("button", { name: "Pause" })).toBeVisible();
	await expect
		.poll(() => visitorPage.evaluate(() => document.querySelector("audio")?.currentTime ?? 0))
		.toBeGreaterThan(0.5);
	await visitorPage.goto(new URL("/share/AAAAAAAAAAAAAAAAAAAAAAAA", page.url()).href);
	await expect(visitorPage.getByText("This link doesn't work")).toBeVisible();
	await visitor.close();
});
