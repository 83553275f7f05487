import { createHmac } from "node:crypto";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import type { Webhook, WebhookDelivery, WebhookDeliveryDetail } from "@timbre/contract/developers.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Person } from "../../../../seed/builders.ts";
import { loadConfig } from "../../core/config.ts";
import { runWorkflow } from "../../testing/run-workflow.ts";
import { type TestApp, testApp } from "../../testing/test-app.ts";
import { writeBesideLock } from "../../testing/workspace-lock.ts";
import { announceToWebhooks } from "./developers.webhooks.public.ts";
import { insertWebhook } from "./developers.webhooks.repo.ts";
import { mayReachInside } from "./developers.webhooks.service.ts";
import {
	type DeliveryServices,
	deliveryServices,
	deliveryWorkflow,
	webhooksSubscriber,
} from "./developers.webhooks.workflow.ts";

type Received = { path: string; headers: IncomingHttpHeaders; body: string };
let app: TestApp;
let services: DeliveryServices;
let receiverUrl: string;
let received: Received[] = [];
/** What the receiver answers, in turn; the last one from then on. */
let answers: { status: number; body?: string; location?: string }[] = [];
const receiver = createServer((request, reply) => {
	const parts: Buffer[] = [];
	request.on("data", (part: Buffer) => parts.push(part));
	request.on("end", () => {
		received.push({ path: request.url ?? "", headers: request.headers, body: Buffer.concat(parts).toString() });
		const answer = (answers.length > 1 ? answers.shift() : answers[0]) ?? { status: 200 };
		reply.writeHead(answer.status, answer.location ? { location: answer.location } : {}).end(answer.body ?? "");
	});
});

beforeAll(async () => {
	app = await testApp({ env: { WEBHOOK_PRIVATE: "true" } });
	services = {
		...deliveryServices(loadConfig({ WEBHOOK_PRIVATE: "true", WEBHOOK_RETRY_SECONDS: "1,2,3" }), app.db),
		disableAfter: { failures: 1_000, seconds: 86_400 },
	};
	await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
	receiverUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
});
afterAll(async () => {
	receiver.closeAllConnections();
	await new Promise((resolve) => receiver.close(resolve));
	await app.stop();
});
beforeEach(() => {
	received = [];
	answers = [{ status: 200 }];
});

async function call<T>(
	person: Person,
	method: string,
	path: string,
	body?: unknown,
): Promise<T & { detail?: { code: string } }> {
	const answer = await fetch(app.url + path, {
		method,
		headers: { "xi-api-key": person.apiKey, ...(body === undefined ? {} : { "content-type": "application/json" }) },
		...(body === undefined ? {} : { body: JSON.stringify(body) }),
	});
	return (await answer.json()) as T & { detail?: { code: string } };
}
const base = "/v1/workspace/webhooks";
const make = (person: Person, settings: Record<string, unknown> = {}) =>
	call<{ webhook_id: string; webhook_secret: string }>(person, "POST", base, {
		settings: { auth_type: "hmac", name: "Hook", webhook_url: `${receiverUrl}/hook`, ...settings },
	});
const testEvent = (person: Person, id: string) =>
	call<{ delivery_id: string }>(person, "POST", `${base}/${id}/test`, {});
const list = async (person: Person) => (await call<{ webhooks: Webhook[] }>(person, "GET", base)).webhooks;
const deliveries = async (person: Person, id: string, query = "") =>
	(await call<{ deliveries: WebhookDelivery[] }>(person, "GET", `${base}/${id}/deliveries${query}`)).deliveries;
const detail = (person: Person, id: string, delivery: string) =>
	call<WebhookDeliveryDetail>(person, "GET", `${base}/${id}/deliveries/${delivery}`);

