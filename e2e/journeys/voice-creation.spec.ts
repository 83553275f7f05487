// Creating and sharing voices: design, cloning with consent, sharing. Chromium's fake microphone plays a recorded
// voice.
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Locator, Page } from "@playwright/test";
import { recordingOf, storyText } from "../sdk/recordings.ts";
import { test as base, expect, expectAccessible, signUp } from "./fixtures.ts";

const test = base.extend({
	launchOptions: [
		async ({ launchOptions }, use) => {
			const file = join(await mkdtemp(join(tmpdir(), "timbre-microphone-")), "voice.wav");
			await writeFile(file, await recordingOf(storyText));
			const args = ["--use-fake-device-for-media-stream", `--use-file-for-fake-audio-capture=${file}`];
			await use({ ...launchOptions, args: [...(launchOptions.args ?? []), ...args] });
		},
		{ scope: "worker" },
	],
});
test.use({ permissions: ["microphone"] });

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name, exact: true });
const main = (page: Page) => page.getByRole("main");

/** Calls the public API with the page's session. */
const api = <T>(page: Page, path: string) =>
	page.evaluate(async (url) => (await fetch(url)).json(), path) as Promise<T>;

async function expectAudio(page: Page): Promise<void> {
	await expect
		.poll(() => page.evaluate(() => window.playbackState().peakLevel), { message: "no audio was played" })
		.toBeGreaterThan(0.05);
}

/** Records long enough for speaker comparison. */
async function record(page: Page, seconds: number): Promise<void> {
	await press(page, main(page).getByRole("button", { name: "Record", exact: true }));
	const level = main(page).getByRole("meter", { name: "Input level" });
	await expect.poll(async () => Number(await level.getAttribute("aria-valuenow"))).toBeGreaterThan(20);
	await expect(main(page).getByText(new RegExp(`^0:(0[${seconds}-9]|[1-5]\\d) of`))).toBeVisible();
	await expect(main(page).getByRole("button", { name: "Stop recording" })).toBeFocused();
	await page.keyboard.press("Enter");
	await expect(main(page).getByRole("button", { name: "Play recording" })).toBeFocused();
}

async function sampleFile(name: string, more = ""): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
	return { name, mimeType: "audio/wav", buffer: await recordingOf(`${storyText} ${more}`) };
}

/** Moves focus forward to the target with Tab. */
async function tabTo(page: Page, target: Locator): Promise<void> {
	await expect(target).toBeEnabled();
	for (let presses = 0; presses < 60; presses++) {
		if (await target.evaluate((element) => element === document.activeElement)) return;
		await page.keyboard.press("Tab");
	}
	throw new Error(`Tab never reaches ${target}`);
}

async function press(page: Page, target: Locator, key = "Enter"): Promise<void> {
	await tabTo(page, target);
	await page.keyboard.press(key);
}

const overflow = (page: Page) =>
	page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

