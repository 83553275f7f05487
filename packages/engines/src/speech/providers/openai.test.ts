import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { RemoteSpeechError } from "../../errors.ts";
import { createOpenAiEngine, createSampleReader, type OpenAiOptions } from "./openai.ts";

const closing: (() => void)[] = [];
afterEach(() => {
	for (const close of closing.splice(0)) close();
});

async function remote(
	handle: (request: IncomingMessage, response: ServerResponse, body: string) => void,
	more: Partial<OpenAiOptions> = {},
) {
	const server = createServer(async (request, response) => {
		let body = "";
		for await (const piece of request) body += piece;
		handle(request, response, body);
	});
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	closing.push(() => {
		server.closeAllConnections();
		server.close();
	});
	const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
	const voices = [{ id: "ana", voice: "af_bella", name: "Ana", language: "en-US" }];
	return createOpenAiEngine({ baseUrl, key: "k", model: "kokoro", voices, ...more });
}

const input = { text: "Hello.", speaker: "ana", language: "en-US", speed: 1.5 };

test("sends the request that an OpenAI-compatible server expects", async () => {
	const seen: { url?: string; authorization?: string; body?: unknown } = {};
	const engine = await remote((request, response, body) => {
		Object.assign(seen, { url: request.url, authorization: request.headers.authorization, body: JSON.parse(body) });
		response.end(Buffer.from([0, 64, 0, 192]));
	});
	const { pcm } = await engine.synthesize(input);
	expect(seen).toEqual({
		url: "/v1/audio/speech",
		authorization: "Bearer k",
		body: { model: "kokoro", voice: "af_bella", input: "Hello.", speed: 1.5, response_format: "pcm", stream: true },
	});
	expect([...pcm]).toEqual([0.5, -0.5]);
});

test("reports every pronunciation as unsupported", async () => {
	const engine = await remote((_, response) => void response.end(Buffer.alloc(4)));
	const overrides = [{ start: 0, end: 5, phoneme: "a", alphabet: "ipa" }] as const;
	expect((await engine.synthesize({ ...input, overrides })).unsupported).toEqual([
		{ start: 0, end: 5, reason: "remote speech servers don't support phonemes" },
	]);
	expect(engine.info.capabilities.phonemes).toBe(false);
});

test("streams audio while the server is still sending", async () => {
	const received = Promise.withResolvers<void>();
	const engine = await remote(async (_, response) => {
		response.write(Buffer.alloc(100));
		// Deadlocks if the first chunk is held back.
		await received.promise;
		response.end(Buffer.alloc(100));
	});
	let samples = 0;
	for await (const chunk of engine.stream?.(input, new AbortController().signal) ?? []) {
		received.resolve();
		samples += chunk.length;
	}
	expect(samples).toBe(100);
});

describe("failures", () => {
	test("reports the status and body of an error response", async () => {
		const engine = await remote((_, response) => {
			response.statusCode = 429;
			response.end("slow down");
		});
		const error = await engine.synthesize(input).catch((thrown: unknown) => thrown);
		expect(error).toBeInstanceOf(RemoteSpeechError);
		expect(error).toMatchObject({ status: 429, message: expect.stringContaining("slow down") });
	});

	test("times out when the server does not respond", async () => {
		const engine = await remote(() => {}, { timeoutMs: 100 });
		await expect(engine.synthesize(input)).rejects.toMatchObject({ status: 504 });
	});

	test("times out when the server stops sending", async () => {
		const engine = await remote((_, response) => void response.write(Buffer.alloc(10)), { timeoutMs: 100 });
		await expect(engine.synthesize(input)).rejects.toMatchObject({ status: 504 });
	});

	test("reports an unreachable server", async () => {
		const engine = createOpenAiEngine({ baseUrl: "http://127.0.0.1:1", model: "m", voices: [] });
		await expect(engine.synthesize(input)).rejects.toMatchObject({ status: 502 });
	});

	test("cancels the request when the caller aborts", async () => {
		const [arrived, closed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
		const engine = await remote((_, response) => {
			response.on("close", () => closed.resolve());
			response.write(Buffer.alloc(10));
			arrived.resolve();
		});
		const abort = new AbortController();
		const rejected = expect(engine.synthesize(input, abort.signal)).rejects.toThrow();
		await arrived.promise;
		abort.abort();
		await rejected;
		await closed.promise;
	});
});

describe("the sample reader", () => {
	test("joins samples split across chunks", () => {
		const read = createSampleReader();
		const bytes = Buffer.from([0, 64, 0, 192, 0, 32]);
		const samples = [1, 2, 3, 4, 5, 6].flatMap((end) => [...read(bytes.subarray(end - 1, end))]);
		expect(samples).toEqual([0.5, -0.5, 0.25]);
	});

	test("skips a WAV header", () => {
		const header = Buffer.alloc(44);
		header.write("RIFF", 0);
		header.write("WAVEfmt ", 8);
		header.write("data", 36);
		const read = createSampleReader();
		expect([
			...read(header.subarray(0, 20)),
			...read(Buffer.concat([header.subarray(20), Buffer.from([0, 64])])),
		]).toEqual([0.5]);
	});
});
