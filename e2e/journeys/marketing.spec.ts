import type { Browser, Page } from "@playwright/test";
import homeClips from "../../web/app/features/marketing/content/home-audio.generated.json" with { type: "json" };
import { expect, expectAccessible, signOut, signUp, test } from "./fixtures.ts";

/** Public pages of the specification, with a phrase that is unique to the page's headline. */
const publicPages = [
	{ id: "MARKETING-002", pages: [["/about", "open voice platform"]] },
	{ id: "MARKETING-005", pages: [["/api", "code you already have"]] },
	{
		id: "MARKETING-006",
		pages: [
			["/use-cases", "make with Timbre"],
			["/use-cases/audiobooks", "manuscript"],
			["/use-cases/chatbots", "still being written"],
			["/use-cases/gaming", "first build"],
			["/use-cases/videos", "in sync"],
		],
	},
	{ id: "MARKETING-010", pages: [["/dubbing", "another language"]] },
	{ id: "MARKETING-011", pages: [["/elevenstudios", "finish your production"]] },
	{ id: "MARKETING-012", pages: [["/text-reader", "Listen to articles"]] },
	{ id: "MARKETING-013", pages: [["/enterprise", "inside"]] },
	{ id: "MARKETING-017", pages: [["/pricing", "credit"]] },
	{ id: "MARKETING-018", pages: [["/studio", "chapter by chapter"]] },
	{
		id: "MARKETING-022",
		pages: [
			["/sound-effects", "Describe a sound"],
			["/ai-sound-effects-for-sora", "silent video clips"],
		],
	},
	{ id: "MARKETING-026", pages: [["/voice-changer", "Change the voice"]] },
	{ id: "MARKETING-027", pages: [["/voice-cloning", "consent"]] },
	{ id: "MARKETING-031", pages: [["/voice-isolator", "background noise"]] },
] as const;

/** The voices of a server with real engines; the test server has only test tones. */
const shippedVoices = {
	language: "en",
	voices: homeClips.map(({ voiceId, voice, engine }) => ({ voice_id: voiceId, name: voice, model_name: engine })),
	max_characters: 200,
};

const planned = ["/dubbing", "/elevenstudios", "/sound-effects"];

async function withoutScripts(browser: Browser, look: (page: Page) => Promise<void>): Promise<void> {
	const context = await browser.newContext({ javaScriptEnabled: false });
	await look(await context.newPage());
	await context.close();
}

/** Checks that a page is public and complete without a session and without JavaScript. */
async function expectPublic(page: Page, path: string, phrase: string): Promise<void> {
	const response = await page.goto(path);
	expect(response?.status(), path).toBe(200);
	expect(new URL(page.url()).pathname, `${path} redirects`).toBe(path);
	const headline = page.getByRole("heading", { level: 1 });
	await expect(headline, path).toHaveCount(1);
	await expect(headline, path).toContainText(phrase);
	await expect(page.locator("main"), `${path} has too little text`).toHaveText(/.{600}/s);
	await expect(page.locator('meta[name="description"]'), path).toHaveAttribute("content", /.{60,}/);
	await expect(page.locator('link[rel="canonical"]'), path).toHaveAttribute("href", new RegExp(`^https?://.+${path}$`));
	if (planned.includes(path)) await expect(page.getByRole("note").first(), path).toContainText("Planned");
}

