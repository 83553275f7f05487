import type { Page } from "@playwright/test";
import { expect, expectAccessible, signUp, speak, test } from "./fixtures.ts";

const palette = (page: Page) => page.getByRole("dialog", { name: "Go to" });
const marked = (page: Page) => palette(page).locator('[role="option"][aria-selected="true"]');

test("the palette goes to any page, voice or action by keyboard alone; ? lists the keys; keys never act while one types", async ({
	page,
}) => {
	await signUp(page);
	const text = page.getByLabel("Text to speak");
	await text.fill("Who types ? and g v");
	await text.press("?");
	await text.press("g");
	await text.press("v");
	await expect(page).toHaveURL(/text-to-speech$/);
	await expect(page.getByRole("dialog")).toHaveCount(0);

	// From within the text, since that is where one is.
	await text.press("ControlOrMeta+k");
	const field = page.getByRole("combobox");
	await expect(field).toBeFocused();
	await expect(marked(page)).toHaveText("Home");
	await field.press("ArrowDown");
	await expect(marked(page)).toHaveText("Text to speech");
	await expect(field).toHaveAttribute("aria-activedescendant", (await marked(page).getAttribute("id")) ?? "");
	await field.press("ArrowUp");
	await field.press("ArrowUp");
	await expect(marked(page)).toHaveText("Sign out");
	await expectAccessible(page, "the command palette");
	await field.pressSequentially("pron");
	await expect(palette(page).getByRole("option")).toHaveText(["Pronunciation"]);
	await field.press("Enter");
	await expect(page).toHaveURL(/\/pronunciation$/);

	await page.keyboard.press("ControlOrMeta+k");
	await page.keyboard.type("dark");
	await expect(marked(page)).toHaveText("Use the dark theme");
	await page.keyboard.press("Enter");
	await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
	await page.keyboard.press("ControlOrMeta+k");
	await page.keyboard.type("new speech");
	await expect(marked(page)).toHaveText("New speech");
	await page.keyboard.press("Enter");
	await expect(text).toBeFocused();

	// A voice that was used is offered before anything is typed.
	await speak(page, "A voice to be found again.");
	const name =
		(await page
			.getByRole("button", { name: /^Change voice/ })
			.locator(".font-medium")
			.textContent()) ?? "";
	expect(name).not.toBe("");
	await page.goto("/app/usage");
	await page.getByRole("button", { name: /^Search/ }).click();
	await expect(palette(page).getByRole("group", { name: "Voices used last" }).getByRole("option")).toContainText([
		name,
	]);
	await page.keyboard.type(name);
	await expect(marked(page)).toContainText(name);
	await page.keyboard.press("Enter");
	await expect(page).toHaveURL(/text-to-speech\?voice=/);

	await page.goto("/app/voices");
	await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
	await page.keyboard.press("?");
	const sheet = page.getByRole("dialog", { name: "Keyboard shortcuts" });
	await expect(sheet.getByText("3 seconds back")).toBeVisible();
	await expect(sheet.getByText("Play or pause")).toBeVisible();
	await expectAccessible(page, "the shortcuts");
	await page.keyboard.press("Escape");
	// The second key counts for 1.2 s: who stands still in between presses both again.
	await expect(async () => {
		await page.keyboard.press("g");
		await page.keyboard.press("h");
		await expect(page).toHaveURL(/\/app\/home$/, { timeout: 2_000 });
	}).toPass();

	await page.keyboard.press("ControlOrMeta+k");
	await page.keyboard.type("sign out");
	await expect(marked(page)).toHaveText("Sign out");
	await page.keyboard.press("Enter");
	await page.waitForURL("**/app/sign-in");
});

test("after a change of page the keyboard and the screen reader are on the new page", async ({ page }) => {
	await signUp(page);
	const rail = page.getByRole("complementary", { name: "Sidebar" });
	const go = (name: string) => rail.getByRole("link", { name, exact: true });
	const tour = ["API keys", "All voices", "Usage", "Home"];
	const headings = { "API keys": "API keys", "All voices": "Voices", Usage: "Usage", Home: "Good" };
	for (const name of tour) {
		await go(name).focus();
		await page.keyboard.press("Enter");
		await expect(page.getByRole("heading", { level: 1 })).toContainText(headings[name as keyof typeof headings]);
		await expect(page.locator("main")).toBeFocused();
		await expect(
			page.locator("[aria-live=polite]").getByText(await page.title().then((t) => t.replace(" - Timbre", ""))),
		).toHaveCount(1);
		await expect(page.locator("main [aria-busy=true]")).toHaveCount(0);
	}
});

