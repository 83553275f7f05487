import type { Page } from "@playwright/test";
import { expect, expectAccessible, generateSpeech, signUp, test } from "./fixtures.ts";

const palette = (page: Page) => page.getByRole("dialog", { name: "Search" });
const selected = (page: Page) => palette(page).locator('[role="option"][aria-selected="true"]');

test("the palette opens any page, voice or action by keyboard; ? lists the shortcuts; shortcuts are ignored while typing", {
	tag: "@verify",
}, async ({ page }) => {
	await signUp(page);
	const text = page.getByLabel("Text to speak");
	await text.fill("Who types ? and g v");
	await text.press("?");
	await text.press("g");
	await text.press("v");
	await expect(page).toHaveURL(/text-to-speech$/);
	await expect(page.getByRole("dialog")).toHaveCount(0);

	// From the text field, where the focus usually is.
	await text.press("ControlOrMeta+k");
	const field = page.getByRole("combobox");
	await expect(field).toBeFocused();
	await expect(selected(page)).toHaveText("Home");
	await field.press("ArrowDown");
	await expect(selected(page)).toHaveText("Text to speech");
	await expect(field).toHaveAttribute("aria-activedescendant", (await selected(page).getAttribute("id")) ?? "");
	await field.press("ArrowUp");
	await field.press("ArrowUp");
	await expect(selected(page)).toHaveText("Sign out");
	await expectAccessible(page, "the command palette");
	await field.pressSequentially("pron");
	await expect(palette(page).getByRole("option")).toHaveText(["Pronunciation"]);
	await field.press("Enter");
	await expect(page).toHaveURL(/\/pronunciation$/);

	await page.keyboard.press("ControlOrMeta+k");
	await page.keyboard.type("dark");
	await expect(selected(page)).toHaveText("Switch to dark theme");
	await page.keyboard.press("Enter");
	await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
	await page.keyboard.press("ControlOrMeta+k");
	await page.keyboard.type("new speech");
	await expect(selected(page)).toHaveText("New speech");
	await page.keyboard.press("Enter");
	await expect(text).toBeFocused();

	// Recently used voices are listed before anything is typed.
	await generateSpeech(page, "A voice to be found again.");
	const name =
		(await page
			.getByRole("button", { name: /^Change voice/ })
			.locator(".font-medium")
			.textContent()) ?? "";
	expect(name).not.toBe("");
	await page.goto("/app/usage");
	await page.getByRole("button", { name: /^Search/ }).click();
	await expect(palette(page).getByRole("group", { name: "Recent voices" }).getByRole("option")).toContainText([name]);
	await page.keyboard.type(name);
	await expect(selected(page)).toContainText(name);
	await page.keyboard.press("Enter");
	await expect(page).toHaveURL(/text-to-speech\?voice=/);

	await page.goto("/app/voices");
	await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
	await page.keyboard.press("?");
	const sheet = page.getByRole("dialog", { name: "Keyboard shortcuts" });
	await expect(sheet.getByText("Rewind 3 seconds")).toBeVisible();
	await expect(sheet.getByText("Play or pause")).toBeVisible();
	await expectAccessible(page, "the shortcuts");
	await page.keyboard.press("Escape");
	// The second key must follow within 1.2 s, so retry both.
	await expect(async () => {
		await page.keyboard.press("g");
		await page.keyboard.press("h");
		await expect(page).toHaveURL(/\/app\/home$/, { timeout: 2_000 });
	}).toPass();

	await page.keyboard.press("ControlOrMeta+k");
	await page.keyboard.type("sign out");
	await expect(selected(page)).toHaveText("Sign out");
	await page.keyboard.press("Enter");
	await page.waitForURL("**/app/sign-in");
});

test("navigation moves the focus and announces the new page to screen readers", async ({ page }) => {
	await signUp(page);
	const sidebar = page.getByRole("complementary", { name: "Sidebar" });
	const go = (name: string) => sidebar.getByRole("link", { name, exact: true });
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

test("navigating on before a page has rendered works: the late page does not navigate back", {
	tag: "@verify",
}, async ({ page }) => {
	await signUp(page);
	// Delay the next page, so its navigation is still pending when the first page renders.
	const rendered = Promise.withResolvers<void>();
	await page.route(/\/history\.page-[^/]*\.js$/, async (route) => {
		await rendered.promise;
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
	rendered.resolve();
	await expect(page.getByRole("heading", { level: 1 })).toHaveText("History");
});

test("a page change behind the palette keeps its focus and text", { tag: "@verify" }, async ({ page }) => {
	await signUp(page);
	await page.getByRole("link", { name: "Pronunciation", exact: true }).click();
	await expect(page.getByRole("heading", { level: 1 })).toHaveText("Pronunciation");
	await page.keyboard.press("ControlOrMeta+k");
	await page.keyboard.type("da");
	const field = page.getByRole("combobox", { name: "Search pages, voices, history and actions" });
	await expect(field).toHaveValue("da");
	await page.evaluate(() => history.back());
	await page.waitForURL(/text-to-speech$/);
	await expect(page.locator("[aria-live=polite]").getByText("Text to speech", { exact: true })).toHaveCount(1);
	await page.keyboard.type("rk");
	await expect(field).toHaveValue("dark");
	await expect(selected(page)).toHaveText("Switch to dark theme");
});

test("small screens have a tab bar with More for the rest; a user of two workspaces can switch between them", {
	tag: "@verify",
}, async ({ page }) => {
	await page.setViewportSize({ width: 390, height: 844 });
	const response = await page.request.post("/api/auth/sign-in/email", {
		data: { email: "demo@example.com", password: "timbre-demo" },
	});
	expect(response.ok()).toBe(true);
	await page.goto("/app/home");
	const bar = page.getByRole("navigation", { name: "Quick navigation" });
	await expect(bar.getByRole("link")).toHaveText(["Home", "Speech", "Voices", "History"]);
	await expect(bar.getByRole("link", { name: "Home" })).toHaveAttribute("aria-current", "page");
	await bar.getByRole("link", { name: "Voices" }).click();
	await expect(page).toHaveURL(/\/app\/voices$/);
	await bar.getByRole("button", { name: "More" }).click();
	const more = page.getByRole("dialog", { name: "More" });
	await expectAccessible(page, "the More sheet");
	await more.getByRole("link", { name: "API keys" }).click();
	await expect(page).toHaveURL(/api-keys$/);
	await expect(more).toHaveCount(0);

	await page.setViewportSize({ width: 1280, height: 900 });
	const switcher = page.getByRole("complementary", { name: "Sidebar" }).getByRole("button", { name: /^Workspace:/ });
	await expect(switcher).toContainText("Demo User's workspace");
	await switcher.click();
	await expect(page.getByRole("menuitemradio")).toContainText([
		"Demo User's workspaceCreator, admin, 1 member",
		"Harbor Radio's workspacePro, editor, 2 members",
	]);
	await expectAccessible(page, "the workspace switcher");
	await page.getByRole("menuitemradio", { name: /Harbor Radio/ }).click();
	await expect(switcher).toContainText("Harbor Radio's workspace");
	await page.reload();
	await expect(switcher).toContainText("Harbor Radio's workspace");
	await expect(switcher).toContainText("Pro plan");
});
