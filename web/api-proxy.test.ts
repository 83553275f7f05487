import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createServer as createVite, type ViteDevServer } from "vite";
import { afterAll, beforeAll, expect, test } from "vitest";
import { apiProxy } from "./api-proxy.ts";

const api = createServer((_request: IncomingMessage, response: ServerResponse) => {
	response.writeHead(204, { "access-control-allow-origin": "*", "x-from": "api" }).end();
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
