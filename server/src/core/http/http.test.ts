import { EventEmitter, once } from "node:events";
import { connect } from "node:net";
import { endpointsByArea } from "@timbre/contract/all-endpoints.ts";
import type { FastifyReply } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestApp, testApp } from "../../testing/test-app.ts";
import { createConcurrencyCap } from "./http.ts";

let app: TestApp;
beforeAll(async () => {
	app = await testApp();
});
afterAll(async () => app.stop());

test("every response has a request id, and errors include the same id", async () => {
	const response = await fetch(`${app.url}/v1/user`);
	const body = (await response.json()) as { detail: { request_id: string } };
	expect(response.headers.get("request-id")).toBe(body.detail.request_id);
	expect(response.headers.get("x-request-id")).toBe(body.detail.request_id);
});

test("an unknown path returns a 404 in the API's error format", async () => {
	const response = await fetch(`${app.url}/v1/nothing-here`);
	expect(response.status).toBe(404);
	expect(await response.json()).toMatchObject({ detail: { code: "not_found", type: "not_found" } });
});

test("other sites may call the API with a key, but not with a cookie", async () => {
	const response = await fetch(`${app.url}/v1/models`, {
		method: "OPTIONS",
		headers: {
			origin: "https://app.example",
			"access-control-request-method": "GET",
			"access-control-request-headers": "xi-api-key,x-fern-language",
		},
	});
	expect(response.headers.get("access-control-allow-origin")).toBe("*");
	expect(response.headers.get("access-control-allow-headers")).toContain("xi-api-key");
	expect(response.headers.get("access-control-allow-credentials")).toBeNull();
});

test("DEV-003 the preflight allows every method of the contract, and scripts may read every header that we send", async () => {
	const preflight = await fetch(`${app.url}/v1/voices/some`, {
		method: "OPTIONS",
		headers: { origin: "https://app.example", "access-control-request-method": "DELETE" },
	});
	const methods = preflight.headers.get("access-control-allow-methods")?.split(", ") ?? [];
	const used = Object.values(endpointsByArea).flatMap((area) => Object.values(area).map(({ method }) => method));
	expect(methods).toEqual(expect.arrayContaining([...used, "HEAD"]));
	const user = await app.user();
	const response = await app.postJson(`/v1/text-to-speech/${app.voiceId}`, user.apiKey, { text: "Read my headers." });
	await response.arrayBuffer();
	const exposed = response.headers.get("access-control-expose-headers")?.split(", ") ?? [];
	expect(exposed).toEqual(
		expect.arrayContaining([
			"retry-after",
			"request-id",
			"x-request-id",
			"history-item-id",
			"character-cost",
			"voice-id",
			"content-disposition",
			"content-range",
		]),
	);
	const hidden = [...response.headers.keys()].filter((name) => /-(id|cost|requests)$/.test(name));
	expect(exposed).toEqual(expect.arrayContaining(hidden));
});

test("a trailing slash makes no difference, with any method", async () => {
	const user = await app.user();
	for (const path of ["/v1/voices/", "/v1/history/", "/v1/pronunciation-dictionaries/"]) {
		const { status, body } = await app.request(user.apiKey, "GET", path);
		expect([status, body]).toEqual([200, (await app.request(user.apiKey, "GET", path.slice(0, -1))).body]);
	}
	expect((await app.request(user.apiKey, "GET", `/v1/voices/${app.voiceId}/`)).status).toBe(200);
	const text = { text: "Sent to a path with a slash." };
	const spoken = await app.postJson(`/v1/text-to-speech/${app.voiceId}/`, user.apiKey, text);
	expect([spoken.status, spoken.redirected]).toEqual([200, false]);
	await spoken.arrayBuffer();
});

