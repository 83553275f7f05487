import { readFile } from "node:fs/promises";
import type { Download, Page } from "@playwright/test";
import { pngPicture } from "@timbre/engines/publishing/testing/pictures.ts";
import { expect, expectAccessible, signUp, test } from "./fixtures.ts";
import { converted, newProject } from "./studio-projects.ts";

const announced = (page: Page, said: string | RegExp) => page.getByRole("status").filter({ hasText: said });
const exports = (page: Page) => page.getByRole("list", { name: "Exports" }).locator("> li");
const bytesOf = async (download: Download) => readFile(await download.path());

async function choose(page: Page, field: string, option: string | RegExp) {
	await page.getByRole("combobox", { name: field }).click();
	await page.getByRole("option", { name: option }).click();
}

async function download(page: Page, name: string | RegExp): Promise<Download> {
	const started = page.waitForEvent("download");
	await page.getByRole("link", { name }).click();
	return started;
}

test("exports a master that passes ACX, and takes a project to a new one as a bundle", { tag: "@verify" }, async ({
	page,
}) => {
	await signUp(page, "/app/studio");
	const { id } = await converted(
		page,
		await newProject(page, { Dusk: ["The lamp went out at four."], Dawn: ["The tide came in."] }),
	);
	await page.goto(`/app/studio/${id}`);
	await page.getByRole("link", { name: "Export" }).click();
	await expect(page.getByRole("heading", { level: 1, name: "Export" })).toBeVisible();
	await expect(page.getByText("Nothing was exported yet.")).toBeVisible();
	await choose(page, "Loudness", /^ACX/);
	await expectAccessible(page, "the export page");
	await page.getByRole("button", { name: "Export", exact: true }).click();
	await expect(announced(page, "MP3, one per chapter, ACX is done.")).toBeAttached();
	const [master] = [exports(page).first()];
	await expect(master.getByText("All 2 files pass ACX")).toBeVisible();
	await master.getByText("Measurements").click();
	const card = master.getByRole("table", { name: "ACX report of 01 Dusk.mp3" });
	await expect(
		card.getByRole("row", { name: /^Loudness \(RMS\) Pass −\d+\.\d dB −23\.0 dB to −18\.0 dB$/ }),
	).toBeVisible();
	await expect(card.getByText("Pass", { exact: true })).toHaveCount(9);
	await expectAccessible(page, "the ACX report");
	const zip = await download(page, "Download MP3, one per chapter, ACX");
	expect(zip.suggestedFilename()).toBe("The Lighthouse.zip");
	expect((await bytesOf(zip)).toString("latin1", 0, 2)).toBe("PK");

	await choose(page, "Format", /^Project bundle/);
	await page.getByRole("button", { name: "Export", exact: true }).click();
	await expect(announced(page, "Project bundle is done.")).toBeAttached();
	const bundle = await download(page, "Download Project bundle");
	expect(bundle.suggestedFilename()).toBe("The Lighthouse.timbre");
	const buffer = await bytesOf(bundle);

	await page.goto("/app/studio");
	await page.getByRole("button", { name: "Import", exact: true }).click();
	const opened = page.waitForEvent("filechooser");
	await page.getByRole("button", { name: "Choose file" }).click();
	await (await opened).setFiles({ name: "copy.timbre", mimeType: "application/octet-stream", buffer });
	await expect(page.getByRole("textbox", { name: "Text of Dusk" })).toBeVisible();
	expect(page.url()).not.toContain(id);
	await expect(page.getByRole("heading", { level: 1, name: "The Lighthouse" })).toBeVisible();
	await expect(page.getByRole("button", { name: /^Play chapter/ })).toBeVisible();
});

test("an audiobook has a cover, chapters without audio are named, and exports are canceled and deleted", {
	tag: "@verify",
}, async ({ page }) => {
	await signUp(page, "/app/studio");
	const long = Array.from({ length: 80 }, (_, at) => `Sentence ${at} of the long night, and of the lamp.`).join(" ");
	const { id } = await converted(page, await newProject(page, { Night: [long] }));
	await page.goto(`/app/studio/${id}/export`);
	await choose(page, "Format", /^Audiobook/);
	const opened = page.waitForEvent("filechooser");
	await page.getByRole("button", { name: "Choose cover" }).click();
	await (await opened).setFiles({ name: "cover.png", mimeType: "image/png", buffer: pngPicture(60, 60) });
	await expect(page.getByRole("img", { name: "Cover of the project" })).toBeVisible();
	await choose(page, "Loudness", /^−16 LUFS/);
	await page.getByRole("button", { name: "Export", exact: true }).click();
	const book = exports(page).first();
	const cancel = book.getByRole("button", { name: /^Cancel/ });
	await expect(cancel.or(book.getByRole("link", { name: /^Download/ }))).toBeVisible();
	if (await cancel.isVisible()) {
		await cancel.click();
		await expect(book.getByText("Canceled", { exact: true })).toBeVisible();
	}
	await book.getByRole("button", { name: /^Delete/ }).click();
	await page.getByRole("button", { name: "Delete export" }).click();
	await expect(page.getByText("Nothing was exported yet.")).toBeVisible();
	await expect(page.getByRole("heading", { level: 2, name: "Exports" })).toBeFocused();

	await page.evaluate(
		async (path) =>
			fetch(path, { method: "POST", headers: { "content-type": "application/json" }, body: '{"name":"New"}' }).then(
				async (response) => {
					const { chapter } = await response.json();
					const content = {
						blocks: [
							{
								nodes: [
									{
										type: "tts_node",
										text: "New text.",
										voice_id: (await (await fetch("/v1/voices")).json()).voices[0].voice_id,
									},
								],
							},
						],
					};
					await fetch(`${path}/${chapter.chapter_id}`, {
						method: "POST",
						headers: { "content-type": "application/json" },
						body: JSON.stringify({ content }),
					});
				},
			),
		`/v1/studio/projects/${id}/chapters`,
	);
	await page.reload();
	await page.getByRole("button", { name: "Export", exact: true }).click();
	await expect(page.getByRole("alert")).toHaveText(/“New” has no audio yet/);
	await page.getByRole("checkbox", { name: "All 2 chapters" }).click();
	await page.getByRole("checkbox", { name: "New" }).click();
	await page.getByRole("button", { name: "Export", exact: true }).click();
	await expect(announced(page, /is done\.$/)).toBeAttached();
	await expectAccessible(page, "chosen chapters");
});
