import type { Page } from "@playwright/test";
import { expect, expectAccessible, generateSpeech, signUp, test, textLasting } from "./fixtures.ts";

const dock = (page: Page) => page.getByRole("region", { name: "Audio player" });
const button = (page: Page, name: string | RegExp) => dock(page).getByRole("button", { name, exact: true });
const time = (page: Page) => page.evaluate(() => window.playbackState().currentTime);
const playing = (page: Page) => page.evaluate(() => window.playbackState().playing);

/** Blurs the text field, so that keys control the player. */
const leaveField = (page: Page) =>
	page.evaluate(() => (document.activeElement instanceof HTMLElement ? document.activeElement.blur() : undefined));

test("PLAYER-001 PLAYER-003 PLAYER-004 PLAYER-013 PLAYER-016 the player is fixed at the bottom and has all its controls", async ({
	page,
}) => {
	await signUp(page);
	await expect(dock(page), "nothing is loaded yet").toHaveCount(0);
	await generateSpeech(page, textLasting(30));
	const bottom = async () => {
		const box = await dock(page).boundingBox();
		return Math.round((box?.y ?? 0) + (box?.height ?? 0));
	};
	// It slides in.
	await expect.poll(bottom).toBe(page.viewportSize()?.height);
	for (const name of ["Pause", "Skip back 10 seconds", "Skip forward 10 seconds", "Download", "Share"]) {
		await expect(button(page, name)).toBeVisible();
	}
	await expect(button(page, /^Playback speed/)).toHaveText("1×");

	// Seeking is limited to loaded audio; all of it is loaded once it can be downloaded.
	await expect(button(page, "Download")).toBeEnabled();
	const from = Date.now();
	const before = await time(page);
	// Playback continues meanwhile.
	const elapsed = () => (Date.now() - from) / 1000 + 0.1;
	await button(page, "Skip forward 10 seconds").click();
	const ahead = await time(page);
	expect(ahead).toBeGreaterThan(before + 9.5);
	expect(ahead).toBeLessThan(before + 10 + elapsed());
	await button(page, "Skip back 10 seconds").click();
	expect(await time(page)).toBeLessThan(before + elapsed());

	await button(page, "Pause").click();
	await expect.poll(() => playing(page)).toBe(0);
	await expect.poll(() => page.evaluate(() => document.querySelector("audio")?.seeking)).toBe(false);
	const still = await time(page);
	await page.waitForTimeout(300);
	expect(await time(page)).toBe(still);
	await button(page, "Play").click();
	await expect.poll(() => playing(page)).toBe(1);
	await expect.poll(() => page.evaluate(() => window.playbackState().peakLevel)).toBeGreaterThan(0.05);

	await button(page, "Close audio player").click();
	await expect(dock(page)).toHaveCount(0);
	expect(await playing(page)).toBe(0);
	expect(await page.evaluate(() => document.querySelector("audio")?.getAttribute("src"))).toBeNull();
});

test("PLAYER-005 PLAYER-006 PLAYER-018 keys toggle and seek, and the speed button cycles through the rates", async ({
	page,
}) => {
	await signUp(page);
	await generateSpeech(page, textLasting(40));
	// Seeking is limited to loaded audio; all of it is loaded once it can be downloaded.
	await expect(button(page, "Download")).toBeEnabled();
	// In the text field, keys type.
	await page.getByLabel("Text to speak").press("End");
	await page.keyboard.press(" ");
	expect(await playing(page)).toBe(1);
	await leaveField(page);
	await page.keyboard.press(" ");
	await expect.poll(() => playing(page)).toBe(0);
	await expect(button(page, "Play")).toBeVisible();
	const at = await time(page);
	await page.keyboard.press("ArrowRight");
	await expect.poll(() => time(page)).toBeCloseTo(at + 3, 1);
	await page.keyboard.press("ArrowRight");
	await page.keyboard.press("ArrowLeft");
	await expect.poll(() => time(page)).toBeCloseTo(at + 3, 1);
	await page.keyboard.press(" ");
	await expect.poll(() => playing(page)).toBe(1);

	const rates: number[] = [];
	for (let i = 0; i < 5; i++) {
		await button(page, /^Playback speed/).click();
		rates.push(await page.evaluate(() => document.querySelector("audio")?.playbackRate ?? 0));
	}
	expect(rates).toEqual([1.2, 1.5, 2, 0.8, 1]);
});

test("PLAYER-002 the player collapses to a thin bar on desktops but not on phones", async ({ page }) => {
	await signUp(page);
	await generateSpeech(page, textLasting(30));
	await button(page, "Collapse audio player").click();
	await expect(button(page, "Expand audio player")).toBeVisible();
	await expect(button(page, "Download")).toHaveCount(0);
	expect((await dock(page).boundingBox())?.height ?? 99).toBeLessThan(12);
	expect(await playing(page), "collapsing does not stop playback").toBe(1);
	const bar = dock(page).getByRole("slider", { name: "Position" });
	const value = Number(await bar.getAttribute("aria-valuenow"));
	await expect.poll(async () => Number(await bar.getAttribute("aria-valuenow"))).toBeGreaterThan(value);
	await expectAccessible(page, "collapsed");
	await page.setViewportSize({ width: 390, height: 844 });
	await expect(button(page, "Expand audio player")).toHaveCount(0);
	await expect(button(page, "Download")).toBeVisible();
	await page.setViewportSize({ width: 1280, height: 800 });
	await button(page, "Expand audio player").click();
	await expect(button(page, "Download")).toBeVisible();
});

