import type { Page } from "@playwright/test";
import { printFigures } from "../../tools/ci/figures.ts";
import { expect, expectAccessible, generateSpeech, signUp, signUpByHand, test, textLasting } from "./fixtures.ts";
import { describeWork, pageWork } from "./page-work.ts";

declare global {
	interface Window {
		/** The response of the last generation (holdStream). */
		heldStream?: { lines: number; release: (count: number) => void; end: () => void };
	}
}

const text =
	"A lighthouse keeper once told me that the sea has only two words. One of them is wait, and the other one is now.";

const field = (page: Page) => page.getByLabel("Text to speak");
const generateButton = (page: Page) => page.getByRole("button", { name: /^Generate/ });
const count = (page: Page) => page.locator("#composer-count");
const result = (page: Page) => page.getByRole("region", { name: "Result" });
const playbackTime = (page: Page) => page.evaluate(() => window.playbackState().currentTime);

test("SPEECH-001 SPEECH-002 AUTH-003 HISTORY-001 PLAYER-017 signs up, generates speech and finds it in the history after a reload", async ({
	page,
}) => {
	const account = await signUpByHand(page);
	await field(page).fill(text);
	await expect(page.getByText(`${text.length} characters: ${text.length} credits`)).toBeVisible();
	await generateButton(page).click();
	await expect
		.poll(() => page.evaluate(() => window.playbackState().peakLevel), { message: "no audio was played" })
		.toBeGreaterThan(0.05);
	const before = await playbackTime(page);
	await expect.poll(() => playbackTime(page)).toBeGreaterThan(before + 0.5);
	await page.reload();
	await page.goto("/app/speech-synthesis/history");
	await expect(page).toHaveURL(/\/app\/speech-synthesis\/text-to-speech\/history/);
	const row = page.getByRole("listitem").filter({ hasText: "A lighthouse keeper once told me" });
	await expect(row).toBeVisible();
	await row.getByRole("button", { name: /^play/i }).first().click();
	await expect
		.poll(() => page.evaluate(() => window.playbackState().peakLevel), { message: "the stored audio is silent" })
		.toBeGreaterThan(0.05);
	await page
		.getByRole("button", { name: /account menu/ })
		.first()
		.click();
	await page.getByRole("menuitem", { name: "Sign out" }).click();
	await page.waitForURL("**/app/sign-in**");
	await page.getByLabel("Email", { exact: true }).fill(account.email);
	await page.getByLabel("Password", { exact: true }).fill(account.password);
	await page.getByRole("button", { name: "Sign in" }).click();
	await page.waitForURL(/\/app\/(?!sign-in)/);
});

test("an audio tag is left out, costs nothing, and the page says so", { tag: "@verify" }, async ({ page }) => {
	await signUp(page, "/app/speech-synthesis/text-to-speech");
	await field(page).fill("[laughs] Come closer.");
	await expect(page.getByText("12 characters: 12 credits")).toBeVisible();
	await generateButton(page).click();
	await expect(page.getByText("Left out “[laughs]”: The voice can't perform audio tags.")).toBeVisible();
});

test("SPEECH-002 both URLs show the tool", async ({ page }) => {
	await signUp(page);
	for (const path of ["/app/speech-synthesis", "/app/speech-synthesis/text-to-speech"]) {
		await page.goto(path);
		await expect(page.getByRole("heading", { level: 1, name: "Text to speech" })).toBeAttached();
		await expect(field(page)).toBeVisible();
	}
});

test("playback starts while audio is still being generated, and only once", async ({ page }) => {
	await signUp(page);
	// Throttle the network: the page must not wait for the last byte.
	const client = await page.context().newCDPSession(page);
	await client.send("Network.emulateNetworkConditions", {
		offline: false,
		latency: 5,
		downloadThroughput: 40_000,
		uploadThroughput: 1_000_000,
	});
	await field(page).fill(Array.from({ length: 6 }, (_, i) => `${i}. ${text} `).join(""));
	await page.keyboard.press("Control+Enter");
	await expect.poll(() => playbackTime(page)).toBeGreaterThan(0.3);
	await expect(
		page.getByRole("button", { name: "Stop" }),
		"all audio had arrived before playback started",
	).toBeVisible();
	expect(await page.evaluate(() => window.playbackState().playing)).toBe(1);

	// The browser warns before leaving, because it would interrupt the generation.
	const dialogs: string[] = [];
	page.once("dialog", (dialog) => {
		dialogs.push(dialog.type());
		void dialog.dismiss();
	});
	await page.close({ runBeforeUnload: true });
	await expect.poll(() => dialogs).toEqual(["beforeunload"]);

	await page.getByRole("button", { name: "Stop" }).click();
	await expect(generateButton(page)).toBeVisible();
	await expect.poll(() => page.evaluate(() => window.playbackState().playing)).toBe(0);
});

