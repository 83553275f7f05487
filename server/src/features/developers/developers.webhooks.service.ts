// Webhooks: addresses that are told what happens in a workspace. Always: what happened and the wish to tell it are one transaction, each
// event is sent at least once and is signed, and a secret leaves the server in the one answer that shows it.
import {
	type developersEndpoints,
	type Webhook,
	type WebhookDelivery,
	type WebhookDeliveryDetail,
	webhookEventTypes,
	webhookTestEvent,
} from "@timbre/contract/developers.ts";
import type { InputOf } from "@timbre/contract/endpoint.ts";
import { AppError } from "@timbre/contract/errors.ts";
import type { Database, Db } from "@timbre/db/connect.ts";
import type { Config } from "../../core/config.ts";
import type { Context } from "../../core/context.ts";
import { newId } from "../../core/ids.ts";
import { refusalOf } from "../../core/outgoing.ts";
import { seal } from "../../core/sealed.ts";
import { recordAct } from "../workspace/workspace.audit.public.ts";
import { presentDelivery, presentDeliveryDetail, presentWebhook } from "./developers.webhooks.present.ts";
import { deliveryWorkflowName, eventBody } from "./developers.webhooks.public.ts";
import {
	deleteWebhook,
	findDelivery,
	findWebhook,
	insertDeliveries,
	insertWebhook,
	listAttempts,
	listDeliveries,
	listWebhooks,
	updateSecret,
	updateWebhook,
	type WebhookRow,
} from "./developers.webhooks.repo.ts";

export type WebhookDeps = {
	db: Database;
	/** Seals the secrets. */
	secret: string;
	allowPrivate: boolean;
};

type NewWebhook = InputOf<typeof developersEndpoints.createWebhook>["body"]["settings"];
type WebhookEdit = InputOf<typeof developersEndpoints.editWebhook>["body"];
type Page = InputOf<typeof developersEndpoints.listWebhookDeliveries>["query"];
type Shown = { webhook_id: string; webhook_secret: string };

export const sealedFor = "webhook secret";
const mostWebhooks = 25;

/** On a developer's own machine there is nothing to be protected from its owner. */
export function mayReachInside(config: Config): boolean {
	if (config.WEBHOOK_PRIVATE !== undefined) return config.WEBHOOK_PRIVATE;
	const { hostname } = new URL(config.PUBLIC_URL);
	return config.NODE_ENV === "development" && ["localhost", "127.0.0.1", "[::1]"].includes(hostname);
}

export async function readWebhooks(
	{ db }: WebhookDeps,
	context: Context,
	withUsage: boolean,
): Promise<{ webhooks: Webhook[] }> {
	const rows = await listWebhooks(db, context.workspaceId);
	return { webhooks: rows.map((row) => presentWebhook(row, withUsage)) };
}

export async function makeWebhook(deps: WebhookDeps, context: Context, settings: NewWebhook): Promise<Shown> {
	const url = new URL(settings.webhook_url);
	const refusal = refusalOf(url, deps.allowPrivate);
	if (refusal !== undefined) throw new AppError("invalid_webhook_url", refusal, { param: "webhook_url" });
	url.hash = "";
	const shown = { webhook_id: newId(), webhook_secret: newSecret() };
	await deps.db.transaction().execute(async (tx) => {
		const made = await insertWebhook(
			tx,
			context.workspaceId,
			{
				id: shown.webhook_id,
				name: settings.name,
				url: url.href,
				secret: seal(deps.secret, sealedFor, shown.webhook_secret),
				headers: settings.request_headers ?? {},
				events: [...new Set<string>(settings.events ?? webhookEventTypes)],
				createdBy: context.userId,
			},
			mostWebhooks,
		);
		if (!made) throw new AppError("conflict", `A workspace has at most ${mostWebhooks} webhooks. Remove one first.`);
		await record(tx, context, "create", { id: shown.webhook_id, name: settings.name }, { url: url.origin });
	});
	return shown;
}

const newSecret = () => `wsec_${newId(48)}`;