for (const { id, pages } of publicPages) {
	const paths = pages.map(([path]) => path).join(", ");
	test(`${id} ${paths}: complete without a session and without JavaScript`, async ({ browser }) => {
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

async function expectAudio(page: Page): Promise<void> {
	await expect
		.poll(() => page.evaluate(() => window.playbackState().peakLevel), { message: "no audio played" })
		.toBeGreaterThan(0.05);
	expect(await page.evaluate(() => window.playbackState().playing)).toBe(1);
}

test("a visitor generates a sentence on the home page without an account", async ({ page }) => {
	await page.goto("/");
	await page
		.getByLabel("Text to speak")
		.fill(
			"Hello, I would like to hear how you sound, and to go on hearing it for as long as it takes me to find the button that makes you pause.",
		);
	await page.getByRole("button", { name: "Hear it", exact: true }).click();
	await expectAudio(page);
});

test("the demo's own sentence plays from a file in every offered voice; only other text is synthesized", {
	tag: "@verify",
}, async ({ page }) => {
	const texts: string[] = [];
	await page.route("**/v1/try/voices?*", (route) => route.fulfill({ json: shippedVoices }));
	await page.route("**/v1/try/speech", (route) => {
		texts.push((route.request().postDataJSON() as { text: string }).text);
		return route.fulfill({ status: 429, json: { detail: { status: "system_busy", message: "All voices are busy." } } });
	});
	await page.goto("/");
	await page.getByRole("button", { name: "Hear it", exact: true }).click();
	await expectAudio(page);
	for (const { name } of shippedVoices.voices.slice(1)) {
		await page.evaluate(() => window.resetPlayback());
		await page.getByRole("button", { name: `Hear it as ${name}` }).click();
		await expect.poll(() => page.evaluate(() => window.playbackState().maxPosition), name).toBeGreaterThan(0.2);
	}
	expect(texts).toEqual([]);

	await page.getByLabel("Text to speak").fill("Something else.");
	await page.getByRole("button", { name: "Hear it", exact: true }).click();
	await expect(page.getByText("All voices are busy.")).toBeVisible();
	expect(texts).toEqual(["Something else."]);
});

test("MARKETING-024 /text-to-speech is complete without JavaScript; with it the demo plays, names its engine, and loads its player on interaction", async ({
	page,
	browser,
}) => {
	await withoutScripts(browser, (bare) => expectPublic(bare, "/text-to-speech", "streams as it is generated"));

	const scripts: string[] = [];
	page.on("request", (request) => request.resourceType() === "script" && scripts.push(request.url()));
	await page.goto("/text-to-speech");
	await expect(page.getByRole("button", { name: /^Hear it as/ }).first()).toBeVisible();
	await expect(page.getByText(/ is a \S.* voice\./)).toBeVisible();
	expect(scripts.filter((url) => url.includes("try-player"))).toEqual([]);

	await page
		.getByLabel("Text to speak")
		.fill(
			"The box on this page speaks as well, and it goes on for as long as a visitor needs to find the button that makes it pause, on a slow day too.",
		);
	await page.getByLabel("Text to speak").press("Enter");
	await expectAudio(page);
	expect(scripts.filter((url) => url.includes("try-player"))).toHaveLength(1);

	await page.getByRole("button", { name: "Pause", exact: true }).click();
	await expect.poll(() => page.evaluate(() => window.playbackState().playing)).toBe(0);
	await page
		.getByRole("button", { name: /^Hear it as/ })
		.nth(1)
		.click();
	await expect.poll(() => page.evaluate(() => window.playbackState().playing)).toBe(1);

	// Leaving the page stops the audio.
	await page.getByRole("link", { name: "Pricing" }).first().click();
	await expect(page.getByRole("heading", { level: 1 })).toContainText("credit");
	await expect.poll(() => page.evaluate(() => window.playbackState().playing)).toBe(0);
});

test("a signed-in visitor sees Open app instead of Sign in on public pages, from the first paint, until they sign out", {
	tag: "@verify",
}, async ({ page }) => {
	const header = page.getByRole("banner");
	await page.goto("/pricing");
	await expect(header.getByRole("link", { name: "Create account" })).toBeVisible();
	await expect(header.getByRole("link", { name: "Open app" })).toBeHidden();
	await signUp(page);
	await expect(page.getByRole("button", { name: /account menu/ }).first()).toBeVisible();
	await page.goto("/pricing", { waitUntil: "commit" });
	await expect(header.getByRole("link", { name: "Open app" })).toBeVisible();
	await expect(page.getByRole("link", { name: /Sign in|Create account/ }).filter({ visible: true })).toHaveCount(0);
	await header.getByRole("link", { name: "Open app" }).click();
	await expect(page).toHaveURL(/\/app\/home$/);
	await signOut(page);
	await page.goto("/pricing");
	await expect(header.getByRole("link", { name: "Sign in" })).toBeVisible();
	await expect(header.getByRole("link", { name: "Open app" })).toBeHidden();
});

test("the menus list only what works; the roadmap links to everything planned", async ({ browser }) => {
	await withoutScripts(browser, async (page) => {
		await page.goto("/");
		for (const path of [...planned, "/careers", "/customers", "/payouts"])
			await expect(page.locator(`a[href="${path}"]`), path).toHaveCount(0);
		await page.getByRole("contentinfo").getByRole("link", { name: "Roadmap" }).click();
		await expect(page.getByRole("heading", { level: 1 })).toHaveText("What is planned");
		const main = page.getByRole("main");
		for (const path of [...planned, "/text-reader", "/ai-sound-effects-for-sora"])
			await expect(main.locator(`a[href="${path}"]`), path).toHaveCount(1);
	});
});

test("the documentation is complete without JavaScript; its search finds a section of another guide", {
	tag: "@verify",
}, async ({ page, browser }) => {
	await withoutScripts(browser, async (bare) => {
		await expectPublic(bare, "/docs/quick-start", "Quick start");
		await bare.getByRole("navigation", { name: "Documentation" }).getByRole("link", { name: "Streaming" }).click();
		await expect(bare.getByRole("heading", { level: 1 })).toHaveText("Streaming");
	});
	await page.setViewportSize({ width: 390, height: 844 });
	await page.goto("/docs/quick-start");
	await page.getByLabel("Search the guides").fill("verify signature");
	await page.getByRole("link", { name: "Verify the signature" }).click();
	await expect(page).toHaveURL(/\/docs\/webhooks#verify-the-signature$/);
	await expect(page.getByRole("heading", { level: 1 })).toHaveText("Webhooks");
	await expect(page.getByRole("heading", { name: "Verify the signature" })).toBeInViewport();
	await expectAccessible(page, "a guide on a phone");
});

test("the mobile menu opens and closes on Escape and navigation, and the theme chosen in the footer persists", {
	tag: "@verify",
}, async ({ page }) => {
	await page.setViewportSize({ width: 390, height: 844 });
	await page.goto("/pricing");
	const menu = page.getByRole("navigation", { name: "Main menu" });
	const languages = menu.getByRole("link", { name: "Languages" });
	await menu.getByText("Menu", { exact: true }).click();
	await expect(languages).toBeVisible();
	// It opens without scripts, but Escape needs them.
	await page.waitForFunction(() => (window as unknown as { queuedActions?: unknown }).queuedActions === undefined);
	await expect(languages).toBeVisible();
	await expectAccessible(page, "open menu on a phone");
	await page.keyboard.press("Escape");
	await expect(languages).toBeHidden();
	await expect(menu.locator("summary")).toBeFocused();
	await page.keyboard.press("Enter");
	await languages.click();
	await expect(page).toHaveURL(/\/languages$/);
	await expect(languages).toBeHidden();
	await expect(page.getByRole("main")).toBeFocused();

	await page.getByLabel("Theme").selectOption("dark");
	await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
	await page.reload();
	await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
	await expect(page.getByLabel("Theme")).toHaveValue("dark");
});
