// npm run site:pictures: takes the pictures of the product for the home page and the README, in both themes, from the
// product with real engines. Writes web/public/pictures.
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContext, chromium, type Page } from "@playwright/test";
import { loadConfig } from "@timbre/server/core/config.ts";
import { seed } from "../seed/main.ts";
import { demoLogin } from "../seed/scenarios/demo.ts";
import { startStack } from "../tools/stack/stack.ts";
import { launchOptions } from "./chromium.ts";

const root = join(import.meta.dirname, "..");
const folder = join(root, "web/public/pictures");
const size = { width: 1280, height: 720 };
const maxBytes = 90_000;
const themes = ["light", "dark"] as const;

const story =
	"The keeper had stopped counting ships. Then, one evening in March, a small boat came in without a light, and nobody was at the oars. " +
	"He pulled it onto the stones and found a letter with his own name on it.";

/** Earlier generations, for the history. */
const earlier = [
	["wd5ObpQ4vNaJtC9V1idt", "Welcome to the harbor museum. Please keep your ticket until the end of the tour."],
	["r2HeyeHFFOl0mLlSMb1s", "Your parcel arrives tomorrow between nine and eleven."],
	["4UOEdYlemHBUsc3G6vpZ", "Chapter two. The winter that followed was the longest anyone could remember."],
	["ytXHaAVsPejR8BUhL3Jk", "The next train to the coast leaves from platform four."],
	["6PBuBLp6eyAFuSWHZUjj", "Turn the key, wait for the green light, then open the valve slowly."],
	["aU6Dws1mlLqZRBHLjjHo", "Good morning. Here is the weather for the islands."],
] as const;

type Picture = { name: string; open(page: Page): Promise<void> };

const pictures: Picture[] = [
	{
		name: "text-to-speech",
		async open(page) {
			await page.goto("/app/speech-synthesis/text-to-speech");
			await page.getByLabel("Text to speak").fill(story);
			await page.getByRole("button", { name: /^Generate/ }).click();
			await page
				.getByRole("button", { name: /^Pause/ })
				.first()
				.waitFor({ timeout: 120_000 });
			// Far enough into the text to show the progress, with all audio received.
			await page.waitForTimeout(20_000);
			await page
				.getByRole("button", { name: /^Pause/ })
				.first()
				.click({ timeout: 5_000 })
				.catch(() => {});
		},
	},
	{
		name: "voice-library",
		async open(page) {
			await page.goto("/app/voice-library?search=British");
			await page.getByText("George").first().waitFor();
		},
	},
	{
		name: "history",
		async open(page) {
			await page.goto("/app/speech-synthesis/text-to-speech/history");
			await page.getByText("The keeper had stopped").first().waitFor();
		},
	},
];

async function signIn(context: BrowserContext): Promise<void> {
	const response = await context.request.post("/api/auth/sign-in/email", { data: demoLogin });
	if (!response.ok()) throw new Error(`Couldn't sign in: ${await response.text()}`);
}

async function generateEarlier(page: Page): Promise<void> {
	await page.goto("/app/home");
	for (const [voiceId, text] of earlier) {
		const status = await page.evaluate(
			async ([id, words]) => {
				const response = await fetch(`/v1/text-to-speech/${id}`, {
					method: "POST",
					headers: { "content-type": "application/json" },
					body: JSON.stringify({ text: words }),
				});
				await response.arrayBuffer();
				return response.status;
			},
			[voiceId, text] as const,
		);
		if (status !== 200) throw new Error(`Couldn't generate "${text}": ${status}`);
	}
}

async function take(page: Page, file: string): Promise<void> {
	// Toasts and hover styles do not belong in a picture.
	await page.mouse.move(0, 0);
	await page.waitForTimeout(1_500);
	if (await page.getByText("Generating previews").first().isVisible())
		throw new Error(`${file} would show that previews are being generated.`);
	const session = await page.context().newCDPSession(page);
	const { data } = await session.send("Page.captureScreenshot", { format: "webp", quality: 80 });
	const bytes = Buffer.from(data, "base64");
	if (bytes.length > maxBytes) throw new Error(`${file} has ${bytes.length} bytes, more than ${maxBytes}`);
	await writeFile(join(folder, file), bytes);
	console.log(`${file}: ${bytes.length} bytes`);
}

const dataDir = await mkdtemp(join(tmpdir(), "timbre-pictures-"));
const stack = await startStack({ dataDir, engines: "real", web: "built", env: { LOG_LEVEL: "warn" } });
try {
	await mkdir(folder, { recursive: true });
	await stack.waitForVoice();
	await seed(loadConfig(stack.env), ["base", "demo"], () => {});
	const browser = await chromium.launch(launchOptions);
	for (const theme of themes) {
		const context = await browser.newContext({
			baseURL: stack.url,
			viewport: size,
			deviceScaleFactor: 1,
			colorScheme: theme,
		});
		await signIn(context);
		const page = await context.newPage();
		if (theme === themes[0]) await generateEarlier(page);
		for (const { name, open } of pictures) {
			await open(page);
			await take(page, `${name}-${theme}.webp`);
		}
		await context.close();
	}
	await browser.close();
} finally {
	await stack.stop();
	await rm(dataDir, { recursive: true, force: true });
}
