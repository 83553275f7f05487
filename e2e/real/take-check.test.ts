// Take check with Moonshine and Whisper. A misreading is planted in storage by giving the stored take of a sentence the
// audio of another.
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Takes } from "@timbre/contract/speech/endpoints.ts";
import { decodeTake, encodeTake } from "@timbre/engines/node/takes.ts";
import { beforeAll, expect, test } from "vitest";
import { bytesOf, client, generate, request, server, voices } from "./client.ts";

const clean = "The small boat drifted towards the shore.";
const plants = [
	// So close that Moonshine is unsure, and Whisper decides.
	{ written: "The old clock stopped at three.", word: "old", spoken: "cold" },
	{ written: "The gardener watered the roses before breakfast.", word: "roses", spoken: "candles" },
];
const text = [clean, ...plants.map(({ written }) => written)].join(" ");

async function storedTake(sentence: string) {
	const entries = await readdir(join(server.storageDir, "takes"), { recursive: true, withFileTypes: true });
	for (const entry of entries.filter((one) => one.isFile())) {
		const file = join(entry.parentPath, entry.name);
		const take = decodeTake(await readFile(file));
		if (take?.writtenText.trim() === sentence) return { file, take };
	}
	throw new Error(`"${sentence}" is not in storage`);
}

let takes: Takes;
beforeAll(async () => {
	const { data, rawResponse } = await client.textToSpeech.convert(voices.kokoro, { text }).withRawResponse();
	await bytesOf(data);
	for (const { written, word, spoken } of plants) {
		const misreading = written.replace(word, spoken);
		await generate(voices.kokoro, misreading);
		const { file, take } = await storedTake(written);
		const { pcm } = (await storedTake(misreading)).take;
		await writeFile(file, Buffer.concat(encodeTake({ ...take, pcm })));
	}
	const path = `/v1/history/${rawResponse.headers.get("history-item-id")}/takes`;
	expect((await request("POST", `${path}/check`)).status).toBe(202);
	const read = async () => (await request<Takes>("GET", path)).body;
	takes = await read();
	while (takes.check === "running") {
		await sleep(250);
		takes = await read();
	}
});

test("uses the real transcribers even if the fake engine is enabled", () => {
	expect(takes).toMatchObject({ check: "done", checked_by: "moonshine-tiny+whisper-base" });
});

test("reports no misread words in a correct sentence", () => {
	expect(takes.sentences[0]).toMatchObject({ verdict: "good", misread: [] });
});

test.each(plants)("reports $word, misread as $spoken, with its position and time", ({ word, spoken }) => {
	const at = text.indexOf(word);
	const sentence = takes.sentences.find(({ start, end }) => start <= at && at < end);
	expect(sentence).toMatchObject({
		verdict: "misread",
		misread: [{ start: at, end: at + word.length, expected: word, heard: spoken, kind: "changed" }],
	});
	const [misread] = sentence?.misread ?? [];
	expect(misread?.start_seconds).toBeCloseTo(takes.alignment?.character_start_times_seconds[at] ?? 0, 1);
	expect(misread?.end_seconds).toBeGreaterThan(misread?.start_seconds ?? 0);
	expect(misread?.end_seconds).toBeLessThanOrEqual(sentence?.end_seconds ?? 0);
});
