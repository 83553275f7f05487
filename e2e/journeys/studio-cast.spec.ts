import type { Page } from "@playwright/test";
import type { Cast, CastLine } from "@timbre/contract/studio/cast-schemas.ts";
import { expect, expectAccessible, signUp, test } from "./fixtures.ts";
import { newProject, read } from "./studio-projects.ts";

const text = (page: Page) => page.getByRole("textbox", { name: /^Text of / });
const characters = (page: Page) => page.getByRole("list", { name: "Characters" });
const linesToCheck = (page: Page) => page.getByRole("list", { name: "Lines to check" });
const currentLine = (page: Page) => page.getByRole("article", { name: /^Line \d+ of / });
const expectSaved = (page: Page) => expect(page.getByRole("status").filter({ hasText: /^Saved$/ })).toBeVisible();

const dusk = [
	"“The lamp is out,” said Ada Hale.",
	"“Since when?” asked Tom.",
	"“Since noon.”",
	"Ada lit a match. “Hold this, Tom.”",
];
/** Nothing tells who says the two lines. */
const knocking = [
	"“Who is there?”",
	"Nobody moved.",
	"The wind rose and fell.",
	"“Open the door.”",
	"Then it was quiet.",
];

const castOf = (page: Page, id: string) => read<Cast>(page, `/v1/studio/projects/${id}/cast`);

/** Finds speakers over the API and opens the page. */
async function openCast(page: Page, id: string, tab = ""): Promise<void> {
	await page.evaluate(async (projectId) => {
		const headers = { "content-type": "application/json" };
		await fetch(`/v1/studio/projects/${projectId}/cast/find`, { method: "POST", headers, body: "{}" });
	}, id);
	await expect.poll(async () => (await castOf(page, id)).state).toBe("ready");
	await page.goto(`/app/studio/${id}/cast${tab}`);
	await expect(page.getByRole("heading", { level: 1, name: "Cast" })).toBeVisible();
}

/** Presses Tab until an element has the focus. */
async function tabTo(page: Page, name: string | RegExp, role: "button" | "tab" | "menuitem" = "button") {
	const target = page.getByRole(role, { name, exact: true });
	await expect(target).toBeVisible();
	for (let at = 0; at < 60; at++) {
		if (await target.evaluate((element) => element === document.activeElement)) return;
		await page.keyboard.press("Tab");
	}
	throw new Error(`${name} can't be reached with the Tab key.`);
}

/** Without what surrounds it. */
const currentText = (page: Page) => currentLine(page).locator("mark");

test("finds who speaks, gives a character a voice and shows it in all lines", { tag: "@verify" }, async ({ page }) => {
	await signUp(page, "/app/studio");
	const { id } = await newProject(page, { Dusk: dusk, Dawn: ["“Good morning,” said Ada."] });
	await page.goto(`/app/studio/${id}`);
	await page.getByRole("link", { name: "Cast", exact: true }).click();
	await expect(page.getByText("Find who speaks")).toBeVisible();
	await expectAccessible(page, "before the search");
	await page.getByRole("checkbox", { name: "Give each character a voice" }).uncheck();
	await page.getByRole("button", { name: "Find speakers" }).click();

	await expect(characters(page).getByRole("heading")).toHaveText(["Ada Hale", "Tom"]);
	await expect(page.getByRole("status").filter({ hasText: "Found 2 characters." })).toBeAttached();
	await expect(characters(page).getByRole("listitem").first()).toContainText("4 lines");
	await expectAccessible(page, "the characters");

	const chooseLastVoice = async () => {
		await page.getByRole("button", { name: /^Change voice of Ada Hale/ }).click();
		await page.getByRole("dialog", { name: "Choose a voice" }).locator("[data-choice]").last().click();
	};
	const isDefault = characters(page).getByRole("listitem").first().getByText("Default");
	await page.route("**/cast/characters/*", (route) => route.fulfill({ status: 403, json: {} }));
	await chooseLastVoice();
	await expect(page.getByText("Couldn't change the voice", { exact: true })).toBeVisible();
	await expect(isDefault).toBeVisible();
	await page.unroute("**/cast/characters/*");
	await chooseLastVoice();
	await expect(isDefault).toHaveCount(0);
	type Project = { chapters_order: string[]; default_paragraph_voice_id: string };
	type Chapter = { content: { blocks: { nodes: { text: string; voice_id: string }[] }[] } };
	const project = await read<Project>(page, `/v1/studio/projects/${id}`);
	const ownVoice = async (chapterId: string | undefined) => {
		const { content } = await read<Chapter>(page, `/v1/studio/projects/${id}/chapters/${chapterId}`);
		const nodes = content.blocks.flatMap((block) => block.nodes);
		return nodes.filter(({ voice_id }) => voice_id !== project.default_paragraph_voice_id).map((node) => node.text);
	};
	const ofAda = ["“The lamp is out,”", "“Since noon.”", "“Hold this, Tom.”"];
	await expect.poll(() => ownVoice(project.chapters_order[0])).toEqual(ofAda);
	expect(await ownVoice(project.chapters_order[1])).toEqual(["“Good morning,”"]);

	await page.getByRole("link", { name: "Back to the project" }).click();
	await expect(text(page).locator("[title^='Said by Ada Hale']")).toHaveText(ofAda);
	await expect(text(page).locator("[title='Said by Tom']")).toHaveText("“Since when?”");
	await expect(text(page).locator("[data-speakers]").first()).toHaveAttribute("data-speakers", "Ada Hale");
	await expectAccessible(page, "a chapter with lines");

	await page.getByRole("link", { name: "Cast", exact: true }).click();
	await page.getByRole("button", { name: "More actions for Ada Hale" }).click();
	await page.getByRole("menuitem", { name: "Use default voice" }).click();
	await expect.poll(() => ownVoice(project.chapters_order[0])).toEqual([]);
});

