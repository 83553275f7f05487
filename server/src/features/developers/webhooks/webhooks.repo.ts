import type { Db } from "@timbre/db/connect.ts";
import { sql } from "kysely";
import { outboxValues } from "../../../core/events/outbox.repo.ts";
import { readRow } from "../../../core/json-columns/column.ts";
import { webhookColumns } from "../../../core/json-columns/platform.ts";

export type WebhookRow = NonNullable<Awaited<ReturnType<typeof findWebhook>>>;
export type DeliveryRow = Awaited<ReturnType<typeof listDeliveryRows>>[number];

export async function listWebhookRows(db: Db, workspaceId: string) {
	const rows = await db
		.selectFrom("webhook")
		.selectAll()
		.where("workspace_id", "=", workspaceId)
		.orderBy("created_at", "desc")
		.execute();
	return rows.map((row) => readRow(webhookColumns, row));
}

export async function findWebhook(db: Db, workspaceId: string, id: string) {
	const row = await db
		.selectFrom("webhook")
		.selectAll()
		.where("workspace_id", "=", workspaceId)
		.where("id", "=", id)
		.executeTakeFirst();
	return row && readRow(webhookColumns, row);
}

/** Returns false if the workspace is at its limit. Locks the workspace row, so concurrent inserts can't exceed it. */
export async function insertWebhook(
	db: Db,
	workspaceId: string,
	webhook: {
		id: string;
		name: string;
		url: string;
		secret: Buffer;
		headers: Record<string, string>;
		events: readonly string[];
		createdBy: string;
	},
	max: number,
): Promise<boolean> {
	await db.selectFrom("workspace").select("id").where("id", "=", workspaceId).forNoKeyUpdate().execute();
	const { count } = await db
		.selectFrom("webhook")
		.select((eb) => eb.fn.countAll<number>().as("count"))
		.where("workspace_id", "=", workspaceId)
		.executeTakeFirstOrThrow();
	if (count >= max) return false;
	await db
		.insertInto("webhook")
		.values({
			id: webhook.id,
			workspace_id: workspaceId,
			name: webhook.name,
			url: webhook.url,
			secret: webhook.secret,
			request_headers: webhookColumns.request_headers.write(webhook.headers),
			events: [...webhook.events],
			created_by: webhook.createdBy,
		})
		.execute();
	return true;
}

/** Undefined fields stay unchanged. Enabling a webhook resets its failure count. */
export async function updateWebhookRow(
	db: Db,
	workspaceId: string,
	id: string,
	change: {
		name: string;
		disabled: boolean;
		retry?: boolean;
		headers?: Record<string, string>;
		events?: readonly string[];
	},
): Promise<void> {
	await db
		.updateTable("webhook")
		.set({
			name: change.name,
			...(change.disabled
				? { disabled_at: sql`coalesce(disabled_at, now())` }
				: { disabled_at: null, auto_disabled_at: null }),
			...(change.disabled
				? {}
				: {
						failures: sql`case when disabled_at is null then failures else 0 end`,
						failing_since: sql`case when disabled_at is null then failing_since end`,
					}),
			...(change.retry === undefined ? {} : { retry_enabled: change.retry }),
			...(change.headers === undefined
				? {}
				: { request_headers: webhookColumns.request_headers.write(change.headers) }),
			...(change.events === undefined ? {} : { events: [...change.events] }),
		})
		.where("workspace_id", "=", workspaceId)
		.where("id", "=", id)
		.execute();
}

export async function updateWebhookSecret(db: Db, workspaceId: string, id: string, secret: Buffer): Promise<void> {
	await db
		.updateTable("webhook")
		.set({ secret })
		.where("workspace_id", "=", workspaceId)
		.where("id", "=", id)
		.execute();
}

export async function deleteWebhookRow(db: Db, workspaceId: string, id: string): Promise<void> {
	await db.deleteFrom("webhook").where("workspace_id", "=", workspaceId).where("id", "=", id).execute();
}

