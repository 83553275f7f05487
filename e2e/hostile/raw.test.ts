// Invalid HTTP, slow clients, and file names with header or path injection.
import { connect } from "node:net";
import { testApp } from "@timbre/server/testing/test-app.ts";
import { unzipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { aHistoryItem } from "../../seed/builders.ts";
import { createWorld, hangTimeoutMs, maxGrowth, type World } from "./world.ts";

const requestSeconds = 1;
let world: World;
beforeAll(async () => {
	world = await createWorld(await testApp({ env: { REQUEST_SECONDS: String(requestSeconds) } }));
});
afterAll(async () => world.stop());

/** Writes bytes and collects the response until it is complete or the server closes the connection. */
function exchange(bytes: string | Buffer, { drip }: { drip?: string } = {}): Promise<string> {
	const { port, hostname } = new URL(world.app.url);
	return new Promise((resolve, reject) => {
		const socket = connect(Number(port), hostname);
		let response = "";
		const dripping = setInterval(() => drip !== undefined && socket.writable && socket.write(drip), 100);
		const over = (outcome: () => void) => {
			clearInterval(dripping);
			clearTimeout(late);
			socket.destroy();
			outcome();
		};
		const done = () => over(() => resolve(response));
		const late = setTimeout(() => over(() => reject(new Error(`still open, received "${response}"`))), hangTimeoutMs);
		socket.on("data", (data) => {
			response += data.toString("latin1");
			const [head, body = ""] = response.split("\r\n\r\n");
			const length = /content-length: (\d+)/i.exec(head ?? "")?.[1];
			if (length !== undefined && body.length >= Number(length)) done();
		});
		socket.on("close", done);
		socket.on("error", done);
		socket.write(bytes);
	});
}

const get = (headers: string, path = "/v1/models") => `GET ${path} HTTP/1.1\r\nhost: x\r\n${headers}\r\n`;
const post = (headers: string, body: string) =>
	`POST /v1/text-to-speech/x HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n${headers}\r\n${body}`;

describe("hostile bytes", () => {
	test.each([
		["not HTTP", "hello\r\n\r\n"],
		["a TLS greeting", "\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003"],
		["HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"],
		["an unknown HTTP version", "GET / HTTP/9.9\r\nhost: x\r\n\r\n"],
		["a method of 10,000 letters", `${"G".repeat(10_000)} / HTTP/1.1\r\nhost: x\r\n\r\n`],
		["two hosts", "GET /v1/models HTTP/1.1\r\nhost: a\r\nhost: b\r\n\r\n"],
		["a header without a colon", get("nonsense\r\n")],
		["a space before the colon", get("x-a : b\r\n")],
		["a NUL in a header", get("x-a: b\u0000c\r\n")],
		["a bare line feed in a header", get("x-a: b\nxi-api-key: c\r\n")],
		["a bare carriage return in a header", get("x-a: b\rset-cookie: c\r\n")],
		["a folded header", get("x-a: b\r\n c\r\n")],
		["a header without a name", get(": b\r\n")],
		["a header of 200 KB", get(`x-a: ${"b".repeat(200_000)}\r\n`)],
		["5,000 headers", get("x-a: b\r\n".repeat(5_000))],
		["an address of 200 KB", get("", `/${"a".repeat(200_000)}`)],
		["an address with a space", get("", "/v1/models /x")],
		["an address with raw bytes", get("", "/v1/\u00ff\u00fe")],
		["a negative length", post("content-length: -5\r\n", "hello")],
		["a length that is not a number", post("content-length: five\r\n", "hello")],
		["a length beyond the number range", post("content-length: 99999999999999999999999\r\n", "hello")],
		["two lengths", post("content-length: 5\r\ncontent-length: 6\r\n", "hello!")],
		[
			"a length and chunks",
			post("content-length: 5\r\ntransfer-encoding: chunked\r\n", "0\r\n\r\nGET /x HTTP/1.1\r\n\r\n"),
		],
		["an unknown transfer encoding", post("transfer-encoding: xchunked\r\n", "0\r\n\r\n")],
		["a chunk size that is not a number", post("transfer-encoding: chunked\r\n", "zz\r\nhello\r\n0\r\n\r\n")],
		["a chunk of 16 EB", post("transfer-encoding: chunked\r\n", "ffffffffffffffff1\r\nhello")],
	])("%s is rejected with a message", async (_, bytes) => {
		const response = await exchange(Buffer.from(bytes, "latin1"));
		expect(response).toMatch(/^HTTP\/1.1 4\d\d /);
		const { detail } = JSON.parse(response.slice(response.indexOf("\r\n\r\n") + 4));
		expect(detail).toMatchObject({ message: expect.stringMatching(/\w{2,} \w/), request_id: expect.any(String) });
		expect(response).not.toMatch(/\r\nset-cookie: c/i);
	});

	test("Node rejects a request without a host header, with no body", async () => {
		const response = await exchange("GET /v1/models HTTP/1.1\r\n\r\n");
		expect(response).toMatch(/^HTTP\/1.1 400 Bad Request/);
	});

	test("the server is healthy afterwards", () => world.expectHealthy());
});

describe("slow clients", () => {
	test.concurrent.each([
		["headers, byte by byte", get("").slice(0, -2), "x-a: b\r\n"],
		["a body, byte by byte", post("content-length: 100000\r\n", "{"), " "],
		["a body that stops", post("content-length: 1000\r\n", '{"text":'), undefined],
		["chunks, byte by byte", post("transfer-encoding: chunked\r\n", "1\r\n{\r\n"), "1\r\n \r\n"],
		[
			"a form, byte by byte",
			post("content-length: 100000\r\n", "--x").replace("application/json", "multipart/form-data; boundary=x"),
			"-",
		],
	])("%s: gets a timeout error and is disconnected", async (_, bytes, drip) => {
		expect(await exchange(bytes, { drip })).toMatch(/^HTTP\/1.1 4\d\d /);
	});

	test("other clients are served while 100 slow ones are connected", async () => {
		const { port, hostname } = new URL(world.app.url);
		const slow = Array.from({ length: 100 }, () => {
			const socket = connect(Number(port), hostname);
			socket.on("error", () => {});
			socket.write(post("content-length: 1000\r\n", '{"text":'));
			return socket;
		});
		await new Promise((resolve) => setTimeout(resolve, 100));
		const response = await world.send({ path: "/v1/text-to-speech/{voice}", json: { text: "Not held up." } });
		expect(response.status).toBe(200);
		for (const socket of slow) socket.destroy();
		await world.expectHealthy();
	});
});

describe("names with header or path injection", () => {
	test.each([
		'a"; filename="evil.exe',
		"a\r\nset-cookie: stolen=1\r\n\r\n<script>",
		"../../../etc/passwd",
		"..\\..\\windows\\system32",
		"/absolute/path",
		"\u202egpj.exe",
		"日本語のテキスト",
		"n".repeat(3_000),
		"...",
		"CON",
		"😀😀😀",
		"%0d%0aset-cookie:%20a=b",
	])("%j", async (name) => {
		const id = await aHistoryItem(world.app.db, world.app.storage, world.user, { text: name, voiceName: name });
		for (const request of [
			{ path: `/v1/history/${id}/audio` },
			{ path: "/v1/history/download", json: { history_item_ids: [id] } },
			{ path: "/v1/history/download", json: { history_item_ids: [id], output_format: "zip" } },
		]) {
			const response = await world.send(request);
			expect(response.status).toBe(200);
			expect(response.headers["set-cookie"]).toBeUndefined();
			expect(String(response.headers["content-disposition"])).toMatch(
				/^(inline|attachment); filename="[\w. -]{1,255}"$/,
			);
			if (response.headers["content-type"] !== "application/zip") continue;
			for (const inside of Object.keys(unzipSync(response.body))) {
				expect(inside).not.toMatch(/[\\/\p{Cc}\u202e]/u);
				expect(Buffer.byteLength(inside)).toBeLessThanOrEqual(255);
			}
		}
	});
});

test("memory has not grown", { tags: ["measured"] }, () => {
	expect(world.heapGrowth()).toBeLessThan(maxGrowth);
});
