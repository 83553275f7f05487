// Transcription of the microphone while it records: on the page, and in the official browser client. Chromium's fake
// microphone plays a recorded voice with pauses, over and over.
import { once } from "node:events";
import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { finishWav } from "@timbre/engines/media/wav.ts";
import { fakePassage } from "@timbre/engines/transcription/providers/fake-recognizer.ts";
import { recordingOf } from "../sdk/recordings.ts";
import { test as base, expect, expectAccessible, signUp } from "./fixtures.ts";

const test = base.extend({
	launchOptions: [
		async ({ launchOptions }, use) => {
			const file = join(await mkdtemp(join(tmpdir(), "timbre-microphone-")), "voice.wav");
			const spoken = await recordingOf("The harbour lay quiet under a thin fog, and the boats were far out.");
			await writeFile(file, finishWav(Buffer.concat([spoken, Buffer.alloc(2.5 * 32_000)])));
			const args = ["--use-fake-device-for-media-stream", `--use-file-for-fake-audio-capture=${file}`];
			await use({ ...launchOptions, args: [...(launchOptions.args ?? []), ...args] });
		},
		{ scope: "worker" },
	],
});
test.use({ permissions: ["microphone"] });

const firstWords = fakePassage.split(" ").slice(0, 3).join(" ");

test("speaks into the microphone, reads along, and keeps the text", async ({ page }) => {
	await signUp(page);
	await page.goto("/app/speech-to-text/live");
	const main = page.getByRole("main");
	const transcript = main.getByRole("region", { name: "Transcript" });
	await expect(main.getByText("Costs 75 credits per minute of audio.")).toBeVisible();
	await main.getByRole("button", { name: "Start transcribing" }).focus();
	await page.keyboard.press("Enter");
	await expect(main.getByRole("meter", { name: "Input level" })).toBeVisible();
	await expect(transcript).toContainText(firstWords);
	// Two pauses: two paragraphs.
	await expect(transcript.getByText(firstWords).nth(1)).toBeVisible();
	await expectAccessible(page, "while it transcribes");
	await expect(main.getByRole("button", { name: "Stop", exact: true })).toBeFocused();
	await page.keyboard.press("Enter");
	await expect(main.getByText("Stopped. Start again to transcribe something new.")).toBeVisible();
	await expectAccessible(page, "a finished transcription");
	const download = page.waitForEvent("download");
	await main.getByRole("button", { name: "Download text" }).click();
	const saved = await download;
	expect(saved.suggestedFilename()).toMatch(/^Live transcript \d{4}-\d\d-\d\d \d\d\.\d\d\.txt$/);
	expect(await readFile(await saved.path(), "utf8")).toContain(firstWords);
	await expect(main.getByText(/^Saving transcribes the recording once more.* credits?\.$/)).toBeVisible();
	await main.getByRole("button", { name: "Save to transcripts" }).click();
	await page.waitForURL(/\/app\/speech-to-text\/\w{20}$/);
});

type RealtimeMessage = { message_type: string; text?: string; words?: { text: string }[] };

test("the official browser client transcribes the microphone with only its address changed", async ({ page }) => {
	await signUp(page);
	const { origin } = new URL(page.url());
	const created = await page.request.post("/v1/single-use-token/realtime_scribe", { headers: { origin } });
	const { token } = (await created.json()) as { token: string };
	const site = createServer((_, response) =>
		response.setHeader("content-type", "text/html").end("<!doctype html><title>Another site</title>"),
	).listen(0, "localhost");
	await once(site, "listening");
	await page.goto(`http://localhost:${(site.address() as AddressInfo).port}/`);
	const library = join(fileURLToPath(import.meta.resolve("@elevenlabs/client")), "..", "lib.iife.js");
	await page.addScriptTag({ content: await readFile(library, "utf8") });
	const messages = await page.evaluate(
		({ token, baseUri }) => {
			const { Scribe, RealtimeEvents } = (window as unknown as { ElevenLabsClient: BrowserClient }).ElevenLabsClient;
			const connection = Scribe.connect({
				token,
				baseUri,
				modelId: "scribe_v2_realtime",
				commitStrategy: "vad",
				vadSilenceThresholdSecs: 0.8,
				includeTimestamps: true,
				microphone: {},
			});
			return new Promise<RealtimeMessage[]>((resolve, reject) => {
				const received: RealtimeMessage[] = [];
				connection.on(RealtimeEvents.ERROR ?? "", (error) => reject(new Error(JSON.stringify(error))));
				for (const name of ["SESSION_STARTED", "PARTIAL_TRANSCRIPT", "COMMITTED_TRANSCRIPT"])
					connection.on(RealtimeEvents[name] ?? "", (message) => received.push(message as RealtimeMessage));
				connection.on(RealtimeEvents.COMMITTED_TRANSCRIPT_WITH_TIMESTAMPS ?? "", (message) => {
					received.push(message as RealtimeMessage);
					connection.close();
					resolve(received);
				});
			});
		},
		{ token, baseUri: origin.replace("http", "ws") },
	);
	const types = messages.map(({ message_type }) => message_type);
	expect(types[0]).toBe("session_started");
	expect(types).toContain("partial_transcript");
	expect(types.slice(-2)).toEqual(["committed_transcript", "committed_transcript_with_timestamps"]);
	const { text = "", words = [] } = messages.at(-1) ?? {};
	expect(text.startsWith(firstWords)).toBe(true);
	expect(words.map((word) => word.text).join("")).toBe(text);
	site.close();
});

/** What the test uses of the client. */
type BrowserClient = {
	Scribe: {
		connect(options: object): { on(event: string, listener: (message: unknown) => void): void; close(): void };
	};
	RealtimeEvents: Record<string, string>;
};
