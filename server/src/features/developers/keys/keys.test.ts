import type { ApiKey, ServiceAccountKey } from "@timbre/contract/developers/endpoints.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aMembership, type SeedUser } from "../../../../../seed/builders.ts";
import { type TestApp, testApp } from "../../../testing/test-app.ts";
import { createCreditReserver, growReservation } from "../../usage/usage.public.ts";

let app: TestApp;
beforeAll(async () => {
	app = await testApp({ env: { TRUST_PROXY: "true" } });
});
afterAll(async () => app.stop());

type Result = { status: number; json: Record<string, unknown> & { detail?: { code: string; message: string } } };

async function call(method: string, path: string, apiKey: string, body?: unknown, headers = {}): Promise<Result> {
	const response = await fetch(app.url + path, {
		method,
		headers: {
			"xi-api-key": apiKey,
			...(body === undefined ? {} : { "content-type": "application/json" }),
			...headers,
		},
		...(body === undefined ? {} : { body: JSON.stringify(body) }),
	});
	const text = await response.text();
	return { status: response.status, json: text.startsWith("{") ? JSON.parse(text) : {} };
}

async function createKey(user: SeedUser, body: Record<string, unknown>): Promise<ApiKey & { xi_api_key: string }> {
	const { status, json } = await call("POST", "/v1/user/api-key", user.apiKey, body);
	expect(status).toBe(200);
	return json as ApiKey & { xi_api_key: string };
}

const speak = (apiKey: string, text: string, headers = {}) =>
	call("POST", `/v1/text-to-speech/${app.voiceId}`, apiKey, { text }, headers);

const auditLines = async (workspaceId: string) =>
	(
		await app.db
			.selectFrom("workspace_audit")
			.select(["class_name", "activity", "target", "details"])
			.where("workspace_id", "=", workspaceId)
			.orderBy("id")
			.execute()
	).map(({ class_name, activity, target }) => `${class_name} ${activity} ${target}`);

