// Transcription of generated speech with the real models, through the public API.
import { wordErrors } from "@timbre/engines/transcription/word-error-rate.ts";
import { beforeAll, expect, test } from "vitest";
import { maxMisheard, recordingOf, request, voices } from "./client.ts";

type Transcript = {
	language_code: string;
	text: string;
	audio_duration_secs: number;
	words: { text: string; type: string; start: number; end: number; logprob: number }[];
};

const sentence = "The gardener watered the roses before breakfast, and then he walked slowly down to the river.";
let recording: File;
beforeAll(async () => {
	recording = await recordingOf(voices.kokoro, sentence);
});

test.each([
	["moonshine_tiny", "Moonshine"],
	["whisper_base", "Whisper"],
])("%s transcribes a generated sentence with %s", async (model) => {
	const form = new FormData();
	form.set("model_id", model);
	form.set("file", recording);
	const { status, body } = await request<Transcript>("POST", "/v1/speech-to-text", form);
	expect(status).toBe(200);
	expect(wordErrors(sentence, body.text).rate, `transcribed as: ${body.text}`).toBeLessThanOrEqual(maxMisheard);
	expect(body.language_code).toBe("eng");
	const words = body.words.filter(({ type }) => type === "word");
	const times = words.flatMap(({ start, end }) => [start, end]);
	expect(times).toEqual(times.toSorted((one, other) => one - other));
	expect(times[0]).toBeGreaterThanOrEqual(0);
	expect(times.at(-1)).toBeLessThanOrEqual(body.audio_duration_secs);
	expect(words.every(({ logprob }) => logprob <= 0)).toBe(true);
});

test("Whisper translates a Spanish sentence into English", async () => {
	const form = new FormData();
	form.set("model", "whisper_base");
	form.set("file", await recordingOf(voices.spanish, "Mañana por la mañana vamos a la playa con nuestros amigos."));
	const { status, body } = await request<{ text: string }>("POST", "/openai/v1/audio/translations", form);
	expect(status).toBe(200);
	expect(body.text).toMatch(/tomorrow/i);
	expect(body.text).toMatch(/beach/i);
	expect(body.text).toMatch(/friends/i);
});