test("VOICES-055 by keyboard: designs a voice, plays the three previews with their matched traits, saves one and remixes it", async ({
	page,
}) => {
	await signUp(page, "/app/voice-lab/design");
	await expect(heading(page, "Voice design")).toBeVisible();
	const description = page.getByRole("textbox", { name: "Description" });
	const design = page.getByRole("button", { name: "Generate previews" });
	await tabTo(page, description);
	await page.keyboard.insertText("deep");
	await press(page, design);
	await expect(page.getByText("Use at least 20 characters. You've entered 4.")).toBeVisible();
	// Focus moves to the invalid field.
	await expect(description).toBeFocused();
	await page.keyboard.insertText(", a calm man who speaks slowly, like a lighthouse keeper");
	await expect(page.getByText("Use at least 20 characters.")).toHaveCount(0);
	await page.keyboard.insertText(" with a raspy Scottish accent");
	const understood = page.getByRole("status", { name: "Understood words" });
	await expect(understood).toContainText("Will be used: male");
	await expect(understood).toContainText("Won't be used: scottish accent");
	await expectAccessible(page, "a description");
	// An invalid option is shown even if the options are closed.
	const options = page.getByText("More options");
	const seed = page.getByLabel("Seed");
	await options.click();
	await seed.fill("1.5");
	await options.click();
	await expect(seed).toBeHidden();
	await press(page, design);
	await expect(seed).toBeFocused();
	await expect(seed).toHaveAccessibleDescription(/whole number/);
	await seed.fill("");
	await press(page, design);
	const voices = page.getByRole("region", { name: "Voices" });
	await expect(voices.getByRole("heading", { name: "Previews" })).toBeFocused();
	await expect(voices.getByRole("button", { name: /^Play Voice/ })).toHaveCount(3);
	const met = voices.getByRole("list", { name: "Traits of Voice 1" });
	await expect(met).toBeHidden();
	await voices.getByText("Details", { exact: true }).first().click();
	await expect(met).toContainText(/pitch: /i);
	await expect(met).toContainText(/pace: /i);
	await expect(met).toContainText(/matched/);
	await expectAccessible(page, "three previews");
	await press(page, voices.getByRole("button", { name: "Play Voice 2" }));
	await expectAudio(page);
	await press(page, voices.getByRole("button", { name: "Save Voice 2" }));
	const dialog = page.getByRole("dialog", { name: "Save voice" });
	await expect(dialog.getByLabel("Name")).toBeFocused();
	await page.keyboard.press("Enter");
	await expect(dialog.getByText("Give the voice a name.")).toBeVisible();
	await expectAccessible(page, "the save dialog");
	await page.keyboard.insertText("Keeper");
	await page.keyboard.press("Enter");
	await expect(page.getByText("Keeper saved to My voices", { exact: true })).toBeVisible();
	await expect(voices.getByText("Saved as Keeper", { exact: true })).toBeVisible();
	await expect(voices.getByRole("button", { name: "Save Voice 2 again" })).toBeFocused();
	const { voices: own } = await api<{ voices: { voice_id: string; name: string; origin: string; category: string }[] }>(
		page,
		"/v1/voices",
	);
	const keeper = own.find(({ name }) => name === "Keeper");
	expect(keeper).toMatchObject({ origin: "designed", category: "generated" });

	await page.goto(`/app/voice-lab/design?voice=${keeper?.voice_id}`);
	await expect(page.getByRole("button", { name: /^Change voice: Keeper/ })).toBeVisible();
	await page.getByLabel("What to change").fill("higher and faster");
	await page.getByRole("button", { name: "Generate variations" }).click();
	// The job continues without the page.
	await expect(page.getByRole("button", { name: "Generate variations" })).toHaveAttribute("aria-busy", "true");
	await page.goto("/app/voice-lab");
	await page.goto(`/app/voice-lab/design?voice=${keeper?.voice_id}`);
	await expect(voices.getByRole("button", { name: /^Save Voice/ })).toHaveCount(3);
	await expectAccessible(page, "three variations");
	await page.setViewportSize({ width: 390, height: 844 });
	expect(await overflow(page)).toBe(0);
});

