import type { Page } from "@playwright/test";
import type { Conversion } from "@timbre/contract/studio/conversion-schemas.ts";
import { expect, expectAccessible, signUp, test } from "./fixtures.ts";

const text = (page: Page) => page.getByRole("textbox", { name: /^Text of / });
const announced = (page: Page, said: string | RegExp) => page.getByRole("status").filter({ hasText: said });
const card = (page: Page) => page.getByRole("article", { name: /^Change \d of / });

const dusk = ["The lamp went out at four in the morning.", "Nobody saw it happen. The keeper was asleep upstairs."];
const dawn = ["The tide came in at nine, as it always did.", "He waited for the boat until it was dark."];
const revised = `# Dusk

${dusk[0]}

Nobody saw it happen. The keeper was fast asleep upstairs.

# Dawn

${dawn[1]}

${dawn[0]}

A gull cried.
`;

const read = <T>(page: Page, path: string): Promise<T> =>
	page.evaluate(async (address) => (await fetch(address)).json(), path) as Promise<T>;
const usedCredits = async (page: Page) =>
	(await read<{ character_count: number }>(page, "/v1/user/subscription")).character_count;

/** A project that is converted, as an import would have written it. Returns its path in the API. */
async function convertedProject(page: Page): Promise<string> {
	const path = await page.evaluate(
		async (chapters) => {
			const { voices } = await (await fetch("/v1/voices")).json();
			const [{ voice_id }] = voices;
			const node = (words: string) => ({ nodes: [{ type: "tts_node", text: words, voice_id }] });
			const content = Object.entries(chapters).map(([name, paragraphs]) => ({
				name,
				blocks: [{ sub_type: "h1", ...node(name) }, ...paragraphs.map(node)],
			}));
			const form = new FormData();
			form.set("name", "The Lighthouse");
			form.set("default_paragraph_voice_id", voice_id);
			form.set("from_content_json", JSON.stringify(content));
			const { project } = await (await fetch("/v1/studio/projects", { method: "POST", body: form })).json();
			const address = `/v1/studio/projects/${project.project_id}`;
			await fetch(`${address}/convert`, { method: "POST" });
			return address;
		},
		{ Dusk: dusk, Dawn: dawn },
	);
	const state = async () =>
		(await read<{ conversions: Conversion[] }>(page, `${path}/conversions`)).conversions[0]?.state;
	await expect.poll(state).toBe("done");
	return path;
}

/** Presses Tab until the button has the focus. */
async function tabTo(page: Page, name: string) {
	const target = page.getByRole("button", { name, exact: true });
	await expect(target).toBeVisible();
	for (let at = 0; at < 80; at++) {
		if (await target.evaluate((element) => element === document.activeElement)) return;
		await page.keyboard.press("Tab");
	}
	throw new Error(`${name} can't be reached with the Tab key.`);
}

async function importRevision(page: Page, manuscript: string) {
	await tabTo(page, "Import a revised manuscript");
	await page.keyboard.press("Enter");
	await expect(page.getByRole("dialog", { name: "Import a revised manuscript" })).toBeVisible();
	// Before the key, because Chromium opens its own dialog if it isn't told in time.
	const opened = page.waitForEvent("filechooser");
	await tabTo(page, "Choose file");
	await page.keyboard.press("Enter");
	await (await opened).setFiles({ name: "revised.md", mimeType: "text/markdown", buffer: Buffer.from(manuscript) });
	await expect(announced(page, "The comparison is ready.")).toBeAttached();
}

