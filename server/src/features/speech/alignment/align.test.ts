import { createEncoder } from "@timbre/engines/media/encoder.ts";
import { finishWav } from "@timbre/engines/media/wav.ts";
import { createEspeakEngine } from "@timbre/engines/speech/providers/espeak.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestApp, testApp } from "../../../testing/test-app.ts";

type Aligned = {
	characters: { text: string; start: number; end: number }[];
	words: { text: string; start: number; end: number }[];
	loss: number;
};

const text = "The quick brown fox jumps over the lazy dog.";

async function recording(): Promise<{ wav: Buffer; seconds: number }> {
	const { pcm } = await createEspeakEngine().synthesize({ text, speaker: "en-us", language: "en-US", speed: 1 });
	const encoder = await createEncoder("wav_16000", 22_050);
	const wav = finishWav(Buffer.concat([encoder.push(pcm), encoder.flush()]));
	return { wav, seconds: (wav.length - 44) / 32_000 };
}

describe("forced alignment", () => {
	let app: TestApp;
	beforeAll(async () => {
		app = await testApp();
	});
	afterAll(async () => app.stop());

	const align = async (apiKey: string, file: Uint8Array<ArrayBuffer>, transcript: string) => {
		const form = new FormData();
		form.set("file", new Blob([file]), "recording.wav");
		form.set("text", transcript);
		return fetch(`${app.url}/v1/forced-alignment`, { method: "POST", headers: { "xi-api-key": apiKey }, body: form });
	};

	test("aligns each word with the recording, in order and within its duration, free of charge", async () => {
		const person = await app.user();
		const { wav, seconds } = await recording();
		const answer = await align(person.apiKey, Uint8Array.from(wav), text);
		expect(answer.status).toBe(200);
		const { words, characters, loss } = (await answer.json()) as Aligned;
		expect(words.map((word) => word.text.replace(/\W/g, "")).filter((word) => word !== "")).toEqual(
			text.replace(".", "").split(" "),
		);
		expect(characters.map((character) => character.text).join("")).toBe(text);
		let last = 0;
		for (const { start, end } of words) {
			expect(start).toBeGreaterThanOrEqual(last);
			expect(end).toBeGreaterThanOrEqual(start);
			last = start;
		}
		expect(words.at(-1)?.end).toBeLessThanOrEqual(seconds + 0.01);
		expect(words.at(-1)?.end).toBeGreaterThan(seconds * 0.7);
		expect(loss).toBeGreaterThanOrEqual(0);
		expect(await app.ledger(person.workspaceId)).toMatchObject({ used: 0, entries: 0 });
	});

	test.each([
		["a file that is not audio", Uint8Array.from(Buffer.from("this is not audio, whatever its name says")), text, 400],
		["an empty file", new Uint8Array(), text, 400],
	])("rejects %s with a reason", async (_, file, transcript, status) => {
		const person = await app.user();
		const answer = await align(person.apiKey, file, transcript);
		expect(answer.status).toBe(status);
		expect(await answer.json()).toMatchObject({ detail: { code: "invalid_audio" } });
	});

	test("responds with 422 to a form without a file", async () => {
		const person = await app.user();
		const form = new FormData();
		form.set("text", text);
		const answer = await fetch(`${app.url}/v1/forced-alignment`, {
			method: "POST",
			headers: { "xi-api-key": person.apiKey },
			body: form,
		});
		expect(answer.status).toBe(422);
	});
});
