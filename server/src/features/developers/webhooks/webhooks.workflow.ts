import { createHmac } from "node:crypto";
import type { Database } from "@timbre/db/connect.ts";
import { z } from "zod";
import type { Config } from "../../../core/config.ts";
import type { PublishedEvent, Subscriber } from "../../../core/events/events.ts";
import { type Delivery, deliver } from "../../../core/http/delivery.ts";
import { allowsPrivateTargets, type OutboundOptions } from "../../../core/http/outbound-http.ts";
import { decrypt } from "../../../core/security/encryption.ts";
import { unix } from "../../../core/time.ts";
import { defineWorkflow } from "../../../core/workflow.ts";
import { reasonFor } from "../../../core/workflow-failure.ts";
import { notify } from "../../notifications/notifications.public.ts";
import { deliveryWorkflowName, notifyWebhooks } from "./notify.service.ts";
import {
	type Attempt,
	findAttempt,
	findDeliveryTarget,
	insertAttempt,
	recordWebhookFailure,
	recordWebhookSuccess,
	skipDelivery,
} from "./webhooks.repo.ts";
import { webhookSecretPurpose } from "./webhooks.service.ts";

export type DeliveryServices = {
	db: Database;
	secret: string;
	outgoing: OutboundOptions;
	/** Whether responses from private addresses are stored for the delivery log. */
	showPrivateResponses: boolean;
	/** Delays between attempts; there are no retries after the last. */
	pausesMs: readonly number[];
	/** Disables a webhook after this many consecutive failures over at least this time. */
	disableAfter: { failures: number; seconds: number };
};

export function deliveryServices(config: Config, db: Database): DeliveryServices {
	return {
		db,
		secret: config.AUTH_SECRET,
		outgoing: { allowPrivate: allowsPrivateTargets(config) },
		// Elsewhere the log would let a user read pages of the operator's network.
		showPrivateResponses: config.NODE_ENV === "development",
		pausesMs: config.WEBHOOK_RETRY_SECONDS.map((seconds) => seconds * 1000),
		disableAfter: { failures: config.WEBHOOK_DISABLE_FAILURES, seconds: config.WEBHOOK_DISABLE_SECONDS },
	};
}

type DeliveryInput = { workspaceId: string; deliveryId: string };

/** Sends one event to one webhook until it succeeds or runs out of retries. */
export const deliveryWorkflow = defineWorkflow<DeliveryInput, DeliveryServices>({
	name: deliveryWorkflowName,
	input: z.object({ workspaceId: z.string(), deliveryId: z.string() }),
	// The result is in the delivery row; a second run with the same key finds nothing to do.
	retentionMinutes: 10,
	run: async (context, due, services) => {
		let number = 1;
		try {
			for (; ; number++) {
				const pauseMs = await context.step(`attempt ${number}`, () => attemptDelivery(services, due, number));
				if (pauseMs === null) return;
				await context.sleep(pauseMs);
			}
		} catch (error) {
			const reason = reasonFor(error, "The delivery failed unexpectedly. Replay it to try again.");
			await context.outcome("give up", () => giveUp(services, due, number, reason));
		}
	},
});

/** Shows a delivery as failed whose attempt could not even be recorded. */
async function giveUp(
	{ db }: DeliveryServices,
	{ workspaceId, deliveryId }: DeliveryInput,
	number: number,
	error: string,
): Promise<void> {
	const attempt: Attempt = { number, status: null, error, durationMs: 0, response: null, pauseMs: null };
	await db.transaction().execute(async (tx) => {
		if ((await findDeliveryTarget(tx, workspaceId, deliveryId))?.state !== "waiting") return;
		if (await findAttempt(tx, workspaceId, deliveryId, number)) return;
		await insertAttempt(tx, workspaceId, deliveryId, attempt, "failed");
	});
}

