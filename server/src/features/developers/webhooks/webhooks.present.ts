import {
	deliveryStates,
	type Webhook,
	type WebhookDelivery,
	type WebhookDeliveryDetail,
} from "@timbre/contract/developers/webhooks.ts";
import { unix } from "../../../core/time.ts";
import type { DeliveryRow, listAttempts, WebhookRow } from "./webhooks.repo.ts";

const milliseconds = (date: Date | null) => date?.getTime() ?? null;

export function presentWebhook(row: WebhookRow, withUsage: boolean): Webhook {
	return {
		webhook_id: row.id,
		name: row.name,
		webhook_url: row.url,
		is_disabled: row.disabled_at !== null,
		is_auto_disabled: row.auto_disabled_at !== null,
		created_at_unix: unix(row.created_at),
		auth_type: "hmac",
		// Nothing else refers to a webhook yet.
		usage: withUsage ? [] : null,
		events: row.events,
		retry_enabled: row.retry_enabled,
		request_headers: row.request_headers,
		most_recent_failure_error_code: row.last_failure_code,
		most_recent_failure_timestamp: row.last_failure_at && unix(row.last_failure_at),
	};
}

export function presentDelivery(row: DeliveryRow): WebhookDelivery {
	return {
		delivery_id: row.id,
		number: row.number,
		event_id: row.event_id,
		event_type: row.event_type,
		state: deliveryStates.find((state) => state === row.state) ?? "failed",
		attempts: row.attempts,
		created_at_unix_ms: row.created_at.getTime(),
		finished_at_unix_ms: milliseconds(row.finished_at),
		next_attempt_at_unix_ms: milliseconds(row.next_attempt_at),
		last_status: row.last_status,
		last_error: row.last_error,
		replay_of: row.replay_of,
	};
}

export function presentDeliveryDetail(
	row: DeliveryRow,
	attempts: Awaited<ReturnType<typeof listAttempts>>,
): WebhookDeliveryDetail {
	return {
		...presentDelivery(row),
		body: row.body,
		log: attempts.map((attempt) => ({
			number: attempt.number,
			at_unix_ms: attempt.at.getTime(),
			status: attempt.status,
			error: attempt.error,
			duration_ms: attempt.duration_ms,
			response: attempt.response,
		})),
	};
}
