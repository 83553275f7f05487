// Files in the body of a request, through an endpoint that takes one as transcription and the other tools do.
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { type AddressInfo, connect, type Socket } from "node:net";
import { setTimeout } from "node:timers/promises";
import { endpoint, isStoredFile, type StoredFile } from "@timbre/contract/endpoint.ts";
import { AppError } from "@timbre/contract/errors.ts";
import type { Permission } from "@timbre/contract/permissions.ts";
import { maxPartBytes } from "@timbre/contract/uploads/rules.ts";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import type { SeedUser } from "../../../../seed/builders.ts";
import { loadConfig } from "../../core/config.ts";
import { type Http, implement } from "../../core/http/http.ts";
import { createServer } from "../../core/http/server.ts";
import { createLog } from "../../core/log.ts";
import { createMetrics } from "../../core/metrics.ts";
import type { Storage } from "../../core/storage/storage.ts";
import { type TestApp, testApp } from "../../testing/test-app.ts";
import { claimUpload, discardUpload, readUpload, storeFile } from "./uploads.public.ts";

const maxFileBytes = 45_000_000;
const takeFile = endpoint({
	id: "take_file",
	method: "POST",
	path: "/v1/take-file",
	summary: "Take a file",
	description: "Takes a file.",
	since: "0.7.0",
	auth: "user",
	permission: "speech_to_text",
	multipart: { files: 2, maxFileBytes, stored: true },
	body: z.object({
		file: z.custom<StoredFile>(isStoredFile, "Send a file."),
		use: z.enum(["claim", "nothing", "fail"]),
	}),
	response: z.object({ upload_id: z.string(), file_name: z.string(), bytes: z.int() }),
});

let app: TestApp;
let user: SeedUser;
let server: Awaited<ReturnType<typeof createServer>>;
let url: string;
let storage: Storage;
const sockets: Socket[] = [];
let handled = 0;

beforeAll(async () => {
	app = await testApp();
	user = await app.user();
	const config = loadConfig({ NODE_ENV: "test", LOG_LEVEL: "silent", REQUEST_SECONDS: "60" });
	const [log, metrics] = [createLog(config, "api"), createMetrics("api")];
	server = await createServer(config, log, metrics);
	server.server.on("connection", (socket) => sockets.push(socket));
	const identity = {
		...user,
		role: "admin",
		via: "api-key",
		permissions: new Set<Permission>(["speech_to_text"]),
	} as const;
	const http: Http = {
		app: server,
		authenticate: async () => identity,
		limiter: { consume: async () => {}, refund: async () => {} },
		metrics,
		log,
		allowedOrigins: new Set(),
		concurrencyCap: { enter: () => {} },
		resolveVoiceIds: async () => [],
		storeFile: (owner, name, stream) => storeFile({ db: app.db, storage }, owner, name, stream),
		discardFile: (owner, id) => discardUpload({ db: app.db, storage }, owner.workspaceId, id),
		checkResponses: true,
	};
	implement(http, takeFile, async ({ workspaceId }, { body: { file, use } }) => {
		handled++;
		if (use === "claim") await claimUpload(app.db, workspaceId, file.uploadId, "job");
		if (use === "fail") throw new AppError("invalid_request", "Not this one.");
		return { upload_id: file.uploadId, file_name: file.fileName, bytes: file.byteCount };
	});
	await server.listen({ port: 0, host: "127.0.0.1" });
	url = `http://127.0.0.1:${(server.server.address() as AddressInfo).port}/v1/take-file`;
});
afterAll(async () => {
	await server.close();
	await app.stop();
});
beforeEach(async () => {
	storage = app.storage;
	sockets.length = 0;
	handled = 0;
	await app.db.deleteFrom("upload").execute();
	for (const key of await app.storage.list("uploads")) await app.storage.delete(key);
});

const left = async () => ({
	rows: (await app.db.selectFrom("upload").select("id").execute()).length,
	parts: (await app.db.selectFrom("upload_part").select("at_byte").execute()).length,
	objects: (await app.storage.list(`uploads/${user.workspaceId}`)).length,
});
const nothing = { rows: 0, parts: 0, objects: 0 };

function form(use: string, files: Record<string, Blob>): FormData {
	const body = new FormData();
	body.set("use", use);
	for (const [name, file] of Object.entries(files)) body.set(name, file, "talk.wav");
	return body;
}

async function send(body: FormData) {
	const response = await fetch(url, { method: "POST", body });
	return {
		status: response.status,
		body: (await response.json()) as { upload_id: string; detail: { message: string } },
	};
}

async function read(id: string): Promise<Buffer> {
	const pieces: Uint8Array[] = [];
	for await (const piece of readUpload(app, user.workspaceId, id)) pieces.push(piece);
	return Buffer.concat(pieces);
}

const boundary = "----part";
const head = `--${boundary}\r\ncontent-disposition: form-data; name="use"\r\n\r\nclaim\r\n--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="talk.wav"\r\ncontent-type: audio/wav\r\n\r\n`;
const tail = `\r\n--${boundary}--\r\n`;