/** Returns the delay until the next attempt; null if there is none. */
async function attemptDelivery(services: DeliveryServices, due: DeliveryInput, number: number): Promise<number | null> {
	const { db } = services;
	const { workspaceId, deliveryId } = due;
	// If the attempt was recorded before a crash, don't repeat it.
	const recorded = await findAttempt(db, workspaceId, deliveryId, number);
	if (recorded) return recorded.pause_ms;
	const found = await findDeliveryTarget(db, workspaceId, deliveryId);
	if (found?.state !== "waiting") return null;
	if (found.disabled_at !== null) {
		await skipDelivery(db, workspaceId, deliveryId);
		return null;
	}
	const outcome = await send(services, deliveryId, number, found);
	const pauseMs = outcome.retryable && found.retry_enabled ? (services.pausesMs[number - 1] ?? null) : null;
	const { status, error, durationMs, response } = outcome;
	const attempt: Attempt = { number, status, error, durationMs, response, pauseMs };
	await db.transaction().execute(async (tx) => {
		const state = error === null ? "delivered" : pauseMs === null ? "failed" : "waiting";
		await insertAttempt(tx, workspaceId, deliveryId, attempt, state);
		if (error === null) return recordWebhookSuccess(tx, workspaceId, found.webhook_id);
		const { failures: max, seconds } = services.disableAfter;
		const name = await recordWebhookFailure(tx, workspaceId, found.webhook_id, { status, max, seconds });
		if (name === undefined) return;
		await notify(tx, {
			topic: "webhooks",
			workspaceId,
			severity: "warning",
			title: "Webhook disabled",
			description: `“${name}” failed at least ${max} times in a row. Last error: ${error} Fix your endpoint, enable the webhook and replay missed deliveries from its delivery log.`,
			needsAttention: true,
			link: "/app/workspace/webhooks",
			cause: `webhook-disabled:${found.webhook_id}:${deliveryId}`,
		});
	});
	return pauseMs;
}

type Outcome = Pick<Delivery, "status" | "error" | "retryable" | "response"> & { durationMs: number };

async function send(
	{ secret, outgoing, showPrivateResponses }: DeliveryServices,
	deliveryId: string,
	number: number,
	due: NonNullable<Awaited<ReturnType<typeof findDeliveryTarget>>>,
): Promise<Outcome> {
	const started = performance.now();
	const elapsed = () => Math.round(performance.now() - started);
	let key: string;
	try {
		key = decrypt(secret, webhookSecretPurpose, due.secret);
	} catch {
		const error = "The signing secret can't be decrypted. Rotate it.";
		return { status: null, error, retryable: false, durationMs: elapsed(), response: null };
	}
	const { fromPrivate, ...result } = await deliver(outgoing, {
		url: due.url,
		body: due.body,
		headers: {
			...due.request_headers,
			"elevenlabs-signature": signatureOf(key, due.body, Date.now()),
			"timbre-delivery": deliveryId,
			"timbre-attempt": String(number),
		},
	});
	const response = showPrivateResponses || !fromPrivate ? result.response : null;
	return { ...result, response, durationMs: elapsed() };
}

/** Signed at send time, because endpoints reject signatures older than half an hour. */
export function signatureOf(secret: string, body: string, now: number): string {
	const t = unix(new Date(now));
	return `t=${t},v0=${createHmac("sha256", secret).update(`${t}.${body}`).digest("hex")}`;
}

/** Forwards events of lower areas to webhooks and notifications. */
export function webhooksSubscriber(db: Database): Subscriber {
	return {
		name: "webhooks",
		events: ["api_key_limit_reached"],
		handle: async (event) => {
			if (event.name === "api_key_limit_reached") await notifyLimitReached(db, event);
		},
	};
}

async function notifyLimitReached(
	db: Database,
	{ id, workspaceId, userId, data }: Extract<PublishedEvent, { name: "api_key_limit_reached" }>,
): Promise<void> {
	const { keyId, name, limit } = data;
	await db.transaction().execute(async (tx) => {
		await notifyWebhooks(tx, workspaceId, {
			type: "api_key_limit_reached",
			data: { key_id: keyId, name, character_limit: limit, user_id: userId },
			id,
		});
		await notify(tx, {
			topic: "webhooks",
			userId,
			workspaceId,
			severity: "warning",
			title: "API key limit reached",
			description: `“${name}” has used its ${limit} credits for this period. Requests that use credits are rejected until the period ends or you raise the limit.`,
			needsAttention: true,
			link: "/app/settings/api-keys",
			cause: `event:${id}`,
		});
	});
}
