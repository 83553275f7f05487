// Webhooks send workspace events to endpoints.
// Invariant: an event and its deliveries are written in one transaction, each event is signed and sent at least once,
// and a secret is only returned when it is created.
import type { developersEndpoints } from "@timbre/contract/developers/endpoints.ts";
import { webhookEventTypes, webhookTestEvent } from "@timbre/contract/developers/rules.ts";
import type { Webhook, WebhookDelivery, WebhookDeliveryDetail } from "@timbre/contract/developers/webhooks.ts";
import type { InputOf } from "@timbre/contract/endpoint.ts";
import { AppError } from "@timbre/contract/errors.ts";
import type { Database, Db } from "@timbre/db/connect.ts";
import type { Context } from "../../../core/http/context.ts";
import { blockedUrlReason } from "../../../core/http/outbound-http.ts";
import { newId } from "../../../core/ids.ts";
import { encrypt } from "../../../core/security/encryption.ts";
import { recordAudit } from "../../workspace/workspace.audit.public.ts";
import { deliveryWorkflowName, eventBody } from "./notify.service.ts";
import { presentDelivery, presentDeliveryDetail, presentWebhook } from "./webhooks.present.ts";
import {
	deleteWebhookRow,
	findDelivery,
	findWebhook,
	insertDeliveries,
	insertWebhook,
	listAttempts,
	listDeliveryRows,
	listWebhookRows,
	updateWebhookRow,
	updateWebhookSecret,
	type WebhookRow,
} from "./webhooks.repo.ts";

export type WebhookDeps = {
	db: Database;
	/** The encryption key for webhook secrets. */
	secret: string;
	allowPrivate: boolean;
};

type NewWebhook = InputOf<typeof developersEndpoints.createWebhook>["body"]["settings"];
type WebhookEdit = InputOf<typeof developersEndpoints.editWebhook>["body"];
type Page = InputOf<typeof developersEndpoints.listWebhookDeliveries>["query"];
type CreatedWebhook = { webhook_id: string; webhook_secret: string };

export const webhookSecretPurpose = "webhook secret";
const maxWebhooks = 25;

export async function listWebhooks(
	{ db }: WebhookDeps,
	context: Context,
	withUsage: boolean,
): Promise<{ webhooks: Webhook[] }> {
	const rows = await listWebhookRows(db, context.workspaceId);
	return { webhooks: rows.map((row) => presentWebhook(row, withUsage)) };
}

export async function createWebhook(
	deps: WebhookDeps,
	context: Context,
	settings: NewWebhook,
): Promise<CreatedWebhook> {
	const url = new URL(settings.webhook_url);
	const blocked = blockedUrlReason(url, deps.allowPrivate);
	if (blocked !== undefined) throw new AppError("invalid_webhook_url", blocked, { param: "webhook_url" });
	url.hash = "";
	const created = { webhook_id: newId(), webhook_secret: newSecret() };
	await deps.db.transaction().execute(async (tx) => {
		const inserted = await insertWebhook(
			tx,
			context.workspaceId,
			{
				id: created.webhook_id,
				name: settings.name,
				url: url.href,
				secret: encrypt(deps.secret, webhookSecretPurpose, created.webhook_secret),
				headers: settings.request_headers ?? {},
				events: [...new Set<string>(settings.events ?? webhookEventTypes)],
				createdBy: context.userId,
			},
			maxWebhooks,
		);
		if (!inserted)
			throw new AppError("conflict", `A workspace can have at most ${maxWebhooks} webhooks. Delete one first.`);
		await record(tx, context, "create", { id: created.webhook_id, name: settings.name }, { url: url.origin });
	});
	return created;
}

const newSecret = () => `wsec_${newId(48)}`;

export async function updateWebhook(
	{ db }: WebhookDeps,
	context: Context,
	id: string,
	edit: WebhookEdit,
): Promise<void> {
	await db.transaction().execute(async (tx) => {
		const before = await requireWebhook(tx, context, id);
		await updateWebhookRow(tx, context.workspaceId, id, {
			name: edit.name,
			disabled: edit.is_disabled,
			retry: edit.retry_enabled ?? undefined,
			headers: edit.request_headers ?? undefined,
			events: edit.events ? [...new Set(edit.events)] : undefined,
		});
		// Headers may contain credentials, so only log their names.
		const { request_headers: headers, ...logged } = edit;
		await record(tx, context, "update", before, { ...logged, ...(headers ? { headers: Object.keys(headers) } : {}) });
	});
}