/** Ids of enabled webhooks subscribed to the event. */
export async function listSubscribedWebhooks(db: Db, workspaceId: string, eventType: string): Promise<string[]> {
	const rows = await db
		.selectFrom("webhook")
		.select("id")
		.where("workspace_id", "=", workspaceId)
		.where("disabled_at", "is", null)
		.where(sql<boolean>`${eventType} = any(events)`)
		.orderBy("created_at")
		// Waits for a concurrent delete, after which a delivery to the webhook could not be inserted.
		.forKeyShare()
		.execute();
	return rows.map(({ id }) => id);
}

const retentionDays = 30;

/** Inserts deliveries and their outbox rows, skipping existing ones. Also deletes old deliveries. */
export async function insertDeliveries(
	db: Db,
	workspaceId: string,
	event: { id: string; type: string; body: string; replayOf?: string },
	deliveries: readonly { id: string; webhookId: string }[],
	target: string,
): Promise<void> {
	const inserted = await db
		.insertInto("webhook_delivery")
		.values(
			deliveries.map(({ id, webhookId }) => ({
				id,
				workspace_id: workspaceId,
				webhook_id: webhookId,
				event_id: event.id,
				event_type: event.type,
				body: event.body,
				replay_of: event.replayOf ?? null,
			})),
		)
		.onConflict((conflict) => conflict.doNothing())
		.returning(["id", "webhook_id"])
		.execute();
	if (inserted.length === 0) return;
	await db
		.insertInto("outbox")
		.values(inserted.map(({ id }) => outboxValues({ target, key: id, payload: { workspaceId, deliveryId: id } })))
		.execute();
	await db
		.deleteFrom("webhook_delivery")
		.where("workspace_id", "=", workspaceId)
		.where(
			"webhook_id",
			"in",
			inserted.map((one) => one.webhook_id),
		)
		.where("created_at", "<", sql<Date>`now() - make_interval(days => ${retentionDays})`)
		.execute();
}

export async function listDeliveryRows(
	db: Db,
	workspaceId: string,
	webhookId: string,
	page: { before?: number; state?: string; eventType?: string; size: number },
) {
	return db
		.selectFrom("webhook_delivery as delivery")
		.leftJoin("webhook_attempt as last", (join) =>
			join.onRef("last.delivery_id", "=", "delivery.id").onRef("last.number", "=", "delivery.attempts"),
		)
		.selectAll("delivery")
		.select(["last.status as last_status", "last.error as last_error"])
		.where("delivery.workspace_id", "=", workspaceId)
		.where("delivery.webhook_id", "=", webhookId)
		.$if(page.before !== undefined, (query) => query.where("delivery.number", "<", page.before ?? 0))
		.$if(page.state !== undefined, (query) => query.where("delivery.state", "=", page.state ?? ""))
		.$if(page.eventType !== undefined, (query) => query.where("delivery.event_type", "=", page.eventType ?? ""))
		.orderBy("delivery.number", "desc")
		.limit(page.size)
		.execute();
}

export async function findDelivery(db: Db, workspaceId: string, webhookId: string, id: string) {
	return db
		.selectFrom("webhook_delivery as delivery")
		.leftJoin("webhook_attempt as last", (join) =>
			join.onRef("last.delivery_id", "=", "delivery.id").onRef("last.number", "=", "delivery.attempts"),
		)
		.selectAll("delivery")
		.select(["last.status as last_status", "last.error as last_error"])
		.where("delivery.workspace_id", "=", workspaceId)
		.where("delivery.webhook_id", "=", webhookId)
		.where("delivery.id", "=", id)
		.executeTakeFirst();
}

export async function listAttempts(db: Db, workspaceId: string, deliveryId: string) {
	return db
		.selectFrom("webhook_attempt")
		.selectAll()
		.where("workspace_id", "=", workspaceId)
		.where("delivery_id", "=", deliveryId)
		.orderBy("number")
		.execute();
}

