import type { WebhookEvent } from "@timbre/contract/developers.ts";
import type { Db } from "@timbre/db/connect.ts";
import { newId } from "../../core/ids.ts";
import { insertDeliveries, listSubscribed } from "./developers.webhooks.repo.ts";

/** The durable run that carries one delivery. */
export const deliveryWorkflowName = "WebhookDelivery";

export type Told = {
	type: WebhookEvent;
	/** What webhooks hear of it: names as in the API. */
	data: Record<string, unknown>;
	/** Where the same thing may be told twice: told again under this id, it is delivered once. */
	id?: string;
};

/** Tells the webhooks of a workspace that ask for such events. Call it in the transaction of what is told; costs a query where nobody asks. */
export async function announceToWebhooks(tx: Db, workspaceId: string, told: Told): Promise<void> {
	const webhooks = await listSubscribed(tx, workspaceId, told.type);
	if (webhooks.length === 0) return;
	const id = told.id ?? newId();
	await insertDeliveries(
		tx,
		workspaceId,
		{ id, type: told.type, body: eventBody(id, told.type, told.data) },
		webhooks.map((webhookId) => ({ id: newId(), webhookId })),
		deliveryWorkflowName,
	);
}

/** As the SDKs read it, with an id by which a receiver knows an event that comes a second time. */
export function eventBody(id: string, type: string, data: Record<string, unknown>): string {
	return JSON.stringify({ type, event_timestamp: Math.floor(Date.now() / 1000), event_id: id, data });
}
