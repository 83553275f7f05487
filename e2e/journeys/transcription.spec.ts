// Transcribing recordings: upload or record, follow the progress, edit beside the audio, export.
import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import { test as base, expect, expectAccessible, signUp } from "./fixtures.ts";

const test = base.extend({
	launchOptions: [
		async ({ launchOptions }, use) => {
			// Without a file, the fake microphone beeps once per second.
			const args = ["--use-fake-device-for-media-stream"];
			await use({ ...launchOptions, args: [...(launchOptions.args ?? []), ...args] });
		},
		{ scope: "worker" },
	],
});
test.use({ permissions: ["microphone"] });

const path = "/app/speech-to-text";
const main = (page: Page) => page.getByRole("main");
const transcripts = (page: Page) => page.getByRole("list", { name: "Transcripts" });
const segments = (page: Page) => page.getByRole("list", { name: "Transcript", exact: true }).getByRole("listitem");
const wordOf = (segment: Locator, text: string) => segment.locator("[data-word]").filter({ hasText: text }).first();

const sampleRate = 16_000;

/** Two people in turns: the fake transcriber tells them apart by pitch. */
function conversation(turns = 4, seconds = 3): Buffer {
	const tones = Array.from({ length: turns }, (_, turn) => (turn % 2 === 0 ? 110 : 240));
	const turnSamples = seconds * sampleRate;
	const pauseSamples = 2 * sampleRate;
	const samples = new Int16Array(tones.length * (turnSamples + pauseSamples));
	for (const [turn, pitch] of tones.entries()) {
		const from = turn * (turnSamples + pauseSamples);
		for (let at = 0; at < turnSamples; at++)
			samples[from + at] = Math.round(9_000 * Math.sin((2 * Math.PI * pitch * at) / sampleRate));
	}
	const data = Buffer.from(samples.buffer);
	const header = Buffer.alloc(44);
	header.write("RIFF", 0);
	header.writeUInt32LE(36 + data.length, 4);
	header.write("WAVEfmt ", 8);
	header.writeUInt32LE(16, 16);
	header.writeUInt16LE(1, 20);
	header.writeUInt16LE(1, 22);
	header.writeUInt32LE(sampleRate, 24);
	header.writeUInt32LE(sampleRate * 2, 28);
	header.writeUInt16LE(2, 32);
	header.writeUInt16LE(16, 34);
	header.write("data", 36);
	header.writeUInt32LE(data.length, 40);
	return Buffer.concat([header, data]);
}

const recording = (name: string, turns?: number) => ({
	name,
	mimeType: "audio/wav",
	buffer: conversation(turns),
});

/** Uploads a recording and starts its transcript. */
async function transcribe(page: Page, ...names: string[]): Promise<void> {
	await page.goto(path);
	await page.locator("input[type=file]").setInputFiles(names.map((name) => recording(name)));
	for (const name of names) await expect(page.getByRole("list", { name: "Files" }).getByText(name)).toBeVisible();
	await page.getByRole("button", { name: /^Transcribe/ }).click();
}

/** Opens the editor of a finished transcript. */
async function openTranscript(page: Page, title: string): Promise<void> {
	const row = transcripts(page).getByRole("listitem").filter({ hasText: title });
	// As long as the worker needs on a busy machine.
	await expect(row.getByText(/\d credits?$/)).toBeVisible({ timeout: 300_000 });
	await row.getByRole("link", { name: title }).click();
	await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
	await expect(segments(page).first()).toBeVisible();
}

/** Adds a transcript through the API and opens it. */
async function signUpWithTranscript(page: Page, title: string): Promise<string> {
	await signUp(page);
	await transcribe(page, `${title}.wav`);
	await openTranscript(page, title);
	return page.url().split("/").at(-1) ?? "";
}

const saved = (page: Page) => expect(main(page).getByText("Saved", { exact: true })).toBeAttached();