test("a keyboard is enough to review unsure lines, which stay assigned after another search", {
	tag: "@verify",
}, async ({ page }) => {
	await signUp(page, "/app/studio");
	const { id } = await newProject(page, { Dusk: [...knocking, ...dusk] });
	await openCast(page, id);
	const before = (await castOf(page, id)).unsure_lines;
	expect(before).toBeGreaterThan(1);
	await tabTo(page, /^Characters/, "tab");
	await page.keyboard.press("ArrowRight");
	await expect(currentText(page)).toHaveText("“Who is there?”");
	// Nothing is assigned while the focus is elsewhere.
	await page.keyboard.press("2");
	await page.keyboard.press("j");
	await expect(currentLine(page)).toBeFocused();
	await expect(currentLine(page)).toHaveAccessibleName(/^Line 2 of \d+: “Open the door.” Tom. Guess, \d\d%$/);
	await page.keyboard.press("k");
	await expect(currentText(page)).toHaveText("“Who is there?”");
	await page.keyboard.press("j");
	await expect(currentText(page)).toHaveText("“Open the door.”");
	await expectAccessible(page, "the review");
	const assigned = (name: string, left: number) =>
		page.getByRole("status").filter({ hasText: `Assigned to ${name}. ${left} left.` });
	const ada = currentLine(page).getByRole("button", { name: "Ada Hale", exact: true });
	await page.keyboard.press((await ada.getAttribute("aria-keyshortcuts")) ?? "");
	await expect(assigned("Ada Hale", before - 1)).toBeAttached();
	await expect(currentText(page)).not.toHaveText("“Open the door.”");
	await expect(linesToCheck(page).getByRole("button", { name: "“Open the door.”" })).toHaveCount(0);
	await expect(currentLine(page)).toBeFocused();
	await page.keyboard.press("Enter");
	await expect(assigned("Ada Hale", before - 2)).toBeAttached();

	await tabTo(page, "Find again");
	await page.keyboard.press("Enter");
	await expect(page.getByRole("checkbox", { name: "Give a voice to each character who has none" })).toBeChecked();
	await tabTo(page, "Find speakers");
	await page.keyboard.press("Enter");
	await expect(page.getByRole("status").filter({ hasText: /^Found / })).toBeAttached();
	await expect.poll(async () => (await castOf(page, id)).unsure_lines).toBe(before - 2);
	const { lines } = await read<{ lines: CastLine[] }>(page, `/v1/studio/projects/${id}/cast/lines`);
	const { characters: found } = await castOf(page, id);
	const adaHale = found.find(({ name }) => name === "Ada Hale");
	expect(lines.find((line) => line.text === "“Open the door.”")).toMatchObject({
		character_id: adaHale?.character_id,
		confidence: 1,
	});
	expect(adaHale?.voice_id).not.toBeNull();
});