test("PLAYER-008 PLAYER-009 PLAYER-026 a preview can't be shared or rated, and has a language selector only with several languages", async ({
	page,
}) => {
	await signUp(page, "/app/voices");
	const preview = page.getByRole("button", { name: /^Play a preview of/ });
	await expect(preview.first()).toBeVisible({ timeout: 180_000 });
	await preview.first().click();
	await expect.poll(() => playing(page)).toBe(1);
	await expect(button(page, "Share")).toBeDisabled();
	const language = dock(page).getByRole("combobox", { name: "Preview language" });
	await expect(language).toHaveCount(0);
	// Play to the end, where a generation would offer feedback.
	await expect.poll(() => playing(page)).toBe(0);
	await expect(dock(page).getByRole("group", { name: "Feedback" })).toHaveCount(0);

	// Shipped voices have one language each, so add a second one to the server's response.
	await page.route("**/v2/voices*", async (route) => {
		const response = await route.fetch();
		const body = await response.json();
		const [first, second] = body.voices;
		first.verified_languages = [
			{
				language: "de",
				model_id: "eleven_multilingual_v2",
				accent: null,
				locale: null,
				preview_url: second.preview_url,
			},
		];
		await route.fulfill({ response, json: body });
	});
	await page.reload();
	await preview.first().click();
	await expect.poll(() => playing(page)).toBe(1);
	const source = () => page.evaluate(() => document.querySelector("audio")?.getAttribute("src"));
	const own = await source();
	await language.click();
	await page.getByRole("option", { name: "German" }).click();
	await expect.poll(source).not.toBe(own);
	await expect.poll(() => playing(page)).toBe(1);
	await expect(language).toHaveText("German");
});

test("PLAYER-015 playback returns to 0 at the end and can be started again", async ({ page }) => {
	await signUp(page);
	await generateSpeech(page, textLasting(5));
	await expect.poll(() => playing(page)).toBe(0);
	await expect.poll(() => time(page)).toBe(0);
	await button(page, "Play").click();
	await expect.poll(() => playing(page)).toBe(1);
	await expect.poll(() => time(page)).toBeGreaterThan(0.2);
});

test("PLAYER-019 PLAYER-020 HISTORY-017 polls for the saved item after 1 s and then every 5 s, and uses its name for the download", async ({
	page,
}) => {
	// Record in the page when it polls.
	await page.addInitScript(() => {
		const polls: number[] = [];
		Object.assign(window, { polls });
		const { fetch } = window;
		window.fetch = (...args) => {
			const url = args[0] instanceof Request ? args[0].url : String(args[0]);
			if (/\/v1\/history\/[\w-]+$/.test(url)) polls.push(Date.now());
			return fetch(...args);
		};
	});
	await signUp(page);
	const pollTimes = () => page.evaluate(() => (window as unknown as { polls: number[] }).polls);
	// Respond with 404 for three seconds: the poll after one second fails, and the next one is five seconds later.
	let handled = 0;
	await page.route(/\/v1\/history\/[A-Za-z0-9_-]+$/, async (route) => {
		const index = handled++;
		const times = await pollTimes();
		if ((times[index] ?? 0) < (times[0] ?? 0) + 3_000)
			return route.fulfill({ status: 404, json: { detail: { code: "history_item_not_found", message: "Not yet." } } });
		return route.continue();
	});
	await generateSpeech(page, textLasting(15));
	await expect(button(page, "Download")).toBeDisabled();
	await expect(button(page, "Share")).toBeDisabled();
	await expect(button(page, "Download")).toBeEnabled();
	// By the page's clock: when the last byte of speech arrived, and how long the item took after that.
	const last = await page.evaluate(() => {
		const entries = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
		const speech = entries.findLast((entry) => /\/v1\/text-to-speech\/.*stream/.test(entry.name));
		return performance.timeOrigin + (speech?.responseEnd ?? Number.NaN);
	});
	const found = Date.now() - last;
	expect(found).toBeGreaterThan(5_800);
	const polled = (await pollTimes()).map((at) => at - last);
	expect(
		polled.some((ms) => ms > 900 && ms < found - 4_500),
		`polled after ${polled} ms, found after ${found}`,
	).toBe(true);
	await expect(button(page, "Share")).toBeEnabled();

	const download = page.waitForEvent("download");
	await button(page, "Download").click();
	const file = await download;
	const { history } = await page.evaluate(async () => (await fetch("/v1/history?page_size=1")).json());
	expect(file.suggestedFilename()).toBe(history[0].file_name);
	expect(file.suggestedFilename()).toMatch(/^[\w.-]{5,255}\.mp3$/);
});

