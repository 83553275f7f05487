// Every webhook event that the product sends, compared with the API reference.
import { webhookTestEvent } from "@timbre/contract/developers/rules.ts";
import { webhookEventDocs } from "@timbre/contract/developers/webhook-events.ts";
import type { WebhookDelivery, WebhookDeliveryDetail } from "@timbre/contract/developers/webhooks.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aVoice, type SeedUser } from "../../seed/builders.ts";
import type { PublishedEvent } from "./core/events/events.ts";
import { webhooksSubscriber } from "./features/developers/webhooks/webhooks.workflow.ts";
import { transcriptWorkflow } from "./features/transcription/transcripts/transcripts.workflow.ts";
import { createCreditReserver } from "./features/usage/usage.public.ts";
import { removalWorkflow } from "./features/voice-library/sharing/removal.workflow.ts";
import { type TestApp, testApp } from "./testing/test-app.ts";
import { wavOf } from "./testing/tone-recordings.ts";
import { runWorkflow } from "./testing/workflows/run-workflow.ts";

let app: TestApp;
beforeAll(async () => {
	app = await testApp({ env: { WEBHOOK_PRIVATE: "true" } });
});
afterAll(async () => app.stop());

async function send<T>(user: SeedUser, method: string, path: string, body?: unknown): Promise<T> {
	const response = await app.request<T>(user.apiKey, method, path, body);
	expect([200, 201], `${method} ${path}`).toContain(response.status);
	return response.body;
}

const payloadsOf = async (target: string) =>
	(await app.db.selectFrom("outbox").select("payload").where("target", "=", target).execute()).map(
		({ payload }) => payload,
	);

/** Causes each event by using the product. */
async function causeAllEvents(user: SeedUser, webhookId: string): Promise<void> {
	await send(user, "POST", `/v1/workspace/webhooks/${webhookId}/test`, {});
	// A key that is created, reaches its limit and is revoked.
	const key = await send<{ key_id: string; xi_api_key: string }>(user, "POST", "/v1/user/api-keys", {
		name: "Short",
		character_limit: 10,
	});
	for (const [text, status] of [
		["Ten chars.", 200],
		["Far too many characters.", 401],
	] as const) {
		const response = await app.postJson(`/v1/text-to-speech/${app.voiceId}`, key.xi_api_key, { text });
		await response.arrayBuffer();
		expect(response.status).toBe(status);
	}
	for (const event of (await payloadsOf("Event")) as PublishedEvent[])
		if (event.name === "api_key_limit_reached") await webhooksSubscriber(app.db).handle(event);
	await send(user, "DELETE", `/v1/user/api-keys/${key.key_id}`);
	// A library voice that is removed by its owner.
	const owner = await app.user({ tier: "creator" });
	const { public_user_id } = await app.get<{ public_user_id: string }>("/v1/user", owner.apiKey);
	const { voiceId } = await aVoice(app.db, app.storage, owner, { name: "Removed", preview: true });
	const sharing = `/v1/voices/${voiceId}/share-library`;
	await send(owner, "POST", sharing, { enable_library: true, notice_period: 14 });
	await send(user, "POST", `/v1/voices/add/${public_user_id}/${voiceId}`, { new_name: "Mine" });
	await send(owner, "DELETE", sharing);
	for (const removal of (await payloadsOf(removalWorkflow.name)) as { publicationId: string; at: number }[])
		await runWorkflow(removalWorkflow, removal, { db: app.db });
	await transcribe(user);
}

/** Transcribes a recording in the background. */
async function transcribe(user: SeedUser): Promise<void> {
	const body = new FormData();
	body.set("model_id", "scribe_v1");
	body.set("webhook", "true");
	body.set("file", new Blob([new Uint8Array(wavOf([{ hertz: 110, seconds: 2 }]))]), "talk.wav");
	const headers = { "xi-api-key": user.apiKey };
	expect((await fetch(`${app.url}/v1/speech-to-text`, { method: "POST", headers, body })).status).toBe(202);
	const services = {
		db: app.db,
		storage: app.storage,
		speech: app.speech,
		reserveCredits: createCreditReserver(app.db),
		outbound: { allowPrivate: true },
	};
	for (const payload of await payloadsOf(transcriptWorkflow.name))
		await runWorkflow(transcriptWorkflow, transcriptWorkflow.input.parse(payload), services);
}

test("documents every webhook event, and sends exactly the documented payloads", async () => {
	const user = await app.user({ tier: "creator" });
	const events = webhookEventDocs.map(({ type }) => type).filter((type) => type !== webhookTestEvent);
	const { webhook_id } = await send<{ webhook_id: string }>(user, "POST", "/v1/workspace/webhooks", {
		settings: { auth_type: "hmac", name: "All", webhook_url: "http://127.0.0.1:9/hook", events },
	});
	await causeAllEvents(user, webhook_id);
	const path = `/v1/workspace/webhooks/${webhook_id}/deliveries`;
	const { deliveries } = await app.get<{ deliveries: WebhookDelivery[] }>(`${path}?page_size=100`, user.apiKey);
	expect([...new Set(deliveries.map(({ event_type }) => event_type))].sort()).toEqual(
		webhookEventDocs.map(({ type }) => type).sort(),
	);
	for (const { delivery_id, event_type } of deliveries) {
		const { body } = await app.get<WebhookDeliveryDetail>(`${path}/${delivery_id}`, user.apiKey);
		const documented = webhookEventDocs.find(({ type }) => type === event_type);
		// Parsing removes fields that are not documented.
		expect(documented?.body.parse(JSON.parse(body))).toEqual(JSON.parse(body));
	}
});
