import type { Browser, Page } from "@playwright/test";
import { expect, expectAccessible, signUp, test } from "./fixtures.ts";

const path = "/app/studio";
const text = (page: Page) => page.getByRole("textbox", { name: /^Text of / });
const expectSaved = (page: Page) => expect(page.getByRole("status").filter({ hasText: /^Saved$/ })).toBeVisible();

async function newProject(page: Page, name: string): Promise<string> {
	await page.goto(path);
	await page.getByRole("button", { name: "New project" }).click();
	await page.getByRole("dialog").getByLabel("Name").fill(name);
	await page.keyboard.press("Enter");
	await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
	await expect(text(page)).toBeVisible();
	return page.url();
}

/** The text as the public API returns it. */
async function blocksOf(page: Page, projectUrl: string) {
	const id = new URL(projectUrl).pathname.split("/").at(-1);
	return page.evaluate(async (projectId) => {
		const get = async (address: string) => (await fetch(address)).json();
		const project = await get(`/v1/studio/projects/${projectId}`);
		const chapter = await get(`/v1/studio/projects/${projectId}/chapters/${project.chapters_order[0]}`);
		type Block = { sub_type: string; nodes: { text: string; voice_id: string }[] };
		return { project, blocks: chapter.content.blocks as Block[] };
	}, id);
}

/** Another window of the same person. */
async function secondWindow(browser: Browser, page: Page, url: string): Promise<Page> {
	const context = await browser.newContext({ storageState: await page.context().storageState() });
	const other = await context.newPage();
	await other.goto(url);
	await expect(text(other)).toBeVisible();
	return other;
}

test("STUDIO-001 writes a chapter, gives a passage another voice and finds both after a reload", async ({ page }) => {
	await signUp(page);
	await page.getByRole("link", { name: "Studio", exact: true }).click();
	await expect(page.getByText("No projects yet")).toBeVisible();
	await expectAccessible(page, "the empty list");
	const url = await newProject(page, "The Lighthouse");
	await expectAccessible(page, "an empty chapter");

	await text(page).click();
	await page.keyboard.type("Morning");
	await page.keyboard.press("ControlOrMeta+Alt+Digit1");
	await page.keyboard.press("Enter");
	await page.keyboard.type("The keeper said hello");
	for (let at = 0; at < "hello".length; at++) await page.keyboard.press("Shift+ArrowLeft");
	await page.getByRole("button", { name: /Change voice of the selection/ }).click();
	const dialog = page.getByRole("dialog", { name: "Choose a voice" });
	const choice = dialog.locator("[data-choice]").last();
	await choice.click();
	await expect(dialog).toHaveCount(0);
	await expect(text(page).locator("[data-voice-id]")).toHaveText("hello");
	await expect(text(page).locator(".voice-passage")).toHaveAttribute("title", /^Voice: ./);
	await expect(page.getByText("28 of 300,000 characters")).toBeVisible();
	await expectSaved(page);
	await expectAccessible(page, "a chapter with two voices");

	await page.reload();
	await expect(text(page).getByRole("heading", { name: "Morning" })).toBeVisible();
	await expect(text(page).locator("[data-voice-id]")).toHaveText("hello");
	const { project, blocks } = await blocksOf(page, url);
	expect(blocks).toMatchObject([
		{ sub_type: "h1", nodes: [{ text: "Morning", voice_id: project.default_title_voice_id }] },
		{
			sub_type: "p",
			nodes: [{ text: "The keeper said ", voice_id: project.default_paragraph_voice_id }, { text: "hello" }],
		},
	]);
	expect(blocks[1]?.nodes[1]?.voice_id).not.toBe(project.default_paragraph_voice_id);
});

test("two windows edit one paragraph at once and end with the same text", async ({ page, browser }) => {
	await signUp(page);
	const url = await newProject(page, "Together");
	await text(page).click();
	await page.keyboard.type("The tide comes in.");
	await expectSaved(page);
	const other = await secondWindow(browser, page, url);
	await expect(text(other)).toHaveText("The tide comes in.");
	await expect(page.getByRole("img", { name: "Also editing: Ada Example" })).toBeVisible();

	await text(other).click();
	await page.keyboard.press("Home");
	await other.keyboard.press("End");
	await Promise.all([
		page.keyboard.type("Slowly, at night: ", { delay: 20 }),
		other.keyboard.type(" The keeper waits.", { delay: 20 }),
	]);
	const both = "Slowly, at night: The tide comes in. The keeper waits.";
	await expect(text(page)).toHaveText(both);
	await expect(text(other)).toHaveText(both);
	await expect(text(page).locator(".other-caret")).toHaveAttribute("data-name", "Ada Example");

	// Offline, both go on; afterwards both have everything.
	await other.context().setOffline(true);
	await other.keyboard.type(" Offline.");
	await page.keyboard.type("Now, ");
	await other.context().setOffline(false);
	const all = "Slowly, at night: Now, The tide comes in. The keeper waits. Offline.";
	await expect(text(page)).toHaveText(all, { timeout: 30_000 });
	await expect(text(other)).toHaveText(all, { timeout: 30_000 });
	await expectSaved(page);
	await expectSaved(other);
	await other.context().close();
	await expect(page.getByRole("img", { name: /Also editing/ })).toHaveCount(0);
});

