import type { Page } from "@playwright/test";
import { expect, expectAccessible, signUp, test } from "./fixtures.ts";

const path = "/app/studio";
const text = (page: Page) => page.getByRole("textbox", { name: /^Text of / });
const dialog = (page: Page) => page.getByRole("dialog", { name: "New podcast" });

const source = `The lighthouse was built in 1901 after a storm had sunk three ships. The keeper lived in it with his family.

A new lamp was fitted in 1950. The lighthouse has no keeper today, and the lamp is controlled from the harbor.`;

test("turns a text into the script of a podcast, says who wrote it, and converts it", { tag: "@verify" }, async ({
	page,
}) => {
	await signUp(page, path);
	await page.getByRole("button", { name: "New podcast" }).press("Enter");
	await expect(dialog(page)).toBeVisible();
	await expectAccessible(page, "the podcast dialog");
	const write = dialog(page).getByRole("button", { name: "Write script" });
	await write.press("Enter");
	await expect(dialog(page).getByRole("alert")).toHaveText("Enter a URL here or a text below.");

	await dialog(page).getByRole("textbox", { name: "Text" }).fill(source);
	await dialog(page).getByText("More options").press("Enter");
	await dialog(page).getByRole("textbox", { name: "Introduction" }).fill("Welcome to the harbor hour.");
	await write.press("Enter");

	await expect(page.getByText("This script was made by rules.")).toBeVisible();
	await expect(text(page)).toContainText("Welcome to the harbor hour.");
	await expect(text(page)).toContainText("after a storm had sunk three ships");
	await expect(page.getByRole("status").filter({ hasText: "The script is written." })).toBeAttached();
	await expectAccessible(page, "a podcast");
	await expect(page.getByText("No audio yet.")).toBeVisible();

	await page.getByRole("button", { name: "Convert", exact: true }).press("Enter");
	await page.getByRole("button", { name: /^Convert for [\d,]+ credits$/ }).press("Enter");
	await expect(page.getByRole("button", { name: "Play from here" })).toBeVisible();
	await page.getByRole("button", { name: "Dismiss note about the script" }).press("Enter");
	await page.reload();
	await expect(text(page)).toBeVisible();
	await expect(page.getByText("This script was made by rules.")).toBeHidden();
});
