import { once } from "node:events";
import { get, type IncomingMessage, type ServerResponse } from "node:http";
import { type AddressInfo, connect, createServer } from "node:net";
import fastify from "fastify";
import { expect, test } from "vitest";
import { parseRange, sendAudio } from "./audio.ts";

test.each([
	["bytes=0-3", { start: 0, end: 3 }],
	["bytes=4-", { start: 4, end: 9 }],
	["bytes=-3", { start: 7, end: 9 }],
	["bytes=-99", { start: 0, end: 9 }],
	["bytes=8-99", { start: 8, end: 9 }],
	["bytes=10-", undefined],
	["bytes=5-2", undefined],
	["bytes=-", undefined],
	["bytes=0-1,4-5", undefined],
	["chunks=0-1", undefined],
	[undefined, undefined],
])("parses the range %s of ten bytes as %o", (header, expected) => {
	expect(parseRange(header, 10)).toEqual(expected);
});

test("pulls the next chunk only after the previous one was flushed, however slowly the client reads", async () => {
	const chunk = Buffer.alloc(64 * 1024, 1);
	let flushed = 0;
	let response: ServerResponse | undefined;
	async function* endless() {
		for (;;) {
			yield chunk;
			flushed += chunk.length;
		}
	}
	const app = fastify();
	app.get("/", async (_request, reply) => {
		response = reply.raw;
		return sendAudio(reply, { contentType: "audio/pcm", body: endless() });
	});
	const url = await app.listen({ host: "127.0.0.1", port: 0 });
	let received = 0;
	await new Promise<void>((resolve, reject) => {
		const request = get(url, async (incoming) => {
			// Reads nothing until the server can't send more, then the server disconnects: what arrives had been flushed.
			for (let before = -1; before !== flushed; ) {
				before = flushed;
				await new Promise((wait) => setTimeout(wait, 300));
			}
			response?.socket?.destroy();
			incoming.on("data", (bytes: Buffer) => {
				received += bytes.length;
			});
			incoming.on("error", () => {});
			incoming.on("close", resolve);
		});
		request.on("error", reject);
	});
	await app.close();
	expect(flushed).toBeGreaterThan(0);
	expect(received).toBeGreaterThanOrEqual(flushed);
});

test("does not count a chunk as delivered if the client disconnects in the turn in which it is generated", async () => {
	let delivered = 0;
	const generated = Promise.withResolvers<void>();
	const ended = Promise.withResolvers<void>();
	async function* twoParts() {
		try {
			yield Buffer.from("delivered");
			delivered++;
			await generated.promise;
			yield Buffer.from("not delivered");
			delivered++;
		} finally {
			ended.resolve();
		}
	}
	const app = fastify();
	app.get("/", async (_request, reply) => sendAudio(reply, { contentType: "audio/pcm", body: twoParts() }));
	const url = await app.listen({ host: "127.0.0.1", port: 0 });
	// The engine is another process that writes to this one.
	const engine = createServer((socket) => socket.once("data", () => generated.resolve()));
	await new Promise<void>((resolve) => engine.listen(0, "127.0.0.1", resolve));
	const connection = connect((engine.address() as AddressInfo).port, "127.0.0.1");
	await once(connection, "connect");
	const request = get(url);
	const [incoming] = (await once(request, "response")) as [IncomingMessage];
	incoming.on("error", () => {});
	await once(incoming, "data");
	// Both reach the operating system before the server's next turn, the audio first.
	connection.write("x");
	request.destroy();
	await ended.promise;
	connection.destroy();
	engine.close();
	await app.close();
	expect(delivered).toBe(1);
});
