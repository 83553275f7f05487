import type { Page } from "@playwright/test";
import { expect, expectAccessible, signUp, test } from "./fixtures.ts";
import { converted, newProject } from "./studio-projects.ts";

const text = (page: Page) => page.getByRole("textbox", { name: /^Text of / });

const dusk = ["The lamp went out at four. Nobody saw it.", "The tide came in."];

test("an owner sends a review link, and a guest without an account listens, comments, approves and votes", async ({
	page,
	browser,
}) => {
	await signUp(page, "/app/studio");
	const { id: project } = await converted(page, await newProject(page, { Dusk: dusk }));
	await page.goto(`/app/studio/${project}`);
	await text(page).locator("p").first().click();
	await page.getByRole("button", { name: "Share for review" }).click();
	const dialog = page.getByRole("dialog");
	await expect(dialog.getByText("No links yet.")).toBeVisible();
	await dialog.getByRole("button", { name: "New link" }).click();
	await dialog.getByRole("button", { name: "Create link" }).click();
	await expect(dialog.getByText("Give the link a label.")).toBeVisible();
	await dialog.getByLabel("Label").fill("First listen");
	await expectAccessible(page, "the form of a link");
	await dialog.getByRole("button", { name: "Create link" }).click();
	const url = (await dialog.locator("code").textContent()) ?? "";
	expect(url).toMatch(/\/review#[A-Za-z0-9]{40}$/);
	await dialog.getByRole("button", { name: "Done" }).click();
	await dialog.getByRole("button", { name: "Open First listen" }).click();
	await dialog.getByRole("button", { name: "Compare two voices" }).click();
	await dialog.getByRole("button", { name: "Start comparison" }).click();
	await expect(dialog.getByText("0 votes so far")).toBeVisible();
	await expectAccessible(page, "a link and its comparison");

	// In another browser, on a phone, without an account.
	const elsewhere = await browser.newContext({ viewport: { width: 390, height: 800 }, colorScheme: "dark" });
	const guest = await elsewhere.newPage();
	const problems: string[] = [];
	guest.on("pageerror", (error) => problems.push(String(error)));
	await guest.goto(url);
	await expect(guest.getByRole("heading", { level: 1, name: "The Lighthouse" })).toBeVisible();
	await expect(guest.getByText("The tide came in.")).toBeVisible();
	await expect(guest.getByRole("button", { name: "Approve this chapter" })).toBeDisabled();
	await expectAccessible(guest, "the page of a guest");
	await guest.getByRole("textbox", { name: "Your name" }).fill("Nora Beck");
	await guest.keyboard.press("Enter");
	await expect(guest.getByRole("status").filter({ hasText: "You review as Nora Beck." })).toBeVisible();

	// All by keyboard: play, pause where something is wrong, comment, approve.
	const spoken = guest.locator("[data-spoken]");
	await guest.getByRole("button", { name: "Play", exact: true }).focus();
	await guest.keyboard.press("Enter");
	await expect(spoken).toHaveText("The lamp went out at four.");
	await expect(spoken).toHaveText("Nobody saw it.");
	await guest.getByRole("button", { name: "Comment here" }).focus();
	await guest.keyboard.press("Enter");
	const comment = guest.getByRole("dialog", { name: "New comment" });
	await comment.getByLabel("Comment").fill("Slower here?");
	await expectAccessible(guest, "a comment of a guest");
	await comment.getByRole("button", { name: "Add comment" }).click();
	await expect(guest.getByRole("list", { name: "Comments" }).getByText("Slower here?")).toBeVisible();
	await guest.getByRole("button", { name: "Approve this chapter" }).focus();
	await guest.keyboard.press("Enter");
	await expect(guest.getByText("You approved this recording")).toBeVisible();
	await expectAccessible(guest, "after the approval");

	await guest.getByRole("tab", { name: "1 blind comparison" }).click();
	await expect(guest.getByRole("button", { name: "A is better" })).toBeDisabled();
	await guest.getByRole("button", { name: "Play A" }).click();
	await guest.getByRole("button", { name: "Play B" }).click();
	await expectAccessible(guest, "a blind comparison");
	await guest.getByRole("button", { name: "B is better" }).click();
	await expect(guest.getByText("You voted for B. Thank you.")).toBeVisible();
	// The name and the vote are still known after a reload.
	await guest.reload();
	await expect(guest.getByText("You review as Nora Beck.")).toBeVisible();

	// The owner sees all of it: the comment beside its sentence, the approval, and the vote when it is counted.
	await page.reload();
	const comments = page.getByRole("list", { name: "Comments" });
	await expect(comments.getByText("Slower here?")).toBeVisible();
	await expect(comments.getByText("Guest", { exact: true })).toBeVisible();
	await comments.getByRole("button", { name: /^Show in text: comment by Nora Beck/ }).click();
	expect(await page.evaluate(() => getSelection()?.toString())).toBe("Nobody saw it.");
	await page.getByRole("button", { name: "Share for review" }).click();
	await expect(dialog.getByText("1 approval, 1 comment, 1 comparison")).toBeVisible();
	await dialog.getByRole("button", { name: "Open First listen" }).click();
	await expect(dialog.getByText("Nora Beck approved Dusk")).toBeVisible();
	await dialog.getByRole("button", { name: /^End and count: / }).click();
	await page.getByRole("button", { name: "End comparison" }).click();
	await expect(dialog.getByText(/ won with 1 of 1 vote\.$/)).toBeVisible();

	// A withdrawn link stops at once.
	await dialog.getByRole("button", { name: "All links" }).click();
	await dialog.getByRole("button", { name: "Withdraw First listen" }).click();
	await page.getByRole("button", { name: "Withdraw link" }).click();
	await expect(dialog.getByText("Withdrawn", { exact: true })).toBeVisible();
	await guest.reload();
	await expect(guest.getByText("This link doesn't work")).toBeVisible();
	await expectAccessible(guest, "a withdrawn link");
	expect(problems).toEqual([]);
	await elsewhere.close();
});
