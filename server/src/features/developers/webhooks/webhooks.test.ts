import { createHmac } from "node:crypto";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import type { Webhook, WebhookDelivery, WebhookDeliveryDetail } from "@timbre/contract/developers/webhooks.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { SeedUser } from "../../../../../seed/builders.ts";
import { loadConfig } from "../../../core/config.ts";
import { allowsPrivateTargets } from "../../../core/http/outbound-http.ts";
import { rejectWrites } from "../../../testing/reject-writes.ts";
import { type TestApp, testApp } from "../../../testing/test-app.ts";
import { runWorkflow } from "../../../testing/workflows/run-workflow.ts";
import { writeWhileLocked } from "../../../testing/workspace-lock.ts";
import { notifyWebhooks } from "./notify.service.ts";
import { insertWebhook } from "./webhooks.repo.ts";
import { type DeliveryServices, deliveryServices, deliveryWorkflow, webhooksSubscriber } from "./webhooks.workflow.ts";

type Received = { path: string; headers: IncomingHttpHeaders; body: string };
let app: TestApp;
let services: DeliveryServices;
let endpointUrl: string;
let received: Received[] = [];
/** Responses of the endpoint, in order; the last one repeats. */
let responses: { status: number; body?: string; location?: string }[] = [];
const endpoint = createServer((request, reply) => {
	const parts: Buffer[] = [];
	request.on("data", (part: Buffer) => parts.push(part));
	request.on("end", () => {
		received.push({ path: request.url ?? "", headers: request.headers, body: Buffer.concat(parts).toString() });
		const response = (responses.length > 1 ? responses.shift() : responses[0]) ?? { status: 200 };
		reply.writeHead(response.status, response.location ? { location: response.location } : {}).end(response.body ?? "");
	});
});

beforeAll(async () => {
	app = await testApp({ env: { WEBHOOK_PRIVATE: "true" } });
	services = {
		...deliveryServices(loadConfig({ WEBHOOK_PRIVATE: "true", WEBHOOK_RETRY_SECONDS: "1,2,3" }), app.db),
		disableAfter: { failures: 1_000, seconds: 86_400 },
	};
	await new Promise<void>((resolve) => endpoint.listen(0, "127.0.0.1", resolve));
	endpointUrl = `http://127.0.0.1:${(endpoint.address() as AddressInfo).port}`;
});
afterAll(async () => {
	endpoint.closeAllConnections();
	await new Promise((resolve) => endpoint.close(resolve));
	await app.stop();
});
beforeEach(() => {
	received = [];
	responses = [{ status: 200 }];
});

async function call<T>(
	user: SeedUser,
	method: string,
	path: string,
	body?: unknown,
): Promise<T & { detail?: { code: string } }> {
	const response = await fetch(app.url + path, {
		method,
		headers: { "xi-api-key": user.apiKey, ...(body === undefined ? {} : { "content-type": "application/json" }) },
		...(body === undefined ? {} : { body: JSON.stringify(body) }),
	});
	return (await response.json()) as T & { detail?: { code: string } };
}
const base = "/v1/workspace/webhooks";
const createHook = (user: SeedUser, settings: Record<string, unknown> = {}) =>
	call<{ webhook_id: string; webhook_secret: string }>(user, "POST", base, {
		settings: { auth_type: "hmac", name: "Hook", webhook_url: `${endpointUrl}/hook`, ...settings },
	});
const testEvent = (user: SeedUser, id: string) => call<{ delivery_id: string }>(user, "POST", `${base}/${id}/test`, {});
const list = async (user: SeedUser) => (await call<{ webhooks: Webhook[] }>(user, "GET", base)).webhooks;
const deliveries = async (user: SeedUser, id: string, query = "") =>
	(await call<{ deliveries: WebhookDelivery[] }>(user, "GET", `${base}/${id}/deliveries${query}`)).deliveries;
const detail = (user: SeedUser, id: string, delivery: string) =>
	call<WebhookDeliveryDetail>(user, "GET", `${base}/${id}/deliveries/${delivery}`);