/** Lets a generation's response through line by line, as the test releases it. */
async function holdStream(page: Page) {
	await page.addInitScript(() => {
		const { fetch } = window;
		window.fetch = async (...request: Parameters<typeof window.fetch>) => {
			const response = await fetch(...request);
			if (!/\/stream\/with-timestamps/.test(response.url) || !response.ok) return response;
			const lines = (await response.text()).match(/[^\n]*\n+/g) ?? [];
			const body = new ReadableStream<Uint8Array>({
				start: (controller) => {
					window.heldStream = {
						lines: lines.length,
						release: (count) => {
							for (const line of lines.splice(0, count)) controller.enqueue(new TextEncoder().encode(line));
						},
						end: () => controller.close(),
					};
				},
			});
			return new Response(body, { status: response.status, headers: response.headers });
		};
	});
}

test("SPEECH-008 PLAYER-023 a stream starts, delivers its chunks one by one, and ends with the response", async ({
	page,
}) => {
	await holdStream(page);
	await signUp(page);
	const announced = page.getByRole("status").filter({ hasText: /speech|generated/i });
	const audio = page.getByRole("region", { name: "Audio player" });
	const long = Array.from({ length: 6 }, (_, i) => `${i}. ${text}`).join(" ");
	await field(page).fill(long);
	await generateButton(page).click();

	// Content start: the response has begun, but nothing has been said.
	await page.waitForFunction(() => window.heldStream !== undefined);
	const lines = await page.evaluate(() => window.heldStream?.lines ?? 0);
	expect(lines).toBeGreaterThan(3);
	// 140 words per minute.
	expect(long.split(" ")).toHaveLength(150);
	await expect(audio.getByText("~1:04", { exact: true }), "the length is an estimate").toBeVisible();
	await expect(result(page).getByText("waiting for the first audio")).toBeVisible();
	await expect(announced).toHaveText("Generating speech.");
	expect(await playbackTime(page)).toBe(0);

	// Chunk received: each is played and counted when it arrives.
	const bar = result(page).getByRole("progressbar", { name: "Generated" });
	const generated = async () => Number(await bar.getAttribute("aria-valuenow"));
	await page.evaluate(() => window.heldStream?.release(2));
	await expect.poll(generated).toBeGreaterThan(0);
	const first = await generated();
	expect(first).toBeLessThan(100);
	await page.evaluate(() => window.heldStream?.release(Number.POSITIVE_INFINITY));
	await expect.poll(generated).toBeGreaterThan(first);
	await expect.poll(() => playbackTime(page)).toBeGreaterThan(0.3);

	// All of the audio has arrived, but the stream ends only with the response.
	await expect(page.getByRole("button", { name: "Stop" })).toBeVisible();
	await expect(audio.getByText(/^~\d+:\d\d$/)).toBeVisible();

	// Content end.
	await page.evaluate(() => window.heldStream?.end());
	await expect(result(page).getByRole("button", { name: "Close result" })).toBeVisible();
	await expect(announced).toHaveText("Speech generated and saved to history.");
	await expect(audio.getByText(/^~/)).toHaveCount(0);
});

