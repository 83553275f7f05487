import { get, type ServerResponse } from "node:http";
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
