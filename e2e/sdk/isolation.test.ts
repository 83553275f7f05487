// Voice isolation with the official SDK, with only the base URL changed.
import { ElevenLabsError } from "@elevenlabs/elevenlabs-js";
import { expect, test } from "vitest";
import { bytesOf, catchError, client, decodeMp3 } from "./client.ts";
import { recordingOf, sampleFile } from "./recordings.ts";

const text = "The harbour lay quiet under a thin fog.";
const seconds = async () => ((await recordingOf(text)).length - 44) / 32_000;

test("converts a recording, streams another one, lists both and deletes them", async () => {
	const expected = await seconds();
	const converted = await bytesOf(
		await client.audioIsolation.convert({ audio: await sampleFile("harbor.wav", text), previewB64: "cGljdHVyZQ==" }),
	);
	const isolated = await decodeMp3(converted);
	expect(isolated.seconds).toBeCloseTo(expected, 0);
	expect(isolated.peak).toBeGreaterThan(0.1);
	const streamed = await bytesOf(await client.audioIsolation.stream({ audio: await sampleFile("harbor 2.wav", text) }));
	expect((await decodeMp3(streamed)).seconds).toBeCloseTo(expected, 0);

	const { items, hasMore } = await client.audioIsolation.list({ search: "harbor", pageSize: 10 });
	expect(hasMore).toBe(false);
	expect(items.map(({ title }) => title)).toEqual(["harbor 2.wav", "harbor.wav"]);
	expect(items[1]).toMatchObject({
		format: "mp3",
		processing: false,
		supportsVideo: false,
		previewB64: "cGljdHVyZQ==",
	});
	expect(items[1]?.durationSeconds).toBeCloseTo(expected, 1);
	const [page] = (await client.audioIsolation.list({ search: "harbor", pageSize: 1, page: 2 })).items;
	expect(page?.title).toBe("harbor.wav");

	for (const { id } of items) await client.audioIsolation.delete(id);
	expect((await client.audioIsolation.list({ search: "harbor" })).items).toEqual([]);
	expect(await catchError(client.audioIsolation.delete(items[0]?.id ?? ""))).toMatchObject({ statusCode: 404 });
});

test("takes raw PCM, and rejects what is no recording", async () => {
	const pcm = (await recordingOf(text)).subarray(44);
	const audio = await bytesOf(
		await client.audioIsolation.convert({
			audio: new File([Uint8Array.from(pcm)], "raw.pcm"),
			fileFormat: "pcm_s16le_16",
		}),
	);
	expect((await decodeMp3(audio)).seconds).toBeCloseTo(pcm.length / 32_000, 0);
	const error = await catchError(client.audioIsolation.stream({ audio: new File(["no audio"], "text.wav") }));
	expect(error).toBeInstanceOf(ElevenLabsError);
	expect(error).toMatchObject({ statusCode: 400, body: { detail: { code: "invalid_audio" } } });
});
