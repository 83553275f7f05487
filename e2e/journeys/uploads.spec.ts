// The uploader and the recorder of the tools that take a file, on the page with all components. Chromium's fake microphone
// plays a tone.
import { randomBytes } from "node:crypto";
import { writeFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import { maxPartBytes } from "@timbre/contract/uploads/rules.ts";
import { test as base, expect, expectAccessible, signUp } from "./fixtures.ts";

const test = base.extend({
	launchOptions: [
		async ({ launchOptions }, use) =>
			use({ ...launchOptions, args: [...(launchOptions.args ?? []), "--use-fake-device-for-media-stream"] }),
		{ scope: "worker" },
	],
});

const sizeBytes = 20_000_000;

async function openGallery(page: Page, title: string): Promise<Locator> {
	await page.goto("/dev/ui");
	const sample = page
		.getByRole("region", { name: "light theme" })
		.locator("div", { has: page.getByRole("heading", { name: title }) })
		.last();
	await expect(sample).toBeVisible();
	await page.waitForFunction(() => {
		const main = document.querySelector("main");
		return main !== null && Object.keys(main).some((key) => key.startsWith("__react"));
	});
	return sample;
}

/** Chooses files with the keyboard alone. */
async function choose(page: Page, sample: Locator, name: string, files: string[]): Promise<void> {
	const chooser = page.waitForEvent("filechooser");
	await sample.getByRole("button", { name }).focus();
	await page.keyboard.press("Enter");
	await (await chooser).setFiles(files);
}

const receivedBytes = async (page: Page, id: string) => {
	const response = await page.request.get(`/v1/uploads/${id}`);
	return response.ok() ? ((await response.json()) as { received_bytes: number }).received_bytes : response.status();
};

/** Chromium logs the connections that the test has broken. */
function forgetLostConnections(problems: string[]): void {
	const expected = /ERR_(CONNECTION_RESET|INTERNET_DISCONNECTED)/;
	problems.splice(0, problems.length, ...problems.filter((problem) => !expected.test(problem)));
}

test("FILES-002 FILES-003 uploads a file whose connection breaks twice, with the keyboard, and shows what is accepted", async ({
	page,
	problems,
}, info) => {
	await signUp(page);
	const path = info.outputPath("interview.wav");
	await writeFile(path, randomBytes(sizeBytes));
	const parts: number[] = [];
	let uploadId = "";
	await page.route("**/v1/uploads/*/parts", async (route) => {
		uploadId = /uploads\/(\w+)\/parts/.exec(route.request().url())?.[1] ?? "";
		const count = parts.push(route.request().postDataBuffer()?.length ?? 0);
		if (count === 2) return route.abort("connectionreset");
		if (count !== 4) return route.continue();
		// The part arrives, but its response is lost.
		await route.fetch();
		return route.abort("connectionreset");
	});
	const sample = await openGallery(page, "Upload of one file");
	await expect(sample).toContainText(
		"Up to 500 MB. Audio: aac, aiff, ogg, mp3, opus, wav, webm, flac, mp4, m4a. Video: mp4, avi, mkv, mov, wmv, flv, webm, mpeg, 3gp.",
	);
	await choose(page, sample, "Choose file", [path]);
	await expect(sample.getByRole("button", { name: "Cancel interview.wav" })).toBeFocused();
	await expect(sample.getByRole("progressbar", { name: "Upload of interview.wav" })).toBeVisible();
	await expect(sample.getByRole("status")).toContainText("Connection lost.");
	await expect(sample.getByText("20 MB, uploaded")).toBeVisible();
	await expect(sample.getByRole("status")).toHaveText("1 of 1 files uploaded.");
	expect(Math.max(...parts)).toBeLessThan(maxPartBytes + 2_000);
	expect(await receivedBytes(page, uploadId)).toBe(sizeBytes);
	await expectAccessible(page, "with an uploaded file");
	await sample.getByRole("button", { name: "Remove interview.wav" }).focus();
	await page.keyboard.press("Enter");
	await expect(sample.getByRole("button", { name: "Choose file" })).toBeFocused();
	await expect.poll(() => receivedBytes(page, uploadId)).toBe(404);
	forgetLostConnections(problems);
});

test(
	"continues an upload after a reload when the same file is chosen again",
	{ tag: "@verify" },
	async ({ page, problems }, info) => {
		await signUp(page);
		const path = info.outputPath("talk.mp4");
		await writeFile(path, randomBytes(sizeBytes));
		const created: string[] = [];
		page.on("request", (request) => {
			if (request.method() === "POST" && request.url().endsWith("/v1/uploads")) created.push(request.url());
		});
		let count = 0;
		await page.route("**/v1/uploads/*/parts", (route) =>
			++count > 2 ? route.abort("internetdisconnected") : route.continue(),
		);
		let sample = await openGallery(page, "Upload of several files, and of recordings");
		await choose(page, sample, "Choose files", [path]);
		const row = sample.getByRole("listitem").filter({ hasText: "talk.mp4" });
		await expect(row).toContainText(/Connection lost\. Trying again\. \d/);
		const saved = await page.evaluate(() => localStorage.getItem("xi:uploads") ?? "");
		const uploadId = /"uploadId":"(\w+)"/.exec(saved)?.[1] ?? "";
		const before = await receivedBytes(page, uploadId);
		expect(before).toBeGreaterThan(0);
		await page.unroute("**/v1/uploads/*/parts");
		page.on("dialog", (dialog) => void dialog.accept());
		await page.reload();
		sample = await openGallery(page, "Upload of several files, and of recordings");
		await choose(page, sample, "Choose files", [path]);
		await expect(sample.getByText("20 MB, uploaded")).toBeVisible();
		expect(await receivedBytes(page, uploadId)).toBe(sizeBytes);
		expect(created).toHaveLength(1);
		forgetLostConnections(problems);
	},
);

test("rejects other files with a reason, and uploads several", { tag: "@verify" }, async ({ page }, info) => {
	await signUp(page);
	const files = [
		info.outputPath("a.flac"),
		info.outputPath("b.mkv"),
		info.outputPath("contract.pdf"),
		info.outputPath("empty.mp3"),
	];
	for (const file of files) await writeFile(file, file.endsWith("empty.mp3") ? "" : randomBytes(200_000));
	await page.setViewportSize({ width: 390, height: 844 });
	const sample = await openGallery(page, "Upload of several files, and of recordings");
	await choose(page, sample, "Choose files", files);
	await expect(sample.getByRole("alert")).toContainText("contract.pdf is not an audio or video file.");
	await expect(sample.getByRole("alert")).toContainText("empty.mp3 is empty.");
	await expect(sample.getByRole("status").first()).toHaveText("2 of 2 files uploaded.");
	expect(await sample.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true);
	await expectAccessible(page, "with rejected files");
});

test("records with a level meter, pauses, and uploads the recording", { tag: "@verify" }, async ({ page, context }) => {
	await context.grantPermissions(["microphone"]);
	await signUp(page);
	const sample = await openGallery(page, "Upload of several files, and of recordings");
	await sample.getByRole("button", { name: "Record" }).click();
	const level = sample.getByRole("meter", { name: "Input level" });
	await expect.poll(async () => Number(await level.getAttribute("aria-valuenow"))).toBeGreaterThan(20);
	await sample.getByRole("button", { name: "Pause recording" }).click();
	await expect(sample.getByText("Recording paused")).toBeAttached();
	await expectAccessible(page, "during a pause");
	await sample.getByRole("button", { name: "Resume recording" }).click();
	await sample.getByRole("button", { name: "Discard recording" }).click();
	await expect(sample.getByRole("button", { name: "Record" })).toBeFocused();
	await page.keyboard.press("Enter");
	await expect.poll(async () => Number(await level.getAttribute("aria-valuenow"))).toBeGreaterThan(20);
	await sample.getByRole("button", { name: "Finish" }).click();
	const row = sample.getByRole("listitem").filter({ hasText: "Recording 1.webm" });
	await expect(row).toContainText("uploaded");
});

test("says what to do when the microphone is blocked", { tag: "@verify" }, async ({ page }) => {
	await signUp(page);
	await page.addInitScript(() => {
		navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException("denied", "NotAllowedError"));
	});
	const sample = await openGallery(page, "Upload of several files, and of recordings");
	await sample.getByRole("button", { name: "Record" }).click();
	await expect(sample.getByRole("alert")).toHaveText(
		"Microphone access is blocked. Allow it in the browser's address bar, then try again.",
	);
});
