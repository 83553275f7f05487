import type { Browser, Page } from "@playwright/test";
import { expect, expectAccessible, signUp, test } from "./fixtures.ts";

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name, exact: true });
const rows = (page: Page) => page.getByRole("list", { name: "Voices", exact: true }).getByRole("listitem");
const row = (page: Page, name: string) => rows(page).filter({ has: page.getByRole("button", { name, exact: true }) });
const menu = async (page: Page, voice: string, item: string) => {
	await page.getByRole("button", { name: `More actions for ${voice}` }).click();
	await page.getByRole("menuitem", { name: item, exact: true }).click();
};
/** A voice in the library that another user designed and published. */
async function publishDesigned(browser: Browser, page: Page, name: string): Promise<void> {
	const context = await browser.newContext({ baseURL: new URL(page.url()).origin });
	const owner = await context.newPage();
	await signUp(owner);
	const post = async (path: string, data: unknown) => {
		const response = await owner.request.post(path, { data, headers: { origin: new URL(page.url()).origin } });
		expect(response.ok(), await response.text()).toBe(true);
		return response.json();
	};
	const voice_description = "A calm man with a deep voice who speaks slowly";
	const { previews } = await post("/v1/text-to-voice/design", { voice_description, stream_previews: true });
	const { generated_voice_id } = previews[0];
	const { voice_id } = await post("/v1/text-to-voice", { voice_name: name, voice_description, generated_voice_id });
	await post(`/v1/voices/${voice_id}/share-library`, { enable_library: true });
	await context.close();
}

const sidebar = (page: Page) => page.getByRole("complementary", { name: "Sidebar" });

/** Horizontal overflow in pixels; pages must not scroll sideways on a phone. */
const overflow = (page: Page) =>
	page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

test("VOICES-001 VOICES-005 VOICES-058 searches the library, previews and uses a shipped voice, and adds a published one to My voices", async ({
	page,
	browser,
}) => {
	await signUp(page);
	const designed = `Harbour keeper ${Date.now()}`;
	await publishDesigned(browser, page, designed);
	await sidebar(page).getByRole("link", { name: "Voice library" }).click();
	await expect(heading(page, "Voice library")).toBeVisible();
	await expect(rows(page).first()).toBeVisible();
	const promoted = page.getByRole("region", { name: /^(Trending this week|Featured voices)$/ });
	await expect(promoted.getByRole("listitem").first()).toBeVisible();
	const names = await page.getByRole("main").getByRole("heading", { level: 3 }).allTextContents();
	expect(names.length).toBeGreaterThanOrEqual(20);
	expect(new Set(names).size, "promoted voices are not repeated in the list").toBe(names.length);
	await expectAccessible(page, "the library");

	// Searches once the word is typed, not for every character.
	const requests: (string | null)[] = [];
	page.on("request", (request) => {
		const { pathname, searchParams } = new URL(request.url());
		if (pathname === "/v1/shared-voices") requests.push(searchParams.get("search"));
	});
	// Typed in one go: a pause between characters would trigger a search.
	await page.getByRole("searchbox", { name: "Search the library" }).evaluate((field, words) => {
		const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set;
		for (let end = 1; end <= words.length; end++) {
			set?.call(field, words.slice(0, end));
			field.dispatchEvent(new Event("input", { bubbles: true }));
		}
	}, "tone high");
	const found = row(page, "Tone high");
	await expect(found).toBeVisible();
	await expect(page).toHaveURL(/search=tone\+high/);
	expect(new Set(requests)).toEqual(new Set(["tone high"]));

	const preview = found.getByRole("button", { name: "Play a preview of Tone high" });
	await expect(preview).toBeVisible({ timeout: 180_000 });
	await preview.click();
	await expect
		.poll(() => page.evaluate(() => window.playbackState().peakLevel), { message: "no audio was played" })
		.toBeGreaterThan(0.05);
	await expect(page).toHaveURL(/\/app\/voice-library\?/);

	const opener = found.getByRole("button", { name: "Tone high", exact: true });
	await opener.focus();
	await page.keyboard.press("Enter");
	const detail = page.getByRole("dialog", { name: "Voice" });
	await expect(detail.getByText("default voice").first()).toBeVisible();
	await expectAccessible(page, "a library voice");
	await page.keyboard.press("Escape");
	await expect(detail).toHaveCount(0);
	await expect(opener).toBeFocused();

	// A shipped voice is used directly and takes no slot.
	await expect(found.getByRole("button", { name: /^Add / })).toHaveCount(0);
	await expect(found.getByRole("link", { name: "Use Tone high for speech" })).toBeVisible();
	await page.getByRole("searchbox", { name: "Search the library" }).fill(designed);
	await page.getByRole("button", { name: `Add ${designed} to my voices` }).click();
	await expect(page.getByText("Added to My voices", { exact: true })).toBeVisible();
	await expect(page.getByRole("link", { name: `Use ${designed} for speech` })).toBeVisible();

	await sidebar(page).getByRole("link", { name: "My voices" }).click();
	await expect(heading(page, "My voices")).toBeVisible();
	await expect(row(page, designed)).toContainText("Library");
	await expect(page.getByText("1 of 3 voices")).toBeVisible();
	await page.reload();
	await expect(row(page, designed)).toBeVisible();
	await row(page, designed)
		.getByRole("link", { name: `Use ${designed} for speech` })
		.click();
	await expect(page.getByRole("button", { name: `Change voice: ${designed}` })).toBeVisible();
});