test("VOICES-056 VOICES-007 SAFETY-010 SAFETY-011 matches a recorded voice while the page is closed, enables it after consent and disables it when consent is revoked", async ({
	page,
	context,
}) => {
	await signUp(page, "/app/voice-lab/clone");
	await expect(heading(page, "Instant voice cloning")).toBeVisible();
	await page.getByLabel("Drop recordings here").setInputFiles({
		name: "holiday.mov",
		mimeType: "video/quicktime",
		buffer: Buffer.from("not audio"),
	});
	await expect(page.getByText("holiday.mov: unsupported file type.")).toBeVisible();
	await page.getByRole("tab", { name: "Record" }).click();
	await record(page, 5);
	await expect(page.getByRole("switch", { name: /^Trim silence at both ends/ })).toBeChecked();
	await page.getByRole("button", { name: "Play recording" }).click();
	await expectAudio(page);
	await expectAccessible(page, "a recording");
	await page.getByRole("button", { name: "Use this recording" }).click();
	await expect(page.getByRole("list", { name: "Chosen recordings" })).toContainText("Recording 1.wav");
	await page.getByRole("tab", { name: "Record" }).focus();
	await page.keyboard.press("ArrowLeft");
	const chooser = page.waitForEvent("filechooser");
	await press(page, page.getByRole("button", { name: "Choose files" }));
	await (await chooser).setFiles(await sampleFile("story.wav"));
	await press(page, page.getByRole("switch", { name: "Remove background noise" }), "Space");
	await press(page, page.getByRole("button", { name: "Create voice" }));
	await expect(page.getByText("Give the voice a name.")).toBeVisible();
	await expect(page.getByLabel("Name")).toBeFocused();
	await page.keyboard.insertText("Narrator");
	await page.keyboard.press("Enter");
	await page.waitForURL(/voice=/);
	const voiceId = new URL(page.url()).searchParams.get("voice") ?? "";
	await page.close();

	const back = await context.newPage();
	await back.goto("/app/voice-lab/clone");
	await back.getByRole("link", { name: /^Narrator/ }).click();
	const found = back.getByRole("region", { name: "Step 1: Match the voice" });
	await expect(found.getByText("Matched", { exact: true })).toBeVisible({ timeout: 180_000 });
	await expect(found).toContainText(/Similarity to the recordings: \d+%/);
	const consent = back.getByRole("region", { name: "Step 2: Get the speaker's consent" });
	await expect(consent.locator("blockquote")).not.toBeEmpty();
	await expect(consent.getByRole("button", { name: "Give consent" })).toBeDisabled();
	await expectAccessible(back, "a voice without consent");
	const speak = () =>
		back.evaluate(
			async (url) =>
				(
					await fetch(url, {
						method: "POST",
						headers: { "content-type": "application/json" },
						body: JSON.stringify({ text: "The harbour lay quiet." }),
					})
				).status,
			`/v1/text-to-speech/${voiceId}`,
		);
	expect(await speak()).toBe(403);

	await back.goto("/app/voice-verification");
	await expect(heading(back, "Voice verification")).toBeVisible();
	await expectAccessible(back, "voices to verify");
	await back
		.getByRole("list", { name: "Voices to verify" })
		.getByRole("link", { name: /^Narrator/ })
		.click();
	await expect(main(back).locator("blockquote")).not.toBeEmpty();
	await expectAccessible(back, "a sentence to read");
	await record(back, 6);
	await press(back, back.getByRole("button", { name: "Submit recording" }));
	await expect(back.getByText("Nothing to verify")).toBeVisible();
	expect(await speak()).toBe(200);

	await back.goto(`/app/voice-lab/clone?voice=${voiceId}`);
	await expect(back.getByRole("region", { name: "Step 3: Try the voice" })).toContainText(
		/Matched from recordings, not an exact clone. Similarity: \d+%/,
	);
	await expect(consent.getByText(/^Consent given on/)).toBeVisible();
	await expectAccessible(back, "a voice with consent");
	await press(back, consent.getByRole("button", { name: "Revoke consent" }));
	await press(back, back.getByRole("alertdialog").getByRole("button", { name: "Revoke consent" }));
	await expect(consent.getByText(/^Consent was revoked on/)).toBeVisible();
	expect(await speak()).toBe(403);
	await record(back, 6);
	await press(back, consent.getByRole("checkbox", { name: "It can be shared by link" }), "Space");
	await press(back, consent.getByRole("button", { name: "Give consent" }));
	await expect(consent.getByText(/^Consent given on/)).toBeVisible();
	await expect(consent).toContainText("through shared links");
	expect(await speak()).toBe(200);
	await back.setViewportSize({ width: 390, height: 844 });
	expect(await overflow(back)).toBe(0);
});

