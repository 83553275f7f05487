import type { WebhookEvent } from "@timbre/contract/developers/rules.ts";
import { sentType, type WebhookPayload } from "@timbre/contract/developers/webhook-events.ts";
import type { Db } from "@timbre/db/connect.ts";
import { newId } from "../../../core/ids.ts";
import { unix } from "../../../core/time.ts";
import { findWebhook, insertDeliveries, listSubscribedWebhooks } from "./webhooks.repo.ts";

/** The workflow that sends one delivery. */
export const deliveryWorkflowName = "WebhookDelivery";

type WebhookAnnouncement = Extract<WebhookPayload, { type: WebhookEvent }> & {
	/** Deduplicates: events with the same id are delivered once. */
	id?: string;
	/** Send it only to this webhook, whatever it subscribes to. */
	webhookId?: string;
};

/** Enqueues an event for the subscribed webhooks. Call it in the transaction of the change itself. */
export async function notifyWebhooks(tx: Db, workspaceId: string, event: WebhookAnnouncement): Promise<void> {
	const webhooks = await listTargets(tx, workspaceId, event);
	if (webhooks.length === 0) return;
	const id = event.id ?? newId();
	await insertDeliveries(
		tx,
		workspaceId,
		{ id, type: event.type, body: eventBody(id, event) },
		webhooks.map((webhookId) => ({ id: newId(), webhookId })),
		deliveryWorkflowName,
	);
}

/** The webhooks that would receive an event now. */
export async function listTargets(
	db: Db,
	workspaceId: string,
	{ type, webhookId }: { type: WebhookEvent; webhookId?: string },
): Promise<string[]> {
	if (webhookId === undefined) return listSubscribedWebhooks(db, workspaceId, type);
	const webhook = await findWebhook(db, workspaceId, webhookId);
	return webhook && webhook.disabled_at === null ? [webhook.id] : [];
}

/** The format SDKs expect, with an event id so endpoints can detect duplicates. */
export function eventBody(id: string, { type, data }: WebhookPayload): string {
	return JSON.stringify({ type: sentType(type), event_timestamp: unix(new Date()), event_id: id, data });
}