test("VOICES-002 VOICES-036 VOICES-041 marks a voice as favorite, renames it, adds it to a collection and deletes it, and shows the limits", async ({
	page,
	browser,
}) => {
	await signUp(page);
	const voice = `Low keeper ${Date.now()}`;
	await publishDesigned(browser, page, voice);
	await page.goto("/app/voice-lab");
	await expect(heading(page, "My voices")).toBeVisible();
	await expect(page.getByText("0 of 3 voices, 55 of 55 edits left")).toBeVisible();
	await expect(page.getByRole("heading", { name: "Create your first voice" })).toBeVisible();
	await expectAccessible(page, "the empty voice lab");
	await page
		.getByRole("main")
		.getByRole("link", { name: /^Browse the library/ })
		.click();
	await page.getByRole("searchbox", { name: "Search the library" }).fill(voice);
	await page.getByRole("button", { name: `Add ${voice} to my voices` }).click();
	await expect(page.getByText("Added to My voices", { exact: true })).toBeVisible();

	await page.goto("/app/voice-lab");
	await expect(page.getByText("1 of 3 voices, 54 of 55 edits left")).toBeVisible();
	await page.getByRole("button", { name: `Favorite: ${voice}` }).click();
	await expect(page.getByRole("button", { name: `Favorite: ${voice}` })).toHaveAttribute("aria-pressed", "true");

	await menu(page, voice, "Edit");
	const dialog = page.getByRole("dialog");
	await expect(dialog).toBeVisible();
	await expectAccessible(page, "the edit dialog of a voice");
	await dialog.getByLabel("Name").fill("");
	await page.keyboard.press("Enter");
	await expect(dialog.getByText("Enter a name.")).toBeVisible();
	await dialog.getByLabel("Name").fill("Harbour master");
	await dialog.getByLabel("Style").fill("gruff");
	await page.keyboard.press("Enter");
	await expect(row(page, "Harbour master")).toBeVisible();
	await expect(page.getByRole("button", { name: "More actions for Harbour master" })).toBeFocused();
	await expect(page.getByText("53 of 55 edits left")).toBeVisible();

	await menu(page, "Harbour master", "Collections");
	await dialog.getByRole("button", { name: "New collection" }).click();
	await dialog.getByLabel("Name").fill("The sea novel");
	await dialog.getByRole("radio", { name: "Book" }).check({ force: true });
	await dialog.getByRole("button", { name: "Create" }).click();
	await expect(dialog.getByRole("checkbox", { name: "The sea novel" })).toBeChecked();
	await dialog.getByRole("button", { name: "Done" }).click();

	await page.getByRole("navigation", { name: "Voices" }).getByRole("link", { name: "Collections" }).click();
	await expect(heading(page, "Voice collections")).toBeVisible();
	const card = page.getByRole("list", { name: "Collections" }).getByRole("listitem");
	await expect(card).toContainText("1 voice");
	await expectAccessible(page, "collections");
	await menu(page, "The sea novel", "Edit collection");
	await dialog.getByLabel("Name").fill("The harbour novel");
	await dialog.getByRole("button", { name: "Save" }).click();
	await card.getByRole("link", { name: "The harbour novel" }).click();
	await row(page, "Harbour master").getByRole("button", { name: "Harbour master", exact: true }).click();
	await expect(dialog.getByText("Added from the library")).toBeVisible();
	await expect(dialog.getByText("gruff", { exact: true })).toBeVisible();
	await dialog.getByRole("button", { name: "Collections" }).click();
	await page.getByRole("checkbox", { name: "The harbour novel" }).click();
	await page.getByRole("button", { name: "Done" }).click();
	await page.keyboard.press("Escape");
	await expect(page.getByText("This collection is empty")).toBeVisible();
	await page.getByRole("link", { name: "All collections" }).click();
	await menu(page, "The harbour novel", "Delete");
	await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
	await expect(page.getByText("No collections yet")).toBeVisible();

	await page.goto("/app/voice-lab");
	await menu(page, "Harbour master", "Remove");
	await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
	await expect(page.getByRole("heading", { name: "Create your first voice" })).toBeVisible();
	await expect(page.getByText("0 of 3 voices, 53 of 55 edits left")).toBeVisible();
});

