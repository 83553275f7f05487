// The security headers of every kind of response. The app has an https public URL, but the tests use plain HTTP.
import { rm } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestApp, testApp } from "../testing/test-app.ts";
import { aWebBuild } from "../testing/web-build.ts";

const publicUrl = "https://voice.example";
let app: TestApp;
let build: string;
let apiKey: string;
let itemId: string;
let exportId: string;
beforeAll(async () => {
	build = await aWebBuild();
	app = await testApp({ env: { PUBLIC_URL: publicUrl, WEB_BUILD_DIR: build } });
	const user = await app.user();
	apiKey = user.apiKey;
	itemId = await app.historyItem(user);
	const created = await fetch(`${app.url}/v1/history/exports`, {
		method: "POST",
		headers: { "xi-api-key": apiKey, "content-type": "application/json" },
		body: JSON.stringify({ history_item_ids: [itemId] }),
	});
	exportId = ((await created.json()) as { export_id: string }).export_id;
});
afterAll(async () => {
	await app.stop();
	await rm(build, { recursive: true, force: true });
});

type Kind = { path: () => string; status: number; headers?: Record<string, string>; method?: string };
const withKey = () => ({ "xi-api-key": apiKey });
const kinds: Record<string, Kind> = {
	"a prerendered page": { path: () => "/", status: 200 },
	"a server-rendered page": { path: () => "/app/home", status: 200 },
	"an embeddable page": { path: () => "/profiles/embed/ada", status: 200 },
	"a redirect": { path: () => "/about/", status: 301 },
	"a script": { path: () => "/assets/code-1a2b.js", status: 200 },
	"an image": { path: () => "/favicon.svg", status: 200 },
	"robots.txt": { path: () => "/robots.txt", status: 200 },
	"an API response": { path: () => "/v1/user", status: 200 },
	"an API error": { path: () => "/v1/user?nobody", status: 401, headers: { "xi-api-key": "sk_nobody" } },
	"invalid input": { path: () => "/v1/history?page_size=none", status: 422 },
	"an unknown path": { path: () => "/v1/nothing", status: 404, method: "POST" },
	"a malformed URL": { path: () => "/v1/%zz", status: 400 },
	audio: { path: () => `/v1/history/${itemId}/audio`, status: 200 },
	"a file that is not ready": { path: () => `/v1/history/exports/${exportId}/file`, status: 404 },
	"a response of the identity library": { path: () => "/api/auth/get-session", status: 200 },
	health: { path: () => "/health", status: 200 },
};

async function request({ path, headers, method = "GET" }: Kind): Promise<Response> {
	const response = await fetch(app.url + path(), { method, headers: headers ?? withKey(), redirect: "manual" });
	await response.arrayBuffer();
	return response;
}
const directive = (response: Response, name: string) =>
	(response.headers.get("content-security-policy") ?? "").split("; ").find((part) => part.startsWith(`${name} `));

