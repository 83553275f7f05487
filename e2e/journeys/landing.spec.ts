import type { Browser, Page } from "@playwright/test";
import { britishAccent } from "../../web/app/features/marketing/landing/content/accents/europe/british-accent.ts";
import { german } from "../../web/app/features/marketing/landing/content/languages/europe/german.ts";
import { hindi } from "../../web/app/features/marketing/landing/content/languages/world/hindi.ts";
import type { LandingEntry } from "../../web/app/features/marketing/landing/model/landing.ts";
import { expect, expectAccessible, signUp, test } from "./fixtures.ts";

async function withoutScripts(browser: Browser, look: (page: Page) => Promise<void>): Promise<void> {
	const context = await browser.newContext({ javaScriptEnabled: false });
	await look(await context.newPage());
	await context.close();
}

/** Checks that the page contains all texts of an entry and its audio sample. */
async function expectComplete(page: Page, entry: LandingEntry, lang: string): Promise<void> {
	const path = `/text-to-speech/${entry.audioSrc}`;
	expect((await page.goto(path))?.status(), path).toBe(200);
	await expect(page.locator("html")).toHaveAttribute("lang", lang);
	await expect(page.getByRole("heading", { level: 1 })).toHaveText(entry.h1);
	const main = page.locator("main");
	for (const text of [
		entry.name,
		entry.lead,
		entry.placeholderText,
		entry.howToDescription,
		entry.feature1Title,
		entry.feature1Description,
		entry.feature2Title,
		entry.feature2Description,
		...entry.faq.flatMap(({ question, answer }) => [question, answer]),
	])
		await expect(main, `${path} lacks: ${text}`).toContainText(text);
	await expect(page.locator("audio")).toHaveAttribute("src", `/audio/landing/${entry.audioSrc}.mp3`);
	await expect(page.locator('link[rel="canonical"]')).toHaveAttribute(
		"href",
		new RegExp(`^https?://localhost.*${path}$`),
	);
	const image = await page.locator('meta[property="og:image"]').getAttribute("content");
	const response = await page.request.get(image ?? "");
	expect(response.headers()["content-type"], image ?? "no image").toBe("image/png");
}

async function expectAudio(page: Page): Promise<void> {
	await expect
		.poll(() => page.evaluate(() => window.playbackState().peakLevel), { message: "no audio played" })
		.toBeGreaterThan(0.01);
}

test("MARKETING-034 MARKETING-035 MARKETING-036 language and accent pages show every field of their entry without JavaScript", async ({
	browser,
}) => {
	await withoutScripts(browser, async (page) => {
		await expectComplete(page, german, "de");
		await expect(page.locator('link[hreflang="hi"]')).toHaveAttribute("href", /\/text-to-speech\/hindi$/);
		await expect(page.getByRole("navigation", { name: german.labels.languages }).getByRole("link")).toHaveCount(29);
		await expectComplete(page, hindi, "hi");
		await expect(page.locator('link[hreflang="de"]')).toHaveAttribute("href", /\/text-to-speech\/german$/);
		await expectComplete(page, britishAccent, "en");
		await expect(page.locator("link[hreflang]")).toHaveCount(0);
	});
});

test("a visitor generates text on an accent page and sees the engine", { tag: "@verify" }, async ({ page }) => {
	await page.goto("/text-to-speech/british-accent");
	const box = page.getByRole("form", { name: "Try text to speech" });
	await box.getByLabel("Text to speak").fill("The kettle is on, and the rain has nearly stopped.");
	await box.getByRole("button", { name: "Hear it", exact: true }).click();
	await expectAudio(page);
	// The test server only has the test engine, and the demo shows the actual engine.
	await expect(box).toContainText(/Tone .+ is a .+ voice\./);
	await expectAccessible(page, "accent page");
});

test("MARKETING-037 a page whose entry has no voice_id works: demo and sample play and name the engine", async ({
	page,
}) => {
	expect(german.voice_id).toBeUndefined();
	const { tryBox, languages } = german.labels;
	await page.goto("/text-to-speech/german");
	const box = page.getByRole("form", { name: tryBox.box });
	await box.getByRole("button", { name: tryBox.hear, exact: true }).click();
	await expectAudio(page);
	await expect(box).toContainText(/Es spricht Tone .+, erzeugt von .+\./);
	await page.getByRole("button", { name: `${tryBox.hear}: ${german.name}` }).click();
	await expect
		.poll(() => page.evaluate(() => window.playbackState().playing), { message: "both play at once" })
		.toBe(1);
	await expect(page.getByRole("button", { name: `${tryBox.pause}: ${german.name}` })).toBeVisible();
	await expect(page.locator("figcaption")).toContainText("German Basic");
	// Client-side navigation to another language changes text, document language and direction.
	await page.getByRole("navigation", { name: languages }).getByRole("link", { name: "العربية" }).click();
	await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
	await expect(page.locator("html")).toHaveAttribute("lang", "ar");
	await expect(page.getByRole("textbox")).not.toHaveValue(german.placeholderText);
	await expectAccessible(page, "the Arabic page");
});

test("MARKETING-015 a visitor goes from all languages to the details of one and to its landing page", async ({
	page,
}) => {
	await page.goto("/languages");
	await expect(page.getByRole("heading", { level: 3 })).toHaveCount(29);
	await page.getByRole("link", { name: "Hindi", exact: true }).click();
	await expect(page.getByRole("heading", { level: 1 })).toHaveText("Hindi text to speech");
	await expect(
		page.getByText("Hindi has four natural voices (Kokoro 82M) and one basic, robotic voice (espeak-ng)."),
	).toBeVisible();
	await expect(page.getByRole("button", { name: /^Play (Alpha|Beta|Omega|Psi|Hindi Basic)/ })).toHaveCount(5);
	await expectAccessible(page, "language details");
	await page.getByRole("link", { name: "Try Hindi", exact: true }).first().click();
	await expect(page.getByRole("heading", { level: 1 })).toHaveText(hindi.h1);
	expect((await page.request.get("/languages/klingon")).status()).toBe(404);
	expect((await page.request.get("/text-to-speech/klingon")).status()).toBe(404);
});

test("a page in another language offers visitors with an account the app, in that language", {
	tag: "@verify",
}, async ({ page }) => {
	const main = page.getByRole("main");
	await page.goto(`/text-to-speech/${german.audioSrc}`);
	await expect(main.getByRole("link", { name: "Konto anlegen" })).toHaveAttribute("href", "/app/sign-up");
	await expect(main.getByRole("link", { name: "App öffnen" })).toBeHidden();
	await signUp(page);
	await expect(page.getByRole("button", { name: /account menu/ }).first()).toBeVisible();
	await page.goto(`/text-to-speech/${german.audioSrc}`);
	await expect(main.getByRole("link", { name: "App öffnen" })).toHaveAttribute("href", "/app");
	await expect(main.getByRole("link", { name: "Konto anlegen" })).toBeHidden();
});
