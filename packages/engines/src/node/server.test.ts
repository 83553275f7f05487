import { once } from "node:events";
import { createServer, request as httpRequest, type Server } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, test } from "vitest";
import { createFakeEngine, type FakeOptions } from "../speech/providers/fake.ts";
import { createEngineRegistry } from "../speech/speech.ts";
import { createSpeechClient, type SpeechClient } from "./client.ts";
import { SpeechBadRequestError, SpeechBusyError, SpeechFailedError } from "./errors.ts";
import { plainRequest } from "./plain-request.ts";
import type { SpeechEvent, SpeechRequest } from "./protocol.ts";
import { createScheduler } from "./scheduler.ts";
import { createSpeechServer } from "./server.ts";

const closing: (() => void)[] = [];
afterEach(() => {
	for (const close of closing.splice(0)) close();
});

async function listening(server: Server): Promise<string> {
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	closing.push(() => {
		server.closeAllConnections();
		server.close();
	});
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function aNode(
	fake: FakeOptions = {},
	{ capacity = 8, ready = true, token }: { capacity?: number; ready?: boolean; token?: string } = {},
) {
	const begun: string[] = [];
	const scheduler = createScheduler({ capacity });
	const registry = createEngineRegistry([createFakeEngine({ onSegment: (text) => begun.push(text), ...fake })]);
	const server = createSpeechServer({ registry, scheduler, ready: () => ready, token });
	const url = await listening(server);
	return { url, server, begun, scheduler };
}

function aClient(...urls: string[]): SpeechClient {
	const client = createSpeechClient({ urls });
	closing.push(client.close);
	return client;
}

type Wanted = Parameters<typeof plainRequest>[0];

function wanted(more: Partial<Wanted> = {}): SpeechRequest {
	return plainRequest({
		engine: "fake",
		speaker: "tone-low",
		text: "One. Two. Three.",
		format: "pcm_24000",
		priority: "interactive",
		...more,
	});
}

const never = new AbortController().signal;

async function collect(events: AsyncIterable<SpeechEvent>): Promise<SpeechEvent[]> {
	const all: SpeechEvent[] = [];
	for await (const event of events) all.push(event);
	return all;
}

describe("a request is spoken over HTTP", () => {
	test("the segments cover the text and their seconds are the sound that came", async () => {
		const { url } = await aNode();
		const text = "The first sentence is here. The second one follows, and it is a little longer. Done.";
		const events = await collect(aClient(url).speak(wanted({ text }), never));
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

	test("a segment event never comes before its own sound", async () => {
		const { url } = await aNode();
		const kinds = (await collect(aClient(url).speak(wanted(), never))).map(({ type }) => type);
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

	test("the same request gives the same bytes", async () => {
		const { url } = await aNode();
		const client = aClient(url);
		const bytes = async () =>
			Buffer.concat(
				(await collect(client.speak(wanted({ format: "mp3_44100_128" }), never))).map((event) =>
					"bytes" in event ? event.bytes : Buffer.alloc(0),
				),
			);
		expect((await bytes()).equals(await bytes())).toBe(true);
	});

	test("the first sound leaves before the second segment is begun", async () => {
		const { url, begun } = await aNode({ delayMs: 100, parallel: 1 });
		for await (const event of aClient(url).speak(wanted(), never)) {
			if (event.type !== "audio") continue;
			expect(begun.length).toBeLessThanOrEqual(2);
			break;
		}
	});

	test("twice the speed is half the sound", async () => {
		const { url } = await aNode();
		const seconds = async (speed: number) => {
			const end = (await collect(aClient(url).speak(wanted({ text: "A sentence of some length.", speed }), never))).at(
				-1,
			);
			return end?.type === "end" ? end.seconds : 0;
		};
		expect((await seconds(1)) / (await seconds(2))).toBeCloseTo(2, 1);
	});
});

describe("a listener who leaves", () => {
	const long = "This is one more sentence of a long text. ".repeat(50);

	test("stops the engine within one segment", async () => {
		const { url, begun, scheduler } = await aNode({ delayMs: 20, parallel: 1 });
		const listener = new AbortController();
		await expect(async () => {
			for await (const event of aClient(url).speak(wanted({ text: long }), listener.signal)) {
				if (event.type === "segment") listener.abort(new Error("left"));
			}
		}).rejects.toThrow("left");
		await expect.poll(() => scheduler.load().running).toBe(0);
		const then = begun.length;
		await sleep(150);
		expect(begun.length).toBe(then);
		expect(then).toBeLessThanOrEqual(4);
	});

	test("by simply not reading on, stops it too", async () => {
		const { url, begun, scheduler } = await aNode({ delayMs: 20, parallel: 1 });
		for await (const event of aClient(url).speak(wanted({ text: long }), never)) if (event.type === "segment") break;
		await expect.poll(() => scheduler.load().running).toBe(0);
		expect(begun.length).toBeLessThanOrEqual(5);
	});

	test("while waiting for the first sound, leaves the queue", async () => {
		const { url, scheduler } = await aNode({ delayMs: 5000, parallel: 1 });
		const listener = new AbortController();
		const spoken = collect(aClient(url).speak(wanted(), listener.signal));
		setTimeout(() => listener.abort(), 50);
		await expect(spoken).rejects.toThrow();
		await expect.poll(() => scheduler.load()).toMatchObject({ queued: 0, running: 0 });
	});
});

test("a listener who does not read holds the engine back", async () => {
	const { url, server, begun } = await aNode({ parallel: 1 });
	// 4 MB of sound each: more than the buffers between the two can hold.
	const text = `${"a".repeat(200)}. `.repeat(400);
	const body = JSON.stringify(wanted({ text, format: "pcm_48000", speed: 0.25 }));
	const request = httpRequest(`${url}/speak`, { method: "POST" });
	closing.push(() => request.destroy());
	request.on("error", () => {});
	const connected = once(server, "connection");
	request.end(body);
	const [response] = await once(request, "response");
	response.pause();
	const [socket] = (await connected) as [Socket];
	// All is full when in a hundred turns of this process, however long they take, nothing more was written.
	for (let still = 0, last = -1; still < 100; last = socket.bytesWritten) {
		await sleep(5);
		still = socket.bytesWritten === last ? still + 1 : 0;
	}
	const then = begun.length;
	await sleep(500);
	expect(begun.length).toBe(then);
	expect(then).toBeLessThan(30);
});

describe("what cannot be spoken", () => {
	test.each([
		["an unknown engine", { engine: "nope" }],
		["an unknown speaker", { speaker: "nobody" }],
		["no text", { text: "" }],
		["a text that is too long", { text: "a".repeat(200_001) }],
		["an unknown format", { format: "mp3_1_1" as SpeechRequest["format"] }],
		["a speed out of range", { speed: 9 }],
		["an unknown priority", { priority: "soon" as SpeechRequest["priority"] }],
	])("%s is refused", async (_, fault) => {
		const { url } = await aNode();
		await expect(collect(aClient(url).speak(wanted(fault), never))).rejects.toThrow(SpeechBadRequestError);
	});

	test("a body that is no JSON is refused", async () => {
		const { url } = await aNode();
		const answer = await fetch(`${url}/speak`, { method: "POST", body: "{" });
		expect(answer.status).toBe(400);
	});
});

describe("failures", () => {
	test("in the middle: what was made arrives, then the failure", async () => {
		const { url } = await aNode({ failOn: "Three" });
		const seen: SpeechEvent[] = [];
		await expect(async () => {
			for await (const event of aClient(url).speak(wanted(), never)) seen.push(event);
		}).rejects.toThrow(SpeechFailedError);
		expect(seen.filter(({ type }) => type === "segment")).toHaveLength(2);
	});

	test("before the first sound: an answer of 500", async () => {
		const { url } = await aNode({ failOn: "One" });
		await expect(collect(aClient(url).speak(wanted(), never))).rejects.toThrow("told to fail");
	});

	test("a node that dies in the middle is a failure, not an end", async () => {
		const { url } = await aNode({ realtime: true });
		const spoken = collect(aClient(url).speak(wanted({ text: "A sentence that takes a while to say." }), never));
		setTimeout(() => {
			for (const close of closing.splice(0)) close();
		}, 300);
		await expect(spoken).rejects.toThrow(SpeechFailedError);
	});

	test("a full node answers busy with a time to come back, and the client tries the other one", async () => {
		const full = await aNode({ delayMs: 60_000 }, { capacity: 1 });
		const listener = new AbortController();
		const first = collect(aClient(full.url).speak(wanted({ text: "One." }), listener.signal));
		await expect.poll(() => full.begun.length).toBe(1);
		const error = await collect(aClient(full.url).speak(wanted(), never)).catch((thrown: unknown) => thrown);
		expect(error).toBeInstanceOf(SpeechBusyError);
		expect((error as SpeechBusyError).retryAfterSeconds).toBeGreaterThan(0);
		const free = await aNode();
		for (let round = 0; round < 2; round++) {
			const events = await collect(aClient(full.url, free.url).speak(wanted(), never));
			expect(events.at(-1)?.type).toBe("end");
		}
		listener.abort();
		await expect(first).rejects.toThrow();
	});

	test("a node that is not there is passed over", async () => {
		const gone = createServer();
		const url = await listening(gone);
		gone.close();
		const { url: alive } = await aNode();
		const client = aClient(url, alive);
		for (let round = 0; round < 2; round++)
			expect((await collect(client.speak(wanted(), never))).at(-1)?.type).toBe("end");
		await expect(collect(aClient(url).speak(wanted(), never))).rejects.toThrow(SpeechFailedError);
	});

	test("a node whose voices are still loading answers busy", async () => {
		const { url } = await aNode({}, { ready: false });
		await expect(collect(aClient(url).speak(wanted(), never))).rejects.toThrow(SpeechBusyError);
	});

	test("a node with a token refuses who does not know it", async () => {
		const { url } = await aNode({}, { token: "secret" });
		await expect(collect(aClient(url).speak(wanted(), never))).rejects.toThrow("token");
		const client = createSpeechClient({ urls: [url], token: "secret" });
		closing.push(client.close);
		expect((await collect(client.speak(wanted(), never))).at(-1)?.type).toBe("end");
	});
});

test("health and metrics tell what the node did", async () => {
	const { url } = await aNode();
	const client = aClient(url);
	await collect(client.speak(wanted(), never));
	await collect(client.speak(wanted({ speaker: "nobody" }), never)).catch(() => {});
	expect(await client.health()).toMatchObject([
		{ ready: true, queued: 0, running: 0, capacity: 8, engines: [{ id: "fake" }] },
	]);
	const metrics = await (await fetch(`${url}/metrics`)).text();
	expect(metrics).toContain("timbre_speech_requests_total 2");
	expect(metrics).toContain('timbre_speech_outcomes_total{work="speak",outcome="refused"} 1');
	expect(metrics).toContain("timbre_speech_segments_total 3");
});
