import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { expect, expectAccessible, signUp, test } from "./fixtures.ts";

const place = "/app/speech-synthesis/pronunciation";

/** With the page's own session: the public API is the only one. */
const api = <T>(page: Page, path: string) =>
	page.evaluate(async (url) => (await fetch(url)).json(), path) as Promise<T>;

async function newDictionary(page: Page, name: string): Promise<string> {
	await page.goto(place);
	await page.getByRole("button", { name: "New dictionary" }).click();
	await page.getByRole("dialog").getByLabel("Name").fill(name);
	await page.keyboard.press("Enter");
	await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
	return page.url().split("/").at(-1) ?? "";
}

async function addAlias(page: Page, written: string, said: string): Promise<void> {
	await page.getByRole("button", { name: "Add rule" }).click();
	await expect(page.getByLabel("Written", { exact: true }).first()).toBeFocused();
	await page.keyboard.type(written);
	await page.getByLabel(`${written} is said as`).fill(said);
}

async function save(page: Page): Promise<void> {
	await page.keyboard.press("Control+s");
	await expect(page.getByText("Saved as a new version").last()).toBeVisible();
	await expect(page.getByRole("region", { name: "Unsaved changes" })).toHaveCount(0);
}

const heardSomething = (page: Page) =>
	expect
		.poll(() => page.evaluate(() => window.heard().loudest), { message: "no sound came out" })
		.toBeGreaterThan(0.05);