test("DEV-004 creates, edits and deletes a key under /v1/user and records each action in the audit log", async () => {
	const user = await app.user();
	const created = await createKey(user, { name: "CI", permissions: ["user_read", "text_to_speech"] });
	const edited = await call("POST", `/v1/user/api-key/${created.key_id}/edit`, user.apiKey, {
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
	expect((await speak(created.xi_api_key, "Not any more.")).json.detail?.code).toBe("missing_permissions");
	const cleared = await call("PATCH", `/v1/user/api-keys/${created.key_id}`, user.apiKey, {
		character_limit: null,
		allowed_ips: null,
	});
	expect(cleared.json).toMatchObject({ name: "Builds", character_limit: null, allowed_ips: null });
	expect((await call("POST", `/v1/user/api-key/${created.key_id}/delete`, user.apiKey)).status).toBe(200);
	expect((await call("GET", "/v1/user", created.xi_api_key)).json.detail?.code).toBe("invalid_api_key");
	expect(await auditLines(user.workspaceId)).toEqual([
		`api_key create ${created.key_id}`,
		`api_key update ${created.key_id}`,
		`api_key update ${created.key_id}`,
		`api_key delete ${created.key_id}`,
	]);
	const log = await app.db.selectFrom("workspace_audit").selectAll().where("target", "=", created.key_id).execute();
	expect(JSON.stringify(log)).not.toContain(created.xi_api_key);
});

test("DEV-005 lists keys with permissions, limits, spending and last use, never the key itself", async () => {
	const user = await app.user();
	const created = await createKey(user, { name: "Speaker", character_limit: 1_000 });
	expect((await speak(created.xi_api_key, "Twenty characters...")).status).toBe(200);
	await expect
		.poll(async () => {
			const { api_keys } = await app.get<{ api_keys: ApiKey[] }>("/v1/user/api-keys", user.apiKey);
			return api_keys.find((key) => key.key_id === created.key_id);
		})
		.toMatchObject({ character_limit: 1_000, character_count: 20, last_used_at_unix: expect.any(Number) });
	const listed = await app.get("/v1/user/api-keys", user.apiKey);
	expect(JSON.stringify(listed)).not.toContain(created.xi_api_key);
});

test("rotating a key changes its secret and invalidates the old one and its tokens", async () => {
	const user = await app.user();
	const created = await createKey(user, { name: "CI" });
	const token = (await call("POST", "/v1/single-use-token/tts_websocket", created.xi_api_key)).json.token;
	expect(token).toEqual(expect.any(String));
	const rotated = await call("POST", `/v1/user/api-keys/${created.key_id}/rotate`, user.apiKey);
	expect(rotated).toMatchObject({ status: 200, json: { key_id: created.key_id, rotated_at_unix: expect.any(Number) } });
	expect(rotated.json.xi_api_key).not.toBe(created.xi_api_key);
	expect((await call("GET", "/v1/user", created.xi_api_key)).json.detail?.code).toBe("invalid_api_key");
	expect((await call("GET", "/v1/user", rotated.json.xi_api_key as string)).status).toBe(200);
	const tokens = await app.db
		.selectFrom("single_use_token")
		.selectAll()
		.where("api_key_id", "=", created.key_id)
		.execute();
	expect(tokens).toEqual([]);
});

test("a key stops working when it expires, and an expiring key can't create keys", async () => {
	const user = await app.user();
	const soon = Math.floor(Date.now() / 1000) + 3_600;
	const key = await createKey(user, { name: "Demo", expires_at_unix: soon });
	expect(key.expires_at_unix).toBe(soon);
	expect((await call("GET", "/v1/user", key.xi_api_key)).status).toBe(200);
	const child = await call("POST", "/v1/user/api-key", key.xi_api_key, { name: "Longer" });
	expect(child).toMatchObject({ status: 403, json: { detail: { code: "missing_permissions" } } });
	const edit = (expires_at_unix: number | null) =>
		call("POST", `/v1/user/api-key/${key.key_id}/edit`, user.apiKey, { expires_at_unix });
	await edit(soon - 7_200);
	expect(await call("GET", "/v1/user", key.xi_api_key)).toMatchObject({
		status: 401,
		json: { detail: { code: "invalid_api_key", message: "This API key has expired." } },
	});
	expect((await edit(null)).json).toMatchObject({ expires_at_unix: null });
	expect((await call("GET", "/v1/user", key.xi_api_key)).status).toBe(200);
});

test("rejects a disabled key until it is enabled again", async () => {
	const user = await app.user();
	const created = await createKey(user, { name: "CI" });
	await call("PATCH", `/v1/user/api-keys/${created.key_id}`, user.apiKey, { is_enabled: false });
	expect((await call("GET", "/v1/user", created.xi_api_key)).json.detail).toMatchObject({
		code: "invalid_api_key",
		message: "This API key is disabled.",
	});
	await call("PATCH", `/v1/user/api-keys/${created.key_id}`, user.apiKey, { is_enabled: true });
	expect((await call("GET", "/v1/user", created.xi_api_key)).status).toBe(200);
});

test("accepts a key only from its allowed addresses, in any notation", async () => {
	const user = await app.user();
	const created = await createKey(user, {
		name: "Office",
		allowed_ips: ["198.51.100.0/24", "2001:db8:1::/48", "192.0.2.7"],
	});
	const from = async (address: string) =>
		(await call("GET", "/v1/user", created.xi_api_key, undefined, { "x-forwarded-for": address })).status;
	expect(await from("198.51.100.23")).toBe(200);
	expect(await from("::ffff:198.51.100.23")).toBe(200);
	expect(await from("2001:db8:1:2::9")).toBe(200);
	expect(await from("192.0.2.7")).toBe(200);
	expect(await from("192.0.2.8")).toBe(403);
	expect(await from("198.51.101.1")).toBe(403);
	expect(await from("2001:db8:2::1")).toBe(403);
	const rejected = await call("GET", "/v1/user", created.xi_api_key, undefined, { "x-forwarded-for": "203.0.113.9" });
	expect(rejected.json.detail).toMatchObject({ code: "ip_not_allowed" });
	for (const wrong of ["10.0.0.0/33", "office", "300.1.1.1", "10.0.0.1/-1"])
		expect((await call("POST", "/v1/user/api-key", user.apiKey, { name: "x", allowed_ips: [wrong] })).status).toBe(422);
});

test("rejects a request over the key's credit limit up front, names the key and does not affect other keys", async () => {
	const user = await app.user({ tier: "pro" });
	const created = await createKey(user, { name: "Shop", character_limit: 50 });
	expect((await speak(created.xi_api_key, "This one has thirty characters")).status).toBe(200);
	const rejected = await speak(created.xi_api_key, "And this one has twenty-nine.");
	expect(rejected.status).toBe(401);
	expect(rejected.json.detail).toMatchObject({
		code: "quota_exceeded",
		message: "The API key “Shop” has 20 of 50 credits left this month. This request needs 29.",
	});
	// Already paid sentences cost nothing.
	expect((await speak(created.xi_api_key, "This one has thirty characters")).status).toBe(200);
	expect((await speak(created.xi_api_key, "Twenty characters..!")).status).toBe(200);
	expect((await speak(created.xi_api_key, "No.")).json.detail?.code).toBe("quota_exceeded");
	expect((await speak(user.apiKey, "And this one has twenty-nine.")).status).toBe(200);
	expect(await app.ledger(user.workspaceId)).toMatchObject({ used: 79, reserved: 0 });
	const raised = await call("PATCH", `/v1/user/api-keys/${created.key_id}`, user.apiKey, { character_limit: 100 });
	expect(raised.json).toMatchObject({ character_limit: 100, character_count: 50 });
	expect((await speak(created.xi_api_key, "No.")).status).toBe(200);
});

test("a key's limit applies per period, and its owner is notified once per period", async () => {
	const user = await app.user({ tier: "pro" });
	const created = await createKey(user, { name: "Monthly", character_limit: 20 });
	expect((await speak(created.xi_api_key, "Twenty characters...")).status).toBe(200);
	for (const text of ["More.", "And more."]) expect((await speak(created.xi_api_key, text)).status).toBe(401);
	const limitEvents = async () =>
		(await app.db.selectFrom("outbox").select("payload").where("target", "=", "Event").execute()).filter(
			({ payload }) =>
				(payload as { name: string }).name === "api_key_limit_reached" &&
				(payload as { workspaceId: string }).workspaceId === user.workspaceId,
		);
	expect((await limitEvents()).map(({ payload }) => payload)).toMatchObject([
		{ userId: user.userId, data: { keyId: created.key_id, name: "Monthly", limit: 20 } },
	]);
	await app.db
		.updateTable("credit_account")
		.set({ period_end: new Date(Date.now() - 1_000) })
		.where("workspace_id", "=", user.workspaceId)
		.execute();
	expect((await speak(created.xi_api_key, "A new period begins.")).status).toBe(200);
	expect((await speak(created.xi_api_key, "Over again.")).status).toBe(401);
	expect(await limitEvents()).toHaveLength(2);
});

test("50 concurrent requests with one key can't exceed its limit", async () => {
	const user = await app.user({ tier: "enterprise", credits: 1_000_000 });
	const created = await createKey(user, { name: "Crowd", character_limit: 200 });
	const responses = await Promise.all(
		Array.from({ length: 50 }, (_, at) =>
			speak(created.xi_api_key, `Call ${String(at).padStart(2, "0")} is twenty...`),
		),
	);
	expect(responses.filter(({ status }) => status === 200)).toHaveLength(10);
	expect(responses.filter(({ json }) => json.detail?.code === "quota_exceeded")).toHaveLength(40);
	await expect.poll(async () => app.ledger(user.workspaceId)).toMatchObject({ used: 200, reserved: 0, open: 0 });
});

test("a restricted key can't create, edit or rotate keys, and no key can rotate one with more permissions", async () => {
	const user = await app.user();
	const restricted = await createKey(user, { name: "Held", character_limit: 10 });
	for (const [method, path, body] of [
		["POST", "/v1/user/api-key", { name: "Free" }],
		["PATCH", `/v1/user/api-keys/${restricted.key_id}`, { character_limit: null }],
		["POST", `/v1/user/api-keys/${restricted.key_id}/rotate`, undefined],
	] as const)
		expect((await call(method, path, restricted.xi_api_key, body)).json.detail?.code).toBe("missing_permissions");
	const weak = await createKey(user, { name: "Weak", permissions: ["create_user_api_key", "user_read"] });
	const strong = await createKey(user, { name: "Strong" });
	expect((await call("POST", `/v1/user/api-keys/${strong.key_id}/rotate`, weak.xi_api_key)).status).toBe(403);
	const more = { permissions: ["text_to_speech"] };
	expect((await call("PATCH", `/v1/user/api-keys/${weak.key_id}`, weak.xi_api_key, more)).status).toBe(403);
});

test("WORKSPACE-029 an admin can list and disable all keys of the workspace; an editor can't", async () => {
	const [admin, editor] = [await app.user(), await app.user()];
	await aMembership(app.db, editor.userId, admin.workspaceId);
	const cookie = await app.signIn(editor);
	const page = { cookie, origin: app.url };
	await fetch(`${app.url}/v1/workspaces/${admin.workspaceId}/open`, { method: "POST", headers: page });
	const created = (await (
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
	const off = await call("PATCH", `/v1/workspace/api-keys/${created.key_id}`, admin.apiKey, { is_enabled: false });
	expect(off.status).toBe(200);
	expect((await call("GET", "/v1/user", created.xi_api_key)).status).toBe(401);
	expect(await auditLines(admin.workspaceId)).toContain(`api_key disable ${created.key_id}`);
});

test("a key can be disabled with the key itself unless the key, the workspace or the plan forbids it", async () => {
	const disable = (apiKey: string) => call("POST", "/v1/workspaces/api-keys/disable?api_key_name=self", apiKey);
	const user = await app.user();
	expect((await disable((await createKey(user, { name: "Found" })).xi_api_key)).status).toBe(200);
	const { api_keys } = await app.get<{ api_keys: ApiKey[] }>("/v1/user/api-keys", user.apiKey);
	expect(api_keys.find(({ name }) => name === "Found")).toMatchObject({
		is_disabled: true,
		disable_reason: "self_disabled",
	});
	const active = await createKey(user, { name: "Kept" });
	const policy = (allowed: boolean | null) =>
		call("POST", "/v1/workspaces/api-keys/third-party-disabling", user.apiKey, {
			third_party_disable_allowed: allowed,
		});
	await policy(false);
	expect((await disable(active.xi_api_key)).status).toBe(403);
	await policy(null);
	expect((await disable(active.xi_api_key)).status).toBe(200);
	const large = await app.user({ tier: "enterprise" });
	expect((await disable((await createKey(large, { name: "Ours" })).xi_api_key)).status).toBe(403);
	expect((await call("POST", "/v1/workspaces/api-keys/disable?api_key_name=Ours", large.apiKey)).status).toBe(422);
});

test("admins create, list, update, rotate and delete keys of a service account, which act as the account", async () => {
	const user = await app.user();
	const account = `service-${user.userId}`;
	await app.db
		.insertInto("auth_user")
		.values({ id: account, name: "Robot", email: `${account}@service.invalid`, service_account_of: user.workspaceId })
		.execute();
	await app.db
		.insertInto("workspace_member")
		.values({ workspace_id: user.workspaceId, user_id: account, role: "editor" })
		.execute();
	const path = `/v1/service-accounts/${account}/api-keys`;
	const created = await call("POST", path, user.apiKey, {
		name: "Nightly",
		permissions: ["text_to_speech", "user_read", "flows"],
		character_limit: 30,
	});
	expect(created).toMatchObject({ status: 200, json: { key_id: expect.any(String) } });
	const key = created.json["xi-api-key"] as string;
	expect((await call("GET", "/v1/user", key)).json).toMatchObject({ user_id: account });
	const list = async () => (await app.get<{ "api-keys": ServiceAccountKey[] }>(path, user.apiKey))["api-keys"];
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
	const one = `${path}/${created.json.key_id}`;
	expect((await call("PATCH", one, user.apiKey, { is_enabled: false, character_limit: "clear" })).status).toBe(200);
	expect(await list()).toMatchObject([{ name: "Nightly", is_disabled: true, character_limit: null }]);
	await call("PATCH", one, user.apiKey, { is_enabled: true, name: "Daily", permissions: "all" });
	expect((await list())[0]?.permissions.length).toBeGreaterThan(10);
	const rotated = (await call("POST", `${one}/rotate`, user.apiKey)).json["xi-api-key"] as string;
	expect((await call("GET", "/v1/user", key)).status).toBe(401);
	expect((await call("GET", "/v1/user", rotated)).status).toBe(200);
	// It can expire.
	const soon = Math.floor(Date.now() / 1000) + 3_600;
	await call("PATCH", one, user.apiKey, { expires_at_unix: soon });
	expect(await list()).toMatchObject([{ expires_at_unix: soon }]);
	expect((await call("GET", "/v1/user", rotated)).status).toBe(200);
	await call("PATCH", one, user.apiKey, { expires_at_unix: soon - 7_200 });
	await call("PATCH", one, user.apiKey, { name: "Weekly" });
	expect((await call("GET", "/v1/user", rotated)).json.detail?.message).toBe("This API key has expired.");
	await call("PATCH", one, user.apiKey, { expires_at_unix: "clear" });
	expect(await list()).toMatchObject([{ name: "Weekly", expires_at_unix: null }]);
	const brief = await call("POST", path, user.apiKey, { name: "Brief", permissions: "all", expires_at_unix: soon });
	expect((await list()).find(({ key_id }) => key_id === brief.json.key_id)?.expires_at_unix).toBe(soon);
	await call("DELETE", `${path}/${brief.json.key_id}`, user.apiKey);
	// Limited to the permissions of an editor.
	expect((await call("GET", "/v1/workspace/api-keys", rotated)).status).toBe(403);
	expect((await call("DELETE", one, user.apiKey)).status).toBe(200);
	expect(await list()).toEqual([]);
	expect((await call("GET", `/v1/service-accounts/${user.userId}/api-keys`, user.apiKey)).status).toBe(404);
});

test("a growing reservation stays within the key's limit", async () => {
	const user = await app.user({ tier: "pro" });
	const created = await createKey(user, { name: "Live", character_limit: 50 });
	const generation = { generationId: `live-${created.key_id}`, tier: "pro" as const };
	await createCreditReserver(app.db)(user.workspaceId, {
		...generation,
		amount: 30,
		holder: "test",
		leaseSeconds: 60,
		facts: { userId: user.userId, apiKeyId: created.key_id },
	});
	await growReservation(app.db, user.workspaceId, { ...generation, amount: 20 });
	await expect(growReservation(app.db, user.workspaceId, { ...generation, amount: 1 })).rejects.toMatchObject({
		code: "quota_exceeded",
		message: "The API key “Live” has 0 of 50 credits left this month. This request needs 1.",
	});
	expect(await app.ledger(user.workspaceId)).toMatchObject({ reserved: 50, open: 1 });
});
