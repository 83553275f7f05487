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
	const person = await app.person();
	const made = (await (await create(person.apiKey, { name: "CI" })).json()) as { xi_api_key: string; preview: string };
	expect(made.xi_api_key).toMatch(/^sk_[0-9A-Za-z]{48}$/);
	const listed = await app.get<{ api_keys: { name: string }[] }>("/v1/user/api-keys", made.xi_api_key);
	expect(listed.api_keys.map((key) => key.name)).toContain("CI");
	expect(JSON.stringify(listed)).not.toContain(made.xi_api_key);
	const rows = await app.db.selectFrom("api_key").selectAll().where("workspace_id", "=", person.workspaceId).execute();
	expect(JSON.stringify(rows)).not.toContain(made.xi_api_key);
});

test("a key never grants what its maker does not hold", async () => {
	const limited = await app.person({ permissions: ["create_user_api_key", "user_read"] });
	const refused = await create(limited.apiKey, { name: "More", permissions: ["text_to_speech"] });
	expect(refused.status).toBe(403);
	const made = (await (await create(limited.apiKey, { name: "Same" })).json()) as { permissions: string[] };
	expect(made.permissions.sort()).toEqual(["create_user_api_key", "user_read"]);
});

test("a revoked key stops working at once", async () => {
	const person = await app.person();
	const made = (await (await create(person.apiKey, { name: "Old" })).json()) as { xi_api_key: string; key_id: string };
	const use = () => fetch(`${app.url}/v1/user`, { headers: { "xi-api-key": made.xi_api_key } });
	expect((await use()).status).toBe(200);
	await fetch(`${app.url}/v1/user/api-keys/${made.key_id}`, {
		method: "DELETE",
		headers: { "xi-api-key": person.apiKey },
	});
	const answer = await use();
	expect(answer.status).toBe(401);
	expect(await answer.json()).toMatchObject({ detail: { code: "invalid_api_key" } });
});

test("a bearer token is accepted like the xi-api-key header", async () => {
	const person = await app.person();
	const answer = await fetch(`${app.url}/v1/user`, { headers: { authorization: `Bearer ${person.apiKey}` } });
	expect(answer.status).toBe(200);
});

test("DEV-001 a program speaks with nothing but a key and an address", async () => {
	const person = await app.person();
	const answer = await app.speak(`/v1/text-to-speech/${app.voiceId}`, person.apiKey, { text: "Said by a program." });
	expect(answer.status).toBe(200);
	expect(answer.headers.get("content-type")).toBe("audio/mpeg");
	expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(1_000);
});

test("DEV-003 whatever a call is refused for, the answer carries detail.message and detail.status", async () => {
	const person = await app.person({ credits: 3 });
	const limited = await app.person({ permissions: ["user_read"] });
	const refusals: [status: string, answer: Promise<Response>][] = [
		["needs_authorization", fetch(`${app.url}/v1/user`)],
		["invalid_api_key", fetch(`${app.url}/v1/user`, { headers: { "xi-api-key": "sk_wrong" } })],
		["missing_permissions", fetch(`${app.url}/v1/history`, { headers: { "xi-api-key": limited.apiKey } })],
		["not_found", fetch(`${app.url}/v1/nothing-here`)],
		["quota_exceeded", app.speak(`/v1/text-to-speech/${app.voiceId}`, person.apiKey, { text: "Too long for it." })],
		["voice_not_found", app.speak("/v1/text-to-speech/nobody", person.apiKey, { text: "Hi." })],
		[
			"invalid_request",
			fetch(`${app.url}/v1/user/api-keys`, {
				method: "POST",
				headers: { "content-type": "application/json" },
				body: "{",
			}),
		],
	];
	for (const [status, answer] of refusals) {
		const { detail } = (await (await answer).json()) as { detail: { status: string; message: string } };
		expect({ status: detail.status, said: detail.message.length > 10 }).toEqual({ status, said: true });
	}
});