test("speech that is generated slower than it plays starts when the rest arrives in time, or at once on request", {
	tag: "@verify",
}, async ({ page }) => {
	// Each segment arrives as if it had been generated at half of real time.
	await page.addInitScript(() => {
		const { fetch } = window;
		const slowed = (body: ReadableStream<Uint8Array<ArrayBuffer>>) => {
			let rest = "";
			let seconds = 0;
			const slow = new TransformStream<string, string>({
				async transform(piece, controller) {
					const lines = (rest + piece).split("\n");
					rest = lines.pop() ?? "";
					for (const line of lines) {
						const end = JSON.parse(line || "{}").alignment?.character_end_times_seconds.at(-1) ?? seconds;
						await new Promise((resolve) => setTimeout(resolve, (end - seconds) * 2_000));
						seconds = end;
						controller.enqueue(`${line}\n`);
					}
				},
			});
			return body.pipeThrough(new TextDecoderStream()).pipeThrough(slow).pipeThrough(new TextEncoderStream());
		};
		window.fetch = async (...args) => {
			const response = await fetch(...args);
			const isSpeech = response.url.includes("/stream/with-timestamps");
			return isSpeech && response.body ? new Response(slowed(response.body), response) : response;
		};
	});
	await signUp(page, "/app/speech-synthesis/text-to-speech");
	const dock = page.getByRole("region", { name: "Audio player" });
	const playing = () => page.evaluate(() => window.playbackState().playing);
	const generate = async (spoken: string) => {
		await field(page).fill(spoken);
		await page.evaluate(() => window.resetPlayback());
		await page.keyboard.press("Control+Enter");
		await expect(dock.getByText(/^Generating, starts in \d+ s$/).first()).toBeVisible();
		expect(await playing()).toBe(0);
	};
	await generate(text);
	await expect(dock.getByRole("status")).toHaveText(/^Generating, starts in \d+0 s$/);
	await expectAccessible(page, "a player that waits");
	await expect.poll(playing).toBe(1);
	await expect(dock.getByText(/starts in/)).toHaveCount(0);
	await expect.poll(() => page.evaluate(() => window.playbackState().maxPosition)).toBeGreaterThan(6);

	await expect(generateButton(page)).toBeVisible();
	await generate(`Again. ${text} And once more. ${text}`);
	await dock.getByRole("button", { name: "Play", exact: true }).click();
	await expect.poll(playing).toBe(1);
	// What has arrived is over before the rest arrives.
	await expect(dock.getByText(/^Generating, starts in \d+ s$/).first()).toBeVisible();
	await page.getByRole("button", { name: "Stop" }).click();
	await expect(dock.getByText(/starts in/)).toHaveCount(0);
});

test("playback continues on other pages", { tag: "@verify" }, async ({ page }) => {
	await signUp(page);
	await field(page).fill(`${text} `.repeat(8));
	await page.keyboard.press("Control+Enter");
	await expect.poll(() => playbackTime(page)).toBeGreaterThan(0.3);
	await page.getByRole("link", { name: "All voices" }).click();
	await expect(page).toHaveURL(/\/app\/voices/);
	const at = await playbackTime(page);
	expect(at).toBeGreaterThan(0.3);
	await expect.poll(() => playbackTime(page)).toBeGreaterThan(at + 0.5);
	expect(await page.evaluate(() => window.playbackState().playing)).toBe(1);
});

test("a long text is generated in the background, also when its tab is closed", { tag: "@verify" }, async ({
	page,
	context,
}) => {
	await signUp(page);
	await field(page).fill(textLasting(400));
	await generateButton(page).click();
	await expect(page.getByRole("region", { name: "Generating in the background" })).toBeVisible();
	await page.close();
	const reopened = await context.newPage();
	await reopened.goto("/app/speech-synthesis/text-to-speech/history");
	const row = reopened.getByRole("listitem").filter({ hasText: "The lighthouse keeper waits" });
	await expect(async () => {
		await reopened.reload();
		await expect(row).toHaveCount(1, { timeout: 5_000 });
	}).toPass({ timeout: 120_000 });
	await expect(row.getByText(/^7:\d\d$/)).toBeVisible();
	await expect(reopened.getByText(/Partial/)).toHaveCount(0);
});

test("text that costs more than the remaining credits can't be generated, and the page says why", async ({ page }) => {
	await signUp(page);
	await field(page).fill("a".repeat(10_001));
	await expect(page.getByText("You have 10,000 credits left.")).toBeVisible();
	await expect(page.getByRole("link", { name: "View usage" })).toBeVisible();
	await expect(generateButton(page)).toBeDisabled();
});