/** Carries what is waiting for a person's webhooks, as the worker does. */
async function carry(person: Person, before?: (name: string) => void | Promise<void>): Promise<void> {
	const rows = await app.db
		.selectFrom("outbox")
		.select(["id", "payload"])
		.where("target", "=", deliveryWorkflow.name)
		.where("delivered_at", "is", null)
		.orderBy("id")
		.execute();
	for (const { id, payload } of rows) {
		const due = payload as { workspaceId: string; deliveryId: string };
		if (due.workspaceId !== person.workspaceId) continue;
		await app.db.updateTable("outbox").set({ delivered_at: new Date() }).where("id", "=", id).execute();
		await runWorkflow(deliveryWorkflow, due, services, before);
	}
}

const isSigned = (one: Received, secret: string) => {
	const [, t, v0] = /^t=(\d+),v0=([0-9a-f]{64})$/.exec(String(one.headers["elevenlabs-signature"])) ?? [];
	expect(Math.abs(Number(t) - Date.now() / 1000)).toBeLessThan(60);
	return v0 === createHmac("sha256", secret).update(`${t}.${one.body}`).digest("hex");
};

test("what happens while a webhook is being removed is not told to it, and does not fail for it", async () => {
	const person = await app.person();
	const { webhook_id } = await make(person);
	const told = { type: "api_key_deleted", data: { key_id: "k" } } as const;
	const [removal, announced] = await app.db.transaction().execute(async (tx) => {
		await tx.deleteFrom("webhook").where("id", "=", webhook_id).execute();
		const meanwhile = app.db.transaction().execute((other) => announceToWebhooks(other, person.workspaceId, told));
		// It waits for what this transaction holds; until then nothing can be seen of it but that.
		const waiting = () =>
			sql<{ count: number }>`
				select count(*)::int as count from pg_stat_activity
				where datname = current_database() and wait_event_type = 'Lock'`.execute(app.db);
		await expect.poll(async () => (await waiting()).rows[0]?.count).toBeGreaterThan(0);
		return ["committed", meanwhile.then(() => "announced")] as const;
	});
	expect(removal).toBe("committed");
	expect(await announced).toBe("announced");
	expect(await list(person)).toEqual([]);
});

test("WORKSPACE-030 a webhook is made, listed, changed and removed; its secret is shown once and kept sealed", async () => {
	const person = await app.person();
	const made = await make(person, { name: "CRM", request_headers: { "x-team": "blue" } });
	expect(made.webhook_secret).toMatch(/^wsec_\w{48}$/);
	expect(await list(person)).toMatchObject([
		{
			webhook_id: made.webhook_id,
			name: "CRM",
			is_disabled: false,
			is_auto_disabled: false,
			auth_type: "hmac",
			request_headers: { "x-team": "blue" },
			events: [
				"speech_generation_finished",
				"api_key_created",
				"api_key_deleted",
				"api_key_limit_reached",
				"voice_library_removal_notice",
			],
		},
	]);
	const rows = await app.db.selectFrom("webhook").selectAll().where("id", "=", made.webhook_id).execute();
	expect(JSON.stringify([await list(person), rows])).not.toContain(made.webhook_secret);
	expect(rows[0]?.secret.toString("latin1")).not.toContain("wsec_");
	await call(person, "PATCH", `${base}/${made.webhook_id}`, {
		is_disabled: true,
		name: "Ledger",
		events: ["speech_to_text", "api_key_created"],
		retry_enabled: false,
	});
	expect(await list(person)).toMatchObject([
		{ name: "Ledger", is_disabled: true, retry_enabled: false, events: ["speech_to_text", "api_key_created"] },
	]);
	expect(await testEvent(person, made.webhook_id)).toMatchObject({ detail: { code: "conflict" } });
	await call(person, "DELETE", `${base}/${made.webhook_id}`);
	expect(await list(person)).toEqual([]);
	const acts = await app.db
		.selectFrom("workspace_audit")
		.select(["class_name", "activity"])
		.where("workspace_id", "=", person.workspaceId)
		.orderBy("id")
		.execute();
	expect(acts.map(({ class_name, activity }) => `${class_name} ${activity}`)).toEqual([
		"webhook create",
		"webhook update",
		"webhook delete",
	]);
});

