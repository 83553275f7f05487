import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestApp, testApp } from "../../testing/test-app.ts";

let app: TestApp;
beforeAll(async () => {
	app = await testApp();
});
afterAll(async () => app.stop());

const create = (apiKey: string, body: unknown) =>
	fetch(`${app.url}/v1/user/api-keys`, {
		method: "POST",
		headers: { "xi-api-key": apiKey, "content-type": "application/json" },
		body: JSON.stringify(body),
	});

test("a key is shown once and stored only as a hash", async () => {
	const user = await app.user();
	const created = (await (await create(user.apiKey, { name: "CI" })).json()) as { xi_api_key: string; preview: string };
	expect(created.xi_api_key).toMatch(/^sk_[0-9A-Za-z]{48}$/);
	const listed = await app.get<{ api_keys: { name: string }[] }>("/v1/user/api-keys", created.xi_api_key);
	expect(listed.api_keys.map((key) => key.name)).toContain("CI");
	expect(JSON.stringify(listed)).not.toContain(created.xi_api_key);
	const rows = await app.db.selectFrom("api_key").selectAll().where("workspace_id", "=", user.workspaceId).execute();
	expect(JSON.stringify(rows)).not.toContain(created.xi_api_key);
});

test("a key never grants more than its creator has", async () => {
	const limited = await app.user({ permissions: ["create_user_api_key", "user_read"] });
	const rejected = await create(limited.apiKey, { name: "More", permissions: ["text_to_speech"] });
	expect(rejected.status).toBe(403);
	const created = (await (await create(limited.apiKey, { name: "Same" })).json()) as { permissions: string[] };
	expect(created.permissions.sort()).toEqual(["create_user_api_key", "user_read"]);
});

test("a revoked key stops working immediately", async () => {
	const user = await app.user();
	const created = (await (await create(user.apiKey, { name: "Old" })).json()) as { xi_api_key: string; key_id: string };
	const use = () => fetch(`${app.url}/v1/user`, { headers: { "xi-api-key": created.xi_api_key } });
	expect((await use()).status).toBe(200);
	await fetch(`${app.url}/v1/user/api-keys/${created.key_id}`, {
		method: "DELETE",
		headers: { "xi-api-key": user.apiKey },
	});
	const response = await use();
	expect(response.status).toBe(401);
	expect(await response.json()).toMatchObject({ detail: { code: "invalid_api_key" } });
});

test("a bearer token is accepted like the xi-api-key header", async () => {
	const user = await app.user();
	const response = await fetch(`${app.url}/v1/user`, { headers: { authorization: `Bearer ${user.apiKey}` } });
	expect(response.status).toBe(200);
});

test("DEV-001 generates speech with only an API key", async () => {
	const user = await app.user();
	const response = await app.postJson(`/v1/text-to-speech/${app.voiceId}`, user.apiKey, {
		text: "From an API client.",
	});
	expect(response.status).toBe(200);
	expect(response.headers.get("content-type")).toBe("audio/mpeg");
	expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(1_000);
});

test("DEV-003 every error response has detail.message and detail.status", async () => {
	const user = await app.user({ credits: 3 });
	const limited = await app.user({ permissions: ["user_read"] });
	const errors: [status: string, response: Promise<Response>][] = [
		["needs_authorization", fetch(`${app.url}/v1/user`)],
		["invalid_api_key", fetch(`${app.url}/v1/user`, { headers: { "xi-api-key": "sk_wrong" } })],
		["missing_permissions", fetch(`${app.url}/v1/history`, { headers: { "xi-api-key": limited.apiKey } })],
		["not_found", fetch(`${app.url}/v1/nothing-here`)],
		["quota_exceeded", app.postJson(`/v1/text-to-speech/${app.voiceId}`, user.apiKey, { text: "Too long for it." })],
		["voice_not_found", app.postJson("/v1/text-to-speech/nobody", user.apiKey, { text: "Hi." })],
		[
			"invalid_request",
			fetch(`${app.url}/v1/user/api-keys`, {
				method: "POST",
				headers: { "content-type": "application/json" },
				body: "{",
			}),
		],
	];
	for (const [status, response] of errors) {
		const { detail } = (await (await response).json()) as { detail: { status: string; message: string } };
		expect({ status: detail.status, hasMessage: detail.message.length > 10 }).toEqual({ status, hasMessage: true });
	}
});