test("undo works after a reload", { tag: "@verify" }, async ({ page }) => {
	await signUp(page);
	await newProject(page, "Second thoughts");
	await text(page).click();
	await page.keyboard.type("First sentence.");
	await expectSaved(page);
	// Changes within half a second are one step.
	await page.waitForTimeout(600);
	await page.keyboard.type(" Second sentence.");
	await expectSaved(page);
	await page.reload();
	await expect(text(page)).toHaveText("First sentence. Second sentence.");
	await text(page).click();
	await page.keyboard.press("ControlOrMeta+z");
	await expect(text(page)).toHaveText("First sentence.");
	await page.keyboard.press("ControlOrMeta+Shift+z");
	await expect(text(page)).toHaveText("First sentence. Second sentence.");
	await page.getByRole("button", { name: "Undo" }).press("Enter");
	await expect(text(page)).toHaveText("First sentence.");
	await expectSaved(page);
});

test("a keyboard is enough to create a project, write and make a heading", { tag: "@verify" }, async ({ page }) => {
	await signUp(page, path);
	await page.getByRole("button", { name: "New project" }).focus();
	await page.keyboard.press("Enter");
	await expect(page.getByRole("dialog").getByLabel("Name")).toBeFocused();
	await page.keyboard.type("By keyboard");
	await page.keyboard.press("Enter");
	await expect(page.getByRole("heading", { level: 1, name: "By keyboard" })).toBeVisible();
	await expect(text(page)).toBeVisible();
	const focusText = async () => {
		for (let at = 0; at < 80; at++) {
			if (await text(page).evaluate((element) => element === document.activeElement)) return;
			await page.keyboard.press("Tab");
		}
		throw new Error("The text can't be reached with the Tab key.");
	};
	await focusText();
	await page.keyboard.type("Chapter title");
	for (let at = 0; at < 10; at++) {
		await page.keyboard.press("Shift+Tab");
		if ((await page.evaluate(() => document.activeElement?.getAttribute("aria-label"))) === "Block type") break;
	}
	await expect(page.getByRole("combobox", { name: "Block type" })).toBeFocused();
	await page.keyboard.press("Enter");
	await expect(page.getByRole("option", { name: "Paragraph" })).toBeFocused();
	await page.keyboard.press("ArrowDown");
	await expect(page.getByRole("option", { name: "Heading 1" })).toBeFocused();
	await page.keyboard.press("ArrowDown");
	await expect(page.getByRole("option", { name: "Heading 2" })).toBeFocused();
	await page.keyboard.press("Enter");
	await expect(text(page).locator("[data-level='2']")).toHaveText("Chapter title");
	await expect(page.getByRole("combobox", { name: "Block type" })).toHaveText("Heading 2");
	await expectSaved(page);
});

test("comments on a passage, resolves the comment and finds its passage again", { tag: "@verify" }, async ({
	page,
}) => {
	await signUp(page);
	await page.setViewportSize({ width: 1400, height: 900 });
	await newProject(page, "Reviewed");
	await text(page).click();
	await page.keyboard.type("The keeper waits for the tide.");
	for (let at = 0; at < "for the tide.".length; at++) await page.keyboard.press("Shift+ArrowLeft");
	await page.getByRole("button", { name: "Comment", exact: true }).click();
	const dialog = page.getByRole("dialog", { name: "New comment" });
	await expect(dialog.getByText("for the tide.")).toBeVisible();
	await dialog.getByRole("button", { name: "Add comment" }).click();
	await expect(dialog.getByText("Write a comment.")).toBeVisible();
	await dialog.getByLabel("Comment").fill("Slower here?");
	await dialog.getByRole("button", { name: "Add comment" }).click();
	const list = page.getByRole("list", { name: "Comments" });
	await expect(list.getByText("Slower here?")).toBeVisible();
	await expect(text(page).locator(".commented")).toHaveText("for the tide.");
	await expectAccessible(page, "a commented chapter");

	await text(page).click();
	await expect.poll(() => page.evaluate(() => getSelection()?.toString())).toBe("");
	await page.keyboard.press("Home");
	await page.keyboard.type("Every night, ");
	await list.getByRole("button", { name: /^Show in text/ }).click();
	await expect.poll(() => page.evaluate(() => getSelection()?.toString())).toBe("for the tide.");
	await page.reload();
	await expect(text(page).locator(".commented")).toHaveText("for the tide.");
	await list.getByRole("button", { name: /^Resolve/ }).click();
	await expect(text(page).locator(".commented")).toHaveCount(0);
	await expect(list.getByText("Resolved")).toBeVisible();
	await list.getByRole("button", { name: /^Delete/ }).click();
	await page.getByRole("alertdialog").getByRole("button", { name: "Delete comment" }).click();
	await expect(page.getByText("No comments yet.", { exact: false })).toBeVisible();
});

