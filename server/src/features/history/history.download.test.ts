import { decodeAudio } from "@timbre/engines/media/decode.ts";
import { createEncoder } from "@timbre/engines/media/encoder.ts";
import type { OutputFormat } from "@timbre/engines/media/formats.ts";
import { unzipSync } from "fflate";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aHistoryItem, type SeedUser } from "../../../../seed/builders.ts";
import { type TestApp, testApp } from "../../testing/test-app.ts";

let app: TestApp;
let person: SeedUser;
beforeAll(async () => {
	app = await testApp();
	person = await app.user();
});
afterAll(async () => app.stop());

const seconds = 1.5;

/** A history item with real audio in the given format. */
async function anItem(format: OutputFormat, voiceName = "Heart"): Promise<string> {
	const encoder = await createEncoder(format, 24_000);
	const samples = Float32Array.from({ length: 24_000 * seconds }, (_, i) => 0.5 * Math.sin(i / 8));
	const bytes = Buffer.concat([encoder.push(samples), encoder.flush()]);
	return aHistoryItem(app.db, app.storage, person, { voiceName, audio: { bytes, format, seconds } });
}

const download = (body: unknown, apiKey = person.apiKey) =>
	fetch(`${app.url}/v1/history/download`, {
		method: "POST",
		headers: { "xi-api-key": apiKey, "content-type": "application/json" },
		body: JSON.stringify(body),
	});

async function lengthOf(bytes: Uint8Array, format: OutputFormat): Promise<number> {
	const { samples, sampleRate } = await decodeAudio(bytes, format);
	return samples.length / sampleRate;
}

test("HISTORY-013 downloads one item as an audio file, unchanged if it already has the format", async () => {
	const id = await anItem("mp3_44100_128");
	for (const output_format of [undefined, null, "audio", "default"]) {
		const answer = await download({ history_item_ids: [id], output_format });
		expect(answer.headers.get("content-type")).toBe("audio/mpeg");
		expect(answer.headers.get("content-disposition")).toMatch(/^attachment; filename="Timbre_.*_Heart_.*\.mp3"$/);
		const stored = await app.storage.get(`history/${person.workspaceId}/${id}.mp3`);
		expect(Buffer.from(await answer.arrayBuffer())).toEqual(Buffer.concat(await (stored?.body.toArray() ?? [])));
	}
});

test.each([
	["opus_48000_64", undefined, "mp3_44100_128", "audio/mpeg"],
	["pcm_24000", undefined, "mp3_44100_128", "audio/mpeg"],
	["mp3_44100_128", "wav", "wav_44100", "audio/wav"],
	["ulaw_8000", "wav", "wav_8000", "audio/wav"],
] as const)("%s requested as %s is converted to %s", async (format, output_format, expected, type) => {
	const answer = await download({ history_item_ids: [await anItem(format)], output_format });
	expect(answer.headers.get("content-type")).toBe(type);
	expect(answer.headers.get("content-disposition")).toMatch(output_format === "wav" ? /\.wav"$/ : /\.mp3"$/);
	const bytes = Buffer.from(await answer.arrayBuffer());
	expect(Math.abs((await lengthOf(bytes, expected)) - seconds)).toBeLessThan(0.12);
	if (output_format === "wav") expect(bytes.readUInt32LE(40), "the header has the real length").toBe(bytes.length - 44);
});

test("HISTORY-013 downloads several items as a zip with unique names, and one item too if requested", async () => {
	const ids = [await anItem("mp3_44100_128"), await anItem("opus_48000_32"), await anItem("mp3_22050_32", 'Zoë "/.."')];
	await app.db
		.updateTable("history_item")
		.set({ created_at: new Date("2026-01-02T03:04:05Z") })
		.where("workspace_id", "=", person.workspaceId)
		.execute();
	const answer = await download({ history_item_ids: [...ids, ids[0]] });
	expect(answer.headers.get("content-type")).toBe("application/zip");
	const files = unzipSync(Buffer.from(await answer.arrayBuffer()));
	expect(Object.keys(files)).toEqual([
		"Timbre_2026-01-02T03-04-05_Heart_pre_sp100_test_tone.mp3",
		"Timbre_2026-01-02T03-04-05_Heart_pre_sp100_test_tone_2.mp3",
		"Timbre_2026-01-02T03-04-05_Zoe_.._pre_sp100_test_tone.mp3",
	]);
	for (const [name, bytes] of Object.entries(files)) {
		const format = name.includes("Zoe") ? "mp3_22050_32" : "mp3_44100_128";
		expect(Math.abs((await lengthOf(bytes, format)) - seconds)).toBeLessThan(0.12);
	}
	const single = await download({ history_item_ids: [ids[0]], output_format: "zip" });
	expect(Object.keys(unzipSync(Buffer.from(await single.arrayBuffer())))).toHaveLength(1);
});

test("a zip skips an item whose audio is missing from storage", async () => {
	const ids = [await anItem("mp3_44100_128"), await anItem("mp3_44100_128")];
	await app.storage.delete(`history/${person.workspaceId}/${ids[0]}.mp3`);
	const answer = await download({ history_item_ids: ids });
	expect(Object.keys(unzipSync(Buffer.from(await answer.arrayBuffer())))).toHaveLength(1);
});

test.each([
	["no ids", { history_item_ids: [] }, 422],
	["1001 ids", { history_item_ids: Array.from({ length: 1_001 }, (_, i) => `id${i}`) }, 422],
	["a path as id", { history_item_ids: ["../../etc/passwd"] }, 422],
	["SQL as id", { history_item_ids: ["'; drop table history_item; --"] }, 422],
	["a header as format", { history_item_ids: ["x"], output_format: "wav\r\nset-cookie: a=b" }, 404],
	["a list as format", { history_item_ids: ["x"], output_format: ["wav"] }, 422],
	["an unknown id", { history_item_ids: ["unknown"] }, 404],
])("rejects %s", async (_what, body, status) => {
	expect((await download(body)).status).toBe(status);
});

test("rejects a download that includes an item of another workspace", async () => {
	const stranger = await app.user();
	const own = await app.historyItem(stranger);
	expect((await download({ history_item_ids: [own, await anItem("mp3_44100_128")] }, stranger.apiKey)).status).toBe(
		404,
	);
});