test("the price is shown upfront and charged exactly; repeated sentences are free, a new take is not", {
	tag: "@verify",
}, async ({ page }) => {
	await signUp(page);
	const first = "The first sentence stays. ";
	await generateSpeech(page, `${first}The second one will change.`);
	await expect(generateButton(page)).toBeVisible();
	await expect(count(page)).toHaveText(/, 0 new: 0 credits/);
	await expect(page.getByText("already generated, free")).toBeVisible();

	const changed = "This one is different now.";
	await field(page).fill(first + changed);
	await expect(count(page)).toHaveText(
		`${first.length + changed.length} characters, ${changed.length} new: ${changed.length} credits`,
	);
	const answer = page.waitForResponse(/stream\/with-timestamps/);
	await generateButton(page).click();
	expect((await answer).headers()["character-cost"]).toBe(String(changed.length));

	await expect(count(page)).toHaveText(/, 0 new: 0 credits/);
	const full = first.length + changed.length;
	const again = page.getByRole("button", { name: `New take: ${full} credits` });
	const newTake = page.waitForResponse(/stream\/with-timestamps/);
	await again.click();
	expect((await newTake).headers()["character-cost"]).toBe(String(full));
});

test("highlights words in the editor as they are spoken and plays from the sentence at the cursor", {
	tag: "@verify",
}, async ({ page }) => {
	await signUp(page);
	await generateSpeech(page, text);
	const spoken = page.locator("main [data-spoken]");
	// Any word will do, since timing varies: it is in the text and another one follows.
	await expect(spoken).toHaveText(/\w/);
	const word = (await spoken.textContent()) ?? "";
	expect(text).toContain(word);
	await expect(spoken).not.toHaveText(word);
	// Recorded in the page, because polling may be too slow on a busy machine.
	await page.evaluate(() => {
		const highlighted: { word: string | null; late: boolean }[] = [];
		Object.assign(window, { highlighted });
		new MutationObserver((changes) => {
			for (const { target } of changes)
				if (target instanceof HTMLElement && target.dataset.spoken !== undefined)
					highlighted.push({ word: target.textContent, late: window.playbackState().currentTime > 4 });
		}).observe(document.body, { subtree: true, attributeFilter: ["data-spoken"] });
	});
	await field(page).press("ControlOrMeta+End");
	await result(page).getByRole("button", { name: "Play from this sentence" }).click();
	await expect
		.poll(() => page.evaluate(() => (window as unknown as { highlighted: unknown[] }).highlighted))
		.toContainEqual({ word: "wait,", late: true });
	// The text is shown once, and the player's controls are the only ones.
	await expect(page.getByRole("button", { name: "Read along" })).toHaveCount(0);
	await expect(page.getByRole("button", { name: /^(Play|Pause) result$/ })).toHaveCount(0);
	await expect(page.getByRole("button", { name: /^(Play|Pause)$/ })).toHaveCount(1);
	await expectAccessible(page, "a generated text");

	// A changed sentence has no take; the other one can still be regenerated.
	await field(page).press("ControlOrMeta+End");
	await page.keyboard.type(" Not yet.");
	await expect(result(page).getByRole("button", { name: /Regenerate/ })).toHaveCount(0);
	await field(page).press("ControlOrMeta+Home");
	const retaken = page.waitForResponse(/takes\/0\/retake/);
	await result(page)
		.getByRole("button", { name: /^Regenerate this sentence: \d+ credits$/ })
		.click();
	expect((await retaken).ok()).toBe(true);
});