/** A request whose body the test writes itself. */
async function openRequest(): Promise<Socket> {
	const socket = connect(Number(new URL(url).port), "127.0.0.1");
	await once(socket, "connect");
	socket.write(
		`POST /v1/take-file HTTP/1.1\r\nhost: localhost\r\nxi-api-key: key\r\nconnection: close\r\ntransfer-encoding: chunked\r\ncontent-type: multipart/form-data; boundary=${boundary}\r\n\r\n`,
	);
	return socket;
}
const chunk = (bytes: string | Uint8Array) =>
	Buffer.concat([
		Buffer.from(`${bytes.length.toString(16)}\r\n`),
		Buffer.from(bytes as Uint8Array),
		Buffer.from("\r\n"),
	]);

test("a file of 40 MB is stored as it arrives, and at most one part of it is held in memory", async () => {
	const file = randomBytes(40_000_000);
	const held: number[] = [];
	let stored = 0;
	storage = {
		...app.storage,
		put: async (key, bytes, ...rest) => {
			// Storage is slow: what arrives in the meantime has to wait in the network.
			held.push((await bytesReadAtRest()) - stored);
			await app.storage.put(key, bytes, ...rest);
			stored += maxPartBytes;
		},
	};
	const { status, body } = await send(form("claim", { file: new Blob([file]) }));
	expect(status).toBe(200);
	expect((await read(body.upload_id)).equals(file)).toBe(true);
	expect(held).toHaveLength(5);
	expect(Math.max(...held)).toBeLessThan(maxPartBytes + 1_000_000);
	expect(await left()).toEqual({ rows: 1, parts: 5, objects: 5 });
});

/** What the server has read of its newest connection once it reads no more. */
async function bytesReadAtRest(): Promise<number> {
	for (let previous = -1; ; ) {
		const now = sockets.at(-1)?.bytesRead ?? 0;
		if (now === previous) return now;
		previous = now;
		await setTimeout(300);
	}
}

test("a file that arrives byte by byte is stored whole", async () => {
	const file = randomBytes(60_000);
	const socket = await openRequest();
	socket.write(
		Buffer.concat([chunk(head), ...[...file].map((byte) => chunk(Uint8Array.of(byte))), chunk(tail), chunk("")]),
	);
	const response = Buffer.concat(await socket.toArray()).toString();
	expect(response).toContain("200 OK");
	expect((await read(/"upload_id":"(\w+)"/.exec(response)?.[1] ?? "")).equals(file)).toBe(true);
});

test("a request that ends in the middle of a file stores nothing", async () => {
	const socket = await openRequest();
	socket.write(Buffer.concat([chunk(head), chunk(randomBytes(maxPartBytes + 100_000)), chunk("")]));
	const response = Buffer.concat(await socket.toArray()).toString();
	expect(response).toContain("400 Bad Request");
	expect(response).toContain("The form data is malformed or incomplete.");
	expect(await left()).toEqual(nothing);
	expect(handled).toBe(0);
});

test("a connection that breaks in the middle of a file leaves nothing", async () => {
	const socket = await openRequest();
	socket.write(Buffer.concat([chunk(head), chunk(randomBytes(maxPartBytes + 500_000))]));
	await expect.poll(async () => (await left()).parts, { timeout: 30_000 }).toBe(1);
	socket.destroy();
	await expect.poll(left, { timeout: 30_000 }).toEqual(nothing);
	expect(handled).toBe(0);
});

test("a file over the limit is rejected with 413 and deleted", async () => {
	const { status, body } = await send(form("claim", { file: new Blob([randomBytes(maxFileBytes + 1)]) }));
	expect([status, body.detail.message]).toEqual([413, "The file is larger than 45 MB."]);
	expect(await left()).toEqual(nothing);
	const atLimit = await send(form("claim", { file: new Blob([randomBytes(maxFileBytes)]) }));
	expect(atLimit.status).toBe(200);
});

test("too many files are rejected and deleted", async () => {
	const file = new Blob(["some bytes"]);
	expect((await send(form("claim", { file, second: file, third: file }))).status).toBe(413);
	expect(await left()).toEqual(nothing);
});

test("a file is deleted when the request fails, when its fields are invalid, and when it is not used", async () => {
	const file = new Blob([randomBytes(50_000)]);
	expect((await send(form("fail", { file }))).status).toBe(400);
	expect((await send(form("anything", { file }))).status).toBe(422);
	expect((await send(form("claim", { other: file }))).status).toBe(422);
	expect((await send(form("nothing", { file }))).status).toBe(200);
	expect(await left()).toEqual(nothing);
	expect((await send(form("claim", { file, unknown: file }))).status).toBe(200);
	expect(await left()).toEqual({ rows: 1, parts: 1, objects: 1 });
});

test("any file name is accepted", async () => {
	for (const [name, kept] of [
		["../../etc/passwd", "passwd"],
		["a\u0000b\u0007.wav", "ab.wav"],
		["", "file"],
		[`${"n".repeat(400)}.wav`, "n".repeat(255)],
		["Gespräch 東京.mp4", "Gespräch 東京.mp4"],
	] as const) {
		const { uploadId } = await storeFile(
			app,
			user,
			name,
			(async function* () {
				yield Buffer.from("bytes");
			})(),
		);
		const row = await app.db
			.selectFrom("upload")
			.select("file_name")
			.where("id", "=", uploadId)
			.executeTakeFirstOrThrow();
		expect(row.file_name).toBe(kept);
	}
});

test("an empty file is rejected", async () => {
	const { status, body } = await send(form("claim", { file: new Blob([]) }));
	expect([status, body.detail.message]).toEqual([400, "The file is empty."]);
	expect(await left()).toEqual(nothing);
});