test("who goes on before a page is drawn arrives: a page that comes up does not call anybody back", async ({
	page,
}) => {
	await signUp(page);
	// The next page takes a while, so that the way there is still open when the first one has been drawn.
	const seen = Promise.withResolvers<void>();
	await page.route(/\/history\.page-[^/]*\.js$/, async (route) => {
		await seen.promise;
		await route.continue();
	});
	await page.evaluate(() => {
		const push = history.pushState.bind(history);
		history.pushState = (...change) => {
			push(...change);
			if (!String(change[2]).endsWith("/app/voice-lab")) return;
			queueMicrotask(() => document.querySelector<HTMLElement>('nav a[href$="/history"]')?.click());
		};
	});
	await page.getByRole("link", { name: "My voices" }).click();
	await expect(page.getByRole("heading", { level: 1 })).toHaveText("My voices");
	seen.resolve();
	await expect(page.getByRole("heading", { level: 1 })).toHaveText("History");
});

test("a page that changes below the palette takes neither the keyboard nor what was typed", async ({ page }) => {
	await signUp(page);
	await page.getByRole("link", { name: "Pronunciation", exact: true }).click();
	await expect(page.getByRole("heading", { level: 1 })).toHaveText("Pronunciation");
	await page.keyboard.press("ControlOrMeta+k");
	await page.keyboard.type("da");
	const field = page.getByRole("combobox", { name: "Go to a page, a voice or an action" });
	await expect(field).toHaveValue("da");
	await page.evaluate(() => history.back());
	await page.waitForURL(/text-to-speech$/);
	await expect(page.locator("[aria-live=polite]").getByText("Text to speech", { exact: true })).toHaveCount(1);
	await page.keyboard.type("rk");
	await expect(field).toHaveValue("dark");
	await expect(marked(page)).toHaveText("Use the dark theme");
});

test("a phone has its pages under the thumb and the rest behind More; a person of two workspaces changes between them", async ({
	page,
}) => {
	await page.setViewportSize({ width: 390, height: 844 });
	const answer = await page.request.post("/api/auth/sign-in/email", {
		data: { email: "demo@example.com", password: "timbre-demo" },
	});
	expect(answer.ok()).toBe(true);
	await page.goto("/app/home");
	const bar = page.getByRole("navigation", { name: "Short" });
	await expect(bar.getByRole("link")).toHaveText(["Home", "Speech", "Voices", "History"]);
	await expect(bar.getByRole("link", { name: "Home" })).toHaveAttribute("aria-current", "page");
	await bar.getByRole("link", { name: "Voices" }).click();
	await expect(page).toHaveURL(/\/app\/voices$/);
	await bar.getByRole("button", { name: "More" }).click();
	const more = page.getByRole("dialog", { name: "More" });
	await expectAccessible(page, "behind More");
	await more.getByRole("link", { name: "API keys" }).click();
	await expect(page).toHaveURL(/api-keys$/);
	await expect(more).toHaveCount(0);

	await page.setViewportSize({ width: 1280, height: 900 });
	const switcher = page.getByRole("complementary", { name: "Sidebar" }).getByRole("button", { name: /^Workspace:/ });
	await expect(switcher).toContainText("Demo Person's workspace");
	await switcher.click();
	await expect(page.getByRole("menuitemradio")).toContainText([
		"Demo Person's workspaceCreator, admin, 1 member",
		"Harbour Radio's workspacePro, editor, 2 members",
	]);
	await expectAccessible(page, "the workspace switcher");
	await page.getByRole("menuitemradio", { name: /Harbour Radio/ }).click();
	await expect(switcher).toContainText("Harbour Radio's workspace");
	await page.reload();
	await expect(switcher).toContainText("Harbour Radio's workspace");
	await expect(switcher).toContainText("Pro plan");
});
