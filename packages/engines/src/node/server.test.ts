import { once } from "node:events";
import { createServer, request as httpRequest, type Server } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, test, vi } from "vitest";
import { SpeechBadRequestError, SpeechBusyError, SpeechFailedError } from "../errors.ts";
import { createFakeEngine, type FakeOptions } from "../speech/providers/fake.ts";
import { createEngineRegistry } from "../speech/speech.ts";
import { createSpeechClient, type SpeechClient } from "./client.ts";
import type { SpeechEvent, SpeechRequest } from "./protocol.ts";
import { createScheduler } from "./scheduler.ts";
import { createSpeechServer } from "./server.ts";
import type { TakeStore } from "./takes.ts";
import { plainRequest } from "./wire/plain-request.ts";

const closing: (() => void)[] = [];
afterEach(() => {
	for (const close of closing.splice(0)) close();
});

async function listen(server: Server): Promise<string> {
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	closing.push(() => {
		server.closeAllConnections();
		server.close();
	});
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function startNode(
	fake: FakeOptions = {},
	{
		capacity = 8,
		ready = true,
		token,
		takes,
	}: { capacity?: number; ready?: boolean; token?: string; takes?: TakeStore } = {},
) {
	const started: string[] = [];
	const scheduler = createScheduler({ capacity });
	const registry = createEngineRegistry([createFakeEngine({ onSegment: (text) => started.push(text), ...fake })]);
	const server = createSpeechServer({ registry, scheduler, takes, ready: () => ready, token });
	const url = await listen(server);
	return { url, server, started, scheduler };
}

function createClient(...urls: string[]): SpeechClient {
	const client = createSpeechClient({ urls });
	closing.push(client.close);
	return client;
}

type Options = Parameters<typeof plainRequest>[0];

function speech(options: Partial<Options> = {}): SpeechRequest {
	return plainRequest({
		engine: "fake",
		speaker: "tone-low",
		text: "One. Two. Three.",
		format: "pcm_24000",
		priority: "interactive",
		...options,
	});
}

const never = new AbortController().signal;

async function collect(events: AsyncIterable<SpeechEvent>): Promise<SpeechEvent[]> {
	const all: SpeechEvent[] = [];
	for await (const event of events) all.push(event);
	return all;
}

describe("POST /speak", () => {
	test("sends segments that cover the text and whose seconds add up to the audio", async () => {
		const { url } = await startNode();
		const text = "The first sentence is here. The second one follows, and it is a little longer. Done.";
		const events = await collect(createClient(url).speak(speech({ text }), never));
		const segments = events.filter((event) => event.type === "segment");
		expect(segments.map(({ start, end }) => text.slice(start, end)).join("")).toBe(text);
		const end = events.at(-1);
		if (end?.type !== "end") throw new Error("the last event is not the end");
		expect(end.segments).toBe(segments.length);
		const bytes = events.reduce((sum, event) => sum + (event.type === "audio" ? event.bytes.length : 0), 0);
		expect(bytes / 2 / 24_000).toBeCloseTo(end.seconds, 2);
		expect(end.peaks).toHaveLength(200);
		expect(Math.max(...end.peaks)).toBeGreaterThan(30);
	});

	test("sends each segment event after its audio", async () => {
		const { url } = await startNode();
		const kinds = (await collect(createClient(url).speak(speech(), never))).map(({ type }) => type);
		expect(kinds.filter((kind, at) => kind !== kinds[at - 1])).toEqual([
			"audio",
			"segment",
			"audio",
			"segment",
			"audio",
			"segment",
			"end",
		]);
	});

	test("returns the same bytes for the same request", async () => {
		const { url } = await startNode();
		const client = createClient(url);
		const bytes = async () =>
			Buffer.concat(
				(await collect(client.speak(speech({ format: "mp3_44100_128" }), never))).map((event) =>
					"bytes" in event ? event.bytes : Buffer.alloc(0),
				),
			);
		expect((await bytes()).equals(await bytes())).toBe(true);
	});

	test("sends the first audio before the second segment is finished", async () => {
		const { url, started } = await startNode({ delayMs: 100, parallel: 1 });
		for await (const event of createClient(url).speak(speech(), never)) {
			if (event.type !== "audio") continue;
			expect(started.length).toBeLessThanOrEqual(2);
			break;
		}
	});

	test("halves the length of the audio at twice the speed", async () => {
		const { url } = await startNode();
		const seconds = async (speed: number) => {
			const end = (
				await collect(createClient(url).speak(speech({ text: "A sentence of some length.", speed }), never))
			).at(-1);
			return end?.type === "end" ? end.seconds : 0;
		};
		expect((await seconds(1)) / (await seconds(2))).toBeCloseTo(2, 1);
	});
});

describe("when the client disconnects", () => {
	const long = "This is one more sentence of a long text. ".repeat(50);

	test("stops the engine within one segment", async () => {
		const { url, started, scheduler } = await startNode({ delayMs: 20, parallel: 1 });
		const controller = new AbortController();
		await expect(async () => {
			for await (const event of createClient(url).speak(speech({ text: long }), controller.signal)) {
				if (event.type === "segment") controller.abort(new Error("left"));
			}
		}).rejects.toThrow("left");
		await expect.poll(() => scheduler.load().running).toBe(0);
		const before = started.length;
		await sleep(150);
		expect(started.length).toBe(before);
		expect(before).toBeLessThanOrEqual(4);
	});

	test("stops the engine when the client just stops reading", async () => {
		const { url, started, scheduler } = await startNode({ delayMs: 20, parallel: 1 });
		for await (const event of createClient(url).speak(speech({ text: long }), never))
			if (event.type === "segment") break;
		await expect.poll(() => scheduler.load().running).toBe(0);
		expect(started.length).toBeLessThanOrEqual(5);
	});

	test("removes the request from the queue while it waits for its first audio", async () => {
		const { url, scheduler } = await startNode({ delayMs: 5000, parallel: 1 });
		const controller = new AbortController();
		const spoken = collect(createClient(url).speak(speech(), controller.signal));
		setTimeout(() => controller.abort(), 50);
		await expect(spoken).rejects.toThrow();
		await expect.poll(() => scheduler.load()).toMatchObject({ queued: 0, running: 0 });
	});
});

test("pauses the engine while the client does not read", async () => {
	const { url, server, started } = await startNode({ parallel: 1 });
	// 4 MB of audio per sentence: more than the socket buffers can hold.
	const text = `${"a".repeat(200)}. `.repeat(400);
	const body = JSON.stringify(speech({ text, format: "pcm_48000", speed: 0.25 }));
	const request = httpRequest(`${url}/speak`, { method: "POST" });
	closing.push(() => request.destroy());
	request.on("error", () => {});
	const connected = once(server, "connection");
	request.end(body);
	const [response] = await once(request, "response");
	response.pause();
	const [socket] = (await connected) as [Socket];
	// The buffers are full once nothing was written in a hundred consecutive checks.
	for (let unchanged = 0, last = -1; unchanged < 100; last = socket.bytesWritten) {
		await sleep(5);
		unchanged = socket.bytesWritten === last ? unchanged + 1 : 0;
	}
	const before = started.length;
	await sleep(500);
	expect(started.length).toBe(before);
	expect(before).toBeLessThan(30);
});

describe("invalid requests", () => {
	test.each([
		["an unknown engine", { engine: "nope" }],
		["an unknown speaker", { speaker: "nobody" }],
		["no text", { text: "" }],
		["a text that is too long", { text: "a".repeat(200_001) }],
		["an unknown format", { format: "mp3_1_1" as SpeechRequest["format"] }],
		["a speed out of range", { speed: 9 }],
		["an unknown priority", { priority: "soon" as SpeechRequest["priority"] }],
	])("rejects %s", async (_, fault) => {
		const { url } = await startNode();
		await expect(collect(createClient(url).speak(speech(fault), never))).rejects.toThrow(SpeechBadRequestError);
	});

	test("rejects a body that is not JSON", async () => {
		const { url } = await startNode();
		const response = await fetch(`${url}/speak`, { method: "POST", body: "{" });
		expect(response.status).toBe(400);
	});
});

describe("failures", () => {
	test("delivers the audio synthesized so far before the error", async () => {
		const { url } = await startNode({ failOn: "Three" });
		const seen: SpeechEvent[] = [];
		await expect(async () => {
			for await (const event of createClient(url).speak(speech(), never)) seen.push(event);
		}).rejects.toThrow(SpeechFailedError);
		expect(seen.filter(({ type }) => type === "segment")).toHaveLength(2);
	});

	test("responds with 500 when synthesis fails before the first audio", async () => {
		const { url } = await startNode({ failOn: "One" });
		await expect(collect(createClient(url).speak(speech(), never))).rejects.toThrow("configured to fail");
	});

	test("reports a node that dies midway as a failure", async () => {
		const { url } = await startNode({ realtime: true });
		const spoken = collect(createClient(url).speak(speech({ text: "A sentence that takes a while to say." }), never));
		setTimeout(() => {
			for (const close of closing.splice(0)) close();
		}, 300);
		await expect(spoken).rejects.toThrow(SpeechFailedError);
	});

	test("responds busy with Retry-After when full, and the client tries another node", async () => {
		const full = await startNode({ delayMs: 60_000 }, { capacity: 1 });
		const controller = new AbortController();
		const first = collect(createClient(full.url).speak(speech({ text: "One." }), controller.signal));
		await expect.poll(() => full.started.length).toBe(1);
		const error = await collect(createClient(full.url).speak(speech(), never)).catch((thrown: unknown) => thrown);
		expect(error).toBeInstanceOf(SpeechBusyError);
		expect((error as SpeechBusyError).retryAfterSeconds).toBeGreaterThan(0);
		const free = await startNode();
		for (let round = 0; round < 2; round++) {
			const events = await collect(createClient(full.url, free.url).speak(speech(), never));
			expect(events.at(-1)?.type).toBe("end");
		}
		controller.abort();
		await expect(first).rejects.toThrow();
	});

	test("skips an unreachable node", async () => {
		const gone = createServer();
		const url = await listen(gone);
		gone.close();
		const { url: alive } = await startNode();
		const client = createClient(url, alive);
		for (let round = 0; round < 2; round++)
			expect((await collect(client.speak(speech(), never))).at(-1)?.type).toBe("end");
		await expect(collect(createClient(url).speak(speech(), never))).rejects.toThrow(SpeechFailedError);
	});

	test("responds busy while voices are loading", async () => {
		const { url } = await startNode({}, { ready: false });
		await expect(collect(createClient(url).speak(speech(), never))).rejects.toThrow(SpeechBusyError);
	});

	test("rejects clients without the node's token", async () => {
		const { url } = await startNode({}, { token: "secret" });
		await expect(collect(createClient(url).speak(speech(), never))).rejects.toThrow("token");
		const client = createSpeechClient({ urls: [url], token: "secret" });
		closing.push(client.close);
		expect((await collect(client.speak(speech(), never))).at(-1)?.type).toBe("end");
	});
});

test("a node whose store is stuck does not delay the takes of another node in the same process", async () => {
	const stuck = Promise.withResolvers<void>();
	const slow = await startNode({}, { takes: { read: async () => undefined, write: () => stuck.promise } });
	const written: string[] = [];
	const write = async (key: string) => void written.push(key);
	const quick = await startNode({}, { takes: { read: async () => undefined, write } });
	const { voices, format, priority } = speech();
	const sentences = ["One.", "Two.", "Three.", "Four.", "Five."].map((text, at) => ({
		text,
		start: at * 10,
		end: at * 10 + text.length,
		boundary: "sentence" as const,
		take: { key: `takes/workspace/sentence-${at}`, stored: false },
	}));
	const request = { voices, format, priority, units: sentences };
	try {
		await collect(createClient(slow.url).speak(request, never));
		await collect(createClient(quick.url).speak(request, never));
		expect(written).toEqual(sentences.map(({ take }) => take.key));
	} finally {
		stuck.resolve();
	}
});

test("reports health and metrics", async () => {
	const { url } = await startNode();
	const client = createClient(url);
	await collect(client.speak(speech(), never));
	await collect(client.speak(speech({ speaker: "nobody" }), never)).catch(() => {});
	expect(await client.health()).toMatchObject([
		{ ready: true, queued: 0, running: 0, capacity: 8, engines: [{ id: "fake" }] },
	]);
	const metrics = await (await fetch(`${url}/metrics`)).text();
	expect(metrics).toContain("timbre_speech_requests_total 2");
	expect(metrics).toContain('timbre_speech_outcomes_total{work="speak",outcome="refused"} 1');
	expect(metrics).toContain("timbre_speech_segments_total 3");
});

test("a client announces people who are about to speak to every node, once in ten seconds", async () => {
	const nodes = [await startNode(), await startNode()];
	const announced = nodes.map(({ scheduler }) => vi.spyOn(scheduler, "expectPerson"));
	const client = createClient(...nodes.map(({ url }) => url));
	client.expectPerson();
	client.expectPerson();
	for (const calls of announced) await expect.poll(() => calls.mock.calls.length).toBe(1);
	await client.health();
	for (const calls of announced) expect(calls).toHaveBeenCalledTimes(1);
});
