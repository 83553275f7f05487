import type { ApiKey, ServiceAccountKey } from "@timbre/contract/developers.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aMembership, type Person } from "../../../../seed/builders.ts";
import { type TestApp, testApp } from "../../testing/test-app.ts";
import { growReservation, reserveCredits } from "../usage/usage.public.ts";

let app: TestApp;
beforeAll(async () => {
	app = await testApp({ env: { TRUST_PROXY: "true" } });
});
afterAll(async () => app.stop());

type Answer = { status: number; json: Record<string, unknown> & { detail?: { code: string; message: string } } };

async function call(method: string, path: string, apiKey: string, body?: unknown, headers = {}): Promise<Answer> {
	const answer = await fetch(app.url + path, {
		method,
		headers: {
			"xi-api-key": apiKey,
			...(body === undefined ? {} : { "content-type": "application/json" }),
			...headers,
		},
		...(body === undefined ? {} : { body: JSON.stringify(body) }),
	});
	const text = await answer.text();
	return { status: answer.status, json: text.startsWith("{") ? JSON.parse(text) : {} };
}

async function make(person: Person, body: Record<string, unknown>): Promise<ApiKey & { xi_api_key: string }> {
	const { status, json } = await call("POST", "/v1/user/api-key", person.apiKey, body);
	expect(status).toBe(200);
	return json as ApiKey & { xi_api_key: string };
}

const speak = (apiKey: string, text: string, headers = {}) =>
	call("POST", `/v1/text-to-speech/${app.voiceId}`, apiKey, { text }, headers);

const acts = async (workspaceId: string) =>
	(
		await app.db
			.selectFrom("workspace_audit")
			.select(["class_name", "activity", "target", "details"])
			.where("workspace_id", "=", workspaceId)
			.orderBy("id")
			.execute()
	).map(({ class_name, activity, target }) => `${class_name} ${activity} ${target}`);

test("DEV-004 a key is made, edited and deleted by the calls under /v1/user, and each leaves its line in the audit log", async () => {
	const person = await app.person();
	const made = await make(person, { name: "CI", permissions: ["user_read", "text_to_speech"] });
	const edited = await call("POST", `/v1/user/api-key/${made.key_id}/edit`, person.apiKey, {
		name: "Builds",
		permissions: ["user_read"],
		character_limit: 500,
		allowed_ips: ["10.0.0.0/8", "2001:db8::1", "127.0.0.1"],
	});
	expect(edited).toMatchObject({
		status: 200,
		json: {
			name: "Builds",
			permissions: ["user_read"],
			character_limit: 500,
			allowed_ips: ["10.0.0.0/8", "2001:db8::1/128", "127.0.0.1/32"],
		},
	});
	expect((await speak(made.xi_api_key, "Not any more.")).json.detail?.code).toBe("missing_permissions");
	const cleared = await call("PATCH", `/v1/user/api-keys/${made.key_id}`, person.apiKey, {
		character_limit: null,
		allowed_ips: null,
	});
	expect(cleared.json).toMatchObject({ name: "Builds", character_limit: null, allowed_ips: null });
	expect((await call("POST", `/v1/user/api-key/${made.key_id}/delete`, person.apiKey)).status).toBe(200);
	expect((await call("GET", "/v1/user", made.xi_api_key)).json.detail?.code).toBe("invalid_api_key");
	expect(await acts(person.workspaceId)).toEqual([
		`api_key create ${made.key_id}`,
		`api_key update ${made.key_id}`,
		`api_key update ${made.key_id}`,
		`api_key delete ${made.key_id}`,
	]);
	const log = await app.db.selectFrom("workspace_audit").selectAll().where("target", "=", made.key_id).execute();
	expect(JSON.stringify(log)).not.toContain(made.xi_api_key);
});

test("DEV-005 the list of keys shows what each may, its limits, what it spent and when it was used, never the key", async () => {
	const person = await app.person();
	const made = await make(person, { name: "Speaker", character_limit: 1_000 });
	expect((await speak(made.xi_api_key, "Twenty characters...")).status).toBe(200);
	await expect
		.poll(async () => {
			const { api_keys } = await app.get<{ api_keys: ApiKey[] }>("/v1/user/api-keys", person.apiKey);
			return api_keys.find((key) => key.key_id === made.key_id);
		})
		.toMatchObject({ character_limit: 1_000, character_count: 20, last_used_at_unix: expect.any(Number) });
	const listed = await app.get("/v1/user/api-keys", person.apiKey);
	expect(JSON.stringify(listed)).not.toContain(made.xi_api_key);
});

