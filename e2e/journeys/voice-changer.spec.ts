import { expect, expectAccessible, signUp, test } from "./fixtures.ts";

const path = "/app/speech-synthesis/speech-to-speech";

/** Speech-like tones with a pause, as a WAV file: the fake transcriber finds words wherever it is not silent. */
function recording(seconds = 4, rate = 16_000): Buffer {
	const samples = seconds * rate;
	const wav = Buffer.alloc(44 + samples * 2);
	wav.write("RIFF", 0);
	wav.writeUInt32LE(36 + samples * 2, 4);
	wav.write("WAVEfmt ", 8);
	wav.writeUInt32LE(16, 16);
	wav.writeUInt16LE(1, 20);
	wav.writeUInt16LE(1, 22);
	wav.writeUInt32LE(rate, 24);
	wav.writeUInt32LE(rate * 2, 28);
	wav.writeUInt16LE(2, 32);
	wav.writeUInt16LE(16, 34);
	wav.write("data", 36);
	wav.writeUInt32LE(samples * 2, 40);
	for (let at = 0; at < samples; at++) {
		const time = at / rate;
		const loud = time < 0.3 || (time > 1.8 && time < 2.4) || time > seconds - 0.3 ? 0 : 0.4;
		const syllable = 0.6 + 0.4 * Math.sin(2 * Math.PI * 4 * time);
		wav.writeInt16LE(Math.round(32_000 * loud * syllable * Math.sin(2 * Math.PI * 140 * time)), 44 + at * 2);
	}
	return wav;
}

const memo = (name = "memo.wav") => ({ name, mimeType: "audio/wav", buffer: recording() });

test("CHANGER-001 CHANGER-002 CHANGER-003 ONBOARD-011 changes the voice of a file, compares it with the original, and keeps it in its history", async ({
	page,
}) => {
	await signUp(page);
	await page.getByRole("link", { name: "Voice changer", exact: true }).first().click();
	await expect(page).toHaveURL(new RegExp(`${path}$`));
	await expect(page.getByRole("heading", { level: 1, name: "Voice changer" })).toBeVisible();
	const convert = page.getByRole("button", { name: "Convert" });
	await expect(convert).toBeDisabled();
	await expectAccessible(page, "voice changer");

	await page.locator('input[type="file"]').setInputFiles(memo());
	await expect(convert).toBeEnabled();
	await expect(page.getByText("About 10 credits.")).toBeVisible();
	await convert.click();
	const result = page.getByRole("region", { name: "Result" });
	await expect(result).toBeVisible({ timeout: 120_000 });
	await expect(result).toContainText("The morning train");
	await expect(result).toContainText("Re-voice");
	// The result is in the player, and the original takes over at the same position.
	await expect(page.getByRole("region", { name: "Audio player" })).toContainText("The morning train");
	await result.getByRole("button", { name: "Original" }).click();
	await expect(page.getByRole("region", { name: "Audio player" })).toContainText("memo.wav");
	await expect(result.getByRole("button", { name: "Original" })).toHaveAttribute("aria-pressed", "true");
	await expectAccessible(page, "voice changer with a result");

	await page.getByRole("link", { name: "History", exact: true }).last().click();
	await expect(page.getByRole("heading", { level: 1, name: "Voice changer history" })).toBeVisible();
	await expect(page.getByText(/The morning train/).first()).toBeVisible();
	await expectAccessible(page, "voice changer history");

	await page.goto("/app/onboarding-checklist");
	await expect(page.getByText("1 of 5 done.")).toBeVisible();
});

test("CHANGER-004 SHELL-039 the selected model is the first available one, and is remembered in this browser", async ({
	page,
}) => {
	await signUp(page);
	await page.goto(path);
	await expect(page.getByRole("radio", { name: "Re-voice" })).toBeChecked();
	await page.getByRole("radio", { name: "Reshape" }).check();
	await page.reload();
	await expect(page.getByRole("radio", { name: "Reshape" })).toBeChecked();
	expect(await page.evaluate(() => localStorage.getItem("timbre:model:speech-to-speech"))).toBe("timbre_reshape");
	// A model that is no longer available gives way to the first.
	await page.evaluate(() => localStorage.setItem("timbre:model:speech-to-speech", "gone"));
	await page.reload();
	await expect(page.getByRole("radio", { name: "Re-voice" })).toBeChecked();
});

test("a file that is no recording says so and costs nothing", { tag: "@verify" }, async ({ page }) => {
	await signUp(page);
	await page.goto(path);
	await page
		.locator('input[type="file"]')
		.setInputFiles({ name: "memo.wav", mimeType: "audio/wav", buffer: Buffer.from("This is only text.") });
	await page.getByRole("button", { name: "Convert" }).click();
	await expect(page.getByText("Couldn't convert the recording", { exact: true })).toBeVisible({ timeout: 60_000 });
});