/** Runs the pending deliveries of a user, like the worker. */
async function runDeliveries(user: SeedUser, before?: (name: string) => void | Promise<void>): Promise<void> {
	const rows = await app.db
		.selectFrom("outbox")
		.select(["id", "payload"])
		.where("target", "=", deliveryWorkflow.name)
		.where("delivered_at", "is", null)
		.orderBy("id")
		.execute();
	for (const { id, payload } of rows) {
		const due = payload as { workspaceId: string; deliveryId: string };
		if (due.workspaceId !== user.workspaceId) continue;
		await app.db.updateTable("outbox").set({ delivered_at: new Date() }).where("id", "=", id).execute();
		await runWorkflow(deliveryWorkflow, due, services, before);
	}
}

const isSigned = (one: Received, secret: string) => {
	const [, t, v0] = /^t=(\d+),v0=([0-9a-f]{64})$/.exec(String(one.headers["elevenlabs-signature"])) ?? [];
	expect(Math.abs(Number(t) - Date.now() / 1000)).toBeLessThan(60);
	return v0 === createHmac("sha256", secret).update(`${t}.${one.body}`).digest("hex");
};

test("an event during the deletion of a webhook is neither delivered to it nor fails", async () => {
	const user = await app.user();
	const { webhook_id } = await createHook(user);
	const event = { type: "api_key_deleted", data: { key_id: "k", name: "Key", user_id: "u" } } as const;
	const [removal, announced] = await app.db.transaction().execute(async (tx) => {
		await tx.deleteFrom("webhook").where("id", "=", webhook_id).execute();
		const meanwhile = app.db.transaction().execute((other) => notifyWebhooks(other, user.workspaceId, event));
		// It waits for the lock held by this transaction.
		const waiting = () =>
			sql<{ count: number }>`
				select count(*)::int as count from pg_stat_activity
				where datname = current_database() and wait_event_type = 'Lock'`.execute(app.db);
		await expect.poll(async () => (await waiting()).rows[0]?.count).toBeGreaterThan(0);
		return ["committed", meanwhile.then(() => "announced")] as const;
	});
	expect(removal).toBe("committed");
	expect(await announced).toBe("announced");
	expect(await list(user)).toEqual([]);
});

test("WORKSPACE-030 creates, lists, updates and deletes a webhook; its secret is shown once and stored encrypted", async () => {
	const user = await app.user();
	const created = await createHook(user, { name: "CRM", request_headers: { "x-team": "blue" } });
	expect(created.webhook_secret).toMatch(/^wsec_\w{48}$/);
	expect(await list(user)).toMatchObject([
		{
			webhook_id: created.webhook_id,
			name: "CRM",
			is_disabled: false,
			is_auto_disabled: false,
			auth_type: "hmac",
			request_headers: { "x-team": "blue" },
			events: [
				"speech_generation_finished",
				"speech_to_text",
				"api_key_created",
				"api_key_deleted",
				"api_key_limit_reached",
				"voice_library_removal_notice",
			],
		},
	]);
	const rows = await app.db.selectFrom("webhook").selectAll().where("id", "=", created.webhook_id).execute();
	expect(JSON.stringify([await list(user), rows])).not.toContain(created.webhook_secret);
	expect(rows[0]?.secret.toString("latin1")).not.toContain("wsec_");
	await call(user, "PATCH", `${base}/${created.webhook_id}`, {
		is_disabled: true,
		name: "Ledger",
		events: ["speech_to_text", "api_key_created"],
		retry_enabled: false,
	});
	expect(await list(user)).toMatchObject([
		{ name: "Ledger", is_disabled: true, retry_enabled: false, events: ["speech_to_text", "api_key_created"] },
	]);
	expect(await testEvent(user, created.webhook_id)).toMatchObject({ detail: { code: "conflict" } });
	await call(user, "DELETE", `${base}/${created.webhook_id}`);
	expect(await list(user)).toEqual([]);
	const auditLines = await app.db
		.selectFrom("workspace_audit")
		.select(["class_name", "activity"])
		.where("workspace_id", "=", user.workspaceId)
		.orderBy("id")
		.execute();
	expect(auditLines.map(({ class_name, activity }) => `${class_name} ${activity}`)).toEqual([
		"webhook create",
		"webhook update",
		"webhook delete",
	]);
});

