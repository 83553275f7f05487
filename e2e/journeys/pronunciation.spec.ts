import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { expect, expectAccessible, signUp, test } from "./fixtures.ts";

const path = "/app/speech-synthesis/pronunciation";

/** Calls the public API with the page's session. */
const api = <T>(page: Page, url: string) =>
	page.evaluate(async (address) => (await fetch(address)).json(), url) as Promise<T>;

async function newDictionary(page: Page, name: string): Promise<string> {
	await page.goto(path);
	await page.getByRole("button", { name: "New dictionary" }).click();
	await page.getByRole("dialog").getByLabel("Name").fill(name);
	await page.keyboard.press("Enter");
	await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
	return page.url().split("/").at(-1) ?? "";
}

async function addAlias(page: Page, text: string, alias: string): Promise<void> {
	await page.getByRole("button", { name: "Add rule" }).click();
	await expect(page.getByLabel("Text", { exact: true }).first()).toBeFocused();
	await page.keyboard.type(text);
	await page.getByLabel(`Pronunciation of ${text}`).fill(alias);
}

async function save(page: Page): Promise<void> {
	await page.keyboard.press("Control+s");
	await expect(page.getByText("Saved as a new version").last()).toBeVisible();
	await expect(page.getByRole("region", { name: "Unsaved changes" })).toHaveCount(0);
}

const expectAudio = (page: Page) =>
	expect
		.poll(() => page.evaluate(() => window.playbackState().peakLevel), { message: "no audio was played" })
		.toBeGreaterThan(0.05);

test("PRON-001 creates a dictionary, adds rules by keyboard and with symbols, previews them and saves", async ({
	page,
}) => {
	await signUp(page);
	await page.getByRole("link", { name: "Pronunciation" }).click();
	await expect(page.getByText("No dictionaries yet")).toBeVisible();
	await expectAccessible(page, "the empty list");
	const id = await newDictionary(page, "Server names");
	await expect(page.getByText("No rules yet")).toBeVisible();

	await addAlias(page, "nginx", "engine X, as the people who make it say it");
	await expect(page.getByRole("region", { name: "Unsaved changes" })).toContainText("1 unsaved change");
	const spoken = page.waitForRequest(/text-to-speech\/.*\/stream/);
	await page.getByRole("button", { name: /^Play nginx/ }).press("Enter");
	expect((await spoken).postDataJSON()).toMatchObject({ text: "engine X, as the people who make it say it" });
	await expectAudio(page);

	// Long enough to see it playing.
	const name = "Nguyen Thi Minh Khai of the University of Ho Chi Minh City";
	await page.getByRole("button", { name: "Add rule" }).click();
	await page.keyboard.type(name);
	await page.keyboard.press("Tab");
	await page.keyboard.press("Enter");
	await expect(page.getByRole("option", { name: "Alias" })).toBeFocused();
	await page.keyboard.press("ArrowDown");
	await expect(page.getByRole("option", { name: "IPA" })).toBeFocused();
	await page.keyboard.press("Enter");
	await expect(page.getByRole("combobox", { name: `Pronunciation type of ${name}` })).toHaveText("IPA");
	await page.getByRole("button", { name: `Symbols for ${name}` }).press("Enter");
	for (const symbol of ["w as in wet", "ɪ as in kit", "n as in no"]) {
		await page.getByRole("button", { name: symbol, exact: true }).press("Enter");
	}
	await expect(page.getByLabel(`Pronunciation of ${name}`).last()).toHaveValue("wɪn");
	await expectAccessible(page, "the symbol palette");
	const markedUp = page.waitForRequest(/text-to-speech\/.*\/stream/);
	await page
		.getByRole("dialog", { name: "Symbols" })
		.getByRole("button", { name: /^Play Nguyen/ })
		.click();
	expect((await markedUp).postDataJSON()).toMatchObject({
		text: `<phoneme alphabet="ipa" ph="wɪn">${name}</phoneme>`,
	});
	await expect(page.getByRole("button", { name: `Pause ${name}` }).first()).toBeVisible();
	expect(await page.evaluate(() => window.playbackState().playing)).toBeLessThanOrEqual(1);
	await page.keyboard.press("Escape");
	await expectAccessible(page, "rules being edited");
	await save(page);

	await page.reload();
	await expect(page.getByLabel(`Pronunciation of ${name}`)).toHaveValue("wɪn");
	const { rules } = await api<{ rules: unknown[] }>(page, `/v1/pronunciation-dictionaries/${id}`);
	expect(rules).toEqual([
		{
			type: "phoneme",
			string_to_replace: name,
			phoneme: "wɪn",
			alphabet: "ipa",
			case_sensitive: true,
			word_boundaries: true,
		},
		{
			type: "alias",
			string_to_replace: "nginx",
			alias: "engine X, as the people who make it say it",
			case_sensitive: true,
			word_boundaries: true,
		},
	]);
});

