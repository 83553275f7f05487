import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { decodeAudio } from "@timbre/engines/media/decode.ts";
import { afterAll, beforeAll, test } from "vitest";
import { documentedOperations, runSample } from "../code-samples.ts";
import { expectSpoken, server } from "./client.ts";

let folder: string;

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), "timbre-samples-"));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

test.each(["curl", "javascript", "python"] as const)(
	"the %s sample of text to speech saves its text as audio",
	async (language) => {
		const sample = (await documentedOperations()).find(({ operation }) => operation.id === "textToSpeech_convert");
		if (!sample) throw new Error("The API document has no text to speech.");
		await runSample(language, { sample, url: server.url, apiKey: server.apiKey, folder });
		const mp3 = await readFile(join(folder, "speech.mp3"));
		await rm(join(folder, "speech.mp3"));
		const { samples, sampleRate } = await decodeAudio(mp3, "mp3_44100_128");
		const pcm = Int16Array.from(samples, (sample) => sample * 32_767);
		await expectSpoken((sample.detail.sample as { text: string }).text, new Uint8Array(pcm.buffer), sampleRate);
	},
);