test("shows the progress of a generation and hides the previous result meanwhile", { tag: "@verify" }, async ({
	page,
}) => {
	await signUp(page);
	await generateSpeech(page, text);
	await expect(result(page).getByRole("button", { name: "Close result" })).toBeVisible();
	const client = await page.context().newCDPSession(page);
	const limit = (downloadThroughput: number) =>
		client.send("Network.emulateNetworkConditions", {
			offline: false,
			latency: 5,
			downloadThroughput,
			uploadThroughput: 1_000_000,
		});
	await limit(40_000);
	await field(page).fill(Array.from({ length: 6 }, (_, i) => `${i}. ${text} `).join(""));
	await page.keyboard.press("Control+Enter");
	await expect(result(page).getByText(/^Generating/)).toBeVisible();
	await expect(result(page).getByRole("button", { name: "Close result" })).toHaveCount(0);
	const bar = result(page).getByRole("progressbar", { name: "Generated" });
	await expect.poll(async () => Number(await bar.getAttribute("aria-valuenow"))).toBeGreaterThan(0);
	await expect(result(page).getByText(/^Generating: \d+%, \d+:\d\d of audio$/)).toBeVisible();
	await limit(-1);
	await expect(bar).toHaveCount(0);
	await expect(result(page).getByRole("button", { name: "Close result" })).toBeVisible();
});

test("marks a misread word with an explanation, also after a reload, and fixes it with a free retake", {
	tag: "@verify",
}, async ({ page }) => {
	await signUp(page);
	await generateSpeech(page, "The keeper mumbled something. Then he went up the stairs.");
	const mark = page.getByRole("button", { name: "mumbled (misread)" });
	await expect(mark).toBeVisible();
	await expect(result(page).getByText("1 word misread")).toBeVisible();
	await page.reload();
	await expect(mark).toBeVisible();
	const used = () =>
		page.evaluate(async () => (await (await fetch("/v1/user/subscription")).json()).character_count as number);
	const before = await used();

	await mark.click();
	const popover = page.getByRole("dialog", { name: "Misread word" });
	await expect(popover).toContainText("“mumbled” is missing from the audio.");
	await expectAccessible(page, "misread word");
	await popover.getByRole("button", { name: "Play from here" }).click();
	await expect.poll(() => page.evaluate(() => window.playbackState().playing)).toBe(1);
	await page.keyboard.press("Escape");
	await mark.click();
	await popover.getByRole("button", { name: "Retake sentence (free)" }).click();
	await expect(result(page).getByText("No misread words")).toBeVisible();
	await expect(mark).toHaveCount(0);
	await expect.poll(() => page.evaluate(() => window.playbackState().playing)).toBe(1);
	expect(await used()).toBe(before);
});

test("a word marked as misread can be accepted or taught", { tag: "@verify" }, async ({ page }) => {
	await signUp(page);
	await generateSpeech(page, "The keeper mumbled something. Then he mumbled on the stairs.");
	const marks = page.getByRole("button", { name: "mumbled (misread)" });
	await expect(marks).toHaveCount(2);
	const popover = page.getByRole("dialog", { name: "Misread word" });
	await marks.first().click();
	await popover.getByRole("button", { name: "Sounds right" }).click();
	await expect(marks).toHaveCount(1);
	await page.reload();
	await expect(marks).toHaveCount(1);

	await marks.click();
	await popover.getByRole("button", { name: "Teach this word" }).click();
	await popover.getByLabel("Spell “mumbled” as it sounds").fill("mum bold");
	await expectAccessible(page, "teach a word");
	await popover.getByRole("button", { name: "Save rule" }).click();
	await expect(page.getByText("Rule saved", { exact: true })).toBeVisible();
	await expect(popover).toHaveCount(0);
	// The rule applies to the next generation.
	const request = page.waitForRequest(/stream\/with-timestamps/);
	await generateButton(page).click();
	expect((await request).postDataJSON().pronunciation_dictionary_locators).toHaveLength(1);
	await page.goto("/app/speech-synthesis/pronunciation");
	await expect(page.getByRole("link", { name: "Learned words" })).toBeVisible();
});

test("imports a text file, and finds a generation in the palette by its text", { tag: "@verify" }, async ({ page }) => {
	await signUp(page);
	const written = "The harbor master counts the boats twice.";
	const chooser = page.waitForEvent("filechooser");
	await page.getByRole("button", { name: "Import a file" }).click();
	await (await chooser).setFiles({ name: "harbor.txt", mimeType: "text/plain", buffer: Buffer.from(written) });
	await expect(field(page)).toHaveValue(written);
	// A file can also be added to a text.
	await field(page).fill("First, a note. ");
	const another = page.waitForEvent("filechooser");
	await page.getByRole("button", { name: "Import a file" }).click();
	await (await another).setFiles({ name: "more.txt", mimeType: "text/plain", buffer: Buffer.from(written) });
	await expect(field(page)).toHaveValue(`First, a note. ${written}`);
	await generateSpeech(page, written);
	await expect(result(page).getByRole("button", { name: "Close result" })).toBeVisible();
	await field(page).fill("");
	await page.keyboard.press("ControlOrMeta+k");
	await page.keyboard.type("counts the boats");
	const found = page.getByRole("group", { name: "History" }).getByRole("option");
	await expect(found).toHaveText(/^The harbor master counts the boats twice\./);
	await expectAccessible(page, "history in the palette");
	await found.click();
	await expect(field(page)).toHaveValue(written);
});

