// Official client: history and forcedAlignment.
import { ElevenLabsError } from "@elevenlabs/elevenlabs-js";
import { unzipSync } from "fflate";
import { expect, test } from "vitest";
import { bytesOf, catchError, client, decodeMp3, server } from "./client.ts";

const text = "A sentence that is looked for again";

async function generate(words: string): Promise<string> {
	await bytesOf(await client.textToSpeech.convert(server.voiceId, { text: words }));
	return (await client.history.list({ pageSize: 1 })).history[0]?.historyItemId ?? "";
}

test("history.list pages, filters and searches", async () => {
	const ids = [await generate(`${text}, one.`), await generate(`${text}, two.`), await generate(`${text}, three.`)];
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
	const id = await generate("For the history, all of it.");
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
	const bytes = await bytesOf(await client.history.getAudio(id));
	expect((await decodeMp3(bytes)).peak).toBeGreaterThan(0.1);
	expect(await client.history.delete(id)).toMatchObject({ status: "ok" });
	const gone = await catchError(client.history.get(id));
	expect(gone).toBeInstanceOf(ElevenLabsError);
	expect(gone).toMatchObject({ statusCode: 404, body: { detail: { status: "history_item_not_found" } } });
});

test("history.download returns one file, or several as an archive", async () => {
	const ids = [await generate("To be downloaded, one."), await generate("To be downloaded, two.")];
	const one = await bytesOf(await client.history.download({ historyItemIds: ids.slice(0, 1) }));
	expect((await decodeMp3(one)).seconds).toBeGreaterThan(1);
	const wav = await bytesOf(await client.history.download({ historyItemIds: ids.slice(0, 1), outputFormat: "wav" }));
	expect(wav.subarray(0, 4).toString()).toBe("RIFF");
	const archive = unzipSync(await bytesOf(await client.history.download({ historyItemIds: ids })));
	expect(Object.keys(archive)).toHaveLength(2);
	for (const file of Object.values(archive)) expect((await decodeMp3(file)).peak).toBeGreaterThan(0.1);
});

test("forcedAlignment.create finds the words of a text in a recording, in order", async () => {
	const words = "Hello there, this is a recording.";
	const bytes = await bytesOf(
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

test("forcedAlignment.create rejects a file that is not a recording", async () => {
	const error = await catchError(
		client.forcedAlignment.create({ file: new File(["not audio"], "a.wav"), text: "Hello" }),
	);
	expect(error).toMatchObject({ statusCode: 400, body: { detail: { status: "invalid_audio" } } });
});