test("shows validation errors at their fields and warns before leaving with unsaved changes", {
	tag: "@verify",
}, async ({ page }) => {
	await signUp(page);
	await newDictionary(page, "Unfinished");
	await addAlias(page, "GIF", "");
	await page.getByRole("button", { name: "Save" }).click();
	await expect(page.getByText("The alias can't be empty.")).toBeVisible();
	await expect(page.getByLabel("Pronunciation of GIF")).toBeFocused();
	await page.getByRole("link", { name: "All dictionaries" }).click();
	const warning = page.getByRole("alertdialog", { name: "Leave without saving?" });
	await warning.getByRole("button", { name: "Cancel" }).click();
	await page.getByLabel("Pronunciation of GIF").fill("jif");
	await save(page);
	await page.getByRole("button", { name: "Delete GIF" }).press("Enter");
	await expect(page.getByRole("button", { name: "Add rule" })).toBeFocused();
	await page.getByRole("button", { name: "Discard" }).click();
	await expect(page.getByLabel("Pronunciation of GIF")).toHaveValue("jif");
	await page.getByRole("link", { name: "All dictionaries" }).click();
	await expect(page.getByRole("heading", { level: 1, name: "Pronunciation" })).toBeVisible();
});

test("PRON-002 PRON-003 sets and orders the workspace's default dictionaries", async ({ page }) => {
	await signUp(page);
	const [first, second] = [await newDictionary(page, "First"), await newDictionary(page, "Second")];
	await page.goto(path);
	for (const name of ["First", "Second"]) {
		await page.getByRole("switch", { name: `${name}: Default` }).click();
		await expect(page.getByRole("button", { name: `Move ${name} up` })).toBeVisible();
	}
	const locators = () =>
		api<{ pronunciation_dictionary_locators: unknown[] }>(page, "/v1/workspace/pronunciation-dictionary-locators");
	const locator = (id: string) => ({ pronunciation_dictionary_id: id, version_id: null });
	await expect.poll(locators).toEqual({ pronunciation_dictionary_locators: [locator(first), locator(second)] });
	await page.getByRole("button", { name: "Move Second up" }).press("Enter");
	await expect.poll(locators).toEqual({ pronunciation_dictionary_locators: [locator(second), locator(first)] });
	await expectAccessible(page, "the list with defaults");
	await page.getByRole("button", { name: "More actions for Second" }).click();
	await page.getByRole("menuitem", { name: "Archive" }).click();
	await expect.poll(locators).toEqual({ pronunciation_dictionary_locators: [locator(first)] });
	await expect(page.getByRole("list", { name: "Dictionaries" }).getByRole("link", { name: "Second" })).toHaveCount(0);
	await page.getByRole("switch", { name: "Show archived" }).click();
	await expect(page.getByRole("list", { name: "Dictionaries" }).getByRole("link", { name: "Second" })).toBeVisible();
});

test("PRON-004 downloads and restores versions, and imports an exported lexicon unchanged", async ({ page }) => {
	await signUp(page);
	await newDictionary(page, "Lexicon");
	await addAlias(page, "R&D", "research and development");
	await save(page);
	await page.getByRole("button", { name: "Delete R&D" }).click();
	await save(page);
	await page.getByRole("tab", { name: "Versions" }).click();
	await expect(page.getByRole("list", { name: "Versions" }).getByRole("listitem")).toHaveCount(3);
	await expectAccessible(page, "the versions");
	const download = page.waitForEvent("download");
	await page.getByRole("link", { name: "Download version 2" }).click();
	const file = await (await download).path();
	expect(await readFile(file, "utf8")).toContain("<grapheme>R&amp;D</grapheme>");
	await page.getByRole("button", { name: "Restore version 2" }).click();
	await expect(page.getByText("Version 2 restored as a new version").first()).toBeVisible();
	await expect(page.getByRole("list", { name: "Versions" }).getByRole("listitem")).toHaveCount(4);
	await page.getByRole("tab", { name: "Rules" }).click();
	await expect(page.getByLabel("Pronunciation of R&D")).toHaveValue("research and development");

	await page.goto(path);
	await page.getByRole("button", { name: "Import" }).click();
	const dialog = page.getByRole("dialog");
	await expectAccessible(page, "the import");
	await dialog.getByLabel("File").setInputFiles({
		name: "hostile.pls",
		mimeType: "text/xml",
		buffer: Buffer.from('<!DOCTYPE lexicon [<!ENTITY a "b">]><lexicon/>'),
	});
	await expect(dialog.getByLabel("Name")).toHaveValue("hostile");
	await dialog.getByRole("button", { name: "Import" }).click();
	await expect(dialog.getByText(/document types and entities are not accepted/)).toBeVisible();
	await dialog.getByLabel("File").setInputFiles({
		name: "good.pls",
		mimeType: "text/xml",
		buffer: await readFile(file),
	});
	await dialog.getByLabel("Name").fill("Came back");
	await dialog.getByRole("button", { name: "Import" }).click();
	await expect(page.getByRole("heading", { level: 1, name: "Came back" })).toBeVisible();
	await expect(page.getByLabel("Pronunciation of R&D")).toHaveValue("research and development");
});