test("every error has its request id in the headers, even for unknown paths and malformed requests", async () => {
	const paths = [
		"/v1/nothing-here",
		"/v1/voices/%zz",
		`/v1/voices/${"a".repeat(300)}`,
		"/api/auth/nothing",
		"/nothing",
	];
	for (const path of paths) {
		const response = await fetch(app.url + path);
		const { detail } = (await response.json()) as { detail: { request_id: string } };
		expect(response.headers.get("x-request-id"), path).toBe(detail.request_id);
		expect(response.headers.get("request-id"), path).toBe(detail.request_id);
	}
	const { port } = new URL(app.url);
	const socket = connect(Number(port), "127.0.0.1");
	socket.write("this is not HTTP\r\n\r\n");
	const raw = Buffer.concat(await socket.toArray()).toString();
	expect(raw).toMatch(/\r\nx-request-id: \w{20}\r\n/);
});

test("DEV-003 invalid input gets a message, a status and the list of fields", async () => {
	const user = await app.user();
	const { status, body } = await app.request(user.apiKey, "POST", `/v1/text-to-speech/${app.voiceId}`, {
		text: 7,
		voice_settings: { stability: 7 },
	});
	expect(status).toBe(422);
	expect(body).toEqual({
		detail: {
			type: "validation_error",
			code: "invalid_parameters",
			status: "invalid_parameters",
			message: expect.stringMatching(/^text: .+; voice_settings\.stability: /),
			request_id: expect.any(String),
			param: "text",
			errors: [
				{ loc: ["body", "text"], msg: expect.any(String), type: expect.any(String) },
				{ loc: ["body", "voice_settings", "stability"], msg: expect.any(String), type: expect.any(String) },
			],
		},
	});
});

test("DEV-003 errors of the identity library have a message and a status, beside its own fields", async () => {
	const signIn = await fetch(`${app.url}/api/auth/sign-in/email`, {
		method: "POST",
		headers: { "content-type": "application/json" },
		body: JSON.stringify({ email: "nobody@example.com", password: "not this one" }),
	});
	expect(signIn.status).toBe(401);
	expect(await signIn.json()).toMatchObject({
		code: "INVALID_EMAIL_OR_PASSWORD",
		message: "Invalid email or password",
		detail: {
			message: "Invalid email or password",
			status: "invalid_email_or_password",
			request_id: signIn.headers.get("x-request-id"),
		},
	});
});

test("long lists are compressed for clients that accept it", async () => {
	const { apiKey } = await app.user();
	const get = (encoding: string, path = "/v1/voices") =>
		fetch(`${app.url}${path}`, { headers: { "xi-api-key": apiKey, "accept-encoding": encoding } });
	const plain = await get("identity");
	expect(plain.headers.get("content-encoding")).toBeNull();
	expect(plain.headers.get("vary")).toContain("accept-encoding");
	const voices = await plain.text();
	for (const encoding of ["br", "gzip"]) {
		const compressed = await get(encoding);
		expect(compressed.headers.get("content-encoding")).toBe(encoding);
		expect(Number(compressed.headers.get("content-length"))).toBeLessThan(voices.length / 5);
		expect(await compressed.text()).toBe(voices);
	}
	expect((await get("br", "/v1/user/subscription")).headers.get("content-encoding")).toBeNull();
});

test("pages may only run scripts from their own origin", async () => {
	const policy = (await fetch(`${app.url}/health`)).headers.get("content-security-policy") ?? "";
	expect(policy).toContain("script-src 'self'");
	expect(policy.split("; ").find((part) => part.startsWith("script-src "))).not.toContain("unsafe-inline");
	expect(policy).toContain("frame-ancestors 'none'");
});

test("metrics count requests by operation", async () => {
	await fetch(`${app.url}/v1/try/voices`);
	const text = await (await fetch(`${app.url}/metrics`)).text();
	expect(text).toMatch(/timbre_http_requests_total\{.*operation="try_voices".*status="200".*\} \d+/);
});

