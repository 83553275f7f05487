import { developersPaths } from "@timbre/contract/developers/paths.ts";
import { type WebhookEvent, webhookEvents } from "@timbre/contract/developers/rules.ts";
import type { Webhook } from "@timbre/contract/developers/webhooks.ts";
import { call } from "../../lib/api/api.ts";

type WebhookValues = { name: string; webhook_url: string; events: WebhookEvent[]; retry: boolean };

/** Creates a webhook, or updates the given one. Returns the secret of a new webhook. */
export async function saveWebhook(values: WebhookValues, editing: Webhook | undefined): Promise<string | undefined> {
	const { name, webhook_url, events, retry } = values;
	if (!editing) {
		const settings = { auth_type: "hmac" as const, name, webhook_url, events };
		const created = await call(developersPaths.createWebhook, { body: { settings } });
		if (!retry) await updateWebhook(created.webhook_id, { name, is_disabled: false, retry_enabled: false });
		return created.webhook_secret;
	}
	// Keep events that were subscribed through the API and have no checkbox here.
	const others = editing.events.filter((type) => !(type in webhookEvents)) as WebhookEvent[];
	await updateWebhook(editing.webhook_id, {
		name,
		is_disabled: editing.is_disabled,
		retry_enabled: retry,
		events: [...events, ...others],
	});
	return undefined;
}

type WebhookChange = { name: string; is_disabled: boolean; retry_enabled?: boolean; events?: WebhookEvent[] };

export function updateWebhook(id: string, body: WebhookChange) {
	return call(developersPaths.editWebhook, { params: { webhook_id: id }, body });
}