test("TRANSCRIBE-002 uploads a recording with its price, edits the transcript beside the audio and exports it", async ({
	page,
}) => {
	await signUp(page);
	await page.goto(path);
	await expect(page.getByRole("heading", { level: 1, name: "Speech to text" })).toBeVisible();
	await expect(page.getByText("No transcripts yet")).toBeVisible();
	await expect(page.getByText("50 credits per minute, charged by the second.")).toBeVisible();
	await page.locator("input[type=file]").setInputFiles(recording("Harbor.wav"));
	// 20 seconds.
	await expect(page.getByText("1 recording, 0:20: 17 credits.")).toBeVisible();
	await page.getByRole("combobox", { name: "Speakers" }).click();
	await page.getByRole("option", { name: "2 speakers" }).click();
	await page.getByLabel("Keyterms").fill("Lighthouse");
	await page.getByRole("button", { name: "Transcribe" }).click();
	// The state comes from the server, so leaving the page changes nothing.
	await expect(transcripts(page).getByText("Harbor")).toBeVisible();
	await page.goto("/app/home");
	await page.goto(path);
	await openTranscript(page, "Harbor");
	await expect(segments(page)).toHaveCount(4);
	const first = segments(page).first();
	await expect(first).toContainText("Lighthouse The morning train");
	await expect(first.getByRole("button", { name: "Speaker: Speaker 1" })).toBeVisible();
	await expect(segments(page).nth(1).getByRole("button", { name: "Speaker: Speaker 2" })).toBeVisible();

	// A click plays the word, and the word being spoken is marked.
	const second = segments(page).nth(1);
	await second.locator("[data-word]").nth(2).click();
	await expect.poll(() => page.evaluate(() => window.playbackState().maxPosition)).toBeGreaterThan(5.2);
	await expect(page.locator("[data-spoken]")).toHaveCount(1);
	await expect(page.getByRole("region", { name: "Audio player" })).toHaveCount(0);
	await main(page).getByRole("button", { name: "Pause", exact: true }).click();

	// Edit in place.
	await wordOf(first, "train").dblclick();
	const field = page.getByRole("textbox", { name: "Text at 0:00" });
	await expect(field).toBeFocused();
	await page.keyboard.type("ferry");
	await page.keyboard.press("Enter");
	await expect(first).toContainText("Lighthouse The morning ferry");
	await saved(page);

	// Rename a speaker everywhere.
	await second.getByRole("button", { name: "Speaker: Speaker 2" }).click();
	await page.getByRole("menuitem", { name: "Rename Speaker 2 everywhere" }).click();
	await page.getByLabel("Name", { exact: true }).fill("Mara");
	await page.getByRole("button", { name: "Rename", exact: true }).click();
	await expect(page.getByRole("button", { name: "Speaker: Mara" })).toHaveCount(2);
	await saved(page);

	await page.getByRole("button", { name: "Export" }).click();
	const download = page.waitForEvent("download");
	await page.getByRole("button", { name: /^SubRip subtitles/ }).click();
	const file = await download;
	expect(file.suggestedFilename()).toBe("Harbor.srt");
	const subtitles = await readFile(await file.path(), "utf8");
	expect(subtitles).toMatch(/^1\n00:00:00,\d{3} --> 00:00:0\d,\d{3}\n/);
	expect(subtitles).toContain("morning ferry");
	expect(subtitles).toContain("Mara");
	expect(subtitles).not.toContain("train");

	await page.reload();
	await expect(segments(page).first()).toContainText("morning ferry");
	await expect(page.getByRole("button", { name: "Speaker: Mara" })).toHaveCount(2);
	for (const width of [390, 1280]) {
		await page.setViewportSize({ width, height: 844 });
		await expectAccessible(page, `transcript at ${width} px`);
		await page.goto(path);
		await expect(transcripts(page).getByText("Edited")).toBeVisible();
		await expectAccessible(page, `transcripts at ${width} px`);
		await page.goBack();
		await expect(segments(page).first()).toBeVisible();
	}
});

test("records with the microphone and transcribes the recording", { tag: "@verify" }, async ({ page }) => {
	await signUp(page);
	await page.goto(path);
	await page.getByRole("tab", { name: "Record" }).click();
	await page.getByRole("button", { name: "Record", exact: true }).click();
	await expect(page.getByRole("meter", { name: "Input level" })).toBeVisible();
	await expect(main(page).getByText(/^(0:0[3-9]|0:[1-5]\d|[1-9]\d*:\d\d) of/)).toBeVisible();
	await page.getByRole("button", { name: "Finish" }).click();
	await expect(page.getByRole("tab", { name: "Upload" })).toBeFocused();
	await expect(page.getByRole("list", { name: "Files" }).getByText(/^Recording 1\./)).toBeVisible();
	await page.getByRole("button", { name: "Transcribe" }).click();
	await openTranscript(page, "Recording 1");
});