test("rejects forbidden URLs and headers", async () => {
	const user = await app.user();
	for (const webhook_url of ["ftp://example.com/", "https://me:secret@example.com/"])
		expect(await createHook(user, { webhook_url })).toMatchObject({ detail: { code: "invalid_webhook_url" } });
	for (const settings of [
		{ webhook_url: "nowhere" },
		{ request_headers: { host: "inner" } },
		{ request_headers: { "Content-Length": "1" } },
		{ request_headers: { "x-a": "b\r\nx-c: d" } },
		{ request_headers: { "x a": "b" } },
		{ events: ["everything"] },
	])
		expect(await createHook(user, settings)).toMatchObject({ detail: { errors: [{ loc: expect.any(Array) }] } });
	expect(await list(user)).toEqual([]);
});

test("SHELL-025 a webhook URL must be well-formed, and https-only unless private addresses are allowed", async () => {
	const production = await testApp({ env: { WEBHOOK_PRIVATE: "false" } });
	const statusOf = async (to: TestApp, webhook_url: string) => {
		const response = await fetch(to.url + base, {
			method: "POST",
			headers: { "xi-api-key": (await to.user()).apiKey, "content-type": "application/json" },
			body: JSON.stringify({ settings: { auth_type: "hmac", name: "Hook", webhook_url } }),
		});
		return response.status;
	};
	try {
		expect(await statusOf(production, "https://hooks.example.com/a")).toBe(200);
		expect(await statusOf(production, "http://hooks.example.com/a")).toBe(400);
		expect(await statusOf(app, "http://hooks.example.com/a")).toBe(200);
		for (const malformed of ["ftp://hooks.example.com/", "https://me:secret@hooks.example.com/"])
			expect(await statusOf(app, malformed), malformed).toBe(400);
		expect(await statusOf(app, "hooks.example.com")).toBe(422);
	} finally {
		await production.stop();
	}
});

test("allows private addresses only in local development or if the operator says so", () => {
	const allowed = (environment: Record<string, string>) =>
		allowsPrivateTargets(loadConfig({ AUTH_SECRET: "x".repeat(32), ...environment }));
	expect(allowed({})).toBe(true);
	expect(allowed({ PUBLIC_URL: "https://voice.example" })).toBe(false);
	expect(allowed({ NODE_ENV: "production" })).toBe(false);
	expect(allowed({ NODE_ENV: "test" })).toBe(false);
	expect(allowed({ NODE_ENV: "production", WEBHOOK_PRIVATE: "true" })).toBe(true);
	expect(allowed({ WEBHOOK_PRIVATE: "false" })).toBe(false);
});

test("signs a delivery, sends its headers and records the response", async () => {
	const user = await app.user();
	const created = await createHook(user, { request_headers: { "x-team": "blue" } });
	responses = [{ status: 201, body: "thank\u0000you" }];
	const { delivery_id } = await testEvent(user, created.webhook_id);
	await runDeliveries(user);
	expect(received).toHaveLength(1);
	const [one] = received as [Received];
	expect(isSigned(one, created.webhook_secret)).toBe(true);
	expect(isSigned(one, "wsec_other")).toBe(false);
	expect(one).toMatchObject({
		path: "/hook",
		headers: { "x-team": "blue", "content-type": "application/json", "timbre-delivery": delivery_id },
	});
	expect(JSON.parse(one.body)).toMatchObject({
		type: "webhook_test",
		event_timestamp: expect.any(Number),
		event_id: expect.any(String),
		data: { message: expect.any(String) },
	});
	expect(await detail(user, created.webhook_id, delivery_id)).toMatchObject({
		state: "delivered",
		attempts: 1,
		body: one.body,
		log: [{ number: 1, status: 201, error: null, duration_ms: expect.any(Number), response: "thank you" }],
	});
	const { webhook_secret } = await call<{ webhook_secret: string }>(
		user,
		"POST",
		`${base}/${created.webhook_id}/rotate-secret`,
	);
	await testEvent(user, created.webhook_id);
	await runDeliveries(user);
	expect(isSigned(received[1] as Received, webhook_secret)).toBe(true);
});