/** Data for an attempt; undefined if the delivery or its webhook was deleted. */
export async function findDeliveryTarget(db: Db, workspaceId: string, deliveryId: string) {
	const row = await db
		.selectFrom("webhook_delivery as delivery")
		.innerJoin("webhook", "webhook.id", "delivery.webhook_id")
		.select([
			"delivery.state",
			"delivery.body",
			"webhook.id as webhook_id",
			"webhook.url",
			"webhook.secret",
			"webhook.request_headers",
			"webhook.retry_enabled",
			"webhook.disabled_at",
		])
		.where("delivery.workspace_id", "=", workspaceId)
		.where("delivery.id", "=", deliveryId)
		.executeTakeFirst();
	return row && readRow(webhookColumns, row);
}

export async function findAttempt(db: Db, workspaceId: string, deliveryId: string, number: number) {
	return db
		.selectFrom("webhook_attempt")
		.select("pause_ms")
		.where("workspace_id", "=", workspaceId)
		.where("delivery_id", "=", deliveryId)
		.where("number", "=", number)
		.executeTakeFirst();
}

export type Attempt = {
	number: number;
	status: number | null;
	error: string | null;
	durationMs: number;
	response: string | null;
	/** Delay until the next attempt; null if this was the last. */
	pauseMs: number | null;
};

export async function insertAttempt(
	db: Db,
	workspaceId: string,
	deliveryId: string,
	attempt: Attempt,
	state: "waiting" | "delivered" | "failed",
): Promise<void> {
	await db
		.insertInto("webhook_attempt")
		.values({
			delivery_id: deliveryId,
			number: attempt.number,
			workspace_id: workspaceId,
			status: attempt.status,
			error: attempt.error,
			duration_ms: attempt.durationMs,
			response: attempt.response,
			pause_ms: attempt.pauseMs,
		})
		.execute();
	await db
		.updateTable("webhook_delivery")
		.set({
			state,
			attempts: attempt.number,
			next_attempt_at:
				attempt.pauseMs === null ? null : sql`now() + make_interval(secs => ${attempt.pauseMs / 1000}::float8)`,
			finished_at: state === "waiting" ? null : sql`now()`,
		})
		.where("workspace_id", "=", workspaceId)
		.where("id", "=", deliveryId)
		.execute();
}

export async function skipDelivery(db: Db, workspaceId: string, deliveryId: string): Promise<void> {
	await db
		.updateTable("webhook_delivery")
		.set({ state: "skipped", next_attempt_at: null, finished_at: sql`now()` })
		.where("workspace_id", "=", workspaceId)
		.where("id", "=", deliveryId)
		.where("state", "=", "waiting")
		.execute();
}

export async function recordWebhookSuccess(db: Db, workspaceId: string, id: string): Promise<void> {
	await db
		.updateTable("webhook")
		.set({ failures: 0, failing_since: null })
		.where("workspace_id", "=", workspaceId)
		.where("id", "=", id)
		// Usually matches nothing, so healthy webhooks are not locked by their deliveries.
		.where("failures", ">", 0)
		.execute();
}

/** Counts a failure and disables the webhook after too many for too long. Returns its name if it was disabled now. */
export async function recordWebhookFailure(
	db: Db,
	workspaceId: string,
	id: string,
	failure: { status: number | null; max: number; seconds: number },
): Promise<string | undefined> {
	const isLast = sql<boolean>`failures + 1 >= ${failure.max}
		and coalesce(failing_since, now()) <= now() - make_interval(secs => ${failure.seconds})`;
	const row = await db
		.updateTable("webhook")
		.set({
			failures: sql`failures + 1`,
			failing_since: sql`coalesce(failing_since, now())`,
			last_failure_at: sql`now()`,
			last_failure_code: failure.status,
			disabled_at: sql`case when ${isLast} then coalesce(disabled_at, now()) else disabled_at end`,
			auto_disabled_at: sql`case when disabled_at is null and ${isLast} then now() else auto_disabled_at end`,
		})
		.where("workspace_id", "=", workspaceId)
		.where("id", "=", id)
		.returning(["name", sql<boolean>`auto_disabled_at = now()`.as("disabled_now")])
		.executeTakeFirst();
	return row?.disabled_now ? row.name : undefined;
}