test("a rotated key stays the same key with a new secret; the old one, and tokens made with it, stop working", async () => {
	const person = await app.person();
	const made = await make(person, { name: "CI" });
	const token = (await call("POST", "/v1/single-use-token/tts_websocket", made.xi_api_key)).json.token;
	expect(token).toEqual(expect.any(String));
	const rotated = await call("POST", `/v1/user/api-keys/${made.key_id}/rotate`, person.apiKey);
	expect(rotated).toMatchObject({ status: 200, json: { key_id: made.key_id, rotated_at_unix: expect.any(Number) } });
	expect(rotated.json.xi_api_key).not.toBe(made.xi_api_key);
	expect((await call("GET", "/v1/user", made.xi_api_key)).json.detail?.code).toBe("invalid_api_key");
	expect((await call("GET", "/v1/user", rotated.json.xi_api_key as string)).status).toBe(200);
	const tokens = await app.db
		.selectFrom("single_use_token")
		.selectAll()
		.where("api_key_id", "=", made.key_id)
		.execute();
	expect(tokens).toEqual([]);
});

test("a key that is switched off is refused, and works again when it is switched on", async () => {
	const person = await app.person();
	const made = await make(person, { name: "CI" });
	await call("PATCH", `/v1/user/api-keys/${made.key_id}`, person.apiKey, { is_enabled: false });
	expect((await call("GET", "/v1/user", made.xi_api_key)).json.detail).toMatchObject({
		code: "invalid_api_key",
		message: "This API key is switched off.",
	});
	await call("PATCH", `/v1/user/api-keys/${made.key_id}`, person.apiKey, { is_enabled: true });
	expect((await call("GET", "/v1/user", made.xi_api_key)).status).toBe(200);
});

test("a key works from its allowed addresses only, whichever way they are written", async () => {
	const person = await app.person();
	const made = await make(person, { name: "Office", allowed_ips: ["198.51.100.0/24", "2001:db8:1::/48", "192.0.2.7"] });
	const from = async (address: string) =>
		(await call("GET", "/v1/user", made.xi_api_key, undefined, { "x-forwarded-for": address })).status;
	expect(await from("198.51.100.23")).toBe(200);
	expect(await from("::ffff:198.51.100.23")).toBe(200);
	expect(await from("2001:db8:1:2::9")).toBe(200);
	expect(await from("192.0.2.7")).toBe(200);
	expect(await from("192.0.2.8")).toBe(403);
	expect(await from("198.51.101.1")).toBe(403);
	expect(await from("2001:db8:2::1")).toBe(403);
	const refused = await call("GET", "/v1/user", made.xi_api_key, undefined, { "x-forwarded-for": "203.0.113.9" });
	expect(refused.json.detail).toMatchObject({ code: "ip_not_allowed" });
	for (const wrong of ["10.0.0.0/33", "office", "300.1.1.1", "10.0.0.1/-1"])
		expect((await call("POST", "/v1/user/api-key", person.apiKey, { name: "x", allowed_ips: [wrong] })).status).toBe(
			422,
		);
});

test("a key's credit limit refuses before the call, names the key, and leaves the others of the workspace alone", async () => {
	const person = await app.person({ tier: "pro" });
	const made = await make(person, { name: "Shop", character_limit: 50 });
	expect((await speak(made.xi_api_key, "This one has thirty characters")).status).toBe(200);
	const refused = await speak(made.xi_api_key, "And this one has twenty-nine.");
	expect(refused.status).toBe(401);
	expect(refused.json.detail).toMatchObject({
		code: "quota_exceeded",
		message: "The API key “Shop” may spend 50 credits a month, of which 20 are left; this request needs 29.",
	});
	// What is paid for already costs nothing and needs no credits.
	expect((await speak(made.xi_api_key, "This one has thirty characters")).status).toBe(200);
	expect((await speak(made.xi_api_key, "Twenty characters..!")).status).toBe(200);
	expect((await speak(made.xi_api_key, "No.")).json.detail?.code).toBe("quota_exceeded");
	expect((await speak(person.apiKey, "And this one has twenty-nine.")).status).toBe(200);
	expect(await app.ledger(person.workspaceId)).toMatchObject({ used: 79, reserved: 0 });
	const raised = await call("PATCH", `/v1/user/api-keys/${made.key_id}`, person.apiKey, { character_limit: 100 });
	expect(raised.json).toMatchObject({ character_limit: 100, character_count: 50 });
	expect((await speak(made.xi_api_key, "No.")).status).toBe(200);
});