test("sends events to subscribed webhooks of the same workspace", async () => {
	const [user, other] = [await app.user(), await app.user()];
	const all = await createHook(user);
	const keysOnly = await createHook(user, { name: "Keys", events: ["api_key_created"] });
	const foreign = await createHook(other);
	const text = "This is sent to subscribers.";
	await (await app.postJson(`/v1/text-to-speech/${app.voiceId}`, user.apiKey, { text })).arrayBuffer();
	await call(user, "POST", "/v1/user/api-keys", { name: "New" });
	const types = async (owner: SeedUser, id: string) => (await deliveries(owner, id)).map((one) => one.event_type);
	await expect.poll(() => types(user, all.webhook_id)).toEqual(["api_key_created", "speech_generation_finished"]);
	expect(await types(user, keysOnly.webhook_id)).toEqual(["api_key_created"]);
	expect(await types(other, foreign.webhook_id)).toEqual([]);
	await runDeliveries(user);
	const spoken = received.map(({ body }) => JSON.parse(body)).find(({ type }) => type === "speech_generation_finished");
	expect(spoken.data).toMatchObject({
		history_item_id: expect.any(String),
		voice_id: app.voiceId,
		characters: text.length,
		credits: text.length,
		complete: true,
	});
	expect(JSON.stringify(spoken)).not.toContain(text);
});

test("retries a failing endpoint with delays and records each attempt", async () => {
	const user = await app.user();
	const created = await createHook(user);
	responses = [{ status: 500, body: "broken" }, { status: 429 }, { status: 200 }];
	const { delivery_id } = await testEvent(user, created.webhook_id);
	const names: string[] = [];
	await runDeliveries(user, (name) => void names.push(name));
	expect(names).toEqual(["attempt 1", "sleep 1000", "attempt 2", "sleep 2000", "attempt 3"]);
	expect(new Set(received.map(({ body }) => body)).size).toBe(1);
	expect(received.every((one) => isSigned(one, created.webhook_secret))).toBe(true);
	expect(await detail(user, created.webhook_id, delivery_id)).toMatchObject({
		state: "delivered",
		attempts: 3,
		log: [
			{ status: 500, error: "The endpoint returned 500.", response: "broken" },
			{ status: 429 },
			{ status: 200, error: null },
		],
	});
});

test("gives up after the last delay; client errors, redirects and webhooks without retries get one attempt", async () => {
	const user = await app.user();
	const created = await createHook(user);
	const attempt = async (response: (typeof responses)[number]) => {
		responses = [response];
		const { delivery_id } = await testEvent(user, created.webhook_id);
		await runDeliveries(user);
		const { state, attempts, last_error } = await detail(user, created.webhook_id, delivery_id);
		return { state, attempts, last_error };
	};
	expect(await attempt({ status: 503 })).toMatchObject({ state: "failed", attempts: 4 });
	expect(await attempt({ status: 404 })).toMatchObject({ state: "failed", attempts: 1 });
	expect(await attempt({ status: 302, location: "/elsewhere" })).toMatchObject({
		state: "failed",
		attempts: 1,
		last_error: "The endpoint returned 302. Redirects are not followed.",
	});
	expect(received.some(({ path }) => path === "/elsewhere")).toBe(false);
	await call(user, "PATCH", `${base}/${created.webhook_id}`, {
		is_disabled: false,
		name: "Hook",
		retry_enabled: false,
	});
	expect(await attempt({ status: 503 })).toMatchObject({ state: "failed", attempts: 1 });
	expect(await list(user)).toMatchObject([
		{ most_recent_failure_error_code: 503, most_recent_failure_timestamp: expect.any(Number) },
	]);
});

test("repeats an attempt interrupted before it was recorded, but not a recorded one", async () => {
	const user = await app.user();
	const created = await createHook(user);
	const { delivery_id } = await testEvent(user, created.webhook_id);
	const due = { workspaceId: user.workspaceId, deliveryId: delivery_id };
	await runWorkflow(deliveryWorkflow, due, services);
	// The workflow engine lost the result and starts over.
	await runWorkflow(deliveryWorkflow, due, services);
	expect(received).toHaveLength(1);
	await app.db.deleteFrom("webhook_attempt").where("delivery_id", "=", delivery_id).execute();
	await app.db
		.updateTable("webhook_delivery")
		.set({ state: "waiting", attempts: 0 })
		.where("id", "=", delivery_id)
		.execute();
	await runWorkflow(deliveryWorkflow, due, services);
	expect(received).toHaveLength(2);
	expect(received[0]?.body).toBe(received[1]?.body);
});

