import { connect } from "node:net";
import { errorCodes } from "@timbre/contract/errors.ts";
import { testApp } from "@timbre/server/testing/test-app.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import WebSocket from "ws";
import { dialogueSocketCases } from "./dialogue-sockets.cases.ts";
import { socketCases } from "./sockets.cases.ts";
import { createWorld, hangTimeoutMs, maxGrowth, type World } from "./world.ts";

let world: World;
beforeAll(async () => {
	world = await createWorld(await testApp());
});
afterAll(async () => world.stop());

type Exchange = { messages: Record<string, unknown>[]; code: number };

function socketUrl({ kind = "stream-input", voice = world.app.voiceId, query = "" }): string {
	const format = query.includes("output_format") ? "" : "&output_format=pcm_8000";
	return `${world.app.url.replace("http", "ws")}/v1/text-to-speech/${voice}/${kind}?${query}${format}`;
}

function open(url: string): WebSocket {
	const needsKey = !/xi-api-key|authorization|token=/.test(url);
	return new WebSocket(url, needsKey ? { headers: { "xi-api-key": world.user.apiKey } } : {});
}

/** Sends all messages and collects the responses until the server closes the socket. */
function talk(url: string, messages: readonly unknown[]): Promise<Exchange> {
	return new Promise((resolve, reject) => {
		const socket = open(url);
		const received: Exchange["messages"] = [];
		const late = setTimeout(() => {
			socket.terminate();
			reject(new Error(`not closed; last: ${JSON.stringify(received.at(-1))?.slice(0, 200)}`));
		}, hangTimeoutMs);
		socket.on("message", (data) => received.push(JSON.parse(String(data))));
		socket.on("error", () => {});
		socket.on("close", (code) => {
			clearTimeout(late);
			resolve({ messages: received, code });
		});
		socket.on("open", () => {
			for (const message of messages) {
				if (socket.readyState !== WebSocket.OPEN) return;
				socket.send(typeof message === "string" || Buffer.isBuffer(message) ? message : JSON.stringify(message));
			}
		});
	});
}

function dialogueUrl({ kind = "stream-input", query = "" }): string {
	const format = query.includes("output_format") ? "" : "&output_format=pcm_8000";
	return `${world.app.url.replace("http", "ws")}/v1/text-to-dialogue/${kind}?${query}${format}`;
}

describe("hostile dialogue sockets", () => {
	test.each(dialogueSocketCases)("$name", async ({ expected, messages, ...where }) => {
		const { code, messages: received } = await talk(dialogueUrl(where), messages);
		const last = received.at(-1);
		if (expected === "spoken") {
			expect(code, JSON.stringify(last)).toBe(1000);
			expect(received.some((message) => "error" in message)).toBe(false);
			return;
		}
		expect(code, JSON.stringify(last)).toBe(1008);
		expect([expected].flat()).toContain(last?.error);
		expect(errorCodes[last?.error as keyof typeof errorCodes].http).toBeLessThan(500);
		expect(last).toMatchObject({ message: expect.stringMatching(/\w{2,} \w/), code: 1008 });
	});

	test("closes the socket with a message after 20,000 messages at once", async () => {
		const message = { voices: [world.app.voiceId], inputs: [{ text: "Flood. ", voice_id: world.app.voiceId }] };
		const { messages, code } = await talk(
			dialogueUrl({}),
			Array.from({ length: 20_000 }, () => message),
		);
		expect(messages.at(-1)).toMatchObject({ error: "rate_limit_exceeded" });
		expect(code).toBe(1008);
	});

	test("closes the socket with 1009 for a message over 2 MB", async () => {
		const { code } = await talk(dialogueUrl({}), [JSON.stringify({ voices: ["a".repeat(2_200_000)] })]);
		expect(code).toBe(1009);
	});

	test("leaves nothing open after 100 clients disconnect abruptly", async () => {
		const text = "Somebody speaks and is gone. ".repeat(50);
		const message = { voices: [world.app.voiceId], inputs: [{ text, voice_id: world.app.voiceId }], flush: true };
		await Promise.all(
			Array.from({ length: 100 }, () => {
				const socket = open(dialogueUrl({}));
				return new Promise<void>((resolve) => {
					socket.on("error", () => resolve());
					socket.on("open", () => {
						socket.send(JSON.stringify(message), () => {
							socket.terminate();
							resolve();
						});
					});
				});
			}),
		);
		await world.expectHealthy();
	});
});