test("a key's limit counts within the workspace's period, and its owner is told once in each", async () => {
	const person = await app.person({ tier: "pro" });
	const made = await make(person, { name: "Monthly", character_limit: 20 });
	expect((await speak(made.xi_api_key, "Twenty characters...")).status).toBe(200);
	for (const text of ["More.", "And more."]) expect((await speak(made.xi_api_key, text)).status).toBe(401);
	const told = async () =>
		(await app.db.selectFrom("outbox").select("payload").where("target", "=", "Event").execute()).filter(
			({ payload }) =>
				(payload as { name: string }).name === "api_key_limit_reached" &&
				(payload as { workspaceId: string }).workspaceId === person.workspaceId,
		);
	expect((await told()).map(({ payload }) => payload)).toMatchObject([
		{ userId: person.userId, data: { keyId: made.key_id, name: "Monthly", limit: 20 } },
	]);
	await app.db
		.updateTable("credit_account")
		.set({ period_end: new Date(Date.now() - 1_000) })
		.where("workspace_id", "=", person.workspaceId)
		.execute();
	expect((await speak(made.xi_api_key, "A new period begins.")).status).toBe(200);
	expect((await speak(made.xi_api_key, "Over again.")).status).toBe(401);
	expect(await told()).toHaveLength(2);
});

test("of 50 calls at once with one key, only as many are let through as its limit has room for", async () => {
	const person = await app.person({ tier: "enterprise", credits: 1_000_000 });
	const made = await make(person, { name: "Crowd", character_limit: 200 });
	const answers = await Promise.all(
		Array.from({ length: 50 }, (_, at) => speak(made.xi_api_key, `Call ${String(at).padStart(2, "0")} is twenty...`)),
	);
	expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
	expect(answers.filter(({ json }) => json.detail?.code === "quota_exceeded")).toHaveLength(40);
	await expect.poll(async () => app.ledger(person.workspaceId)).toMatchObject({ used: 200, reserved: 0, open: 0 });
});

test("a key that is held to something cannot make, change or rotate keys; nor can one rotate a key that may more", async () => {
	const person = await app.person();
	const held = await make(person, { name: "Held", character_limit: 10 });
	for (const [method, path, body] of [
		["POST", "/v1/user/api-key", { name: "Free" }],
		["PATCH", `/v1/user/api-keys/${held.key_id}`, { character_limit: null }],
		["POST", `/v1/user/api-keys/${held.key_id}/rotate`, undefined],
	] as const)
		expect((await call(method, path, held.xi_api_key, body)).json.detail?.code).toBe("missing_permissions");
	const weak = await make(person, { name: "Weak", permissions: ["create_user_api_key", "user_read"] });
	const strong = await make(person, { name: "Strong" });
	expect((await call("POST", `/v1/user/api-keys/${strong.key_id}/rotate`, weak.xi_api_key)).status).toBe(403);
	const more = { permissions: ["text_to_speech"] };
	expect((await call("PATCH", `/v1/user/api-keys/${weak.key_id}`, weak.xi_api_key, more)).status).toBe(403);
});

test("WORKSPACE-029 an admin sees every key of the workspace and whose it is, and can switch any off; an editor cannot", async () => {
	const [admin, editor] = [await app.person(), await app.person()];
	await aMembership(app.db, editor.userId, admin.workspaceId);
	const cookie = await app.signIn(editor);
	const page = { cookie, origin: app.url };
	await fetch(`${app.url}/v1/workspaces/${admin.workspaceId}/open`, { method: "POST", headers: page });
	const made = (await (
		await fetch(`${app.url}/v1/user/api-keys`, {
			method: "POST",
			headers: { ...page, "content-type": "application/json" },
			body: JSON.stringify({ name: "Editor's" }),
		})
	).json()) as ApiKey & { xi_api_key: string };
	const { api_keys } = await app.get<{ api_keys: (ApiKey & { owner: { email: string } })[] }>(
		"/v1/workspace/api-keys",
		admin.apiKey,
	);
	expect(api_keys.map((key) => [key.name, key.owner.email]).sort()).toEqual(
		[
			["Editor's", editor.email],
			["Key", admin.email],
		].sort(),
	);
	expect((await fetch(`${app.url}/v1/workspace/api-keys`, { headers: page })).status).toBe(403);
	const off = await call("PATCH", `/v1/workspace/api-keys/${made.key_id}`, admin.apiKey, { is_enabled: false });
	expect(off.status).toBe(200);
	expect((await call("GET", "/v1/user", made.xi_api_key)).status).toBe(401);
	expect(await acts(admin.workspaceId)).toContain(`api_key disable ${made.key_id}`);
});

