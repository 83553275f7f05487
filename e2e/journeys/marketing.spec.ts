import type { Browser, Page } from "@playwright/test";
import { expect, expectAccessible, test } from "./fixtures.ts";

/** Public pages as the specification lists them, with a phrase that only that page's headline has. */
const publicPages = [
	{ id: "MARKETING-002", pages: [["/about", "permission"]] },
	{ id: "MARKETING-005", pages: [["/api", "same code"]] },
	{
		id: "MARKETING-006",
		pages: [
			["/use-cases", "made with it"],
			["/use-cases/audiobooks", "manuscript"],
			["/use-cases/chatbots", "still being written"],
			["/use-cases/gaming", "first build"],
			["/use-cases/videos", "picture"],
		],
	},
	{ id: "MARKETING-010", pages: [["/dubbing", "another language"]] },
	{ id: "MARKETING-011", pages: [["/elevenstudios", "finish it"]] },
	{ id: "MARKETING-012", pages: [["/text-reader", "read to you"]] },
	{ id: "MARKETING-013", pages: [["/enterprise", "inside"]] },
	{ id: "MARKETING-017", pages: [["/pricing", "credit"]] },
	{ id: "MARKETING-018", pages: [["/studio", "chapter by chapter"]] },
	{
		id: "MARKETING-022",
		pages: [
			["/sound-effects", "Describe a sound"],
			["/ai-sound-effects-for-sora", "Silent clips"],
		],
	},
	{ id: "MARKETING-026", pages: [["/voice-changer", "another voice"]] },
	{ id: "MARKETING-027", pages: [["/voice-cloning", "consent"]] },
	{ id: "MARKETING-031", pages: [["/voice-isolator", "lose the street"]] },
] as const;

const planned = ["/dubbing", "/elevenstudios", "/sound-effects", "/studio", "/voice-changer"];

async function withoutScripts(browser: Browser, look: (page: Page) => Promise<void>): Promise<void> {
	const context = await browser.newContext({ javaScriptEnabled: false });
	await look(await context.newPage());
	await context.close();
}

/** The page is there for anybody: no session, no JavaScript, its own headline, words enough to be a page. */
async function expectPublic(page: Page, path: string, phrase: string): Promise<void> {
	const response = await page.goto(path);
	expect(response?.status(), path).toBe(200);
	expect(new URL(page.url()).pathname, `${path} leads elsewhere`).toBe(path);
	const headline = page.getByRole("heading", { level: 1 });
	await expect(headline, path).toHaveCount(1);
	await expect(headline, path).toContainText(phrase);
	await expect(page.locator("main"), `${path} has hardly a word`).toHaveText(/.{600}/s);
	await expect(page.locator('meta[name="description"]'), path).toHaveAttribute("content", /.{60,}/);
	await expect(page.locator('link[rel="canonical"]'), path).toHaveAttribute("href", new RegExp(`^https?://.+${path}$`));
	if (planned.includes(path)) await expect(page.getByRole("note").first(), path).toContainText("Planned");
}

for (const { id, pages } of publicPages) {
	const paths = pages.map(([path]) => path).join(", ");
	test(`${id} ${paths}: whole without a session and without JavaScript`, async ({ browser }) => {
		await withoutScripts(browser, async (page) => {
			for (const [path, phrase] of pages) await expectPublic(page, path, phrase);
		});
	});
}

test("MARKETING-001 an anonymous visitor reads the home page and a language's page, without JavaScript, and opens the menu", async ({
	browser,
}) => {
	await withoutScripts(browser, async (page) => {
		await expectPublic(page, "/", "Write something");
		await expect(page.getByText("npm run dev").first()).toBeVisible();
		await expect(page.getByRole("link", { name: "Sign in" }).first()).toBeVisible();
		const menu = page.getByRole("navigation", { name: "Main", exact: true });
		await menu.getByText("Product", { exact: true }).click();
		await menu.getByRole("link", { name: "Voice cloning" }).click();
		await expect(page).toHaveURL(/\/voice-cloning$/);
		await expectPublic(page, "/text-to-speech/german", "");
		await expect(page.locator("html")).toHaveAttribute("lang", "de");
	});
});

