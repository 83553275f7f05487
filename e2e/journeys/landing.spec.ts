import type { Browser, Page } from "@playwright/test";
import { britishAccent } from "../../web/app/features/marketing/landing/accents/british-accent.ts";
import type { LandingEntry } from "../../web/app/features/marketing/landing/landing.ts";
import { german } from "../../web/app/features/marketing/landing/languages/german.ts";
import { hindi } from "../../web/app/features/marketing/landing/languages/hindi.ts";
import { expect, expectAccessible, test } from "./fixtures.ts";

async function withoutScripts(browser: Browser, look: (page: Page) => Promise<void>): Promise<void> {
	const context = await browser.newContext({ javaScriptEnabled: false });
	await look(await context.newPage());
	await context.close();
}

/** All of an entry is on its page: the words as text, the sample as something to play. */
async function expectWhole(page: Page, entry: LandingEntry, lang: string): Promise<void> {
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
	const picture = await page.locator('meta[property="og:image"]').getAttribute("content");
	const answer = await page.request.get(picture ?? "");
	expect(answer.headers()["content-type"], picture ?? "no picture").toBe("image/png");
}

async function expectHeard(page: Page): Promise<void> {
	await expect
		.poll(() => page.evaluate(() => window.heard().loudest), { message: "no sound came out" })
		.toBeGreaterThan(0.01);
}

test("MARKETING-034 MARKETING-035 MARKETING-036 pages of a language and of an accent show every field of their entry without JavaScript", async ({
	browser,
}) => {
	await withoutScripts(browser, async (page) => {
		await expectWhole(page, german, "de");
		await expect(page.locator('link[hreflang="hi"]')).toHaveAttribute("href", /\/text-to-speech\/hindi$/);
		await expect(page.getByRole("navigation", { name: german.words.languages }).getByRole("link")).toHaveCount(29);
		await expectWhole(page, hindi, "hi");
		await expect(page.locator('link[hreflang="de"]')).toHaveAttribute("href", /\/text-to-speech\/german$/);
		await expectWhole(page, britishAccent, "en");
		await expect(page.locator("link[hreflang]")).toHaveCount(0);
	});
});

test("a visitor types on an accent's page, hears it, and reads which engine spoke", async ({ page }) => {
	await page.goto("/text-to-speech/british-accent");
	const box = page.getByRole("form", { name: "Type and hear" });
	await box.getByLabel("A sentence to hear").fill("The kettle is on, and the rain has nearly stopped.");
	await box.getByRole("button", { name: "Hear it", exact: true }).click();
	await expectHeard(page);
	// The journeys' server has none but the test engine, and the box says that rather than what the page hopes for.
	await expect(box).toContainText(/Tone .+ speaks, by .+\./);
	await expectAccessible(page, "an accent's page");
});

test("MARKETING-037 a page whose entry names no voice works: its box sounds and names the engine, and so does its sample", async ({
	page,
}) => {
	expect(german.voice_id).toBeUndefined();
	const { tryBox, languages } = german.words;
	await page.goto("/text-to-speech/german");
	const box = page.getByRole("form", { name: tryBox.box });
	await box.getByRole("button", { name: tryBox.hear, exact: true }).click();
	await expectHeard(page);
	await expect(box).toContainText(/Es spricht Tone .+, erzeugt von .+\./);
	await page.getByRole("button", { name: `${tryBox.hear}: ${german.name}` }).click();
	await expect.poll(() => page.evaluate(() => window.heard().playing), { message: "both sound at once" }).toBe(1);
	await expect(page.getByRole("button", { name: `${tryBox.pause}: ${german.name}` })).toBeVisible();
	await expect(page.locator("figcaption")).toContainText("German Basic");
	// From one language to the next in place: another text, another language of the document, another direction.
	await page.getByRole("navigation", { name: languages }).getByRole("link", { name: "العربية" }).click();
	await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
	await expect(page.locator("html")).toHaveAttribute("lang", "ar");
	await expect(page.getByRole("textbox")).not.toHaveValue(german.placeholderText);
	await expectAccessible(page, "the Arabic page");
});

test("MARKETING-015 from all languages to the facts of one, and on to its own page", async ({ page }) => {
	await page.goto("/languages");
	await expect(page.getByRole("heading", { level: 3 })).toHaveCount(29);
	await page.getByRole("link", { name: "Hindi", exact: true }).click();
	await expect(page.getByRole("heading", { level: 1 })).toHaveText("Hindi in Timbre");
	await expect(
		page.getByText("Four natural voices by Kokoro 82M and one basic, robotic voice by espeak-ng speak Hindi."),
	).toBeVisible();
	await expect(page.getByRole("button", { name: /^Play (Alpha|Beta|Omega|Psi|Hindi Basic)/ })).toHaveCount(5);
	await expectAccessible(page, "the facts of a language");
	await page.getByRole("link", { name: "Type Hindi and hear it" }).click();
	await expect(page.getByRole("heading", { level: 1 })).toHaveText(hindi.h1);
	expect((await page.request.get("/languages/klingon")).status()).toBe(404);
	expect((await page.request.get("/text-to-speech/klingon")).status()).toBe(404);
});
