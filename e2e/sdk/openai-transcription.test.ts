// Transcription with the openai package and the AI SDK, each with only the base URL changed.
import { createElevenLabs } from "@ai-sdk/elevenlabs";
import { createOpenAI } from "@ai-sdk/openai";
import { fakePassage, fakeTranslation } from "@timbre/engines/transcription/providers/fake-recognizer.ts";
import { experimental_transcribe as transcribe } from "ai";
import OpenAI, { APIError } from "openai";
import { beforeAll, describe, expect, test } from "vitest";
import { catchError, server } from "./client.ts";
import { recordingOf, sampleFile } from "./recordings.ts";

const baseURL = `${server.url}/openai/v1`;
const client = new OpenAI({ apiKey: server.apiKey, baseURL });
const { transcriptions } = client.audio;
const text = fakePassage.slice(0, 20);

let file: File;
beforeAll(async () => {
	file = await sampleFile("interview.wav");
});

describe("openai", () => {
	test("audio.transcriptions.create returns the text", async () => {
		const transcript = await transcriptions.create({ file, model: "gpt-4o-transcribe", language: "en" });
		expect(transcript.text).toContain(text);
		expect(transcript.usage).toMatchObject({ type: "duration", seconds: expect.any(Number) });
	});

	test("verbose_json has the times of words and segments", async () => {
		const transcript = await transcriptions.create({
			file,
			model: "whisper-1",
			response_format: "verbose_json",
			timestamp_granularities: ["word", "segment"],
		});
		expect(transcript.language).toBe("english");
		expect(transcript.duration).toBeGreaterThan(5);
		const [first, second] = transcript.words ?? [];
		expect(first?.word).toBe(fakePassage.split(" ")[0]);
		expect(second?.start).toBeGreaterThanOrEqual(first?.end ?? 99);
		expect(transcript.segments?.[0]).toMatchObject({ id: 0, text: expect.stringContaining("The") });
		expect(transcript.segments?.[0]?.end).toBeLessThanOrEqual(transcript.duration);
	});

	test("srt, vtt and text are texts", async () => {
		const as = (response_format: "srt" | "vtt" | "text") =>
			transcriptions.create({ file, model: "whisper-1", response_format }) as unknown as Promise<string>;
		expect(await as("srt")).toMatch(/^1\r?\n00:00:0\d,\d{3} --> /);
		expect(await as("vtt")).toMatch(/^WEBVTT/);
		expect(await as("text")).toContain(text);
	});

	test("diarized_json tells speakers apart", async () => {
		const transcript = await transcriptions.create({
			file,
			model: "gpt-4o-transcribe-diarize",
			response_format: "diarized_json",
		});
		expect(transcript).toMatchObject({
			segments: expect.arrayContaining([expect.objectContaining({ type: "transcript.text.segment", speaker: "A" })]),
		});
	});

	test("a stream ends with the whole text", async () => {
		const events = await transcriptions.create({ file, model: "gpt-4o-mini-transcribe", stream: true });
		let deltas = "";
		let whole = "";
		for await (const event of events) {
			if (event.type === "transcript.text.delta") deltas += event.delta;
			if (event.type === "transcript.text.done") whole = event.text;
		}
		expect(whole).toContain(text);
		expect(deltas.replaceAll(/\s+/g, " ")).toBe(whole.replaceAll(/\s+/g, " "));
	});

	test("audio.translations.create returns English text", async () => {
		const { text: english } = await client.audio.translations.create({ file, model: "whisper-1" });
		expect(english).toContain(fakeTranslation.slice(0, 20));
		const verbose = await client.audio.translations.create({
			file,
			model: "whisper-1",
			response_format: "verbose_json",
		});
		expect(verbose).toMatchObject({ language: "english", segments: [{ id: 0, start: expect.any(Number) }] });
	});

	test("errors are the client's own exceptions", async () => {
		const broken = new File(["no audio"], "broken.wav");
		const errors = await Promise.all([
			catchError(transcriptions.create({ file, model: "whisper-9" })),
			catchError(transcriptions.create({ file: broken, model: "whisper-1" })),
			catchError(
				new OpenAI({ apiKey: "sk_nobody", baseURL }).audio.transcriptions.create({ file, model: "whisper-1" }),
			),
		]);
		for (const error of errors) expect(error).toBeInstanceOf(APIError);
		expect(errors).toMatchObject([
			{ status: 404, code: "model_not_found", param: "model" },
			{ status: 400, code: "invalid_audio" },
			{ status: 401, code: "invalid_api_key" },
		]);
	});
});

describe("AI SDK", () => {
	test("transcribe with the OpenAI provider", async () => {
		const provider = createOpenAI({ apiKey: server.apiKey, baseURL });
		const result = await transcribe({
			model: provider.transcription("whisper-1"),
			audio: await recordingOf("A sentence of some length for the transcriber."),
		});
		expect(result.text).toContain(text);
		expect(result.language).toBe("en");
		expect(result.segments[0]?.startSecond).toBeGreaterThanOrEqual(0);
	});

	test("transcribe with the ElevenLabs provider", async () => {
		const provider = createElevenLabs({
			apiKey: server.apiKey,
			fetch: (url, init) => fetch(String(url).replace("https://api.elevenlabs.io", server.url), init),
		});
		const result = await transcribe({
			model: provider.transcription("scribe_v1"),
			audio: await recordingOf("A sentence of some length for the transcriber."),
			providerOptions: { elevenlabs: { diarize: false, languageCode: "en" } },
		});
		expect(result.text).toContain(text);
	});
});