test("adds, merges, renames and deletes characters", { tag: "@verify" }, async ({ page }) => {
	await signUp(page, "/app/studio");
	const { id } = await newProject(page, { Dusk: [...knocking, ...dusk] });
	await openCast(page, id);
	await page.getByRole("button", { name: "More actions for Tom" }).click();
	await page.getByRole("menuitem", { name: "Merge into…" }).click();
	const dialog = page.getByRole("dialog", { name: "Merge Tom" });
	await expect(dialog.getByRole("combobox", { name: "Merge into" })).toHaveText("Ada Hale");
	await expectAccessible(page, "the dialog");
	await dialog.getByRole("button", { name: "Merge characters" }).click();
	await expect(characters(page).getByRole("heading")).toHaveText(["Ada Hale"]);
	await expect(characters(page)).toContainText("6 lines · also ");
	await expect(characters(page)).toBeFocused();

	await page.getByRole("button", { name: "More actions for Ada Hale" }).click();
	await page.getByRole("menuitem", { name: "Rename" }).click();
	await page.getByRole("dialog").getByLabel("Name").fill(" ");
	await page.keyboard.press("Enter");
	await expect(page.getByText("The name can't be empty.")).toBeVisible();
	await page.getByRole("dialog").getByLabel("Name").fill("The keeper");
	await page.keyboard.press("Enter");
	await expect(characters(page).getByRole("heading")).toHaveText(["The keeper"]);

	await page.getByRole("button", { name: "Add character" }).click();
	await page.getByRole("dialog").getByLabel("Name").fill("The wind");
	await page.keyboard.press("Enter");
	await expect(characters(page).getByRole("heading")).toHaveText(["The keeper", "The wind"]);
	await page.getByRole("tab", { name: /^Lines to check/ }).click();
	const line = currentLine(page);
	await line.getByRole("button", { name: "The wind" }).click();
	await expect(page.getByRole("status").filter({ hasText: "Assigned to The wind." })).toBeAttached();
	await line.getByRole("button", { name: "Someone else" }).click();
	await page.getByRole("menuitem", { name: "New character" }).click();
	// Its letters are no shortcuts.
	await page.getByRole("dialog").getByLabel("Name").pressSequentially("Jack N 1");
	await page.keyboard.press("Enter");
	await expect(page.getByRole("status").filter({ hasText: "Assigned to Jack N 1." })).toBeAttached();

	await page.getByRole("tab", { name: /^Characters/ }).click();
	await page.getByRole("button", { name: "More actions for The keeper" }).click();
	await page.getByRole("menuitem", { name: "Delete" }).click();
	await page.getByRole("alertdialog").getByRole("button", { name: "Delete character" }).click();
	await expect(characters(page).getByRole("heading")).toHaveText(["The wind", "Jack N 1"]);
	await expect(page.getByRole("tab", { name: /^Lines to check/ })).toContainText("4");
});

test("says in the text who speaks a passage, and undoes it", { tag: "@verify" }, async ({ page }) => {
	await signUp(page, "/app/studio");
	const { id } = await newProject(page, { Dusk: ["He nodded at the sea.", ...dusk] });
	await openCast(page, id);
	await page.goto(`/app/studio/${id}`);
	await expect(text(page).locator("[title='Said by Tom']")).toHaveText("“Since when?”");
	const saidBy = page.getByRole("button", { name: /^Said by/ });
	await text(page).locator("p").first().click();
	await page.keyboard.press("Home");
	await saidBy.click();
	await expect(page.getByText("Select a passage, or place the cursor in a line.")).toBeVisible();
	await page.keyboard.press("Escape");
	await text(page).locator("p").first().click();
	await page.keyboard.press("Home");
	for (let at = 0; at < "He nodded".length; at++) await page.keyboard.press("Shift+ArrowRight");
	await saidBy.press("Enter");
	await page.getByRole("menuitemradio", { name: "Tom" }).press("Enter");
	await expect(text(page).locator("[title='Said by Tom']").first()).toHaveText("He nodded");
	await expect(saidBy).toHaveText("Said by Tom");
	await expectSaved(page);
	await expect.poll(async () => (await castOf(page, id)).lines).toBe(5);
	await page.getByRole("button", { name: "Undo" }).click();
	await expect(text(page).locator("[title='Said by Tom']")).toHaveText("“Since when?”");
	await expectSaved(page);
	await expect.poll(async () => (await castOf(page, id)).lines).toBe(4);

	// The cursor in a line stands for the line, and what is typed after it belongs to nobody.
	await text(page).locator("[title='Said by Tom']").click();
	await expect(saidBy).toHaveText("Said by Tom");
	await saidBy.click();
	await page.getByRole("menuitemradio", { name: "Narrator" }).click();
	await expect(text(page).locator("[title='Said by the narrator']")).toHaveText("“Since when?”");
});