test("asks the speaker for consent by link: they refuse, or read the sentence on a phone without an account and revoke it", {
	tag: "@verify",
}, async ({ page, browser, baseURL }) => {
	await signUp(page);
	const created = await page.request.post("/v1/voices/add", {
		headers: { origin: new URL(page.url()).origin },
		multipart: { name: "Nora's reading voice", files: await sampleFile("story.wav") },
	});
	const { voice_id } = (await created.json()) as { voice_id: string };
	await page.goto(`/app/voice-lab/clone?voice=${voice_id}`);
	const links = page.getByRole("region", { name: "Consent by link" });
	const ask = async (fill: (dialog: Locator) => Promise<void>) => {
		await links.getByRole("button", { name: /^(Ask by link|Replace link)$/ }).click();
		const dialog = page.getByRole("dialog");
		await fill(dialog);
		await dialog.getByRole("button", { name: "Create link" }).click();
		await expect(dialog.getByRole("heading", { name: "Send this link to the speaker" })).toBeVisible();
		await expectAccessible(page, "a new consent link");
		const url = (await dialog.getByRole("code").textContent()) ?? "";
		await dialog.getByRole("button", { name: "Done" }).click();
		await expect(links).toContainText("The speaker hasn't answered yet.");
		return url;
	};
	const first = await ask(async (dialog) => {
		await dialog.getByLabel("Speaker's email (optional)").fill("nobody");
		await dialog.getByRole("button", { name: "Create link" }).click();
		await expect(dialog.getByText("Enter an email address, such as name@example.com.")).toBeVisible();
		await dialog.getByLabel("Speaker's email (optional)").fill("");
		await expectAccessible(page, "asking for consent");
	});

	const phone = await browser.newContext({
		baseURL,
		viewport: { width: 390, height: 844 },
		hasTouch: true,
		permissions: ["microphone"],
	});
	const speaker = await phone.newPage();
	await speaker.goto(first);
	await expect(heading(speaker, "Consent to use your voice")).toBeVisible();
	await speaker.getByRole("button", { name: "Refuse" }).click();
	await speaker.getByRole("alertdialog").getByRole("button", { name: "Refuse" }).click();
	await expect(speaker.getByRole("heading", { name: "You refused consent" })).toBeFocused();
	await expect(links).toContainText("The speaker refused on");

	const second = await ask(async (dialog) => {
		await dialog.getByLabel("What is the voice for? (optional)").fill("Audio guides of the city museum");
		await dialog.getByRole("checkbox", { name: "Sharing by link" }).click();
	});
	await speaker.goto("/consent");
	await expect(speaker.getByText("This link doesn't work")).toBeVisible();
	await expectAccessible(speaker, "a broken consent link");
	await speaker.goto(second);
	await expect(main(speaker)).toContainText("“Nora's reading voice”, created from recordings of you");
	await expect(main(speaker)).toContainText("Audio guides of the city museum");
	await speaker.getByRole("combobox", { name: "Language of the sentence" }).click();
	await speaker.getByRole("option", { name: "Deutsch" }).click();
	await expect(speaker.locator("blockquote[lang=de]")).toContainText("Ich bin einverstanden");
	await expectAccessible(speaker, "a request for consent");
	expect(await overflow(speaker)).toBe(0);
	await record(speaker, 6);
	const giving = speaker.getByRole("button", { name: "Give consent" });
	await expect(giving).toBeDisabled();
	await speaker.getByRole("checkbox", { name: "My recording is stored with the voice" }).click();
	await speaker.getByRole("checkbox", { name: "It can be shared by link" }).click();
	await giving.click();
	await expect(speaker.getByRole("heading", { name: /^You gave consent on/ })).toBeFocused();
	await expect(main(speaker)).toContainText("in the workspace, through shared links");
	await expectAccessible(speaker, "consent given by link");
	expect(await overflow(speaker)).toBe(0);
	const consent = page.getByRole("region", { name: "Step 2: Get the speaker's consent" });
	await expect(consent.getByText(/^Consent given on/)).toBeVisible();

	await speaker.reload();
	await speaker.getByRole("button", { name: "Revoke consent" }).click();
	await speaker.getByRole("alertdialog").getByRole("button", { name: "Revoke consent" }).click();
	await expect(speaker.getByRole("heading", { name: "Consent is revoked" })).toBeFocused();
	await page.reload();
	await expect(consent.getByText(/^Consent was revoked on/)).toBeVisible();
	await expect(links).toContainText("The consent that was given with this link was revoked.");
	await expectAccessible(page, "consent revoked by link");
	await phone.close();
});