export async function changeWebhook(
	{ db }: WebhookDeps,
	context: Context,
	id: string,
	edit: WebhookEdit,
): Promise<void> {
	await db.transaction().execute(async (tx) => {
		const before = await requireWebhook(tx, context, id);
		await updateWebhook(tx, context.workspaceId, id, {
			name: edit.name,
			disabled: edit.is_disabled,
			retry: edit.retry_enabled ?? undefined,
			headers: edit.request_headers ?? undefined,
			events: edit.events ? [...new Set(edit.events)] : undefined,
		});
		// A header may hold a password of the receiver's.
		const { request_headers: headers, ...readable } = edit;
		await record(tx, context, "update", before, { ...readable, ...(headers ? { headers: Object.keys(headers) } : {}) });
	});
}

export async function removeWebhook({ db }: WebhookDeps, context: Context, id: string): Promise<void> {
	await db.transaction().execute(async (tx) => {
		const before = await requireWebhook(tx, context, id);
		await deleteWebhook(tx, context.workspaceId, id);
		await record(tx, context, "delete", before);
	});
}

export async function rotateSecret(deps: WebhookDeps, context: Context, id: string): Promise<Shown> {
	const secret = newSecret();
	await deps.db.transaction().execute(async (tx) => {
		const before = await requireWebhook(tx, context, id);
		await updateSecret(tx, context.workspaceId, id, seal(deps.secret, sealedFor, secret));
		await record(tx, context, "rotate", before);
	});
	return { webhook_id: id, webhook_secret: secret };
}

export async function testWebhook({ db }: WebhookDeps, context: Context, id: string): Promise<{ delivery_id: string }> {
	const eventId = newId();
	const body = eventBody(eventId, webhookTestEvent, { message: "This is a test.", user_id: context.userId });
	return db.transaction().execute(async (tx) => {
		requireOn(await requireWebhook(tx, context, id));
		return deliver(tx, context, id, { id: eventId, type: webhookTestEvent, body });
	});
}

export async function readDeliveries(
	{ db }: WebhookDeps,
	context: Context,
	id: string,
	page: Page,
): Promise<{ deliveries: WebhookDelivery[]; has_more: boolean; next_cursor: string | null }> {
	await requireWebhook(db, context, id);
	const rows = await listDeliveries(db, context.workspaceId, id, {
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

export async function readDelivery(
	{ db }: WebhookDeps,
	context: Context,
	webhookId: string,
	id: string,
): Promise<WebhookDeliveryDetail> {
	const row = await requireDelivery(db, context, webhookId, id);
	return presentDeliveryDetail(row, await listAttempts(db, context.workspaceId, id));
}

/** The same event under its own id, with a new signature, as a delivery of its own. */
export async function replayDelivery(
	{ db }: WebhookDeps,
	context: Context,
	webhookId: string,
	id: string,
): Promise<{ delivery_id: string }> {
	return db.transaction().execute(async (tx) => {
		const before = await requireDelivery(tx, context, webhookId, id);
		requireOn(await requireWebhook(tx, context, webhookId));
		const event = { id: before.event_id, type: before.event_type, body: before.body, replayOf: id };
		return deliver(tx, context, webhookId, event);
	});
}

async function deliver(
	tx: Db,
	{ workspaceId }: Context,
	webhookId: string,
	event: { id: string; type: string; body: string; replayOf?: string },
): Promise<{ delivery_id: string }> {
	const id = newId();
	await insertDeliveries(tx, workspaceId, event, [{ id, webhookId }], deliveryWorkflowName);
	return { delivery_id: id };
}

function requireOn(webhook: WebhookRow): void {
	if (webhook.disabled_at !== null)
		throw new AppError("conflict", "This webhook is switched off. Switch it on before sending to it.");
}

async function requireWebhook(db: Db, { workspaceId }: Context, id: string): Promise<WebhookRow> {
	const row = await findWebhook(db, workspaceId, id);
	if (!row) throw new AppError("webhook_not_found", "There is no such webhook.");
	return row;
}

async function requireDelivery(db: Db, { workspaceId }: Context, webhookId: string, id: string) {
	const row = await findDelivery(db, workspaceId, webhookId, id);
	if (!row) throw new AppError("webhook_delivery_not_found", "There is no such delivery; they are kept for 30 days.");
	return row;
}

async function record(
	tx: Db,
	context: Context,
	activity: string,
	{ id, name }: { id: string; name: string },
	details: Record<string, unknown> = {},
): Promise<void> {
	await recordAct(tx, context, { className: "webhook", activity, target: id, details: { name, ...details } });
}