test("a revised manuscript is compared by keyboard, and costs what it says once it is applied", {
	tag: "@verify",
}, async ({ page }) => {
	await signUp(page, "/app/studio");
	const path = await convertedProject(page);
	const before = await usedCredits(page);
	await page.goto(`/app/studio/${path.split("/").at(-1)}`);
	await expect(text(page)).toBeVisible();
	await importRevision(page, revised);
	await expect(
		page.getByText("5 sentences stay as they are. 1 changed, 1 added, 1 moved.", { exact: true }),
	).toBeVisible();
	await expect(page.getByText("204 characters, 49 new: 49 credits")).toBeVisible();
	await expectAccessible(page, "the comparison");

	await page.keyboard.press("k");
	await page.keyboard.press("j");
	await expect(card(page)).toBeFocused();
	await expect(card(page)).toHaveAccessibleName(/^Change 2 of 3, Dawn: Moved: /);
	await page.keyboard.press("k");
	await expect(card(page)).toHaveAccessibleName(/^Change 1 of 3, Dusk: Changed from: The keeper was asleep upstairs\./);
	await expect(card(page).locator("ins")).toHaveText("fast ");
	await expect(card(page).locator("del")).toHaveCount(0);
	const kinds = page.getByRole("group", { name: "Kinds of changes" });
	await kinds.getByRole("button", { name: "Added 1" }).click();
	await expect(card(page).locator("ins")).toHaveText("A gull cried.");
	await kinds.getByRole("button", { name: "All" }).click();
	await page.emulateMedia({ colorScheme: "dark" });
	await page.setViewportSize({ width: 390, height: 844 });
	await expectAccessible(page, "the comparison on a phone, dark");
	expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
	await page.emulateMedia({ colorScheme: "light" });
	await page.setViewportSize({ width: 1280, height: 720 });

	await tabTo(page, "Apply revision");
	await page.keyboard.press("Enter");
	await expect(page.getByRole("heading", { level: 1, name: "The Lighthouse" })).toBeVisible();
	await expect(text(page)).toContainText("The keeper was fast asleep upstairs.");
	await expect(page.getByRole("list", { name: "Revised manuscripts" })).toHaveCount(0);
	await page.getByRole("button", { name: "Convert", exact: true }).click();
	const dialog = page.getByRole("dialog", { name: "Convert to audio" });
	await dialog.getByRole("radio", { name: /Whole project/ }).check();
	await expect(dialog.getByText("204 characters, 49 new: 49 credits")).toBeVisible();
	await dialog.getByRole("button", { name: "Convert for 49 credits" }).click();
	await expect(announced(page, "The project is done.")).toBeAttached();
	expect(await usedCredits(page)).toBe(before + 49);
});

test("a revision of a project that has changed is compared again, and discarded", { tag: "@verify" }, async ({
	page,
}) => {
	await signUp(page, "/app/studio");
	const path = await convertedProject(page);
	await page.goto(`/app/studio/${path.split("/").at(-1)}`);
	await importRevision(page, revised);
	await page.getByRole("link", { name: "Back to the project" }).click();
	const waiting = page.getByRole("list", { name: "Revised manuscripts" });
	await expect(waiting).toContainText("revised.md Ready for review");
	await text(page).locator("p").first().click();
	await page.keyboard.press("End");
	await page.keyboard.type(" It was cold.");
	await expect(page.getByText("Saved", { exact: true })).toBeVisible();
	await page.reload();
	await waiting.getByRole("link", { name: "Review changes of revised.md" }).click();
	await expect(page.getByText("The project has changed since the comparison.")).toBeVisible();
	await expect(page.getByRole("button", { name: "Apply revision" })).toBeDisabled();
	await page.getByRole("button", { name: "Compare again" }).click();
	await expect(
		page.getByText("5 sentences stay as they are. 1 changed, 1 added, 1 deleted, 1 moved.", { exact: true }),
	).toBeVisible();
	await page.getByRole("button", { name: "Discard" }).click();
	await page.getByRole("button", { name: "Discard revision" }).click();
	await expect(text(page)).toContainText("It was cold.");
	await expect(waiting).toHaveCount(0);
});

test("locked paragraphs that a revision changes keep their text if the user says so", { tag: "@verify" }, async ({
	page,
}) => {
	await signUp(page, "/app/studio");
	const path = await convertedProject(page);
	const status = await page.evaluate(async (project) => {
		const { chapters } = await (await fetch(project)).json();
		const [{ chapter_id, block_ids_order }] = chapters;
		const address = `${project}/chapters/${chapter_id}/blocks/${block_ids_order[2]}/lock`;
		return (await fetch(address, { method: "PUT" })).status;
	}, path);
	expect(status).toBe(200);
	await page.goto(`/app/studio/${path.split("/").at(-1)}`);
	await importRevision(page, revised);
	const locked = page.getByRole("group", { name: "Locked paragraphs that change" });
	await expect(locked.locator("del")).toHaveText(dusk[1] ?? "");
	await expectAccessible(page, "locked paragraphs");
	await page.getByRole("button", { name: "Apply revision" }).click();
	await expect(page.getByRole("alert").filter({ hasText: "Choose what happens" })).toBeVisible();
	await expect(locked.getByRole("radio", { name: /^Keep their recorded text/ })).toBeFocused();
	await page.keyboard.press("ArrowDown");
	await expect(page.getByText("204 characters, 49 new: 49 credits").first()).toBeVisible();
	await page.keyboard.press("ArrowUp");
	await page.getByRole("button", { name: "Apply revision" }).click();
	await expect(text(page)).toContainText(dusk[1] ?? "");
	await expect(page.getByRole("heading", { level: 1, name: "The Lighthouse" })).toBeVisible();
});
