import { randomBytes } from "node:crypto";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { maxPartBytes } from "@timbre/contract/uploads/rules.ts";
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from "vitest";
import type { SeedUser } from "../../../../seed/builders.ts";
import type { OutboundOptions } from "../../core/http/outbound-http.ts";
import { type TestApp, testApp } from "../../testing/test-app.ts";
import { readUpload, removeUpload, storeUrl } from "./uploads.public.ts";

let app: TestApp;
let user: SeedUser;
beforeAll(async () => {
	app = await testApp();
	user = await app.user();
});
afterAll(async () => app.stop());
afterEach(async () => {
	const rows = await app.db.selectFrom("upload").select("id").execute();
	expect(rows).toEqual([]);
	expect(await app.storage.list(`uploads/${user.workspaceId}`)).toEqual([]);
});

async function fileServer(respond: RequestListener): Promise<{ url: string; paths: string[] }> {
	const paths: string[] = [];
	const server = createServer((request, response) => {
		paths.push(request.url ?? "");
		respond(request, response);
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	onTestFinished(async () => {
		server.closeAllConnections();
		await new Promise((resolve) => server.close(resolve));
	});
	return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, paths };
}

const open: OutboundOptions = { allowPrivate: true };
const closed: OutboundOptions = { allowPrivate: false };
const store = (url: string, outbound: OutboundOptions, limits = {}) =>
	storeUrl({ ...app, outbound }, user, url, { param: "source_url", ...limits });
const failure = (url: string, outbound = open, limits = {}) =>
	store(url, outbound, limits).then(
		() => "stored",
		(error: Error) => error.message,
	);

test("a file behind a URL is streamed into an upload, with the name from its path", async () => {
	const file = randomBytes(maxPartBytes + 500_000);
	const { url } = await fileServer((_request, response) => void response.end(file));
	const { uploadId, bytes, fileName } = await store(`${url}/talks/My%20talk.mp4?token=secret`, open);
	expect([bytes, fileName]).toEqual([file.length, "My talk.mp4"]);
	const pieces: Uint8Array[] = [];
	for await (const piece of readUpload(app, user.workspaceId, uploadId)) pieces.push(piece);
	expect(Buffer.concat(pieces).equals(file)).toBe(true);
	await removeUpload(app, user.workspaceId, uploadId);
});

test("private addresses, metadata services and other protocols are not fetched", async () => {
	const { url, paths } = await fileServer((_request, response) => void response.end("secret"));
	for (const address of [url, "https://127.0.0.1/", "https://[::1]/", "https://10.0.0.1/a", "https://localhost/a"])
		expect(await failure(address, closed)).toMatch(/must start with https:|is not a public/);
	for (const outbound of [open, closed]) {
		for (const address of [
			"file:///etc/passwd",
			"ftp://example.com/a.mp3",
			"data:audio/wav;base64,AAAA",
			"nonsense",
			"",
		])
			expect(await failure(address, outbound)).toMatch(/must start with|invalid/);
		expect(await failure("https://169.254.169.254/latest/meta-data", outbound)).toContain("is not a public address");
		expect(await failure("https://user:password@example.com/a.mp3", outbound)).toContain("username");
	}
	const resolve = async () => [{ address: "127.0.0.1", family: 4 }];
	expect(await failure("https://example.com/a.mp3", { allowPrivate: false, resolve })).toContain(
		"not a public address",
	);
	expect(paths).toEqual([]);
});

test("redirects are followed, and each is checked like the first URL", async () => {
	const { url, paths } = await fileServer((request, response) => {
		const to = new URL(request.url ?? "", "http://server").searchParams.get("to");
		if (to === null) return void response.end("the file");
		response.writeHead(302, { location: to }).end();
	});
	const { uploadId, bytes } = await store(`${url}/a?to=${encodeURIComponent("/b?to=/c")}`, open);
	expect([bytes, paths]).toEqual([8, [`/a?to=${encodeURIComponent("/b?to=/c")}`, "/b?to=/c", "/c"]]);
	await removeUpload(app, user.workspaceId, uploadId);
	const redirect = (to: string) => failure(`${url}/?to=${encodeURIComponent(to)}`);
	expect(await redirect("https://169.254.169.254/latest")).toContain("is not a public address");
	expect(await redirect("file:///etc/passwd")).toContain("must start with");
	expect(await redirect("https://user:secret@example.com/")).toContain("username");
	const endless = await fileServer((_request, response) => void response.writeHead(301, { location: "/again" }).end());
	expect(await failure(`${endless.url}/again`)).toContain("redirects too many times");
	expect(endless.paths).toHaveLength(6);
});

test("a public host can't redirect to a private one", async () => {
	const { url, paths } = await fileServer((_request, response) => void response.end("secret"));
	const { port } = new URL(url);
	const front = await fileServer((_request, response) => void response.writeHead(307, { location: url }).end());
	// The first host is reached because private addresses are allowed for it; the second name resolves to metadata.
	const resolve = async (host: string) => [
		{ address: host === "files.example" ? "127.0.0.1" : "169.254.169.254", family: 4 },
	];
	const first = `http://files.example:${new URL(front.url).port}/`;
	const rebound = await fileServer(
		(_request, response) => void response.writeHead(307, { location: `http://inside.example:${port}/` }).end(),
	);
	expect(
		await failure(`http://files.example:${new URL(rebound.url).port}/`, { allowPrivate: true, resolve }),
	).toContain("169.254.169.254 is not a public address");
	expect(paths).toEqual([]);
	await removeUpload(app, user.workspaceId, (await store(first, { allowPrivate: true, resolve })).uploadId);
	expect(paths).toEqual(["/"]);
});

test("a file that is too large, incomplete, compressed, empty or missing is rejected", async () => {
	const { url } = await fileServer((request, response) => {
		const { socket } = response;
		if (request.url === "/claims") return void response.writeHead(200, { "content-length": 600_000_000 }).write("x");
		if (request.url === "/endless") return void response.end(Buffer.alloc(50_000));
		if (request.url === "/short") {
			response.writeHead(200, { "content-length": 1_000 });
			return void response.write("half", () => socket?.destroy());
		}
		if (request.url === "/zipped") return void response.writeHead(200, { "content-encoding": "gzip" }).end("zip");
		if (request.url === "/empty") return void response.end();
		response.writeHead(404).end("none");
	});
	expect(await failure(`${url}/claims`)).toContain("larger than 500 MB");
	expect(await failure(`${url}/endless`, open, { maxBytes: 40_000 })).toContain("larger than");
	expect(await failure(`${url}/short`)).toContain("closed the connection");
	expect(await failure(`${url}/zipped`)).toContain("compressed");
	expect(await failure(`${url}/empty`)).toBe("The file is empty.");
	expect(await failure(`${url}/missing`)).toBe(
		"The file couldn't be downloaded. The server responded with status 404.",
	);
	expect(await failure("http://127.0.0.1:9/")).toBe(
		"The file couldn't be downloaded. The server can't be reached, or closed the connection.",
	);
});

test("a server that stops sending, or sends too slowly, is given up", async () => {
	const { url } = await fileServer((request, response) => {
		response.writeHead(200).write("first");
		if (request.url === "/slow") {
			const timer = setInterval(() => response.write("."), 20);
			response.on("close", () => clearInterval(timer));
		}
	});
	expect(await failure(`${url}/stuck`, open, { idleMs: 300 })).toContain("stopped sending");
	expect(await failure(`${url}/slow`, open, { totalMs: 700 })).toContain("took too long");
	const silent = await fileServer(() => {});
	expect(await failure(silent.url, open, { idleMs: 300 })).toContain("stopped sending");
});

test("a download is stopped with the request it belongs to", async () => {
	const { url } = await fileServer((_request, response) => void response.writeHead(200).write("first"));
	const controller = new AbortController();
	const result = failure(url, open, { signal: controller.signal });
	setTimeout(() => controller.abort(new Error("The client disconnected.")), 200);
	expect(await result).toMatch(/disconnected|aborted/);
});