test("shows the progress of preview rendering to admins only", { tag: "@verify" }, async ({ page }) => {
	await signUp(page);
	await page.route("**/v1/voices/preview-progress", async (route) => {
		const response = await route.fetch();
		await route.fulfill({ json: { ...(await response.json()), running: true, done: 3, total: 40 } });
	});
	const progress = page.getByText("Generating previews: 3 of 40.");
	await page.goto("/app/default-voices");
	await expect(progress).toBeVisible();
	await page.route("**/v1/workspaces", async (route) => {
		const body = (await (await route.fetch()).json()) as { workspaces: { role: string }[] };
		await route.fulfill({ json: { ...body, workspaces: body.workspaces.map((one) => ({ ...one, role: "editor" })) } });
	});
	const asEditor = page.waitForResponse("**/v1/workspaces");
	await page.reload();
	await asEditor;
	await expect(rows(page).first()).toBeVisible();
	await expect(progress).toHaveCount(0);
});

test("VOICES-003 VOICES-053 VOICES-054 lists default and workspace voices in pages of twenty and reports errors with the specification's messages", async ({
	page,
}) => {
	await signUp(page);
	const requests: URLSearchParams[] = [];
	page.on("request", (request) => {
		const { pathname, searchParams } = new URL(request.url());
		if (pathname === "/v2/voices") requests.push(searchParams);
	});
	await page.goto("/app/default-voices");
	await expect(heading(page, "Default voices")).toBeVisible();
	await expect(rows(page).first()).toBeVisible();
	const first = await rows(page).count();
	expect(first).toBe(20);
	expect(Object.fromEntries(requests[0] ?? [])).toMatchObject({ page_size: "20", voice_type: "default" });
	// The next page loads before the end of the list is reached.
	await rows(page).last().scrollIntoViewIfNeeded();
	await expect.poll(() => rows(page).count()).toBeGreaterThan(first);
	expect(requests.at(-1)?.get("next_page_token")).toBeTruthy();

	const preview = page.getByRole("button", { name: /^Play a preview of/ }).first();
	await expect(preview).toBeVisible({ timeout: 180_000 });
	await page.route("**/v1/voices/*/preview*", (route) => route.fulfill({ status: 404, body: "gone" }));
	await preview.click();
	await expect(page.getByText("We are sorry, something went wrong.", { exact: true })).toBeVisible();

	await page.goto("/app/workspace-voices");
	await expect(heading(page, "Workspace voices")).toBeVisible();
	await expect(page.getByText("No shared voices yet")).toBeVisible();
	await expectAccessible(page, "workspace voices");
	await page.route("**/v2/voices*", (route) =>
		route.fulfill({ status: 404, json: { detail: { code: "not_found", message: "Nothing here" } } }),
	);
	await page.reload();
	await expect(page.getByText("Error occured while fetching voices, status_code 404")).toBeVisible();
	await expectAccessible(page, "voices that failed to load");
	await page.unroute("**/v2/voices*");
	await page.getByRole("button", { name: "Try again" }).click();
	await expect(page.getByText("No shared voices yet")).toBeVisible();

	await page.setViewportSize({ width: 390, height: 844 });
	for (const path of ["voices", "voice-lab", "voice-lab/collections", "voice-library", "voice-library/collections"]) {
		await page.goto(`/app/${path}`);
		await expect(page.locator("main h1")).toBeVisible();
		await expect(page.locator("main [aria-busy=true]")).toHaveCount(0);
		expect(await overflow(page), path).toBe(0);
		await expectAccessible(page, `${path} on a phone`);
	}
});