test("works with the keyboard alone: review doubtful words, edit, split, merge, undo and find", async ({ page }) => {
	await signUpWithTranscript(page, "Keys");
	await expect(main(page).getByText("No doubtful words")).toBeVisible();
	// The fake transcriber is equally sure of every word.
	const threshold = page.getByRole("button", { name: "Which words are doubtful" });
	await threshold.focus();
	await page.keyboard.press("Enter");
	await page.getByRole("slider", { name: "Mark words below this confidence" }).focus();
	await page.keyboard.press("End");
	await page.keyboard.press("Escape");
	await expect(threshold).toBeFocused();
	const doubtful = main(page).getByText(/^\d+ doubtful words$/);
	const before = Number.parseInt((await doubtful.textContent()) ?? "", 10);
	expect(before).toBeGreaterThan(8);

	// Tab reaches the transcript, and one more Tab leaves the word: the focus is not trapped.
	const focusedWord = () => page.evaluate(() => document.activeElement?.closest("[data-word]")?.textContent ?? "");
	for (let presses = 0; presses < 30 && (await focusedWord()) === ""; presses++) await page.keyboard.press("Tab");
	expect(await focusedWord()).toBe("The");
	await page.keyboard.press("Tab");
	expect(await focusedWord()).toBe("");
	await page.keyboard.press("Shift+Tab");
	expect(await focusedWord()).toBe("The");

	await page.keyboard.press("n");
	expect(await focusedWord()).toBe("morning");
	await page.keyboard.press("p");
	expect(await focusedWord()).toBe("The");
	// Correct: one doubt less, and on to the next.
	await page.keyboard.press("c");
	await expect(doubtful).toHaveText(`${before - 1} doubtful words`);
	expect(await focusedWord()).toBe("morning");
	await page.keyboard.press("Enter");
	await page.keyboard.type("evening");
	await page.keyboard.press("Enter");
	await expect(segments(page).first()).toContainText("The evening train");
	await expect.poll(focusedWord).toBe("evening");
	await expect(doubtful).toHaveText(`${before - 2} doubtful words`);

	await page.keyboard.press("ArrowRight");
	await expect.poll(focusedWord).toBe("train");
	await page.keyboard.press("Shift+Enter");
	await expect(segments(page)).toHaveCount(5);
	await expect(segments(page).nth(1)).toContainText(/train was late/);
	await expect.poll(focusedWord).toBe("train");
	await page.keyboard.press("m");
	await expect(segments(page)).toHaveCount(4);
	await page.keyboard.press("ControlOrMeta+z");
	await expect(segments(page)).toHaveCount(5);
	await page.keyboard.press("ControlOrMeta+Shift+z");
	await expect(segments(page)).toHaveCount(4);

	await page.keyboard.press("Space");
	await expect.poll(() => page.evaluate(() => window.playbackState().playing)).toBe(1);
	await page.keyboard.press("Space");
	await expect.poll(() => page.evaluate(() => window.playbackState().playing)).toBe(0);

	await page.keyboard.press("ControlOrMeta+f");
	await expect(page.getByRole("textbox", { name: "Find" })).toBeFocused();
	await page.keyboard.type("the");
	const result = page.getByRole("search", { name: "Find and replace" }).getByRole("status");
	await expect(result).toHaveText(/^1 of \d+$/);
	await page.keyboard.press("Enter");
	await expect(result).toHaveText(/^2 of \d+$/);
	await page.getByRole("textbox", { name: "Replace with" }).focus();
	await page.keyboard.type("a");
	await page.keyboard.press("Tab");
	await page.keyboard.press("Tab");
	await page.keyboard.press("Enter");
	await expect(result).toHaveText("No matches");
	await page.keyboard.press("Escape");
	await expect(page.getByRole("search", { name: "Find and replace" })).toHaveCount(0);
	await saved(page);
	await page.reload();
	await expect(segments(page).first()).toContainText("a evening train");
});

