import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createServer as createVite, type ViteDevServer } from "vite";
import { afterAll, beforeAll, expect, test } from "vitest";
import { apiProxy } from "./api-proxy.ts";

/** Like the API: it rejects an upload before it was read, and discards the rest. */
const api = createServer((request: IncomingMessage, response: ServerResponse) => {
	request.resume();
	if (request.method === "OPTIONS")
		response.writeHead(204, { "access-control-allow-origin": "*", "x-from": "api" }).end();
	else response.writeHead(413, { "x-from": "api" }).end(JSON.stringify({ detail: "too large" }));
});
let vite: ViteDevServer;
let url: string;

beforeAll(async () => {
	await new Promise<void>((resolve) => api.listen(0, "127.0.0.1", resolve));
	const target = `http://127.0.0.1:${(api.address() as AddressInfo).port}`;
	vite = await createVite({
		configFile: false,
		logLevel: "silent",
		server: { host: "127.0.0.1", port: 0, ws: false, watch: null, ...apiProxy(target) },
	});
	await vite.listen();
	url = (vite.resolvedUrls?.local[0] ?? "").replace(/\/$/, "");
});
afterAll(async () => {
	await vite.close();
	api.closeAllConnections();
	await new Promise((resolve) => api.close(resolve));
});

test("a client gets the API's response to an upload that is rejected before it was sent", async () => {
	const body = new Uint8Array(8_000_000);
	for (let at = 0; at < 12; at++) {
		const response = await fetch(`${url}/v1/upload`, { method: "POST", body });
		expect([response.status, await response.json()]).toEqual([413, { detail: "too large" }]);
	}
});

test("the API answers a preflight from another origin", async () => {
	const response = await fetch(`${url}/v1/voices`, {
		method: "OPTIONS",
		headers: { origin: "https://app.example", "access-control-request-method": "DELETE" },
	});
	expect(response.headers.get("x-from")).toBe("api");
	expect(response.headers.get("access-control-allow-origin")).toBe("*");
});

test("a page is not forwarded", async () => {
	expect((await fetch(`${url}/api`)).headers.get("x-from")).toBeNull();
});