describe("hostile sockets", () => {
	test.each(socketCases)("$name", async ({ expected, messages, ...where }) => {
		const { code, messages: received } = await talk(socketUrl(where), messages);
		const last = received.at(-1);
		if (expected === "spoken") {
			expect(code, JSON.stringify(last)).toBe(1000);
			expect(received.some((message) => "message" in message)).toBe(false);
			return;
		}
		expect(code, JSON.stringify(last)).toBe(1008);
		expect([expected].flat()).toContain(last?.code);
		expect(errorCodes[last?.code as keyof typeof errorCodes].http).toBeLessThan(500);
		expect(last).toMatchObject({ message: expect.stringMatching(/\w{2,} \w/), request_id: expect.any(String) });
	});

	test("closes the socket with a message after 20,000 messages at once", async () => {
		const { messages, code } = await talk(
			socketUrl({}),
			Array.from({ length: 20_000 }, () => ({ text: "Hello there, flood. ", flush: true })),
		);
		expect(messages.at(-1)).toMatchObject({ code: "rate_limit_exceeded" });
		expect(code).toBe(1008);
	});

	test("closes the socket with 1009 for a message over 2 MB", async () => {
		const { code } = await talk(socketUrl({}), [JSON.stringify({ text: "a".repeat(2_200_000) })]);
		expect(code).toBe(1009);
	});

	test("handles 20,000 pings", async () => {
		const socket = open(socketUrl({}));
		await new Promise((resolve) => socket.once("open", resolve));
		for (let at = 0; at < 20_000; at++) socket.ping();
		socket.send(JSON.stringify({ text: "Still there. ", flush: true }));
		const first = await new Promise<string>((resolve) => socket.once("message", (data) => resolve(String(data))));
		expect(JSON.parse(first).audio).toMatch(/\w/);
		socket.close();
	});

	test("leaves nothing open after 200 clients disconnect abruptly", async () => {
		const sockets = Array.from({ length: 200 }, () => open(socketUrl({})));
		await Promise.all(
			sockets.map(
				(socket) =>
					new Promise<void>((resolve) => {
						socket.on("error", () => resolve());
						socket.on("open", () => {
							socket.send(JSON.stringify({ text: "Somebody speaks and is gone. ".repeat(50), flush: true }), () => {
								socket.terminate();
								resolve();
							});
						});
					}),
			),
		);
		await world.expectHealthy();
	});

	test("applies backpressure to a client that does not read", { tags: ["measured"] }, async () => {
		const socket = open(socketUrl({ query: "output_format=pcm_48000" }));
		await new Promise((resolve) => socket.once("open", resolve));
		const before = process.memoryUsage().rss;
		socket.pause();
		socket.send(JSON.stringify({ text: "Nobody listens to this sentence at all. ".repeat(1_000), flush: true }));
		await new Promise((resolve) => setTimeout(resolve, 2_500));
		expect(process.memoryUsage().rss - before).toBeLessThan(250 * 1_048_576);
		socket.terminate();
		await world.expectHealthy();
	});

	test("rejects a handshake for an endpoint that is not a socket", async () => {
		const { code } = await talk(`${world.app.url.replace("http", "ws")}/v1/models`, [{ text: "Hello" }]);
		expect(code).not.toBe(1000);
	});

	test.each([
		["never ends its handshake", "GET /v1/text-to-speech/x/stream-input HTTP/1.1\r\nhost: x\r\nupgrade: websocket\r\n"],
		[
			"sends no WebSocket key",
			"GET /v1/text-to-speech/x/stream-input HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n",
		],
		[
			"speaks another version",
			"GET /v1/text-to-speech/x/stream-input HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 99\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
		],
		[
			"sends unmasked frames",
			"GET /v1/text-to-speech/x/stream-input HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n\u0081\u0005hello",
		],
		[
			"sends reserved bits",
			"GET /v1/text-to-speech/x/stream-input HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n\u00f1\u0080aaaa",
		],
	])("handles a client that %s", async (_, bytes) => {
		const { port, hostname } = new URL(world.app.url);
		const socket = connect(Number(port), hostname);
		let response = "";
		socket.on("data", (data) => {
			response += data.toString("latin1");
		});
		socket.on("error", () => {});
		socket.write(Buffer.from(bytes, "latin1"));
		await new Promise((resolve) => setTimeout(resolve, 150));
		expect(response).not.toMatch(/^HTTP\/1.1 5/);
		socket.destroy();
		await world.expectHealthy();
	});

	test("the server is healthy and the ledger balances afterwards", async () => {
		await world.expectHealthy();
	});

	test("memory has not grown", { tags: ["measured"] }, () => {
		expect(world.heapGrowth()).toBeLessThan(maxGrowth);
	});
});
