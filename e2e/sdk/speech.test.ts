// The official clients, unchanged but for the base URL.
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { ElevenLabs, ElevenLabsClient, ElevenLabsError } from "@elevenlabs/elevenlabs-js";
import { MPEGDecoder } from "mpg123-decoder";
import { expect, inject, test } from "vitest";

const server = inject("sdkServer");
const client = new ElevenLabsClient({ apiKey: server.apiKey, baseUrl: server.url, maxRetries: 0 });
const text = "A drop-in means that the code people have already written keeps working.";

async function bytesOf(stream: ReadableStream<Uint8Array>): Promise<{ bytes: Buffer; chunks: number }> {
	const parts: Uint8Array[] = [];
	for await (const part of stream) parts.push(part);
	return { bytes: Buffer.concat(parts), chunks: parts.length };
}

/** Seconds and loudness of an mp3, as an independent decoder hears it. */
async function listen(mp3: Uint8Array): Promise<{ seconds: number; peak: number }> {
	const decoder = new MPEGDecoder();
	await decoder.ready;
	const { channelData, samplesDecoded, sampleRate } = decoder.decode(mp3);
	const peak = (channelData[0] ?? new Float32Array()).reduce(
		(loudest, sample) => Math.max(loudest, Math.abs(sample)),
		0,
	);
	decoder.free();
	return { seconds: samplesDecoded / sampleRate, peak };
}

test("models.list", async () => {
	const models = await client.models.list();
	expect(models[0]).toMatchObject({ modelId: "test_tone", canDoTextToSpeech: true });
});

test("voices.getAll and voices.get", async () => {
	const { voices } = await client.voices.getAll();
	expect(voices.map((voice) => voice.voiceId)).toContain(server.voiceId);
	expect(await client.voices.get(server.voiceId)).toMatchObject({ voiceId: server.voiceId, category: "premade" });
});

test("user.get and user.subscription.get", async () => {
	expect(await client.user.get()).toMatchObject({ seatType: "workspace_admin", subscription: { tier: "creator" } });
	expect(await client.user.subscription.get()).toMatchObject({
		tier: "creator",
		characterLimit: 50_000,
		hasOpenInvoices: false,
	});
});

test("textToSpeech.convert gives sound that decodes", async () => {
	const { bytes } = await bytesOf(
		await client.textToSpeech.convert(server.voiceId, {
			text,
			modelId: "eleven_multilingual_v2",
			outputFormat: "mp3_44100_128",
		}),
	);
	const heard = await listen(bytes);
	expect(heard.seconds).toBeGreaterThan(text.length / 15 - 0.5);
	expect(heard.peak).toBeGreaterThan(0.1);
});

test("textToSpeech.stream arrives in pieces", async () => {
	const { bytes, chunks } = await bytesOf(await client.textToSpeech.stream(server.voiceId, { text }));
	expect(chunks).toBeGreaterThan(1);
	expect((await listen(bytes)).seconds).toBeGreaterThan(3);
});

test("the answer's headers are read by the SDK", async () => {
	const { rawResponse, data } = await client.textToSpeech.convert(server.voiceId, { text }).withRawResponse();
	expect(rawResponse.headers.get("character-cost")).toBe(String(text.length));
	expect(rawResponse.headers.get("request-id")).toMatch(/^\w{20}$/);
	await bytesOf(data);
});

test("history.list, history.get and history.getAudio", async () => {
	await bytesOf(await client.textToSpeech.convert(server.voiceId, { text: `${text} For the history.` }));
	const { history, hasMore } = await client.history.list({ pageSize: 1 });
	expect(hasMore).toBe(true);
	const [item] = history;
	expect(item).toMatchObject({ text: `${text} For the history.`, voiceId: server.voiceId, contentType: "audio/mpeg" });
	const id = item?.historyItemId ?? "";
	expect(await client.history.get(id)).toMatchObject({ historyItemId: id });
	const { bytes } = await bytesOf(await client.history.getAudio(id));
	expect((await listen(bytes)).peak).toBeGreaterThan(0.1);
	expect(await client.history.delete(id)).toMatchObject({ status: "ok" });
});

test("401: a wrong key is the SDK's error with our reason and request id", async () => {
	const stranger = new ElevenLabsClient({ apiKey: "sk_wrong", baseUrl: server.url, maxRetries: 0 });
	const error = await stranger.user.get().catch((thrown: unknown) => thrown);
	expect(error).toBeInstanceOf(ElevenLabsError);
	expect(error).toMatchObject({
		statusCode: 401,
		body: { detail: { status: "invalid_api_key", message: expect.any(String) } },
	});
});

test("401: too few credits is quota_exceeded, at once and without retries", async () => {
	const poor = new ElevenLabsClient({ apiKey: server.limitedKey, baseUrl: server.url });
	const error = await poor.textToSpeech.convert(server.voiceId, { text }).catch((thrown: unknown) => thrown);
	expect(error).toBeInstanceOf(ElevenLabsError);
	expect(error).toMatchObject({ statusCode: 401, body: { detail: { status: "quota_exceeded" } } });
});

test("404: an unknown voice", async () => {
	const error = await client.textToSpeech.convert("doesNotExist00000000", { text }).catch((thrown: unknown) => thrown);
	expect(error).toBeInstanceOf(ElevenLabsError);
	expect(error).toMatchObject({ statusCode: 404, body: { detail: { status: "voice_not_found" } } });
});

test("422: input that does not parse is the SDK's UnprocessableEntityError", async () => {
	const error = await client.textToSpeech
		.convert(server.voiceId, { text, voiceSettings: { stability: 7 } })
		.catch((thrown: unknown) => thrown);
	expect(error).toBeInstanceOf(ElevenLabs.UnprocessableEntityError);
	expect(error).toMatchObject({
		statusCode: 422,
		body: { detail: [{ loc: ["body", "voice_settings", "stability"] }] },
	});
});

test("the command line client speaks into a file with only its base URL set", async () => {
	const folder = await mkdtemp(join(tmpdir(), "timbre-cli-"));
	try {
		const file = join(folder, "spoken.mp3");
		const program = join(
			dirname(createRequire(import.meta.url).resolve("@elevenlabs/cli/package.json")),
			"..",
			"..",
			".bin",
			"elevenlabs",
		);
		await promisify(execFile)(
			program,
			[
				"text-to-speech",
				"convert",
				"--params",
				JSON.stringify({ voice_id: server.voiceId }),
				"--json",
				JSON.stringify({ text }),
				"-o",
				file,
			],
			{ env: { ...process.env, ELEVENLABS_API_KEY: server.apiKey, ELEVENLABS_BASE_URL: server.url } },
		);
		expect((await listen(await readFile(file))).seconds).toBeGreaterThan(3);
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
});