test("adds, renames, moves and deletes chapters and projects", { tag: "@verify" }, async ({ page }) => {
	await signUp(page);
	await newProject(page, "Chapters");
	const chapters = page.getByRole("list", { name: "Chapters" });
	await page.getByRole("button", { name: "Add chapter" }).click();
	await page.getByRole("dialog").getByLabel("Name").fill("The end");
	await page.keyboard.press("Enter");
	await expect(page.getByRole("textbox", { name: "Text of The end" })).toBeVisible();
	await page.getByRole("button", { name: "More actions for The end" }).press("Enter");
	await page.getByRole("menuitem", { name: "Move up" }).press("Enter");
	await expect(chapters.getByRole("link").first()).toHaveText("The end");
	await expectAccessible(page, "two chapters");
	await page.getByRole("button", { name: "More actions for The end" }).click();
	await page.getByRole("menuitem", { name: "Rename" }).click();
	await page.getByRole("dialog").getByLabel("Name").fill("The start");
	await page.keyboard.press("Enter");
	await expect(chapters.getByRole("link").first()).toHaveText("The start");
	await expect(page.getByRole("textbox", { name: "Text of The start" })).toBeVisible();
	await page.getByRole("button", { name: "More actions for The start" }).click();
	await page.getByRole("menuitem", { name: "Delete" }).click();
	await page.getByRole("alertdialog").getByRole("button", { name: "Delete chapter" }).click();
	await expect(chapters.getByRole("link")).toHaveCount(1);
	await page.getByRole("link", { name: "All projects" }).click();
	await page.getByRole("button", { name: "More actions for Chapters" }).click();
	await expectAccessible(page, "the list of projects");
	await page.getByRole("menuitem", { name: "Delete" }).click();
	await page.getByRole("alertdialog").getByRole("button", { name: "Delete project" }).click();
	await expect(page.getByText("No projects yet")).toBeVisible();
});

test("finds a word in all chapters and replaces it, by keyboard", { tag: "@verify" }, async ({ page, baseURL }) => {
	await signUp(page);
	const created = await page.request.post("/v1/studio/projects", {
		headers: { origin: baseURL ?? "" },
		multipart: { name: "The Lighthouse" },
	});
	const { project } = (await created.json()) as {
		project: { project_id: string; default_paragraph_voice_id: string };
	};
	const content = ["The keeper waited.", "A keeper’s lamp."].map((value, at) => ({
		name: `Chapter ${at + 1}`,
		blocks: [{ nodes: [{ type: "tts_node", text: value, voice_id: project.default_paragraph_voice_id }] }],
	}));
	await page.request.post(`/v1/studio/projects/${project.project_id}/content`, {
		headers: { origin: baseURL ?? "" },
		multipart: { from_content_json: JSON.stringify(content) },
	});
	await page.goto(`${path}/${project.project_id}`);
	await expect(text(page)).toHaveText("The keeper waited.");
	await page.getByRole("button", { name: "Find and replace" }).press("Enter");
	const dialog = page.getByRole("dialog", { name: "Find and replace" });
	await expect(dialog.getByLabel("Find", { exact: true })).toBeFocused();
	await page.keyboard.type("keeper");
	await page.keyboard.press("Enter");
	await expect(dialog.getByRole("status")).toHaveText("Found 2 times in 2 chapters.");
	await expect(dialog.getByRole("list", { name: "Passages" }).getByRole("link")).toHaveText([
		"Chapter 1The keeper waited.",
		"Chapter 2A keeper’s lamp.",
	]);
	await expectAccessible(page, "what was found");
	await page.keyboard.press("Tab");
	await page.keyboard.type("warden");
	await dialog.getByRole("button", { name: "Replace all" }).press("Enter");
	await expect(dialog.getByRole("status")).toHaveText("Replaced 2 times in 2 chapters.");
	await page.keyboard.press("Escape");
	// The open chapter follows.
	await expect(text(page)).toHaveText("The warden waited.");
});