test("whoever holds a key can switch it off, unless the key, the workspace or the plan says otherwise", async () => {
	const disable = (apiKey: string) => call("POST", "/v1/workspaces/api-keys/disable?api_key_name=self", apiKey);
	const person = await app.person();
	expect((await disable((await make(person, { name: "Found" })).xi_api_key)).status).toBe(200);
	const { api_keys } = await app.get<{ api_keys: ApiKey[] }>("/v1/user/api-keys", person.apiKey);
	expect(api_keys.find(({ name }) => name === "Found")).toMatchObject({
		is_disabled: true,
		disable_reason: "self_disabled",
	});
	const kept = await make(person, { name: "Kept" });
	const policy = (allowed: boolean | null) =>
		call("POST", "/v1/workspaces/api-keys/third-party-disabling", person.apiKey, {
			third_party_disable_allowed: allowed,
		});
	await policy(false);
	expect((await disable(kept.xi_api_key)).status).toBe(403);
	await policy(null);
	expect((await disable(kept.xi_api_key)).status).toBe(200);
	const large = await app.person({ tier: "enterprise" });
	expect((await disable((await make(large, { name: "Ours" })).xi_api_key)).status).toBe(403);
	expect((await call("POST", "/v1/workspaces/api-keys/disable?api_key_name=Ours", large.apiKey)).status).toBe(422);
});

test("keys of a service account are made, listed, changed, rotated and deleted by admins, and act as the account", async () => {
	const person = await app.person();
	const account = `service-${person.userId}`;
	await app.db
		.insertInto("auth_user")
		.values({ id: account, name: "Robot", email: `${account}@service.invalid`, service_account_of: person.workspaceId })
		.execute();
	await app.db
		.insertInto("workspace_member")
		.values({ workspace_id: person.workspaceId, user_id: account, role: "editor" })
		.execute();
	const path = `/v1/service-accounts/${account}/api-keys`;
	const made = await call("POST", path, person.apiKey, {
		name: "Nightly",
		permissions: ["text_to_speech", "user_read", "flows"],
		character_limit: 30,
	});
	expect(made).toMatchObject({ status: 200, json: { key_id: expect.any(String) } });
	const key = made.json["xi-api-key"] as string;
	expect((await call("GET", "/v1/user", key)).json).toMatchObject({ user_id: account });
	const list = async () => (await app.get<{ "api-keys": ServiceAccountKey[] }>(path, person.apiKey))["api-keys"];
	expect(await list()).toMatchObject([
		{
			name: "Nightly",
			hint: key.slice(-4),
			service_account_user_id: account,
			permissions: ["text_to_speech", "user_read"],
			character_limit: 30,
			is_disabled: false,
		},
	]);
	expect(JSON.stringify(await list())).not.toContain(key);
	const one = `${path}/${made.json.key_id}`;
	expect((await call("PATCH", one, person.apiKey, { is_enabled: false, character_limit: "clear" })).status).toBe(200);
	expect(await list()).toMatchObject([{ name: "Nightly", is_disabled: true, character_limit: null }]);
	await call("PATCH", one, person.apiKey, { is_enabled: true, name: "Daily", permissions: "all" });
	expect((await list())[0]?.permissions.length).toBeGreaterThan(10);
	const rotated = (await call("POST", `${one}/rotate`, person.apiKey)).json["xi-api-key"] as string;
	expect((await call("GET", "/v1/user", key)).status).toBe(401);
	expect((await call("GET", "/v1/user", rotated)).status).toBe(200);
	// Of all rights it was given, it has those of an editor.
	expect((await call("GET", "/v1/workspace/api-keys", rotated)).status).toBe(403);
	expect((await call("DELETE", one, person.apiKey)).status).toBe(200);
	expect(await list()).toEqual([]);
	expect((await call("GET", `/v1/service-accounts/${person.userId}/api-keys`, person.apiKey)).status).toBe(404);
});

test("a text that is still being written stays within its key's limit as it grows", async () => {
	const person = await app.person({ tier: "pro" });
	const made = await make(person, { name: "Live", character_limit: 50 });
	const generation = { generationId: `live-${made.key_id}`, tier: "pro" as const };
	await reserveCredits(app.db, person.workspaceId, {
		...generation,
		amount: 30,
		holder: "test",
		leaseSeconds: 60,
		facts: { userId: person.userId, apiKeyId: made.key_id },
	});
	await growReservation(app.db, person.workspaceId, { ...generation, amount: 20 });
	await expect(growReservation(app.db, person.workspaceId, { ...generation, amount: 1 })).rejects.toMatchObject({
		code: "quota_exceeded",
		message: "The API key “Live” may spend 50 credits a month, of which 0 are left; this request needs 1.",
	});
	expect(await app.ledger(person.workspaceId)).toMatchObject({ reserved: 50, open: 1 });
});