test("VOICES-006 VOICES-057 creates a professional voice: trims recordings, separates speakers, records consent and matches the voice", async ({
	page,
}) => {
	await signUp(page, "/app/professional-voice-cloning");
	await expect(page.getByText("Your plan doesn't include professional voices")).toBeVisible();
	await expectAccessible(page, "a plan without professional voices");

	const response = await page.request.post("/api/auth/sign-in/email", {
		headers: { origin: new URL(page.url()).origin },
		data: { email: "demo@example.com", password: "timbre-demo" },
	});
	expect(response.ok(), await response.text()).toBe(true);
	await page.goto("/app/professional-voice-cloning");
	await page.getByLabel("Name").fill("Storyteller");
	await page.getByRole("button", { name: "Continue" }).click();
	await page.waitForURL(/voice=/);
	const voiceId = new URL(page.url()).searchParams.get("voice") ?? "";
	await page
		.getByLabel("Drop recordings here")
		.setInputFiles([
			await sampleFile("first.wav", "When the tide came in, he went home, and nobody asked him where he had been."),
			await sampleFile(
				"second.wav",
				"The second recording says something else at its end, and is a little longer for it.",
			),
		]);
	await page.getByRole("button", { name: "Add 2 recordings" }).click();
	const samples = page.getByRole("list", { name: "Recordings", exact: true });
	await expect(samples.getByRole("listitem")).toHaveCount(2);
	await samples.getByRole("button", { name: "Trim first.wav" }).click();
	await page.getByLabel("Start (seconds)").fill("99");
	await page.getByRole("button", { name: "Trim", exact: true }).click();
	await expect(page.getByText(/Times must be between 0 and|Keep at least one second/)).toBeVisible();
	await page.getByLabel("Start (seconds)").fill("1");
	await page.getByRole("button", { name: "Trim", exact: true }).click();
	await expect(page.getByLabel("Start (seconds)")).toHaveCount(0);
	await samples.getByRole("button", { name: "Speakers in first.wav" }).click();
	await page.getByRole("button", { name: "Separate speakers" }).click();
	const speakers = page.getByRole("list", { name: "Speakers in first.wav" });
	await expect(speakers.getByRole("listitem").first()).toBeVisible();
	await speakers.getByRole("button", { name: "Play Speaker 1" }).click();
	await expectAudio(page);
	await expectAccessible(page, "recordings of a professional voice");

	await record(page, 6);
	await page.getByRole("button", { name: "Give consent" }).click();
	await expect(page.getByText(/^Consent given on/)).toBeVisible();
	await page.getByRole("button", { name: "Create voice" }).click();
	const training = page.getByRole("region", { name: "Step 3: Create the voice" });
	// The longer search tries three times as many blends as an instant clone.
	await expect(training.getByText("Matched", { exact: true })).toBeVisible({ timeout: 180_000 });
	await expect(page.getByRole("region", { name: "Step 4: Try the voice" })).toContainText("Storyteller");
	await expectAccessible(page, "a professional voice");
	await page.setViewportSize({ width: 390, height: 844 });
	expect(await overflow(page)).toBe(0);
	await page.evaluate(async (id) => fetch(`/v1/voices/${id}`, { method: "DELETE" }), voiceId);
});