test("does not overwrite what somebody else saved meanwhile", { tag: "@verify" }, async ({ page }) => {
	const id = await signUpWithTranscript(page, "Shared");
	const change = (title: string, text: string) =>
		page.evaluate(
			async ([transcript, name, first]) => {
				const url = `/v1/speech-to-text/transcripts/${transcript}`;
				const { words } = await (await fetch(`${url}/details`)).json();
				words[0].text = first;
				const headers = { "content-type": "application/json" };
				await fetch(url, { method: "PATCH", headers, body: JSON.stringify({ words, title: name }) });
			},
			[id, title, text] as const,
		);
	const edit = async (from: string, to: string) => {
		await wordOf(segments(page).nth(1), from).dblclick();
		await page.keyboard.type(to);
		await page.keyboard.press("Enter");
	};
	const [word = ""] = ((await segments(page).nth(1).locator("[data-word]").first().textContent()) ?? "").split(" ");
	await change("Shared", "THEIRS");
	await edit(word, "mine");
	const alert = page.getByRole("alert").filter({ hasText: "Somebody else changed this transcript" });
	await expect(alert).toBeVisible();
	await alert.getByRole("button", { name: "Discard mine and reload" }).click();
	await expect(segments(page).first()).toContainText("THEIRS");
	await expect(segments(page).nth(1)).not.toContainText("mine");

	await change("Shared", "AGAIN");
	await edit(word, "mine");
	await alert.getByRole("button", { name: "Save mine instead" }).click();
	await saved(page);
	await page.reload();
	await expect(segments(page).nth(1)).toContainText("mine");
	await expect(segments(page).first()).toContainText("THEIRS");
});

test("renders only the visible part of a transcript with ten thousand words", { tag: "@verify" }, async ({ page }) => {
	const id = await signUpWithTranscript(page, "Long");
	await page.evaluate(async (transcript) => {
		const words = Array.from({ length: 10_000 }, (_, index) => {
			const start = index * 0.36;
			const speaker_id = `speaker_${Math.floor(index / 60) % 2}`;
			return [
				{ text: `word${index}${index % 15 === 14 ? "." : ""}`, start, end: start + 0.3, type: "word", speaker_id },
				{ text: " ", start: start + 0.3, end: start + 0.36, type: "spacing", speaker_id },
			];
		}).flat();
		const url = `/v1/speech-to-text/transcripts/${transcript}`;
		const headers = { "content-type": "application/json" };
		const { words: before } = await (await fetch(`${url}/details`)).json();
		// In parts, because all of them exceed the limit of a request.
		for (let at = 0, revision = 0; at < words.length; at += 4_000, revision++) {
			const change = { from: at, count: at === 0 ? before.length : 0, words: words.slice(at, at + 4_000) };
			const body = JSON.stringify({ revision, changes: [change] });
			const response = await fetch(url, { method: "PATCH", headers, body });
			if (!response.ok) throw new Error(await response.text());
		}
	}, id);
	await page.reload();
	await expect(segments(page).first()).toContainText("word0 word1");
	const box = page.getByTestId("segments");
	for (let screen = 0; screen < 10; screen++) {
		await box.evaluate((element) => element.scrollBy(0, element.clientHeight));
		expect(await page.locator("[data-word]").count()).toBeLessThan(1_500);
	}
	await page.keyboard.press("ControlOrMeta+f");
	await page.keyboard.type("word9876");
	await expect(page.locator("[data-found=here]")).toHaveText("word9876");
	await expect(page.locator("[data-found=here]")).toBeInViewport();
	expect(await page.locator("[data-word]").count()).toBeLessThan(1_500);
});

test("starts several files at once, finds a transcript by its words, and a deletion can be undone", {
	tag: "@verify",
}, async ({ page }) => {
	await signUp(page);
	await transcribe(page, "One.wav", "Two.wav");
	const rows = transcripts(page).getByRole("listitem");
	await expect(rows).toHaveCount(2);
	await expect(rows.getByText(/\d credits?$/)).toHaveCount(2);
	await page.getByRole("searchbox", { name: "Search transcripts" }).fill("no such words");
	await expect(page.getByText("No matching transcripts")).toBeVisible();
	await page.getByRole("button", { name: "Clear search" }).click();
	await page.getByRole("searchbox", { name: "Search transcripts" }).fill("morning train");
	await expect(rows).toHaveCount(2);
	await page.getByRole("button", { name: "Delete One" }).click();
	await expect(rows).toHaveCount(1);
	await page.getByRole("button", { name: "Undo" }).click();
	await expect(rows).toHaveCount(2);
	await page.getByRole("button", { name: "Delete Two" }).click();
	// Closing the page does not undo it.
	await page.goto("/app/home");
	await page.goto(path);
	await expect(rows).toHaveCount(1);
	await expect(rows).toContainText("One");
});
