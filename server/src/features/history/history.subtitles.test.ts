import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestApp, testApp } from "../../testing/test-app.ts";
import { writeSubtitles } from "./subtitles.ts";

let app: TestApp;
beforeAll(async () => {
	app = await testApp();
});
afterAll(async () => app.stop());

/** Each character takes a tenth of a second. */
const aligned = (text: string) => ({
	characters: [...text],
	character_start_times_seconds: [...text].map((_, at) => at / 10),
	character_end_times_seconds: [...text].map((_, at) => (at + 1) / 10),
});

test("a sentence is a cue with its times, in SRT and in VTT", () => {
	const alignment = aligned("Wait here. Salt & <pepper>?");
	expect(writeSubtitles(alignment, "srt")).toBe(
		"1\n00:00:00,000 --> 00:00:01,000\nWait here.\n\n2\n00:00:01,100 --> 00:00:02,700\nSalt & <pepper>?\n",
	);
	expect(writeSubtitles(alignment, "vtt")).toBe(
		"WEBVTT\n\n00:00:00.000 --> 00:00:01.000\nWait here.\n\n00:00:01.100 --> 00:00:02.700\nSalt &amp; &lt;pepper&gt;?\n",
	);
});

test("cues have at most two lines of 42 characters and seven seconds, and all words in order", () => {
	const text = "word and another word, ".repeat(40).trim();
	const blocks = writeSubtitles(aligned(text), "srt").trim().split("\n\n");
	const lines = blocks.flatMap((block) => block.split("\n").slice(2));
	for (const block of blocks) expect(block.split("\n").length).toBeLessThanOrEqual(4);
	for (const line of lines) expect(line.length).toBeLessThanOrEqual(42);
	expect(lines.join(" ")).toBe(text);
});

test("downloads the subtitles of a generation in both formats", async () => {
	const person = await app.user();
	const text = "Did you hear that? It came from the lighthouse.";
	const spoken = await app.postJson(`/v1/text-to-speech/${app.voiceId}/with-timestamps`, person.apiKey, { text });
	expect(spoken.status).toBe(200);
	const id = spoken.headers.get("history-item-id");
	const get = (query: string, apiKey = person.apiKey) =>
		fetch(`${app.url}/v1/history/${id}/subtitles${query}`, { headers: { "xi-api-key": apiKey } });
	const srt = await get("?format=srt");
	expect(srt.headers.get("content-type")).toContain("application/x-subrip");
	expect(srt.headers.get("content-disposition")).toMatch(/^attachment; filename=".+\.srt"$/);
	expect(await srt.text()).toMatch(/^1\n00:00:00,\d{3} --> .+\nDid you hear that\?\n\n2\n/);
	const vtt = await get("?format=vtt");
	expect(vtt.headers.get("content-type")).toContain("text/vtt");
	expect(await vtt.text()).toMatch(/^WEBVTT\n\n/);
	expect((await get("?format=ass")).status).toBe(422);
	expect((await get("?format=srt", (await app.user()).apiKey)).status).toBe(404);
});

test("says why a generation without timestamps has no subtitles", async () => {
	const person = await app.user();
	const id = await app.historyItem(person);
	const response = await fetch(`${app.url}/v1/history/${id}/subtitles?format=srt`, {
		headers: { "xi-api-key": person.apiKey },
	});
	expect(response.status).toBe(409);
	expect(JSON.stringify(await response.json())).toContain("no timestamps");
});