test("says when the text is in another language than the voice and offers a voice that speaks it", {
	tag: "@verify",
}, async ({ page }) => {
	await page.route("**/v1/voices", async (route) => {
		const response = await route.fetch();
		if (!response.ok()) return route.fulfill({ response });
		const { voices } = (await response.json()) as { voices: { name: string; language: string }[] };
		const german = voices.map((voice, at) => (at === 1 ? { ...voice, name: "Greta", language: "de" } : voice));
		await route.fulfill({ response, json: { voices: german } });
	});
	await signUp(page);
	const hint = page.getByRole("status").filter({ hasText: "This text looks like" });
	await field(page).fill(text);
	await expect(count(page)).toContainText("credits");
	await expect(hint).toHaveCount(0);
	await field(page).fill("Die Fähre fährt um neun, und wer dann noch nicht da ist, muss auf die nächste warten.");
	await expect(hint).toContainText(/This text looks like German, but .+ speaks American English\./);
	await expectAccessible(page, "language hint");
	await hint.getByRole("button", { name: "Use Greta (German)" }).click();
	await expect(page.getByRole("button", { name: /^Change voice: Greta/ })).toBeVisible();
	await expect(hint).toHaveCount(0);
	await field(page).fill("Le ferry part à neuf heures et il n'attend pas les passagers qui sont en retard.");
	await expect(hint).toContainText("This server has no voice for French.");
	await hint.getByRole("button", { name: "Dismiss the language hint" }).click();
	await expect(hint).toHaveCount(0);
});

test("saves drafts, restores them after a reload, cleans pasted text and clears drafts on sign-out", {
	tag: "@verify",
}, async ({ page }) => {
	await signUp(page);
	await field(page).fill("Begun, but not finished");
	await expect(page.getByText("Saved", { exact: true })).toBeVisible();
	await page.reload();
	await expect(field(page)).toHaveValue("Begun, but not finished");

	await field(page).fill("");
	await page.evaluate(() => {
		const data = new DataTransfer();
		data.setData("text/html", "<h1>Title</h1><p>One\n  <b>bold</b> line.</p><script>bad()</script><ul><li>a</li></ul>");
		data.setData("text/plain", "TitleOne bold line.bad()a");
		const area = document.querySelector("textarea");
		area?.focus();
		area?.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
	});
	await expect(field(page)).toHaveValue("Title\n\nOne bold line.\n\na");

	await page
		.getByRole("button", { name: /account menu/ })
		.first()
		.click();
	await page.getByRole("menuitem", { name: "Sign out" }).click();
	await page.waitForURL("**/app/sign-in**");
	const storedKeys = await page.evaluate(() => Object.keys(localStorage).filter((key) => /^xi:|draft/.test(key)));
	expect(storedKeys).toEqual([]);
});

test("edits a text of 100,000 characters without freezing the page", { tag: "@measured" }, async ({
	page,
	browser,
}) => {
	await signUp(page);
	const long = Array.from({ length: 1_000 }, (_, i) => `${i} ${text.slice(0, 95)}`).join("\n");
	await field(page).fill(long);
	await expect(count(page)).toContainText("You have 10,000 credits left");
	const work = await pageWork(browser, async () => {
		await field(page).press("Control+End");
		await page.keyboard.type(" and a little more", { delay: 40 });
	});
	printFigures(`typing in 100,000 characters: ${describeWork(work)}`);
	expect(work.tasks[0], "the browser's longest task, in ms").toBeLessThan(500);
	expect(work.longest, "the page's longest task while typing, in ms").toBeLessThan(100);
	await expect(field(page)).toHaveValue(`${long} and a little more`);
});

