// What every kind of answer tells a browser. One app that believes itself at https://voice.example, with pages, asked over plain HTTP.
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
	const person = await app.person();
	apiKey = person.apiKey;
	itemId = await app.historyItem(person);
	const made = await fetch(`${app.url}/v1/history/exports`, {
		method: "POST",
		headers: { "xi-api-key": apiKey, "content-type": "application/json" },
		body: JSON.stringify({ history_item_ids: [itemId] }),
	});
	exportId = ((await made.json()) as { export_id: string }).export_id;
});
afterAll(async () => {
	await app.stop();
	await rm(build, { recursive: true, force: true });
});

type Kind = { path: () => string; status: number; headers?: Record<string, string>; method?: string };
const withKey = () => ({ "xi-api-key": apiKey });
const kinds: Record<string, Kind> = {
	"a page that was built": { path: () => "/", status: 200 },
	"a page that is rendered": { path: () => "/app/home", status: 200 },
	"a page that may be embedded": { path: () => "/profiles/embed/ada", status: 200 },
	"a redirect": { path: () => "/about/", status: 301 },
	"a script": { path: () => "/assets/code-1a2b.js", status: 200 },
	"a picture": { path: () => "/favicon.svg", status: 200 },
	"robots.txt": { path: () => "/robots.txt", status: 200 },
	"an answer of the API": { path: () => "/v1/user", status: 200 },
	"a refusal of the API": { path: () => "/v1/user?nobody", status: 401, headers: { "xi-api-key": "sk_nobody" } },
	"input that does not parse": { path: () => "/v1/history?page_size=none", status: 422 },
	"an address that is not there": { path: () => "/v1/nothing", status: 404, method: "POST" },
	"an address that is not written correctly": { path: () => "/v1/%zz", status: 400 },
	sound: { path: () => `/v1/history/${itemId}/audio`, status: 200 },
	"a file that is not ready": { path: () => `/v1/history/exports/${exportId}/file`, status: 404 },
	"an answer of the identity library": { path: () => "/api/auth/get-session", status: 200 },
	health: { path: () => "/health", status: 200 },
};

async function ask({ path, headers, method = "GET" }: Kind): Promise<Response> {
	const answer = await fetch(app.url + path(), { method, headers: headers ?? withKey(), redirect: "manual" });
	await answer.arrayBuffer();
	return answer;
}
const directive = (answer: Response, name: string) =>
	(answer.headers.get("content-security-policy") ?? "").split("; ").find((part) => part.startsWith(`${name} `));

describe.each(Object.entries(kinds))("%s", (name, kind) => {
	test("is answered as expected, and lets no inline script run, no plug-in load and no base be changed", async () => {
		const answer = await ask(kind);
		expect(answer.status).toBe(kind.status);
		const scripts = directive(answer, "script-src") ?? "";
		expect(scripts).toMatch(/^script-src 'self'/);
		expect(scripts).not.toMatch(/unsafe|https?:|\*|data:|blob:/);
		expect(directive(answer, "object-src")).toBe("object-src 'none'");
		expect(directive(answer, "base-uri")).toBe("base-uri 'none'");
		expect(directive(answer, "form-action")).toBe("form-action 'self'");
		expect(directive(answer, "default-src")).toBe("default-src 'self'");
	});

	test("is never shown in another site's frame, unless it is made for that", async () => {
		const answer = await ask(kind);
		const embed = name === "a page that may be embedded";
		expect(directive(answer, "frame-ancestors")).toBe(`frame-ancestors ${embed ? "*" : "'none'"}`);
		expect(answer.headers.get("x-frame-options")).toBe(embed ? null : "DENY");
	});

	test("is taken for what it says it is, over HTTPS only, and tells other sites nothing of where one was", async () => {
		const { headers } = await ask(kind);
		expect(headers.get("x-content-type-options")).toBe("nosniff");
		expect(headers.get("strict-transport-security")).toBe("max-age=31536000; includeSubDomains");
		expect(headers.get("referrer-policy")).toBe("no-referrer");
		expect(headers.get("cross-origin-opener-policy")).toBe("same-origin");
		expect(headers.get("permissions-policy")).toContain("camera=(), ");
		expect(headers.get("permissions-policy")).toContain("geolocation=()");
		// A voice is recorded on our own pages, and on no other's in a frame.
		expect(headers.get("permissions-policy")).toContain("microphone=(self)");
		expect(headers.get("server")).toBeNull();
		expect(headers.get("x-powered-by")).toBeNull();
	});

	test("is no other site's to load where it is a page or data, and data is kept by no cache", async () => {
		const answer = await ask(kind);
		const type = answer.headers.get("content-type") ?? "";
		if (answer.status !== 301 && answer.status < 400) expect(type).not.toBe("");
		const own = /^(text\/html|application\/json)/.test(type);
		expect(answer.headers.get("cross-origin-resource-policy")).toBe(own ? "same-origin" : null);
		if (/^\/(v1|api)\//.test(kind.path())) expect(answer.headers.get("cache-control")).toContain("no-store");
	});
});

test("every inline script of a page is named by hash or nonce, and the nonce is another each time", async () => {
	const built = await fetch(`${app.url}/`);
	expect(await built.text()).toContain("<script>window.theme = 1;</script>");
	expect(directive(built, "script-src")).toMatch(/^script-src 'self' 'sha256-[\w+/]{43}='$/);
	const nonces = await Promise.all(
		[1, 2, 3].map(async () => directive(await fetch(`${app.url}/app/home`), "script-src")),
	);
	for (const nonce of nonces) expect(nonce).toMatch(/^script-src 'self' 'nonce-[\w+/]{22}=='$/);
	expect(new Set(nonces).size).toBe(3);
});

test("without HTTPS nothing is promised about it", async () => {
	const plain = await testApp();
	try {
		const { headers } = await fetch(`${plain.url}/health`);
		expect(headers.get("strict-transport-security")).toBeNull();
		expect(headers.get("x-content-type-options")).toBe("nosniff");
	} finally {
		await plain.stop();
	}
});

test("another site may call with a key of its own, and a browser never gives it a cookie or the answer to one", async () => {
	const answer = await fetch(`${app.url}/v1/user`, { headers: { ...withKey(), origin: "https://app.example" } });
	expect(answer.headers.get("access-control-allow-origin")).toBe("*");
	expect(answer.headers.get("access-control-allow-credentials")).toBeNull();
	const page = await fetch(`${app.url}/app/home`, { headers: { origin: "https://app.example" } });
	expect(page.headers.get("access-control-allow-credentials")).toBeNull();
});

test("an error tells nothing of how the server is made", async () => {
	for (const path of ["/v1/%zz", "/v1/nothing", "/v1/history?page_size=none", "/v1/history/..%2f..%2fetc%2fpasswd"]) {
		const answer = await fetch(app.url + path, { headers: withKey() });
		expect(await answer.text()).not.toMatch(/node_modules|\.ts\b|\bat .*:\d+|select |postgres|stack/i);
	}
});

test("methods that no call has are refused", async () => {
	for (const method of ["TRACE", "CONNECT", "PROPFIND"]) {
		const status = await rawStatus(method, "/v1/user");
		expect([400, 404, 405, 501], method).toContain(status);
	}
});

/** `fetch` refuses to send some methods itself. */
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
		// A connection that is closed without a word is refused too.
		socket.on("close", () => resolve(Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? 400)));
		socket.on("error", reject);
	});
}
