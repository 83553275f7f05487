import type { OpenaiErrorBody } from "@timbre/contract/openai/rules.ts";
import { openaiSpeechModels } from "@timbre/contract/openai/rules.ts";
import type { OpenaiModel } from "@timbre/contract/openai/schemas.ts";
import { containerOf } from "@timbre/engines/media/upload/container.ts";
import { decodeUpload } from "@timbre/engines/media/upload/upload.ts";
import { voiceId } from "@timbre/engines/speech/catalogue.ts";
import { openaiVoices } from "@timbre/engines/speech/data/openai-voices.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { anApiKey, aVoice, type SeedUser } from "../../../../seed/builders.ts";
import { type TestApp, testApp } from "../../testing/test-app.ts";
import { syncShippedVoices } from "../voice-library/shipped/sync.service.ts";

const input = "A sentence for clients of another API.";
/** The fake engine speaks fifteen characters per second. */
const seconds = input.length / 15;

let app: TestApp;
let person: SeedUser;
beforeAll(async () => {
	app = await testApp();
	person = await app.user();
});
afterAll(async () => app.stop());

const send = (path: string, body?: unknown, apiKey = person.apiKey) =>
	fetch(`${app.url}/openai/v1${path}`, {
		method: body === undefined ? "GET" : "POST",
		headers: {
			authorization: `Bearer ${apiKey}`,
			...(body === undefined ? {} : { "content-type": "application/json" }),
		},
		...(body === undefined ? {} : { body: JSON.stringify(body) }),
	});
const speak = (body: Record<string, unknown>, apiKey?: string) =>
	send("/audio/speech", { model: "tts-1", voice: "alloy", input, ...body }, apiKey);

async function errorOf(sent: Promise<Response>) {
	const response = await sent;
	const { error } = (await response.json()) as OpenaiErrorBody;
	expect(error.message.length).toBeGreaterThan(10);
	return { status: response.status, type: error.type, code: error.code, param: error.param };
}

const secondsOf = async (bytes: Uint8Array) => {
	const { samples, sampleRate } = await decodeUpload(bytes);
	return samples.length / sampleRate;
};

describe("speech", () => {
	test.each([
		["mp3", "mp3", "audio/mpeg"],
		["opus", "ogg", "audio/ogg"],
		["aac", "aac", "audio/aac"],
		["flac", "flac", "audio/flac"],
		["wav", "wav", "audio/wav"],
	])("as %s", async (response_format, container, type) => {
		const response = await speak({ response_format });
		expect(response.status).toBe(200);
		expect(response.headers.get("content-type")).toBe(type);
		const bytes = Buffer.from(await response.arrayBuffer());
		expect(containerOf(bytes)).toBe(container);
		expect(await secondsOf(bytes)).toBeCloseTo(seconds, 0);
	});

	test("as pcm with 24,000 samples a second", async () => {
		const response = await speak({ response_format: "pcm" });
		expect((await response.arrayBuffer()).byteLength / 2 / 24_000).toBeCloseTo(seconds, 0);
	});

	test("as server-sent events", async () => {
		const response = await speak({ stream_format: "sse" });
		expect(response.headers.get("content-type")).toBe("text/event-stream");
		const events = (await response.text())
			.trim()
			.split("\n\n")
			.map((line) => JSON.parse(line.replace(/^data: /, "")) as { type: string; audio: string; usage: unknown });
		const audio = events.slice(0, -1);
		expect(audio.length).toBeGreaterThan(0);
		expect(audio.every(({ type }) => type === "speech.audio.delta")).toBe(true);
		expect(await secondsOf(Buffer.concat(audio.map((event) => Buffer.from(event.audio, "base64"))))).toBeCloseTo(
			seconds,
			0,
		);
		expect(events.at(-1)).toMatchObject({ type: "speech.audio.done", usage: { input_tokens: input.length } });
	});

	test("speed changes the length, instructions have no effect", async () => {
		const response = await speak({ response_format: "pcm", speed: 2, instructions: "Whisper." });
		expect((await response.arrayBuffer()).byteLength / 2 / 24_000).toBeCloseTo(seconds / 2, 0);
	});

	test("is charged once and stored like any other generation", async () => {
		const customer = await app.user();
		const response = await speak({}, customer.apiKey);
		await response.arrayBuffer();
		expect(response.headers.get("character-cost")).toBe(String(input.length));
		const id = response.headers.get("history-item-id");
		await expect
			.poll(async () => (await app.request(customer.apiKey, "GET", `/v1/history/${id}`)).body)
			.toMatchObject({ text: input, voice_id: response.headers.get("voice-id"), source: "TTS" });
		await expect
			.poll(() => app.ledger(customer.workspaceId))
			.toEqual({ used: input.length, reserved: 0, entries: 1, open: 0 });
		const again = await speak({}, customer.apiKey);
		await again.arrayBuffer();
		expect(again.headers.get("character-cost")).toBe("0");
	});

	test.each(["tts-1", "tts-1-hd", "gpt-4o-mini-tts", "gpt-4o-mini-tts-2025-12-15", "test_tone", "eleven_v3"])(
		"accepts the model %s",
		async (model) => {
			expect((await speak({ model })).status).toBe(200);
		},
	);
});