test("SPEECH-004 the first model is the default; a chosen model is kept and selects a compatible voice", async ({
	page,
}) => {
	// The test server has one model, so add a second one and a voice to its responses.
	await page.route("**/v1/models", async (route) => {
		const models = await (await route.fetch()).json();
		await route.fulfill({ json: [...models, { ...models[0], model_id: "second", name: "Second model" }] });
	});
	await page.route("**/v1/voices", async (route) => {
		const answer = await (await route.fetch()).json();
		const voice = { ...answer.voices[0], voice_id: "second-voice", name: "Second voice" };
		answer.voices.push({ ...voice, high_quality_base_model_ids: ["second"] });
		await route.fulfill({ json: answer });
	});
	await signUp(page);
	const picker = page.getByRole("button", { name: /^Change model/ });
	const first = await page.evaluate(async () => (await (await fetch("/v1/models")).json())[0].name as string);
	await expect(picker).toContainText(first);
	await picker.click();
	await page
		.getByRole("dialog", { name: "Choose a model" })
		.getByRole("button", { name: /Second model/ })
		.click();
	await expect(picker).toContainText("Second model");
	await expect(page.getByRole("button", { name: /^Change voice/ })).toContainText("Second voice");
	await page.reload();
	await expect(picker).toContainText("Second model");
});

test("works by keyboard: search for a voice, set the speed, type and generate", { tag: "@verify" }, async ({
	page,
}) => {
	await signUp(page);
	await page.getByRole("button", { name: /^Change voice/ }).focus();
	await page.keyboard.press("Enter");
	const dialog = page.getByRole("dialog", { name: "Choose a voice" });
	await expect(dialog.getByLabel("Search voices")).toBeFocused();
	await page.keyboard.type("high");
	await page.keyboard.press("ArrowDown");
	await page.keyboard.press("Enter");
	await expect(page.getByRole("button", { name: /^Change voice/ })).toContainText("Tone high");
	await expect(page.getByRole("button", { name: /^Change voice/ })).toBeFocused();

	const speed = page.getByRole("slider", { name: "Speed" });
	await speed.focus();
	await page.keyboard.press("Home");
	await expect(speed).toHaveAttribute("aria-valuetext", "0.50× - Unstable");
	await expect(page.getByRole("tooltip").filter({ hasText: "0.50× - Unstable" })).toBeVisible();
	await page.getByRole("button", { name: "Reset" }).press("Enter");
	await expect(speed).toHaveAttribute("aria-valuetext", "1.00×");

	await field(page).focus();
	await page.keyboard.type("All by keys, and long enough to be heard on a busy machine.");
	await page.keyboard.press("Control+Enter");
	await expect.poll(() => page.evaluate(() => window.playbackState().peakLevel)).toBeGreaterThan(0.05);

	await page.getByRole("button", { name: /^Change voice/ }).press("Enter");
	const recent = dialog.getByRole("region", { name: "Recently used" }).getByRole("listitem");
	await expect(recent.first()).toContainText("Tone high");
	expect(await recent.count()).toBeLessThanOrEqual(4);
	await expectAccessible(page, "voice picker");
});

test("disables settings the model does not support, with a reason, and names the plan a format requires", {
	tag: "@verify",
}, async ({ page }) => {
	await signUp(page);
	await expect(page.getByRole("slider", { name: "Similarity" })).toHaveAttribute("data-disabled", "");
	await expect(page.getByText(/Not supported by/).first()).toBeVisible();
	await page.getByRole("combobox", { name: "Output format" }).click();
	const gated = page.getByRole("option", { name: /44.1 kHz, 192 kbit/ });
	await expect(gated).toHaveAttribute("aria-disabled", "true");
	await expect(gated).toContainText("Requires the Creator plan or higher");
	await page.getByRole("option", { name: /WAV, 24 kHz/ }).click();
	await generateSpeech(page, `Played once it is complete. ${textLasting(3)}`);
	await expect.poll(() => page.evaluate(() => window.playbackState().peakLevel)).toBeGreaterThan(0.05);
});
