// The openai package and the AI SDK, each with only the base URL changed.
import { createElevenLabs } from "@ai-sdk/elevenlabs";
import { createOpenAI } from "@ai-sdk/openai";
import { generateSpeech } from "ai";
import OpenAI, { AuthenticationError, BadRequestError, NotFoundError, RateLimitError } from "openai";
import { describe, expect, test } from "vitest";
import { catchError, decodeMp3, server } from "./client.ts";

const input = "The same clients, another server.";
const seconds = input.length / 15;
const baseURL = `${server.url}/openai/v1`;
const client = new OpenAI({ apiKey: server.apiKey, baseURL });
const limited = new OpenAI({ apiKey: server.limitedKey, baseURL });

const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());

describe("openai", () => {
	test("audio.speech.create returns audio that decodes", async () => {
		const response = await client.audio.speech.create({ model: "gpt-4o-mini-tts", voice: "coral", input });
		const audio = await decodeMp3(await bytesOf(response));
		expect(audio.seconds).toBeCloseTo(seconds, 0);
		expect(audio.peak).toBeGreaterThan(0.1);
	});

	test.each([
		["wav", "RIFF"],
		["flac", "fLaC"],
		["opus", "OggS"],
	] as const)("audio.speech.create as %s", async (response_format, head) => {
		const response = await client.audio.speech.create({ model: "tts-1", voice: "alloy", input, response_format });
		expect((await bytesOf(response)).subarray(0, 4).toString("latin1")).toBe(head);
	});

	test("audio.speech.create streams pcm at 24 kHz", async () => {
		const response = await client.audio.speech.create({
			model: "tts-1",
			voice: server.otherVoiceId,
			input,
			response_format: "pcm",
			speed: 2,
		});
		let bytes = 0;
		for await (const chunk of response.body ?? []) bytes += (chunk as Uint8Array).length;
		expect(bytes / 2 / 24_000).toBeCloseTo(seconds / 2, 0);
		expect(response.headers.get("voice-id")).toBe(server.otherVoiceId);
	});

	test("models.list and models.retrieve", async () => {
		const ids: string[] = [];
		for await (const { id } of client.models.list()) ids.push(id);
		expect(ids).toEqual(expect.arrayContaining(["test_tone", "tts-1", "gpt-4o-mini-tts"]));
		expect(await client.models.retrieve("tts-1")).toMatchObject({ id: "tts-1", object: "model" });
	});

	test("errors are the client's own exceptions", async () => {
		const speak = (openai: OpenAI, body: object) =>
			catchError(openai.audio.speech.create({ model: "tts-1", voice: "alloy", input, ...body }));
		const invalid = await speak(client, { speed: 4 });
		expect(invalid).toBeInstanceOf(BadRequestError);
		expect(invalid).toMatchObject({ status: 400, type: "invalid_request_error", param: "speed" });
		expect(await speak(client, { voice: "Nobody" })).toBeInstanceOf(NotFoundError);
		expect(await speak(client, { model: "gpt-9" })).toMatchObject({ code: "model_not_found", param: "model" });
		const stranger = new OpenAI({ apiKey: "sk_nobody", baseURL });
		expect(await speak(stranger, {})).toBeInstanceOf(AuthenticationError);
		const spent = await speak(limited, {});
		expect(spent).toBeInstanceOf(RateLimitError);
		expect(spent).toMatchObject({ code: "insufficient_quota" });
	});
});

describe("AI SDK", () => {
	test("generateSpeech with the OpenAI provider", async () => {
		const provider = createOpenAI({ apiKey: server.apiKey, baseURL });
		const { audio } = await generateSpeech({ model: provider.speech("tts-1"), voice: "nova", text: input });
		expect((await decodeMp3(audio.uint8Array)).seconds).toBeCloseTo(seconds, 0);
	});

	test("generateSpeech with the ElevenLabs provider", async () => {
		const { audio } = await generateSpeech({ model: elevenLabs().speech("eleven_flash_v2_5"), text: input });
		expect((await decodeMp3(audio.uint8Array)).seconds).toBeCloseTo(seconds, 0);
	});
});

/** This provider has no option for another server, but takes a function that sends its requests. */
function elevenLabs() {
	return createElevenLabs({
		apiKey: server.apiKey,
		fetch: (url, init) => fetch(String(url).replace("https://api.elevenlabs.io", server.url), init),
	});
}