describe("voices", () => {
	const voiceOf = async (voice: unknown) => (await speak({ voice })).headers.get("voice-id");

	test("are found by id, as an object with an id, and by name", async () => {
		expect(await voiceOf(app.voiceId)).toBe(app.voiceId);
		expect(await voiceOf({ id: app.voiceId })).toBe(app.voiceId);
		expect(await voiceOf("tone HIGH")).toBe(voiceId("fake", "tone-high"));
		const own = await aVoice(app.db, app.storage, person, { name: "Tone high" });
		expect(await voiceOf("Tone high"), "the caller's own voice").toBe(own.voiceId);
	});

	test("of another workspace look like unknown ones", async () => {
		const other = await aVoice(app.db, app.storage, await app.user(), { name: "Secret" });
		const expected = { status: 404, type: "invalid_request_error", code: "voice_not_found", param: "voice" };
		for (const voice of [other.voiceId, { id: other.voiceId }, "Secret", "No such voice"])
			expect(await errorOf(speak({ voice }))).toEqual(expected);
	});

	test("with OpenAI's names stand for shipped voices of the same gender and accent", async () => {
		await syncShippedVoices(app.db, ["kokoro", "fake"]);
		const { voices } = await app.get<{ voices: { voice_id: string; name: string; labels: { gender: string } }[] }>(
			"/v1/voices",
			person.apiKey,
		);
		expect([...openaiVoices.keys()].sort()).toEqual(
			"alloy ash ballad cedar coral echo fable marin nova onyx sage shimmer verse".split(" "),
		);
		for (const { speaker, gender } of openaiVoices.values())
			expect(voices.find(({ voice_id }) => voice_id === voiceId("kokoro", speaker))?.labels.gender).toBe(gender);
		await syncShippedVoices(app.db, ["fake"]);
		expect(await voiceOf("onyx"), "another voice without Kokoro").toBe(app.voiceId);
	});
});

test("models are listed and read one by one", async () => {
	const { object, data } = (await (await send("/models")).json()) as { object: string; data: OpenaiModel[] };
	expect(object).toBe("list");
	expect(data).toContainEqual({ id: "test_tone", object: "model", created: 0, owned_by: "timbre" });
	expect(data.map(({ id }) => id)).toEqual(expect.arrayContaining([...openaiSpeechModels]));
	expect(await (await send("/models/tts-1")).json()).toMatchObject({ id: "tts-1", owned_by: "timbre-alias" });
	expect(await errorOf(send("/models/gpt-9"))).toMatchObject({ status: 404, code: "model_not_found" });
});

describe("errors have OpenAI's format", () => {
	const invalid = { type: "invalid_request_error" };

	test("invalid fields are 400 with the name of the first one", async () => {
		expect(await errorOf(speak({ speed: 9 }))).toMatchObject({ ...invalid, status: 400, param: "speed" });
		expect(await errorOf(speak({ response_format: "ogg" }))).toMatchObject({ status: 400, param: "response_format" });
		expect(await errorOf(speak({ input: " " }))).toMatchObject({ ...invalid, status: 400, param: "input" });
		expect(await errorOf(speak({ model: "gpt-9" }))).toMatchObject({ ...invalid, status: 404, param: "model" });
	});

	test("keys without access are denied as everywhere else", async () => {
		expect(await errorOf(speak({}, "sk_nobody"))).toMatchObject({ ...invalid, status: 401, code: "invalid_api_key" });
		const limited = await anApiKey(app.db, person, ["models_read"]);
		expect(await errorOf(speak({}, limited))).toMatchObject({ ...invalid, status: 403, code: "missing_permissions" });
		expect((await send("/models", undefined, limited)).status).toBe(200);
	});

	test("used-up credits are 429 insufficient_quota, and clients are told not to retry", async () => {
		const broke = await app.user({ credits: 3 });
		const response = await speak({}, broke.apiKey);
		expect(response.headers.get("x-should-retry")).toBe("false");
		expect(response.status).toBe(429);
		expect(await response.json()).toMatchObject({
			error: { type: "insufficient_quota", code: "insufficient_quota" },
		});
		expect(await app.ledger(broke.workspaceId)).toEqual({ used: 0, reserved: 0, entries: 0, open: 0 });
	});

	test("unknown paths and malformed bodies", async () => {
		expect(await errorOf(send("/chat/completions", {}))).toMatchObject({ ...invalid, status: 404, code: "not_found" });
		const malformed = fetch(`${app.url}/openai/v1/audio/speech`, {
			method: "POST",
			headers: { authorization: `Bearer ${person.apiKey}`, "content-type": "application/json" },
			body: "{",
		});
		expect(await errorOf(malformed)).toMatchObject({ ...invalid, status: 400, code: "invalid_request" });
	});

	test("pages of other sites can call it with a key", async () => {
		const response = await fetch(`${app.url}/openai/v1/audio/speech`, {
			method: "OPTIONS",
			headers: {
				origin: "https://example.com",
				"access-control-request-method": "POST",
				"access-control-request-headers": "authorization,content-type",
			},
		});
		expect(response.headers.get("access-control-allow-origin")).toBe("*");
		expect(response.headers.get("access-control-allow-headers")).toContain("authorization");
	});
});