export async function deleteWebhook({ db }: WebhookDeps, context: Context, id: string): Promise<void> {
	await db.transaction().execute(async (tx) => {
		const before = await requireWebhook(tx, context, id);
		await deleteWebhookRow(tx, context.workspaceId, id);
		await record(tx, context, "delete", before);
	});
}

export async function rotateSecret(deps: WebhookDeps, context: Context, id: string): Promise<CreatedWebhook> {
	const secret = newSecret();
	await deps.db.transaction().execute(async (tx) => {
		const before = await requireWebhook(tx, context, id);
		await updateWebhookSecret(tx, context.workspaceId, id, encrypt(deps.secret, webhookSecretPurpose, secret));
		await record(tx, context, "rotate", before);
	});
	return { webhook_id: id, webhook_secret: secret };
}

export async function testWebhook({ db }: WebhookDeps, context: Context, id: string): Promise<{ delivery_id: string }> {
	const eventId = newId();
	const body = eventBody(eventId, {
		type: webhookTestEvent,
		data: { message: "This is a test.", user_id: context.userId },
	});
	return db.transaction().execute(async (tx) => {
		requireEnabled(await requireWebhook(tx, context, id));
		return enqueueDelivery(tx, context, id, { id: eventId, type: webhookTestEvent, body });
	});
}

export async function listDeliveries(
	{ db }: WebhookDeps,
	context: Context,
	id: string,
	page: Page,
): Promise<{ deliveries: WebhookDelivery[]; has_more: boolean; next_cursor: string | null }> {
	await requireWebhook(db, context, id);
	const rows = await listDeliveryRows(db, context.workspaceId, id, {
		...(page.cursor === undefined ? {} : { before: Number(page.cursor) }),
		...(page.state === undefined ? {} : { state: page.state }),
		...(page.event_type === undefined ? {} : { eventType: page.event_type }),
		size: page.page_size + 1,
	});
	const shown = rows.slice(0, page.page_size);
	const more = rows.length > shown.length;
	return {
		deliveries: shown.map(presentDelivery),
		has_more: more,
		next_cursor: more ? String(shown.at(-1)?.number) : null,
	};
}

export async function getDelivery(
	{ db }: WebhookDeps,
	context: Context,
	webhookId: string,
	id: string,
): Promise<WebhookDeliveryDetail> {
	const row = await requireDelivery(db, context, webhookId, id);
	return presentDeliveryDetail(row, await listAttempts(db, context.workspaceId, id));
}

/** Sends the same event again as a new delivery with a new signature. */
export async function replayDelivery(
	{ db }: WebhookDeps,
	context: Context,
	webhookId: string,
	id: string,
): Promise<{ delivery_id: string }> {
	return db.transaction().execute(async (tx) => {
		const before = await requireDelivery(tx, context, webhookId, id);
		requireEnabled(await requireWebhook(tx, context, webhookId));
		const event = { id: before.event_id, type: before.event_type, body: before.body, replayOf: id };
		return enqueueDelivery(tx, context, webhookId, event);
	});
}

async function enqueueDelivery(
	tx: Db,
	{ workspaceId }: Context,
	webhookId: string,
	event: { id: string; type: string; body: string; replayOf?: string },
): Promise<{ delivery_id: string }> {
	const id = newId();
	await insertDeliveries(tx, workspaceId, event, [{ id, webhookId }], deliveryWorkflowName);
	return { delivery_id: id };
}

function requireEnabled(webhook: WebhookRow): void {
	if (webhook.disabled_at !== null) throw new AppError("conflict", "This webhook is disabled. Enable it first.");
}

async function requireWebhook(db: Db, { workspaceId }: Context, id: string): Promise<WebhookRow> {
	const row = await findWebhook(db, workspaceId, id);
	if (!row) throw new AppError("webhook_not_found", "Webhook not found.");
	return row;
}

async function requireDelivery(db: Db, { workspaceId }: Context, webhookId: string, id: string) {
	const row = await findDelivery(db, workspaceId, webhookId, id);
	if (!row) throw new AppError("webhook_delivery_not_found", "Delivery not found. Deliveries are stored for 30 days.");
	return row;
}

async function record(
	tx: Db,
	context: Context,
	activity: string,
	{ id, name }: { id: string; name: string },
	details: Record<string, unknown> = {},
): Promise<void> {
	await recordAudit(tx, context, { className: "webhook", activity, target: id, details: { name, ...details } });
}
