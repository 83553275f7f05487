import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { createOpenAiEngine, createSampleReader, type OpenAiOptions, RemoteSpeechError } from "./openai.ts";

const closing: (() => void)[] = [];
afterEach(() => {
	for (const close of closing.splice(0)) close();
});

async function remote(
	answer: (request: IncomingMessage, response: ServerResponse, body: string) => void,
	more: Partial<OpenAiOptions> = {},
) {
	const server = createServer(async (request, response) => {
		let body = "";
		for await (const piece of request) body += piece;
		answer(request, response, body);
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

test("the request is what an OpenAI-compatible server expects", async () => {
	const seen: { url?: string; authorization?: string; body?: unknown } = {};
	const engine = await remote((request, response, body) => {
		Object.assign(seen, { url: request.url, authorization: request.headers.authorization, body: JSON.parse(body) });
		response.end(Buffer.from([0, 64, 0, 192]));
	});
	const { pcm } = await engine.synthesise(input);
	expect(seen).toEqual({
		url: "/v1/audio/speech",
		authorization: "Bearer k",
		body: { model: "kokoro", voice: "af_bella", input: "Hello.", speed: 1.5, response_format: "pcm", stream: true },
	});
	expect([...pcm]).toEqual([0.5, -0.5]);
});

test("a pronunciation that was given is never silently ignored", async () => {
	const engine = await remote((_, response) => void response.end(Buffer.alloc(4)));
	const overrides = [{ start: 0, end: 5, phoneme: "a", alphabet: "ipa" }] as const;
	expect((await engine.synthesise({ ...input, overrides })).unhonoured).toEqual([
		{ start: 0, end: 5, reason: "a remote speech server takes no phonemes" },
	]);
	expect(engine.info.capabilities.phonemes).toBe(false);
});

test("sound is handed on while the server still speaks", async () => {
	const heard = Promise.withResolvers<void>();
	const engine = await remote(async (_, response) => {
		response.write(Buffer.alloc(100));
		// Kept back until then, this would be waited for in vain.
		await heard.promise;
		response.end(Buffer.alloc(100));
	});
	let samples = 0;
	for await (const chunk of engine.stream?.(input, new AbortController().signal) ?? []) {
		heard.resolve();
		samples += chunk.length;
	}
	expect(samples).toBe(100);
});

describe("failures", () => {
	test("what the server refuses is told with its status", async () => {
		const engine = await remote((_, response) => {
			response.statusCode = 429;
			response.end("slow down");
		});
		const error = await engine.synthesise(input).catch((thrown: unknown) => thrown);
		expect(error).toBeInstanceOf(RemoteSpeechError);
		expect(error).toMatchObject({ status: 429, message: expect.stringContaining("slow down") });
	});

	test("a silent server is given up", async () => {
		const engine = await remote(() => {}, { timeoutMs: 100 });
		await expect(engine.synthesise(input)).rejects.toMatchObject({ status: 504 });
	});

	test("a server that falls silent in the middle is given up", async () => {
		const engine = await remote((_, response) => void response.write(Buffer.alloc(10)), { timeoutMs: 100 });
		await expect(engine.synthesise(input)).rejects.toMatchObject({ status: 504 });
	});

	test("a server that is not there", async () => {
		const engine = createOpenAiEngine({ baseUrl: "http://127.0.0.1:1", model: "m", voices: [] });
		await expect(engine.synthesise(input)).rejects.toMatchObject({ status: 502 });
	});

	test("a listener who leaves ends the request at the server", async () => {
		const [arrived, gone] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
		const engine = await remote((_, response) => {
			response.on("close", () => gone.resolve());
			response.write(Buffer.alloc(10));
			arrived.resolve();
		});
		const listener = new AbortController();
		const refused = expect(engine.synthesise(input, listener.signal)).rejects.toThrow();
		await arrived.promise;
		listener.abort();
		await refused;
		await gone.promise;
	});
});

describe("samples", () => {
	test("cut in two by the network are put together", () => {
		const read = createSampleReader();
		const bytes = Buffer.from([0, 64, 0, 192, 0, 32]);
		const samples = [1, 2, 3, 4, 5, 6].flatMap((end) => [...read(bytes.subarray(end - 1, end))]);
		expect(samples).toEqual([0.5, -0.5, 0.25]);
	});

	test("after a WAV header nobody asked for are found", () => {
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
