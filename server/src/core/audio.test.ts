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
])("the range %s of ten bytes is %o", (header, expected) => {
	expect(parseRange(header, 10)).toEqual(expected);
});

test("a source is asked for more only when what it gave has left the process, however slowly the caller reads", async () => {
	const chunk = Buffer.alloc(64 * 1024, 1);
	let left = 0;
	let response: ServerResponse | undefined;
	async function* endless() {
		for (;;) {
			yield chunk;
			left += chunk.length;
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
		const asked = get(url, async (answer) => {
			// Reads nothing until the server can send no more, then loses its server: what it still finds had left.
			for (let before = -1; before !== left; ) {
				before = left;
				await new Promise((wait) => setTimeout(wait, 300));
			}
			response?.socket?.destroy();
			answer.on("data", (bytes: Buffer) => {
				received += bytes.length;
			});
			answer.on("error", () => {});
			answer.on("close", resolve);
		});
		asked.on("error", reject);
	});
	await app.close();
	expect(left).toBeGreaterThan(0);
	expect(received).toBeGreaterThanOrEqual(left);
});

test("what is made in the very turn in which the caller leaves does not count as heard", async () => {
	let counted = 0;
	const made = Promise.withResolvers<void>();
	const over = Promise.withResolvers<void>();
	async function* twoParts() {
		try {
			yield Buffer.from("heard");
			counted++;
			await made.promise;
			yield Buffer.from("not heard");
			counted++;
		} finally {
			over.resolve();
		}
	}
	const app = fastify();
	app.get("/", async (_request, reply) => sendAudio(reply, { contentType: "audio/pcm", body: twoParts() }));
	const url = await app.listen({ host: "127.0.0.1", port: 0 });
	// What makes the sound is another process, which writes to this one.
	const engine = createServer((socket) => socket.once("data", () => made.resolve()));
	await new Promise<void>((resolve) => engine.listen(0, "127.0.0.1", resolve));
	const line = connect((engine.address() as AddressInfo).port, "127.0.0.1");
	await once(line, "connect");
	const asked = get(url);
	const [answer] = (await once(asked, "response")) as [IncomingMessage];
	answer.on("error", () => {});
	await once(answer, "data");
	// Both are with the operating system before the server looks again, the sound first.
	line.write("x");
	asked.destroy();
	await over.promise;
	line.destroy();
	engine.close();
	await app.close();
	expect(counted).toBe(1);
});