test("delivers a repeated event once; a replay is a new delivery of the same event", async () => {
	const user = await app.user();
	const created = await createHook(user);
	const event = {
		id: "event-one",
		name: "api_key_limit_reached" as const,
		workspaceId: user.workspaceId,
		userId: user.userId,
		data: { keyId: "k", name: "Shop", limit: 50 },
	};
	const subscriber = webhooksSubscriber(app.db);
	await subscriber.handle(event);
	await subscriber.handle(event);
	const [only, ...more] = await deliveries(user, created.webhook_id);
	expect(more).toEqual([]);
	await runDeliveries(user);
	const replay = await call<{ delivery_id: string }>(
		user,
		"POST",
		`${base}/${created.webhook_id}/deliveries/${only?.delivery_id}/replay`,
	);
	await runDeliveries(user);
	expect(received.map(({ body }) => body)).toEqual([received[0]?.body, received[0]?.body]);
	const log = await deliveries(user, created.webhook_id);
	expect(log).toMatchObject([
		{ delivery_id: replay.delivery_id, replay_of: only?.delivery_id, event_id: only?.event_id, state: "delivered" },
		{ delivery_id: only?.delivery_id, replay_of: null, state: "delivered" },
	]);
	expect(log[0]?.number).toBeGreaterThan(log[1]?.number ?? 0);
	const notifications = await app.db
		.selectFrom("notification")
		.select("title")
		.where("user_id", "=", user.userId)
		.where("workspace_id", "=", user.workspaceId)
		.execute();
	expect(notifications).toEqual([{ title: "API key limit reached" }]);
});

test("disables a webhook after ten failures over a day, notifies admins once and skips pending deliveries", async () => {
	const user = await app.user();
	const created = await createHook(user);
	responses = [{ status: 500 }];
	const strict = { ...services, pausesMs: [], disableAfter: { failures: 10, seconds: 86_400 } };
	const attempt = async () => {
		const { delivery_id } = await testEvent(user, created.webhook_id);
		await runWorkflow(deliveryWorkflow, { workspaceId: user.workspaceId, deliveryId: delivery_id }, strict);
		return delivery_id;
	};
	for (let count = 0; count < 12; count++) await attempt();
	// Twelve failures within a minute don't count.
	expect(await list(user)).toMatchObject([{ is_disabled: false, is_auto_disabled: false }]);
	const ago = (hours: number) =>
		app.db
			.updateTable("webhook")
			.set({ failing_since: new Date(Date.now() - hours * 3_600_000) })
			.where("id", "=", created.webhook_id)
			.execute();
	await ago(25);
	responses = [{ status: 200 }];
	await attempt();
	// One success resets the count.
	responses = [{ status: 500 }];
	for (let count = 0; count < 9; count++) await attempt();
	await ago(25);
	expect(await list(user)).toMatchObject([{ is_disabled: false }]);
	const waiting = await testEvent(user, created.webhook_id);
	await attempt();
	expect(await list(user)).toMatchObject([{ is_disabled: true, is_auto_disabled: true }]);
	await runWorkflow(deliveryWorkflow, { workspaceId: user.workspaceId, deliveryId: waiting.delivery_id }, strict);
	expect(await detail(user, created.webhook_id, waiting.delivery_id)).toMatchObject({ state: "skipped", attempts: 0 });
	const notifications = () =>
		app.db
			.selectFrom("notification")
			.select(["title", "link"])
			.where("user_id", "=", user.userId)
			.where("workspace_id", "=", user.workspaceId)
			.execute();
	expect(await notifications()).toEqual([{ title: "Webhook disabled", link: "/app/workspace/webhooks" }]);
	await call(user, "PATCH", `${base}/${created.webhook_id}`, { is_disabled: false, name: "Hook" });
	await attempt();
	expect(await list(user)).toMatchObject([{ is_disabled: false, is_auto_disabled: false }]);
	expect(await notifications()).toHaveLength(1);
});

test("lists deliveries in pages, newest first, filtered by state", async () => {
	const user = await app.user();
	const created = await createHook(user);
	const ids: string[] = [];
	for (let count = 0; count < 5; count++) ids.unshift((await testEvent(user, created.webhook_id)).delivery_id);
	responses = [{ status: 404 }, { status: 200 }];
	await runDeliveries(user);
	type Page = { deliveries: WebhookDelivery[]; has_more: boolean; next_cursor: string | null };
	const page = (query: string) =>
		call<Page>(user, "GET", `${base}/${created.webhook_id}/deliveries?page_size=3${query}`);
	const first = await page("");
	expect({ ...first, deliveries: first.deliveries.map((one) => one.delivery_id) }).toEqual({
		deliveries: ids.slice(0, 3),
		has_more: true,
		next_cursor: expect.any(String),
	});
	const second = await page(`&cursor=${first.next_cursor}`);
	expect({ ...second, deliveries: second.deliveries.map((one) => one.delivery_id) }).toEqual({
		deliveries: ids.slice(3),
		has_more: false,
		next_cursor: null,
	});
	expect((await deliveries(user, created.webhook_id, "?state=failed")).map((one) => one.delivery_id)).toEqual([ids[4]]);
});

