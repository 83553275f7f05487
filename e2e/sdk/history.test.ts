// history and forcedAlignment of the official client.
import { ElevenLabsError } from "@elevenlabs/elevenlabs-js";
import { unzipSync } from "fflate";
import { expect, test } from "vitest";
import { bytesOf, client, listen, server, thrownBy } from "./client.ts";

const text = "A sentence that is looked for again";

async function speak(words: string): Promise<string> {
	await bytesOf(await client.textToSpeech.convert(server.voiceId, { text: words }));
	return (await client.history.list({ pageSize: 1 })).history[0]?.historyItemId ?? "";
}

test("history.list pages, filters and searches", async () => {
	const ids = [await speak(`${text}, one.`), await speak(`${text}, two.`), await speak(`${text}, three.`)];
	const first = await client.history.list({ pageSize: 2, voiceId: server.voiceId, source: "TTS", search: text });
	expect(first).toMatchObject({ hasMore: true, lastHistoryItemId: ids[1] });
	expect(first.history.map((item) => item.historyItemId)).toEqual([ids[2], ids[1]]);
	const rest = await client.history.list({
		search: text,
		startAfterHistoryItemId: first.lastHistoryItemId ?? "",
	});
	expect(rest).toMatchObject({ hasMore: false, history: [{ historyItemId: ids[0], text: `${text}, one.` }] });
	const upwards = await client.history.list({ search: text, sortDirection: "asc", modelId: "test_tone" });
	expect(upwards.history.map((item) => item.historyItemId)).toEqual(ids);
	const { history } = await client.history.list({ dateAfterUnix: Math.floor(Date.now() / 1000) + 3_600 });
	expect(history).toEqual([]);
});

test("history.get, history.getAudio and history.delete", async () => {
	const id = await speak("For the history, all of it.");
	const item = await client.history.get(id);
	expect(item).toMatchObject({
		historyItemId: id,
		text: "For the history, all of it.",
		voiceId: server.voiceId,
		contentType: "audio/mpeg",
		source: "TTS",
		state: "created",
	});
	expect(item.alignments?.alignment.characters.join("")).toBe("For the history, all of it.");
	const { bytes } = await bytesOf(await client.history.getAudio(id));
	expect((await listen(bytes)).peak).toBeGreaterThan(0.1);
	expect(await client.history.delete(id)).toMatchObject({ status: "ok" });
	const gone = await thrownBy(client.history.get(id));
	expect(gone).toBeInstanceOf(ElevenLabsError);
	expect(gone).toMatchObject({ statusCode: 404, body: { detail: { status: "history_item_not_found" } } });
});

test("history.download: one file as it is, several as an archive", async () => {
	const ids = [await speak("To be downloaded, one."), await speak("To be downloaded, two.")];
	const one = await bytesOf(await client.history.download({ historyItemIds: ids.slice(0, 1) }));
	expect((await listen(one.bytes)).seconds).toBeGreaterThan(1);
	const wav = await bytesOf(await client.history.download({ historyItemIds: ids.slice(0, 1), outputFormat: "wav" }));
	expect(wav.bytes.subarray(0, 4).toString()).toBe("RIFF");
	const archive = unzipSync((await bytesOf(await client.history.download({ historyItemIds: ids }))).bytes);
	expect(Object.keys(archive)).toHaveLength(2);
	for (const file of Object.values(archive)) expect((await listen(file)).peak).toBeGreaterThan(0.1);
});

test("forcedAlignment.create finds the words of a text in a recording, in order", async () => {
	const words = "Hello there, this is a recording.";
	const { bytes } = await bytesOf(
		await client.textToSpeech.convert(server.voiceId, { text: words, outputFormat: "wav_16000" }),
	);
	const found = await client.forcedAlignment.create({ file: new File([new Uint8Array(bytes)], "a.wav"), text: words });
	expect(found.words.map((word) => word.text).join(" ")).toBe(words);
	expect(found.characters.map((character) => character.text).join("")).toBe(words);
	const starts = found.words.map((word) => word.start);
	expect(starts).toEqual([...starts].sort((a, b) => a - b));
	expect(found.loss).toEqual(expect.any(Number));
	expect(found.words.at(-1)?.end).toBeLessThanOrEqual((bytes.length - 44) / 32_000 + 0.1);
});

test("forcedAlignment.create refuses what is no recording", async () => {
	const error = await thrownBy(
		client.forcedAlignment.create({ file: new File(["no sound at all"], "a.wav"), text: "Hello" }),
	);
	expect(error).toMatchObject({ statusCode: 400, body: { detail: { status: "invalid_audio" } } });
});
