import { EventEmitter } from "node:events";
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

test("a body over two megabytes is rejected", async () => {
	const user = await app.user();
	const response = await app.postJson(`/v1/text-to-speech/${app.voiceId}`, user.apiKey, {
		text: "a".repeat(2_200_000),
	});
	expect(response.status).toBe(413);
	expect(await response.json()).toMatchObject({ detail: { code: "payload_too_large" } });
});

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