describe.each(Object.entries(kinds))("%s", (name, kind) => {
	test("has the expected status and a policy against inline scripts, plug-ins and base URLs", async () => {
		const response = await request(kind);
		expect(response.status).toBe(kind.status);
		const scripts = directive(response, "script-src") ?? "";
		expect(scripts).toMatch(/^script-src 'self'/);
		expect(scripts).not.toMatch(/unsafe|https?:|\*|data:|blob:/);
		expect(directive(response, "object-src")).toBe("object-src 'none'");
		expect(directive(response, "base-uri")).toBe("base-uri 'none'");
		expect(directive(response, "form-action")).toBe("form-action 'self'");
		expect(directive(response, "default-src")).toBe("default-src 'self'");
	});

	test("can't be framed by other sites unless it is embeddable", async () => {
		const response = await request(kind);
		const embed = name === "an embeddable page";
		expect(directive(response, "frame-ancestors")).toBe(`frame-ancestors ${embed ? "*" : "'none'"}`);
		expect(response.headers.get("x-frame-options")).toBe(embed ? null : "DENY");
	});

	test("has headers against MIME sniffing, plain HTTP and referrer leaks", async () => {
		const { headers } = await request(kind);
		expect(headers.get("x-content-type-options")).toBe("nosniff");
		expect(headers.get("strict-transport-security")).toBe("max-age=31536000; includeSubDomains");
		expect(headers.get("referrer-policy")).toBe("no-referrer");
		expect(headers.get("cross-origin-opener-policy")).toBe("same-origin");
		expect(headers.get("permissions-policy")).toContain("camera=(), ");
		expect(headers.get("permissions-policy")).toContain("geolocation=()");
		// Users record voices on our own pages, but not in frames of other sites.
		expect(headers.get("permissions-policy")).toContain("microphone=(self)");
		expect(headers.get("server")).toBeNull();
		expect(headers.get("x-powered-by")).toBeNull();
	});

	test("can't be loaded by other sites if it is a page or data, and data is not cached", async () => {
		const response = await request(kind);
		const type = response.headers.get("content-type") ?? "";
		if (response.status !== 301 && response.status < 400) expect(type).not.toBe("");
		const own = /^(text\/html|application\/json)/.test(type);
		expect(response.headers.get("cross-origin-resource-policy")).toBe(own ? "same-origin" : null);
		if (/^\/(v1|api)\//.test(kind.path())) expect(response.headers.get("cache-control")).toContain("no-store");
	});
});

test("every inline script is allowed by hash or nonce, and each response has a new nonce", async () => {
	const built = await fetch(`${app.url}/`);
	expect(await built.text()).toContain("<script>window.theme = 1;</script>");
	expect(directive(built, "script-src")).toMatch(/^script-src 'self' 'sha256-[\w+/]{43}='$/);
	const nonces = await Promise.all(
		[1, 2, 3].map(async () => directive(await fetch(`${app.url}/app/home`), "script-src")),
	);
	for (const nonce of nonces) expect(nonce).toMatch(/^script-src 'self' 'nonce-[\w+/]{22}=='$/);
	expect(new Set(nonces).size).toBe(3);
});

test("sends no Strict-Transport-Security header without HTTPS", async () => {
	const plain = await testApp();
	try {
		const { headers } = await fetch(`${plain.url}/health`);
		expect(headers.get("strict-transport-security")).toBeNull();
		expect(headers.get("x-content-type-options")).toBe("nosniff");
	} finally {
		await plain.stop();
	}
});

test("other sites may call the API with a key, but never with a cookie", async () => {
	const response = await fetch(`${app.url}/v1/user`, { headers: { ...withKey(), origin: "https://app.example" } });
	expect(response.headers.get("access-control-allow-origin")).toBe("*");
	expect(response.headers.get("access-control-allow-credentials")).toBeNull();
	const page = await fetch(`${app.url}/app/home`, { headers: { origin: "https://app.example" } });
	expect(page.headers.get("access-control-allow-credentials")).toBeNull();
});

test("errors reveal no implementation details", async () => {
	for (const path of ["/v1/%zz", "/v1/nothing", "/v1/history?page_size=none", "/v1/history/..%2f..%2fetc%2fpasswd"]) {
		const response = await fetch(app.url + path, { headers: withKey() });
		expect(await response.text()).not.toMatch(/node_modules|\.ts\b|\bat .*:\d+|select |postgres|stack/i);
	}
});

test("unsupported HTTP methods are rejected", async () => {
	for (const method of ["TRACE", "CONNECT", "PROPFIND"]) {
		const status = await rawStatus(method, "/v1/user");
		expect([400, 404, 405, 501], method).toContain(status);
	}
});

/** `fetch` doesn't send some of these methods. */
async function rawStatus(method: string, path: string): Promise<number> {
	const { connect } = await import("node:net");
	const { hostname, port } = new URL(app.url);
	return new Promise((resolve, reject) => {
		const socket = connect(Number(port), hostname, () =>
			socket.end(`${method} ${path} HTTP/1.1\r\nhost: ${hostname}\r\nconnection: close\r\n\r\n`),
		);
		let text = "";
		socket.on("data", (data) => {
			text += data.toString();
		});
		// A connection closed without a response counts as rejected.
		socket.on("close", () => resolve(Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? 400)));
		socket.on("error", reject);
	});
}