test("metrics can be read on this machine, or with the token if one is set", async () => {
	const status = async (url: string, headers: Record<string, string> = {}) =>
		(await fetch(`${url}/metrics`, { headers })).status;
	expect(await status(app.url)).toBe(200);
	expect(await status(app.url, { "x-forwarded-for": "203.0.113.9" })).toBe(404);
	const publicApp = await testApp({ env: { PUBLIC_URL: "https://voice.example" } });
	const token = "a token for the monitoring";
	const monitored = await testApp({ env: { PUBLIC_URL: "https://voice.example", METRICS_TOKEN: token } });
	try {
		expect(await status(publicApp.url), "a proxy on the same machine may forward anyone's requests").toBe(404);
		expect(await status(monitored.url)).toBe(404);
		expect(await status(monitored.url, { authorization: "Bearer wrong" })).toBe(404);
		expect(await status(monitored.url, { authorization: `Bearer ${token}` })).toBe(200);
	} finally {
		await publicApp.stop();
		await monitored.stop();
	}
});

test("a body over two megabytes is rejected", async () => {
	const user = await app.user();
	const response = await app.postJson(`/v1/text-to-speech/${app.voiceId}`, user.apiKey, {
		text: "a".repeat(2_200_000),
	});
	expect(response.status).toBe(413);
	expect(await response.json()).toMatchObject({ detail: { code: "payload_too_large" } });
});

test.each([
	["a JSON body that is too large", "application/json", "with a key", 413],
	["an upload without a key", "multipart/form-data; boundary=x", "", 401],
	["an upload of a wrong kind", "application/octet-stream", "with a key", 415],
])(
	"a client that reads only after it has sent everything gets the response to %s",
	async (_what, type, key, status) => {
		const { apiKey } = await app.user();
		const { port } = new URL(app.url);
		for (const connection of ["close", "close", "keep-alive"]) {
			const socket = connect(Number(port), "127.0.0.1");
			socket.pause();
			const size = 20_000_000;
			const path = key ? `/v1/text-to-speech/${app.voiceId}` : "/v1/voices/add";
			socket.write(`POST ${path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: ${type}\r\ncontent-length: ${size}\r\n`);
			socket.write(`connection: ${connection}\r\n${key ? `xi-api-key: ${apiKey}\r\n` : ""}\r\n`);
			const sent = new Promise<void>((resolve, reject) => {
				socket.on("error", reject);
				socket.write(Buffer.alloc(size), () => resolve());
			});
			await sent;
			const [first] = (await once(socket.resume(), "data")) as [Buffer];
			socket.destroy();
			expect(first.toString().split("\r\n")[0]).toContain(` ${status} `);
		}
	},
);

test("rate limits apply across API processes that share PostgreSQL", async () => {
	const shared = await testApp({ env: { RATE_LIMIT_STORE: "postgres" } });
	try {
		const statuses: number[] = [];
		for (let i = 0; i < 12; i++) {
			const response = await shared.postJson("/v1/try/speech", "", { text: "Hi.", voice_id: shared.voiceId });
			await response.arrayBuffer();
			statuses.push(response.status);
		}
		expect(statuses.filter((status) => status === 200)).toHaveLength(10);
		expect(await shared.db.selectFrom("rate_limit").select("key").execute()).not.toEqual([]);
	} finally {
		await shared.stop();
	}
});

test("the concurrency cap rejects requests above the limit and cuts off responses that take too long", async () => {
	const cap = createConcurrencyCap(1, 50);
	const reply = () => {
		const raw = Object.assign(new EventEmitter(), { destroy: () => raw.emit("close") });
		return { raw } as unknown as FastifyReply;
	};
	const first = reply();
	cap.enter(first);
	expect(() => cap.enter(reply())).toThrow("Too many visitors");
	first.raw.emit("close");
	cap.enter(reply());
	expect(() => cap.enter(reply())).toThrow("Too many visitors");
	await expect.poll(() => cap.enter(reply())).toBeUndefined();
});
