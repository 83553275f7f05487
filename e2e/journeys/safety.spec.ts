import { expect, expectAccessible, signUp, test } from "./fixtures.ts";

/** Deterministic noise. */
function noise(seconds: number): Buffer {
	const rate = 16_000;
	const file = Buffer.alloc(44 + seconds * rate * 2);
	file.write("RIFF", 0);
	file.writeUInt32LE(file.length - 8, 4);
	file.write("WAVEfmt ", 8);
	file.writeUInt32LE(16, 16);
	file.writeUInt16LE(1, 20);
	file.writeUInt16LE(1, 22);
	file.writeUInt32LE(rate, 24);
	file.writeUInt32LE(rate * 2, 28);
	file.writeUInt16LE(2, 32);
	file.writeUInt16LE(16, 34);
	file.write("data", 36);
	file.writeUInt32LE(file.length - 44, 40);
	for (let at = 44, state = 7; at < file.length; at += 2) {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
		file.writeInt16LE(Math.round((state / 2 ** 31 - 1) * 8_000), at);
	}
	return file;
}

test("SAFETY-001 recognizes a recording generated here and reports others as not recognized", async ({ page }) => {
	await signUp(page);
	const { voices } = (await (await page.request.get("/v1/voices")).json()) as { voices: { voice_id: string }[] };
	const spoken = await page.request.post(`/v1/text-to-speech/${voices[0]?.voice_id}`, {
		data: { text: "This was certainly made here, by nobody else." },
		headers: { origin: new URL(page.url()).origin },
	});
	expect(spoken.ok(), await spoken.text()).toBe(true);
	const made = { name: "made-here.mp3", mimeType: "audio/mpeg", buffer: await spoken.body() };

	await page.goto("/app/ai-classifier");
	await expect(page.getByRole("heading", { level: 1, name: "AI speech classifier" })).toBeVisible();
	await expectAccessible(page, "before a recording is chosen");
	const file = page.locator('input[type="file"]');
	// The fingerprint of a recording is stored after it was delivered.
	await expect(async () => {
		const compared = page.waitForResponse("**/v1/ai-classifier");
		await file.setInputFiles(made);
		await (await compared).finished();
		await expect(page.getByRole("heading", { name: "Generated on this server" })).toBeVisible({ timeout: 2_000 });
	}).toPass({ timeout: 180_000 });
	await expect(page.getByText("the exact file generated on this server")).toBeVisible();
	await expect(
		page.getByRole("list", { name: "Recognized parts" }).getByRole("link", { name: /^Your generation/ }),
	).toBeVisible();
	await expectAccessible(page, "with what was found");

	await file.setInputFiles({ name: "noise.wav", mimeType: "audio/wav", buffer: noise(4) });
	await expect(page.getByRole("heading", { name: "Not recognized" })).toBeVisible();
	await expect(page.getByText(/%/)).toHaveCount(0);

	await file.setInputFiles({ name: "letter.txt", mimeType: "text/plain", buffer: Buffer.from("No sound at all.") });
	await expect(page.getByRole("alert")).toContainText("Couldn't check letter.txt");
});