test("PRON-001 a person makes a dictionary, writes rules by keyboard and by sound, hears them before saving, and saves", async ({
	page,
}) => {
	await signUp(page);
	await page.getByRole("link", { name: "Pronunciation" }).click();
	await expect(page.getByText("No dictionaries yet")).toBeVisible();
	await expectAccessible(page, "the empty list");
	const id = await newDictionary(page, "Server names");
	await expect(page.getByText("No rules yet")).toBeVisible();

	await addAlias(page, "nginx", "engine X, as the people who make it say it");
	await expect(page.getByRole("region", { name: "Unsaved changes" })).toContainText("1 change not saved");
	const spoken = page.waitForRequest(/text-to-speech\/.*\/stream/);
	await page.getByRole("button", { name: /^Play nginx/ }).press("Enter");
	expect((await spoken).postDataJSON()).toMatchObject({ text: "engine X, as the people who make it say it" });
	await heardSomething(page);

	// So long that one sees it sound.
	const name = "Nguyen Thi Minh Khai of the University of Ho Chi Minh City";
	await page.getByRole("button", { name: "Add rule" }).click();
	await page.keyboard.type(name);
	await page.keyboard.press("Tab");
	await page.keyboard.press("Enter");
	await expect(page.getByRole("option", { name: "Other words" })).toBeFocused();
	await page.keyboard.press("ArrowDown");
	await expect(page.getByRole("option", { name: "IPA" })).toBeFocused();
	await page.keyboard.press("Enter");
	await expect(page.getByRole("combobox", { name: `How ${name} is said` })).toHaveText("IPA");
	await page.getByRole("button", { name: `Sounds for ${name}` }).press("Enter");
	for (const sound of ["w as in wet", "ɪ as in kit", "n as in no"]) {
		await page.getByRole("button", { name: sound, exact: true }).press("Enter");
	}
	await expect(page.getByLabel(`${name} is said as`).last()).toHaveValue("wɪn");
	await expectAccessible(page, "the palette of sounds");
	const markedUp = page.waitForRequest(/text-to-speech\/.*\/stream/);
	await page
		.getByRole("dialog", { name: "Sounds" })
		.getByRole("button", { name: /^Play Nguyen/ })
		.click();
	expect((await markedUp).postDataJSON()).toMatchObject({
		text: `<phoneme alphabet="ipa" ph="wɪn">${name}</phoneme>`,
	});
	await expect(page.getByRole("button", { name: `Pause ${name}` }).first()).toBeVisible();
	expect(await page.evaluate(() => window.heard().playing)).toBeLessThanOrEqual(1);
	await page.keyboard.press("Escape");
	await expectAccessible(page, "rules being written");
	await save(page);

	await page.reload();
	await expect(page.getByLabel(`${name} is said as`)).toHaveValue("wɪn");
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

test("what cannot be saved is said beside its field, and unsaved work is not lost by leaving", async ({ page }) => {
	await signUp(page);
	await newDictionary(page, "Unfinished");
	await addAlias(page, "GIF", "");
	await page.getByRole("button", { name: "Save" }).click();
	await expect(page.getByText("The alias must not be empty.")).toBeVisible();
	await expect(page.getByLabel("GIF is said as")).toBeFocused();
	await page.getByRole("link", { name: "All dictionaries" }).click();
	const warning = page.getByRole("alertdialog", { name: "Leave without saving?" });
	await warning.getByRole("button", { name: "Cancel" }).click();
	await page.getByLabel("GIF is said as").fill("jif");
	await save(page);
	await page.getByRole("button", { name: "Delete GIF" }).press("Enter");
	await expect(page.getByRole("button", { name: "Add rule" })).toBeFocused();
	await page.getByRole("button", { name: "Discard" }).click();
	await expect(page.getByLabel("GIF is said as")).toHaveValue("jif");
	await page.getByRole("link", { name: "All dictionaries" }).click();
	await expect(page.getByRole("heading", { level: 1, name: "Pronunciation" })).toBeVisible();
});

test("PRON-002 PRON-003 the workspace's default dictionaries are chosen and ordered in the page", async ({ page }) => {
	await signUp(page);
	const [first, second] = [await newDictionary(page, "First"), await newDictionary(page, "Second")];
	await page.goto(place);
	for (const name of ["First", "Second"]) {
		await page.getByRole("switch", { name: `${name}: use By default` }).click();
		await expect(page.getByRole("button", { name: `Move ${name} up` })).toBeVisible();
	}
	const locators = () =>
		api<{ pronunciation_dictionary_locators: unknown[] }>(page, "/v1/workspace/pronunciation-dictionary-locators");
	const locator = (id: string) => ({ pronunciation_dictionary_id: id, version_id: null });
	await expect.poll(locators).toEqual({ pronunciation_dictionary_locators: [locator(first), locator(second)] });
	await page.getByRole("button", { name: "Move Second up" }).press("Enter");
	await expect.poll(locators).toEqual({ pronunciation_dictionary_locators: [locator(second), locator(first)] });
	await expectAccessible(page, "the list with defaults");
	await page.getByRole("button", { name: "More for Second" }).click();
	await page.getByRole("menuitem", { name: "Archive" }).click();
	await expect.poll(locators).toEqual({ pronunciation_dictionary_locators: [locator(first)] });
	await expect(page.getByRole("list", { name: "Dictionaries" }).getByRole("link", { name: "Second" })).toHaveCount(0);
	await page.getByRole("switch", { name: "Show archived" }).click();
	await expect(page.getByRole("list", { name: "Dictionaries" }).getByRole("link", { name: "Second" })).toBeVisible();
});

test("PRON-004 versions can be downloaded and restored, and a lexicon comes in as it went out", async ({ page }) => {
	await signUp(page);
	await newDictionary(page, "Lexicon");
	await addAlias(page, "R&D", "research and development");
	await save(page);
	await page.getByRole("button", { name: "Delete R&D" }).click();
	await save(page);
	await page.getByRole("tab", { name: "Versions" }).click();
	await expect(page.getByRole("list", { name: "Versions" }).getByRole("listitem")).toHaveCount(3);
	await expectAccessible(page, "the versions");
	const coming = page.waitForEvent("download");
	await page.getByRole("link", { name: "Download version 2" }).click();
	const file = await (await coming).path();
	expect(await readFile(file, "utf8")).toContain("<grapheme>R&amp;D</grapheme>");
	await page.getByRole("button", { name: "Restore version 2" }).click();
	await expect(page.getByText("Version 2 restored as a new one").first()).toBeVisible();
	await expect(page.getByRole("list", { name: "Versions" }).getByRole("listitem")).toHaveCount(4);
	await page.getByRole("tab", { name: "Rules" }).click();
	await expect(page.getByLabel("R&D is said as")).toHaveValue("research and development");

	await page.goto(place);
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
	await expect(page.getByLabel("R&D is said as")).toHaveValue("research and development");
});