test("VOICES-004 VOICES-046 shares a voice by link with selected people, publishes it with custom terms and removes it again", async ({
	page,
	browser,
}) => {
	await signUp(page);
	const made = await page.evaluate(async () => {
		const post = async (url: string, body: unknown) =>
			(
				await fetch(url, {
					method: "POST",
					headers: { "content-type": "application/json" },
					body: JSON.stringify(body),
				})
			).json();
		const voice_description = "A bright young woman with a high voice who speaks fast";
		const { previews } = await post("/v1/text-to-voice/design", { voice_description, stream_previews: true });
		return post("/v1/text-to-voice", {
			voice_name: "Town crier",
			voice_description,
			generated_voice_id: previews[0].generated_voice_id,
		});
	});
	await page.goto("/app/voice-lab");
	await page.getByRole("button", { name: "More actions for Town crier" }).click();
	await page.getByRole("menuitem", { name: "Share and publish" }).click();
	const dialog = page.getByRole("dialog", { name: "Share Town crier" });
	await dialog.getByRole("switch", { name: "Share by link" }).click();
	await expect(dialog.getByText("Anyone with the link can open it.")).toBeVisible();
	await dialog.getByLabel("Limit to these email addresses").fill("nobody");
	await dialog.getByRole("button", { name: "Save" }).click();
	await expect(dialog.getByText("Not an email address: nobody")).toBeVisible();
	await expectAccessible(page, "the share link");
	const { link } = await api<{ link: { url: string } }>(page, `/v1/voices/${made.voice_id}/share`);

	const other = await browser.newContext({ baseURL: new URL(page.url()).origin });
	const guest = await other.newPage();
	await signUp(guest);
	await guest.goto(new URL(link.url).pathname);
	await expect(guest.getByRole("heading", { level: 2, name: "Town crier" })).toBeVisible();
	await expect(guest.getByText("Only through this link")).toBeVisible();
	await guest.getByRole("button", { name: "Play a preview of Town crier" }).click();
	await expect(guest.getByRole("button", { name: "Pause the preview of Town crier" })).toBeVisible();
	await expectAccessible(guest, "a shared voice");
	await guest.getByRole("button", { name: "Add Town crier to my voices" }).click();
	await expect(guest.getByRole("link", { name: "Use Town crier for speech" })).toBeVisible();
	await guest.setViewportSize({ width: 390, height: 844 });
	expect(await overflow(guest)).toBe(0);

	await dialog.getByLabel("Limit to these email addresses").fill("friend@example.com");
	await dialog.getByRole("button", { name: "Save" }).click();
	await expect(dialog.getByText("1 person can open it.")).toBeVisible();
	const third = await other.newPage();
	await third.goto("/app/voice-lab/share/nobody/nothing");
	await expect(third.getByText("This link doesn't work")).toBeVisible();
	await other.close();

	await dialog.getByRole("tab", { name: "Library" }).click();
	await dialog.getByRole("combobox", { name: "Notice period" }).click();
	await page.getByRole("option", { name: "90 days" }).click();
	await dialog.getByRole("slider", { name: "Rate" }).press("End");
	await expect(dialog.getByText("Users pay 10 times the standard credits.")).toBeVisible();
	await expectAccessible(page, "the terms of a voice");
	await expect(dialog.getByRole("region", { name: "Public description" })).toContainText("A bright young woman");
	await dialog.getByRole("button", { name: "Publish" }).click();
	await page.getByRole("alertdialog").getByRole("button", { name: "Publish voice" }).click();
	await expect(dialog.getByText("In the library", { exact: true })).toBeVisible();
	await dialog.getByRole("tab", { name: "Statistics" }).click();
	await expect(dialog.getByText("Added by")).toBeVisible();
	await expectAccessible(page, "the statistics of a voice");
	await dialog.getByRole("tab", { name: "Library" }).click();
	await dialog.getByRole("button", { name: "Remove", exact: true }).click();
	await expect(page.getByRole("alertdialog")).toContainText("90 days");
	await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
	await expect(dialog.getByText(/^Removed, usable until/)).toBeVisible();
});
