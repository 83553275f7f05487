import type { Page } from "@playwright/test";
import { makeMedia } from "@timbre/engines/media/testing/make-media.ts";
import { inspectMedia } from "@timbre/engines/media/testing/picture.ts";
import { openInApp } from "../in-app.ts";
import { expect, expectAccessible, signUp, test } from "./fixtures.ts";

const dialog = (page: Page, name: string | RegExp) => page.getByRole("dialog", { name });
const text = (page: Page, line: number) => page.getByRole("textbox", { name: `Text of line ${line}`, exact: true });
const warning = (page: Page) => page.getByText(/^The speech is .* too long for its slot/);

/** Three seconds with the test voice. */
const threeSeconds = "This sentence has exactly forty-five letters.";

test("[STUDIO-002] Studio and the voice-over studio are screens of the logged-in app", async ({ page }) => {
	await signUp(page, "/app/studio");
	await expect(page.getByRole("heading", { level: 1, name: "Studio", exact: true })).toBeVisible();
	const menu = page.getByRole("navigation").getByRole("link", { name: "Voice-over studio" });
	await expect(menu.first()).toBeVisible();
	await openInApp(page, "/app/voiceover-studio");
	await expect(page.getByRole("heading", { level: 1, name: "Voice-over studio" })).toBeVisible();
	await expect(page).toHaveTitle("Voice-over studio - Timbre");
	await expect(page.getByText("No voice-overs yet")).toBeVisible();
	// Without a session, both lead to signing in.
	await page.context().clearCookies();
	for (const path of ["/app/studio", "/app/voiceover-studio"]) {
		await page.goto(path);
		await expect(page).toHaveURL(/\/app\/sign-in/);
	}
});

test("a video gets speech that fits its slots, and leaves with its picture unchanged", async ({ page }) => {
	await signUp(page, "/app/voiceover-studio");
	await page.getByRole("button", { name: "New voice-over" }).click();
	await page.getByRole("textbox", { name: "Name" }).fill("Product tour");
	await page.getByRole("button", { name: "Create voice-over" }).click();
	await expect(page.getByRole("heading", { level: 1, name: "Product tour" })).toBeVisible();
	await expectAccessible(page, "an empty voice-over");

	const video = await makeMedia("mp4", { seconds: 6, size: "320x180" });
	await page.getByRole("button", { name: "Add video or recording" }).click();
	await dialog(page, "Add a video or recording")
		.locator("input[type=file]")
		.setInputFiles({ name: "tour.mp4", mimeType: "video/mp4", buffer: video });
	await expect(page.getByText("0:06.00, 320 × 180, 25 fps")).toBeVisible({ timeout: 60_000 });

	await page.getByRole("button", { name: "Add line" }).click();
	await text(page, 1).fill(threeSeconds);
	await page.getByRole("textbox", { name: "End of line 1" }).fill("0:02");
	await page.keyboard.press("Enter");
	await page.getByRole("button", { name: "Generate line 1" }).click();
	await expect(dialog(page, "Generate speech of line 1").getByText("45 credits", { exact: true })).toBeVisible();
	await dialog(page, "Generate speech of line 1").getByRole("button", { name: "Generate for 45 credits" }).click();
	// Three seconds at 1.25 times the speed are still more than two.
	await expect(warning(page)).toBeVisible({ timeout: 60_000 });
	await expect(warning(page)).toContainText("Shorten the text or end the slot later.");

	await page.getByRole("button", { name: "Export", exact: true }).click();
	const exporting = dialog(page, "Export");
	await expect(exporting.getByText("Line 1: too long for the slot")).toBeVisible();
	await expect(exporting.getByRole("button", { name: "Export", exact: true })).toBeDisabled();
	await exporting.getByRole("button", { name: "Close" }).last().click();

	await page.getByRole("textbox", { name: "End of line 1" }).fill("2.6");
	await page.keyboard.press("Enter");
	await expect(page.getByText(/^1\.1\d× speed$/)).toBeVisible();
	await expect(warning(page)).toBeHidden();
	await page.getByRole("button", { name: "Audio settings of line 1" }).click();
	await page.getByRole("textbox", { name: "Lower other tracks by (dB) of line 1" }).fill("20");
	await page.keyboard.press("Enter");
	await expectAccessible(page, "a voice-over with speech");

	await page.getByRole("button", { name: "Play line 1" }).click();
	await expect.poll(() => page.evaluate(() => window.playbackState().maxPlaying)).toBe(2);
	await page.getByRole("button", { name: "Pause", exact: true }).press("k");
	await expect(page.getByRole("button", { name: "Play", exact: true })).toBeVisible();

	await page.getByRole("button", { name: "Export", exact: true }).click();
	await exporting.getByRole("button", { name: "Export", exact: true }).click();
	const download = exporting.getByRole("link", { name: "Download MP4 video" });
	await expect(download).toBeVisible({ timeout: 60_000 });
	await expectAccessible(page, "an export");
	const file = await page.request.get((await download.getAttribute("href")) ?? "");
	expect(file.headers()["content-disposition"]).toContain("Product tour.mp4");
	const [before, after] = [await inspectMedia(video), await inspectMedia(await file.body())];
	expect(after.codecs).toEqual(["h264", "aac"]);
	expect(after.picture).toEqual(before.picture);
});

test("blocks move on the timeline, and lines come from subtitles", { tag: "@verify" }, async ({ page }) => {
	await signUp(page, "/app/voiceover-studio");
	await page.getByRole("button", { name: "New voice-over" }).click();
	await page.getByRole("textbox", { name: "Name" }).fill("Product tour");
	await page.getByRole("button", { name: "Create voice-over" }).click();
	await page.getByLabel("Subtitle file").setInputFiles({
		name: "tour.srt",
		mimeType: "text/plain",
		buffer: Buffer.from("1\n00:00:01,000 --> 00:00:04,000\nHello there.\n"),
	});
	await expect(text(page, 1)).toHaveValue("Hello there.");
	const start = page.getByRole("textbox", { name: "Start of line 1" });
	const end = page.getByRole("textbox", { name: "End of line 1" });
	const drag = async (fromRight: number, pixels: number) => {
		const box = await page.getByTitle("1. Hello there.").boundingBox();
		if (!box) throw new Error("the block is missing");
		const [x, y] = [box.x + box.width - fromRight, box.y + box.height / 2];
		await page.mouse.move(x, y);
		await page.mouse.down();
		await page.mouse.move(x + pixels, y, { steps: 3 });
		await page.mouse.up();
	};
	// 32 pixels per second.
	await drag(60, 64);
	await expect(start).toHaveValue("0:03.00");
	await expect(end).toHaveValue("0:06.00");
	await drag(3, 32);
	await expect(end).toHaveValue("0:07.00");
	await expect(start).toHaveValue("0:03.00");
	await end.fill("1");
	await page.keyboard.press("Enter");
	await expect(page.getByText("The end must be after the start.")).toBeVisible();
	await page.keyboard.press("Escape");
	await page.reload();
	await expect(end).toHaveValue("0:07.00");
});
