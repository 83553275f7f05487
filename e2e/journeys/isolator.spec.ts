import { readFile } from "node:fs/promises";
import { recordingOf } from "../sdk/recordings.ts";
import { expect, expectAccessible, signUp, test } from "./fixtures.ts";

/** A spoken sentence with a hiss, and a second of hiss before and after it. */
async function noisyRecording(): Promise<Buffer> {
	const spoken = await recordingOf("The harbour lay quiet under a thin fog.");
	const second = Buffer.alloc(32_000);
	const file = Buffer.concat([spoken.subarray(0, 44), second, spoken.subarray(44), second]);
	file.writeUInt32LE(file.length - 8, 4);
	file.writeUInt32LE(file.length - 44, 40);
	for (let at = 44, state = 7; at < file.length; at += 2) {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
		file.writeInt16LE(Math.round(0.7 * file.readInt16LE(at) + (state / 2 ** 31 - 1) * 700), at);
	}
	return file;
}

test("[ISOLATOR-001] [ISOLATOR-002] removes noise from a recording, compares both versions, downloads and deletes it", async ({
	page,
}) => {
	await signUp(page);
	await page.goto("/app/voice-isolator");
	await expect(page.getByRole("heading", { level: 1, name: "Voice isolator" })).toBeVisible();
	await expect(page.getByText("No recordings yet")).toBeVisible();
	await expectAccessible(page, "before a recording is chosen");

	const recording = { name: "interview on the quay.wav", mimeType: "audio/wav", buffer: await noisyRecording() };
	await page.locator('input[type="file"]').setInputFiles(recording);
	await expect(page.getByText(/^The noise between words is \d+ dB quieter\.$/)).toBeVisible({ timeout: 120_000 });
	await expect(page.getByText(/Noise removed by (RNNoise|GTCRN)\. \d+ credits used\./)).toBeVisible();
	await expect(page.getByRole("complementary", { name: "Sidebar" })).not.toContainText("10,000");
	await expectAccessible(page, "with the result");

	await page.getByRole("button", { name: "Play" }).click();
	await expect
		.poll(() => page.evaluate(() => window.playbackState().maxPosition), { timeout: 30_000 })
		.toBeGreaterThan(0.2);
	// Both versions play, one of them muted, so that switching has no gap.
	expect(await page.evaluate(() => window.playbackState().maxPlaying)).toBe(2);
	const original = page.getByRole("button", { name: "Original", exact: true });
	await expect(original).toHaveAttribute("aria-pressed", "false");
	await page.keyboard.press("b");
	await expect(original).toHaveAttribute("aria-pressed", "true");
	await page.keyboard.press("b");
	await expect(original).toHaveAttribute("aria-pressed", "false");

	const downloading = page.waitForEvent("download");
	await page.getByRole("link", { name: "Download MP3" }).click();
	const download = await downloading;
	expect((await readFile(await download.path())).length).toBeGreaterThan(10_000);

	await page.reload();
	await expect(page.getByRole("region", { name: "Compare" })).toBeVisible();
	await page.getByRole("button", { name: "Delete interview on the quay.wav" }).click();
	await expect(page.getByText("No recordings yet")).toBeVisible();
	await page.getByRole("button", { name: "Undo" }).click();
	await page.getByRole("button", { name: /^interview on the quay\.wav/ }).click();
	await expect(page.getByRole("region", { name: "Compare" })).toBeVisible();
});

test("says why a file can't be isolated", { tag: "@verify" }, async ({ page }) => {
	await signUp(page);
	await page.goto("/app/voice-isolator");
	const damaged = { name: "damaged.wav", mimeType: "audio/wav", buffer: Buffer.from("RIFF\0\0\0\0WAVE but no audio") };
	await page.locator('input[type="file"]').setInputFiles(damaged);
	await expect(page.getByText("The file is damaged or its format is not supported.")).toBeVisible({ timeout: 60_000 });
	await page.getByRole("button", { name: "New recording" }).click();
	await expect(page.getByRole("button", { name: "Choose file" })).toBeVisible();
});
