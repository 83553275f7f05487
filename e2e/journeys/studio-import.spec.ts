import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { makeDocx } from "@timbre/engines/documents/testing/make-documents.ts";
import { expect, expectAccessible, signUp, test } from "./fixtures.ts";

const path = "/app/studio";
const text = (page: Page) => page.getByRole("textbox", { name: /^Text of / });
const chapters = (page: Page) => page.getByRole("list", { name: "Chapters" });

const manuscript = `# The lighthouse

The keeper waited for the tide.[^1]

# The storm

At night the wind turned.

[^1]: A note of the editor.
`;

const file = (name: string, content: string | Uint8Array) => ({
	name,
	mimeType: "application/octet-stream",
	buffer: Buffer.from(content),
});

/** Presses Tab until the element has the focus. */
async function tabTo(page: Page, name: string | RegExp, role: "button" | "checkbox" | "textbox" = "button") {
	const target = page.getByRole(role, { name });
	await expect(target).toBeVisible();
	for (let at = 0; at < 60; at++) {
		if (await target.evaluate((element) => element === document.activeElement)) return;
		await page.keyboard.press("Tab");
	}
	throw new Error(`${name} can't be reached with the Tab key.`);
}

/** Chooses a file in the open dialog by keyboard. */
async function choose(page: Page, given: ReturnType<typeof file>) {
	// Before the key, because Chromium opens its own dialog if it isn't told in time.
	const opened = page.waitForEvent("filechooser");
	await tabTo(page, "Choose file");
	await page.keyboard.press("Enter");
	await (await opened).setFiles(given);
}

const review = (page: Page) => page.getByRole("heading", { level: 1, name: "Review import" });

test("imports a manuscript by keyboard, reviews it and finds its chapters without the footnote", {
	tag: "@verify",
}, async ({ page }) => {
	await signUp(page, path);
	await tabTo(page, "Import");
	await page.keyboard.press("Enter");
	await expect(page.getByRole("dialog", { name: "Import a document" })).toBeVisible();
	await expectAccessible(page, "the import dialog");
	await choose(page, file("the-lighthouse.md", manuscript));

	await expect(review(page)).toBeVisible();
	await expect(page.getByRole("status").filter({ hasText: "ready for review" })).toBeAttached();
	await expect(page.getByRole("checkbox", { name: "The lighthouse" })).toBeChecked();
	await expect(page.getByRole("checkbox", { name: "The storm" })).toBeChecked();
	await expect(page.getByText("At night the wind turned.")).toBeVisible();
	await page.locator("summary", { hasText: "Footnotes" }).press("Enter");
	await expect(page.getByRole("region", { name: "Footnotes" })).toContainText("A note of the editor.");
	await expect(page.getByRole("checkbox", { name: "Keep footnotes in the text" })).not.toBeChecked();
	await expectAccessible(page, "the review");
	await tabTo(page, "Project name", "textbox");
	await page.keyboard.press("ControlOrMeta+a");
	await page.keyboard.type("The Lighthouse");
	await page.keyboard.press("Enter");

	await expect(page.getByRole("heading", { level: 1, name: "The Lighthouse" })).toBeVisible();
	await expect(chapters(page).getByRole("link")).toHaveText(["The lighthouse", "The storm"]);
	await expect(text(page)).toContainText("The keeper waited for the tide.");
	await expect(text(page)).not.toContainText("editor");
	await chapters(page).getByRole("link", { name: "The storm" }).press("Enter");
	await expect(page.getByRole("textbox", { name: "Text of The storm" })).toContainText("At night the wind turned.");
	await expect(text(page)).not.toContainText("editor");
	await page.getByRole("link", { name: "All projects" }).click();
	await expect(page.getByRole("list", { name: "Projects" })).toContainText("2 chapters");
	await expect(page.getByRole("list", { name: "Imports" })).toHaveCount(0);
});

test("adds chapters of a document to a project and leaves one out", { tag: "@verify" }, async ({ page }) => {
	await signUp(page, path);
	await page.getByRole("button", { name: "New project" }).click();
	await page.getByRole("dialog").getByLabel("Name").fill("Ashore");
	await page.keyboard.press("Enter");
	await expect(text(page)).toBeVisible();
	await page.getByRole("button", { name: "Import chapters" }).click();
	const parts = ["Imprint", "The boat", "The harbor"].map((title) => ({ title, paragraphs: [`About ${title}.`] }));
	await choose(page, file("ashore.docx", makeDocx({ title: "Ashore", chapters: parts })));

	await expect(review(page)).toBeVisible();
	await expect(page.getByLabel("Project name")).toHaveCount(0);
	await page.getByRole("button", { name: "Select none" }).click();
	await page.getByRole("button", { name: "Add 0 chapters" }).click();
	await expect(page.getByRole("alert").filter({ hasText: "Select at least one chapter." })).toBeVisible();
	await page.getByRole("button", { name: "Select all" }).click();
	await page.getByRole("checkbox", { name: "Imprint" }).press("Space");
	await page.getByRole("button", { name: "Add 2 chapters" }).click();

	await expect(chapters(page).getByRole("link")).toHaveText(["Chapter 1", "The boat", "The harbor"]);
	await expect(page.getByRole("textbox", { name: "Text of The boat" })).toContainText("About The boat.");
});

test("says at the file why it can't be read, and at the URL what is wrong with it", { tag: "@verify" }, async ({
	page,
}) => {
	await signUp(page, path);
	await page.getByRole("button", { name: "Import" }).click();
	const dialog = page.getByRole("dialog", { name: "Import a document" });
	const picture = await readFile(new URL("../../web/public/og/studio.png", import.meta.url));
	await choose(page, file("book.txt", picture));
	await expect(dialog.getByRole("alert")).toHaveText(/\.$/);
	await expect(dialog.getByRole("button", { name: "Choose file" })).toBeFocused();
	await expectAccessible(page, "a file that can't be read");
	await choose(page, file("empty.txt", ""));
	await expect(dialog.getByRole("alert")).toHaveText("empty.txt is empty.");

	const url = dialog.getByLabel("Or import from a URL");
	await url.fill("example");
	await url.press("Enter");
	await expect(url).toHaveAccessibleDescription(/Enter a complete URL/);
	await expect(url).toBeFocused();
	await page.keyboard.press("Escape");
	await expect(dialog).toHaveCount(0);
	await expect(page.getByRole("button", { name: "Import" })).toBeFocused();
	await expect(page.getByText("No projects yet")).toBeVisible();
});

test("an import waits for its review while the tab is closed, and can be deleted", { tag: "@verify" }, async ({
	page,
}) => {
	await signUp(page, path);
	await page.getByRole("button", { name: "Import" }).click();
	await choose(page, file("the-lighthouse.md", manuscript));
	await expect(review(page)).toBeVisible();
	const other = await page.context().newPage();
	await page.close();

	await other.goto(path);
	const imports = other.getByRole("list", { name: "Imports" });
	await expect(imports).toContainText("Ready for review");
	await expectAccessible(other, "the list of imports");
	await imports.getByRole("link", { name: "Review the-lighthouse.md" }).click();
	await expect(review(other)).toBeVisible();
	await other.getByRole("button", { name: "Cancel" }).click();
	await other.getByRole("alertdialog").getByRole("button", { name: "Delete import" }).click();
	await expect(other.getByText("No projects yet")).toBeVisible();
	await expect(imports).toHaveCount(0);
});