async function expectSound(page: Page): Promise<void> {
	await expect
		.poll(() => page.evaluate(() => window.heard().loudest), { message: "no sound came out" })
		.toBeGreaterThan(0.05);
	expect(await page.evaluate(() => window.heard().playing)).toBe(1);
}

test("a visitor types a sentence on the home page and hears it, without an account", async ({ page }) => {
	await page.goto("/");
	await page
		.getByLabel("A sentence to hear")
		.fill(
			"Hello, I would like to hear how you sound, and to go on hearing it for as long as it takes me to find the button that makes you pause.",
		);
	await page.getByRole("button", { name: "Hear it", exact: true }).click();
	await expectSound(page);
});

test("MARKETING-024 /text-to-speech is whole without JavaScript; with it the box speaks, names its engine, and loads its player when touched", async ({
	page,
	browser,
}) => {
	await withoutScripts(browser, (bare) => expectPublic(bare, "/text-to-speech", "starts before it is finished"));

	const scripts: string[] = [];
	page.on("request", (request) => request.resourceType() === "script" && scripts.push(request.url()));
	await page.goto("/text-to-speech");
	await expect(page.getByRole("button", { name: /^Hear it as/ }).first()).toBeVisible();
	await expect(page.getByText(/ is spoken by \S/)).toBeVisible();
	expect(scripts.filter((url) => url.includes("try-sound"))).toEqual([]);

	await page
		.getByLabel("A sentence to hear")
		.fill(
			"The box on this page speaks as well, and it goes on for as long as a visitor needs to find the button that makes it pause, on a slow day too.",
		);
	await page.getByLabel("A sentence to hear").press("Enter");
	await expectSound(page);
	expect(scripts.filter((url) => url.includes("try-sound"))).toHaveLength(1);

	await page.getByRole("button", { name: "Pause", exact: true }).click();
	await expect.poll(() => page.evaluate(() => window.heard().playing)).toBe(0);
	await page
		.getByRole("button", { name: /^Hear it as/ })
		.nth(1)
		.click();
	await expect.poll(() => page.evaluate(() => window.heard().playing)).toBe(1);

	// A page without a player leaves nothing sounding behind.
	await page.getByRole("link", { name: "Pricing" }).first().click();
	await expect(page.getByRole("heading", { level: 1 })).toContainText("credit");
	await expect.poll(() => page.evaluate(() => window.heard().playing)).toBe(0);
});

test("the menu of a phone opens, closes by Escape and by going to a page; the theme chosen in the footer stays", async ({
	page,
}) => {
	await page.setViewportSize({ width: 390, height: 844 });
	await page.goto("/pricing");
	const menu = page.getByRole("navigation", { name: "Main menu" });
	const dubbing = menu.getByRole("link", { name: "Dubbing" });
	await menu.getByText("Menu", { exact: true }).click();
	await expect(dubbing).toBeVisible();
	// It opens without scripts; by Escape it closes with them.
	await page.waitForFunction(() => (window as unknown as { earlyDeeds?: unknown }).earlyDeeds === undefined);
	await expect(dubbing).toBeVisible();
	await expectAccessible(page, "open menu on a phone");
	await page.keyboard.press("Escape");
	await expect(dubbing).toBeHidden();
	await expect(menu.locator("summary")).toBeFocused();
	await page.keyboard.press("Enter");
	await dubbing.click();
	await expect(page.getByRole("heading", { level: 1 })).toContainText("another language");
	await expect(dubbing).toBeHidden();
	await expect(page.getByRole("main")).toBeFocused();

	await page.getByLabel("Theme").selectOption("dark");
	await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
	await page.reload();
	await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
	await expect(page.getByLabel("Theme")).toHaveValue("dark");
});