test("PLAYER-021 HISTORY-018 gives up silently if the item is never found, and downloads the streamed audio", async ({
	page,
}) => {
	await page.clock.install();
	await signUp(page);
	let polls = 0;
	await page.route(/\/v1\/history\/[A-Za-z0-9_-]+$/, (route) => {
		polls++;
		return route.fulfill({ status: 404, json: { detail: { code: "history_item_not_found", message: "Never." } } });
	});
	await generateSpeech(page, textLasting(12));
	for (let attempt = 1; attempt <= 9; attempt++) {
		await expect.poll(() => polls).toBeGreaterThanOrEqual(attempt);
		await page.waitForTimeout(400);
		await expect(button(page, "Download"), `before attempt ${attempt}`).toBeDisabled();
		await page.clock.fastForward(5_000);
	}
	await page.waitForTimeout(400);
	await page.clock.fastForward(5_000);
	await expect(button(page, "Download")).toBeEnabled();
	await expect(page.getByRole("alert").filter({ hasText: /\w/ })).toHaveCount(0);
	await expect(page.getByText(/could not|couldn't|went wrong|not found/i)).toHaveCount(0);
	const download = page.waitForEvent("download");
	await button(page, "Download").click();
	const file = await download;
	expect(file.suggestedFilename()).toBe("The_lighthouse_keepe.mp3");
	const stream = await file.createReadStream();
	let bytes = 0;
	for await (const chunk of stream) bytes += chunk.length;
	expect(bytes).toBeGreaterThan(50_000);
});

test("playback survives navigation, and only one item plays across tabs", { tag: "@verify" }, async ({
	page,
	context,
}) => {
	await signUp(page);
	await generateSpeech(page, textLasting(40));
	await expect.poll(() => time(page)).toBeGreaterThan(1);
	await page.getByRole("link", { name: "Voices" }).first().click();
	await expect(page).toHaveURL(/\/app\/voice-lab/);
	expect(await time(page)).toBeGreaterThan(1);
	await page.getByRole("link", { name: "History" }).first().click();
	const row = page.getByRole("listitem").filter({ hasText: "The lighthouse keeper" }).first();
	await expect(row).toBeVisible();
	expect(await playing(page)).toBe(1);
	const session = await page.evaluate(() => ({
		title: navigator.mediaSession.metadata?.title,
		state: navigator.mediaSession.playbackState,
	}));
	expect(session.title).toContain("The lighthouse keeper");
	expect(session.state).toBe("playing");

	const other = await context.newPage();
	await other.goto("/app/voices");
	await other
		.getByRole("button", { name: /^Play a preview of/ })
		.first()
		.click({ timeout: 180_000 });
	await expect(other.getByRole("button", { name: /^Pause the preview of/ })).toBeVisible();
	await expect.poll(() => playing(page), { message: "the first tab keeps playing alongside the second" }).toBe(0);
	await other.close();
});

test("highlights the word being spoken and plays from a clicked word", { tag: "@verify" }, async ({ page }) => {
	await page.goto("/dev/ui");
	// Recorded in the page: a word lasts 0.7 s, and polling may be too slow on a busy machine.
	await page.evaluate(() => {
		const highlighted: string[] = [];
		Object.assign(window, { highlighted });
		new MutationObserver(() => {
			const marked = [...document.querySelectorAll("[data-spoken]")].map((word) => word.textContent ?? "");
			if (marked.length > 0) highlighted.push(marked.join(" "));
		}).observe(document.body, { subtree: true, attributeFilter: ["data-spoken"] });
	});
	const highlighted = () => page.evaluate(() => (window as unknown as { highlighted: string[] }).highlighted);
	await page.getByRole("button", { name: "Load from a URL" }).first().click();
	await expect.poll(async () => new Set(await highlighted()).size).toBeGreaterThanOrEqual(4);
	expect((await highlighted()).every((word) => ["do", "re", "mi", "fa", "sol"].includes(word))).toBe(true);
	const before = (await highlighted()).length;
	await page.locator("[data-word]", { hasText: "mi" }).first().click();
	await expect.poll(async () => (await highlighted()).slice(before)).toContain("mi");
});

test("the text can be read along in the player on any page", { tag: "@verify" }, async ({ page }) => {
	await signUp(page);
	await generateSpeech(page, textLasting(20));
	await page.getByRole("link", { name: "Voices" }).first().click();
	await button(page, "Read along").click();
	const text = dock(page).getByRole("region", { name: "Text being read" });
	await expect(text.locator("[data-spoken]")).toHaveCount(1);
	const wordIndex = () => text.locator("[data-spoken]").getAttribute("data-word");
	const before = Number(await wordIndex());
	await expect.poll(async () => Number(await wordIndex())).toBeGreaterThan(before);
	await expectAccessible(page, "read along");
});