test("addresses and headers that must not be are refused when a webhook is made", async () => {
	const person = await app.person();
	for (const webhook_url of ["ftp://example.com/", "https://me:secret@example.com/"])
		expect(await make(person, { webhook_url })).toMatchObject({ detail: { code: "invalid_webhook_url" } });
	for (const settings of [
		{ webhook_url: "nowhere" },
		{ request_headers: { host: "inner" } },
		{ request_headers: { "Content-Length": "1" } },
		{ request_headers: { "x-a": "b\r\nx-c: d" } },
		{ request_headers: { "x a": "b" } },
		{ events: ["everything"] },
	])
		expect(await make(person, settings)).toMatchObject({ detail: [{ loc: expect.any(Array) }] });
	expect(await list(person)).toEqual([]);
});

test("inside addresses are called on a developer's own machine only, or where the operator says so", () => {
	const reach = (environment: Record<string, string>) =>
		mayReachInside(loadConfig({ AUTH_SECRET: "x".repeat(32), ...environment }));
	expect(reach({})).toBe(true);
	expect(reach({ PUBLIC_URL: "https://voice.example" })).toBe(false);
	expect(reach({ NODE_ENV: "production" })).toBe(false);
	expect(reach({ NODE_ENV: "test" })).toBe(false);
	expect(reach({ NODE_ENV: "production", WEBHOOK_PRIVATE: "true" })).toBe(true);
	expect(reach({ WEBHOOK_PRIVATE: "false" })).toBe(false);
});

test("a delivery is signed with the webhook's secret, carries its headers, and is on record with what was answered", async () => {
	const person = await app.person();
	const made = await make(person, { request_headers: { "x-team": "blue" } });
	answers = [{ status: 201, body: "thank\u0000you" }];
	const { delivery_id } = await testEvent(person, made.webhook_id);
	await carry(person);
	expect(received).toHaveLength(1);
	const [one] = received as [Received];
	expect(isSigned(one, made.webhook_secret)).toBe(true);
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
	expect(await detail(person, made.webhook_id, delivery_id)).toMatchObject({
		state: "delivered",
		attempts: 1,
		body: one.body,
		log: [{ number: 1, status: 201, error: null, duration_ms: expect.any(Number), response: "thank you" }],
	});
	const { webhook_secret } = await call<{ webhook_secret: string }>(
		person,
		"POST",
		`${base}/${made.webhook_id}/rotate-secret`,
	);
	await testEvent(person, made.webhook_id);
	await carry(person);
	expect(isSigned(received[1] as Received, webhook_secret)).toBe(true);
});