test("rejects a host that resolves to a private address at delivery time and records it", async () => {
	const user = await app.user();
	const created = await createHook(user, { webhook_url: "https://hook.example/" });
	const { delivery_id } = await testEvent(user, created.webhook_id);
	const outgoing = { allowPrivate: false, resolve: async () => [{ address: "169.254.169.254", family: 4 }] };
	const due = { workspaceId: user.workspaceId, deliveryId: delivery_id };
	await runWorkflow(deliveryWorkflow, due, { ...services, outgoing });
	expect(await detail(user, created.webhook_id, delivery_id)).toMatchObject({
		state: "failed",
		attempts: 1,
		log: [{ status: null, error: "169.254.169.254 is not a public address." }],
	});
});

test("creating a webhook does not block writes that only reference the workspace", async () => {
	const user = await app.user();
	const created = {
		id: "aWebhook",
		name: "One",
		url: "https://example.com/",
		secret: Buffer.alloc(1),
		headers: {},
		events: [],
	};
	await writeWhileLocked(app, user, (tx) =>
		insertWebhook(tx, user.workspaceId, { ...created, createdBy: user.userId }, 1),
	);
});

test("a secret that can't be decrypted fails at once, and the delivery log says why", async () => {
	const user = await app.user();
	const { webhook_id } = await createHook(user);
	const { delivery_id } = await testEvent(user, webhook_id);
	const due = { workspaceId: user.workspaceId, deliveryId: delivery_id };
	const attempts = new Map<string, number>();
	const otherSecret = { ...services, secret: "another secret than the one it was encrypted with" };
	await runWorkflow(deliveryWorkflow, due, otherSecret, undefined, attempts);
	expect(received).toEqual([]);
	expect([...attempts]).toEqual([["attempt 1", 1]]);
	expect(await detail(user, webhook_id, delivery_id)).toMatchObject({
		state: "failed",
		attempts: 1,
		log: [{ error: "The signing secret can't be decrypted. Rotate it." }],
	});
});

test("a delivery whose attempt can't be recorded fails with a reason instead of waiting forever", async () => {
	const user = await app.user();
	const { webhook_id } = await createHook(user);
	const { delivery_id } = await testEvent(user, webhook_id);
	const due = { workspaceId: user.workspaceId, deliveryId: delivery_id };
	const allow = await rejectWrites(app.db, "webhook_attempt", "insert", "new.status is not null");
	const attempts = new Map<string, number>();
	await runWorkflow(deliveryWorkflow, due, services, undefined, attempts);
	await allow();
	expect(attempts.get("attempt 1")).toBe(1);
	expect(await detail(user, webhook_id, delivery_id)).toMatchObject({
		state: "failed",
		attempts: 1,
		log: [{ status: null, error: "Stored data is invalid." }],
	});
});

test("stores the response text of a private address in development only", async () => {
	const user = await app.user();
	const { webhook_id } = await createHook(user);
	const deliver = async (NODE_ENV: string) => {
		responses = [{ status: 200, body: "from the private network" }];
		const { delivery_id } = await testEvent(user, webhook_id);
		const config = loadConfig({ AUTH_SECRET: "x".repeat(32), NODE_ENV });
		const { showPrivateResponses } = deliveryServices(config, app.db);
		const before = services;
		services = { ...services, showPrivateResponses };
		await runDeliveries(user);
		services = before;
		const path = `/v1/workspace/webhooks/${webhook_id}/deliveries/${delivery_id}`;
		return (await app.get<WebhookDeliveryDetail>(path, user.apiKey)).log;
	};
	expect(await deliver("production")).toMatchObject([{ status: 200, response: null }]);
	expect(await deliver("development")).toMatchObject([{ status: 200, response: "from the private network" }]);
});
