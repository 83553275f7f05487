import { EventEmitter } from "node:events";
import type { FastifyReply } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestApp, testApp } from "../testing/test-app.ts";
import { createCrowd } from "./http.ts";

let app: TestApp;
beforeAll(async () => {
	app = await testApp();
});
afterAll(async () => app.stop());

test("every answer carries a request id, and an error names the same one", async () => {
	const answer = await fetch(`${app.url}/v1/user`);
	const body = (await answer.json()) as { detail: { request_id: string } };
	expect(answer.headers.get("request-id")).toBe(body.detail.request_id);
	expect(answer.headers.get("x-request-id")).toBe(body.detail.request_id);
});

test("an address that does not exist is a 404 in the API's form", async () => {
	const answer = await fetch(`${app.url}/v1/nothing-here`);
	expect(answer.status).toBe(404);
	expect(await answer.json()).toMatchObject({ detail: { code: "not_found", type: "not_found" } });
});

test("browsers of other sites may call with a key, but not with a cookie", async () => {
	const answer = await fetch(`${app.url}/v1/models`, {
		method: "OPTIONS",
		headers: {
			origin: "https://app.example",
			"access-control-request-method": "GET",
			"access-control-request-headers": "xi-api-key,x-fern-language",
		},
	});
	expect(answer.headers.get("access-control-allow-origin")).toBe("*");
	expect(answer.headers.get("access-control-allow-headers")).toContain("xi-api-key");
	expect(answer.headers.get("access-control-allow-credentials")).toBeNull();
});

test("pages may run scripts of their own origin only", async () => {
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

test("a body of more than two megabytes is refused", async () => {
	const person = await app.person();
	const answer = await app.speak(`/v1/text-to-speech/${app.voiceId}`, person.apiKey, { text: "a".repeat(2_200_000) });
	expect(answer.status).toBe(413);
	expect(await answer.json()).toMatchObject({ detail: { code: "payload_too_large" } });
});

test("limits hold across api processes when they share PostgreSQL", async () => {
	const shared = await testApp({ env: { RATE_LIMIT_STORE: "postgres" } });
	try {
		const statuses: number[] = [];
		for (let i = 0; i < 12; i++) {
			const answer = await shared.speak("/v1/try/speech", "", { text: "Hi.", voice_id: shared.voiceId });
			await answer.arrayBuffer();
			statuses.push(answer.status);
		}
		expect(statuses.filter((status) => status === 200)).toHaveLength(10);
		expect(await shared.db.selectFrom("rate_limit").select("key").execute()).not.toEqual([]);
	} finally {
		await shared.stop();
	}
});

test("of a crowd so many are let in as there are places, and who takes for ever is sent away", async () => {
	const crowd = createCrowd(1, 50);
	const visitor = () => {
		const raw = Object.assign(new EventEmitter(), { destroy: () => raw.emit("close") });
		return { raw } as unknown as FastifyReply;
	};
	const first = visitor();
	crowd.enter(first);
	expect(() => crowd.enter(visitor())).toThrow("Many visitors are listening");
	first.raw.emit("close");
	crowd.enter(visitor());
	expect(() => crowd.enter(visitor())).toThrow("Many visitors are listening");
	await expect.poll(() => crowd.enter(visitor())).toBeUndefined();
});