test("what happens is told to the webhooks that ask for it, of the workspace where it happened", async () => {
	const [person, other] = [await app.person(), await app.person()];
	const all = await make(person);
	const keysOnly = await make(person, { name: "Keys", events: ["api_key_created"] });
	const foreign = await make(other);
	const text = "This is told to whoever asks.";
	await (await app.speak(`/v1/text-to-speech/${app.voiceId}`, person.apiKey, { text })).arrayBuffer();
	await call(person, "POST", "/v1/user/api-keys", { name: "New" });
	const types = async (owner: Person, id: string) => (await deliveries(owner, id)).map((one) => one.event_type);
	await expect.poll(() => types(person, all.webhook_id)).toEqual(["api_key_created", "speech_generation_finished"]);
	expect(await types(person, keysOnly.webhook_id)).toEqual(["api_key_created"]);
	expect(await types(other, foreign.webhook_id)).toEqual([]);
	await carry(person);
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

test("a receiver that fails is tried again after the pauses, each attempt on record, until it takes the event", async () => {
	const person = await app.person();
	const made = await make(person);
	answers = [{ status: 500, body: "broken" }, { status: 429 }, { status: 200 }];
	const { delivery_id } = await testEvent(person, made.webhook_id);
	const names: string[] = [];
	await carry(person, (name) => void names.push(name));
	expect(names).toEqual(["attempt 1", "sleep 1000", "attempt 2", "sleep 2000", "attempt 3"]);
	expect(new Set(received.map(({ body }) => body)).size).toBe(1);
	expect(received.every((one) => isSigned(one, made.webhook_secret))).toBe(true);
	expect(await detail(person, made.webhook_id, delivery_id)).toMatchObject({
		state: "delivered",
		attempts: 3,
		log: [
			{ status: 500, error: "It answered 500.", response: "broken" },
			{ status: 429 },
			{ status: 200, error: null },
		],
	});
});

test("after the last pause it is given up; a refusal, a redirect and a webhook without retries are tried once", async () => {
	const person = await app.person();
	const made = await make(person);
	const attempt = async (answer: (typeof answers)[number]) => {
		answers = [answer];
		const { delivery_id } = await testEvent(person, made.webhook_id);
		await carry(person);
		const { state, attempts, last_error } = await detail(person, made.webhook_id, delivery_id);
		return { state, attempts, last_error };
	};
	expect(await attempt({ status: 503 })).toMatchObject({ state: "failed", attempts: 4 });
	expect(await attempt({ status: 404 })).toMatchObject({ state: "failed", attempts: 1 });
	expect(await attempt({ status: 302, location: "/elsewhere" })).toMatchObject({
		state: "failed",
		attempts: 1,
		last_error: "It answered 302: redirects are not followed.",
	});
	expect(received.some(({ path }) => path === "/elsewhere")).toBe(false);
	await call(person, "PATCH", `${base}/${made.webhook_id}`, { is_disabled: false, name: "Hook", retry_enabled: false });
	expect(await attempt({ status: 503 })).toMatchObject({ state: "failed", attempts: 1 });
	expect(await list(person)).toMatchObject([
		{ most_recent_failure_error_code: 503, most_recent_failure_timestamp: expect.any(Number) },
	]);
});

test("an attempt cut off before it was on record is made again; one that was on record is not", async () => {
	const person = await app.person();
	const made = await make(person);
	const { delivery_id } = await testEvent(person, made.webhook_id);
	const due = { workspaceId: person.workspaceId, deliveryId: delivery_id };
	await runWorkflow(deliveryWorkflow, due, services);
	// The engine had not heard of it and begins from the start.
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

test("an event told twice is delivered once; a replay is a delivery of its own with the same event", async () => {
	const person = await app.person();
	const made = await make(person);
	const event = {
		id: "event-one",
		name: "api_key_limit_reached" as const,
		workspaceId: person.workspaceId,
		userId: person.userId,
		data: { keyId: "k", name: "Shop", limit: 50 },
	};
	const subscriber = webhooksSubscriber(app.db);
	await subscriber.handle(event);
	await subscriber.handle(event);
	const [only, ...more] = await deliveries(person, made.webhook_id);
	expect(more).toEqual([]);
	await carry(person);
	const replay = await call<{ delivery_id: string }>(
		person,
		"POST",
		`${base}/${made.webhook_id}/deliveries/${only?.delivery_id}/replay`,
	);
	await carry(person);
	expect(received.map(({ body }) => body)).toEqual([received[0]?.body, received[0]?.body]);
	const log = await deliveries(person, made.webhook_id);
	expect(log).toMatchObject([
		{ delivery_id: replay.delivery_id, replay_of: only?.delivery_id, event_id: only?.event_id, state: "delivered" },
		{ delivery_id: only?.delivery_id, replay_of: null, state: "delivered" },
	]);
	expect(log[0]?.number).toBeGreaterThan(log[1]?.number ?? 0);
	const told = await app.db
		.selectFrom("notification")
		.select("title")
		.where("user_id", "=", person.userId)
		.where("workspace_id", "=", person.workspaceId)
		.execute();
	expect(told).toEqual([{ title: "An API key reached its limit" }]);
});

test("a webhook that failed ten times in a row over a day is switched off, its admins are told once, and what waits is skipped", async () => {
	const person = await app.person();
	const made = await make(person);
	answers = [{ status: 500 }];
	const strict = { ...services, pausesMs: [], disableAfter: { failures: 10, seconds: 86_400 } };
	const attempt = async () => {
		const { delivery_id } = await testEvent(person, made.webhook_id);
		await runWorkflow(deliveryWorkflow, { workspaceId: person.workspaceId, deliveryId: delivery_id }, strict);
		return delivery_id;
	};
	for (let count = 0; count < 12; count++) await attempt();
	// Twelve in a minute are a bad minute.
	expect(await list(person)).toMatchObject([{ is_disabled: false, is_auto_disabled: false }]);
	const ago = (hours: number) =>
		app.db
			.updateTable("webhook")
			.set({ failing_since: new Date(Date.now() - hours * 3_600_000) })
			.where("id", "=", made.webhook_id)
			.execute();
	await ago(25);
	answers = [{ status: 200 }];
	await attempt();
	// One success, and it begins anew.
	answers = [{ status: 500 }];
	for (let count = 0; count < 9; count++) await attempt();
	await ago(25);
	expect(await list(person)).toMatchObject([{ is_disabled: false }]);
	const waiting = await testEvent(person, made.webhook_id);
	await attempt();
	expect(await list(person)).toMatchObject([{ is_disabled: true, is_auto_disabled: true }]);
	await runWorkflow(deliveryWorkflow, { workspaceId: person.workspaceId, deliveryId: waiting.delivery_id }, strict);
	expect(await detail(person, made.webhook_id, waiting.delivery_id)).toMatchObject({ state: "skipped", attempts: 0 });
	const told = () =>
		app.db
			.selectFrom("notification")
			.select(["title", "link"])
			.where("user_id", "=", person.userId)
			.where("workspace_id", "=", person.workspaceId)
			.execute();
	expect(await told()).toEqual([{ title: "A webhook was switched off", link: "/app/workspace/webhooks" }]);
	await call(person, "PATCH", `${base}/${made.webhook_id}`, { is_disabled: false, name: "Hook" });
	await attempt();
	expect(await list(person)).toMatchObject([{ is_disabled: false, is_auto_disabled: false }]);
	expect(await told()).toHaveLength(1);
});

test("the log is read page by page, newest first, and by state", async () => {
	const person = await app.person();
	const made = await make(person);
	const ids: string[] = [];
	for (let count = 0; count < 5; count++) ids.unshift((await testEvent(person, made.webhook_id)).delivery_id);
	answers = [{ status: 404 }, { status: 200 }];
	await carry(person);
	type Page = { deliveries: WebhookDelivery[]; has_more: boolean; next_cursor: string | null };
	const page = (query: string) =>
		call<Page>(person, "GET", `${base}/${made.webhook_id}/deliveries?page_size=3${query}`);
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
	expect((await deliveries(person, made.webhook_id, "?state=failed")).map((one) => one.delivery_id)).toEqual([ids[4]]);
});

test("a name that stands for an inside address by the time of the delivery is refused, and on record as such", async () => {
	const person = await app.person();
	const made = await make(person, { webhook_url: "https://hook.example/" });
	const { delivery_id } = await testEvent(person, made.webhook_id);
	const outgoing = { allowPrivate: false, resolve: async () => [{ address: "169.254.169.254", family: 4 }] };
	const due = { workspaceId: person.workspaceId, deliveryId: delivery_id };
	await runWorkflow(deliveryWorkflow, due, { ...services, outgoing });
	expect(await detail(person, made.webhook_id, delivery_id)).toMatchObject({
		state: "failed",
		attempts: 1,
		log: [{ status: null, error: "169.254.169.254 is not a public address." }],
	});
});

test("who makes a webhook holds up nobody who only refers to the workspace", async () => {
	const person = await app.person();
	const made = {
		id: "aWebhook",
		name: "One",
		url: "https://example.com/",
		secret: Buffer.alloc(1),
		headers: {},
		events: [],
	};
	await writeBesideLock(app, person, (tx) =>
		insertWebhook(tx, person.workspaceId, { ...made, createdBy: person.userId }, 1),
	);
});
