import { createHmac } from "node:crypto";
import type { Database } from "@timbre/db/connect.ts";
import { z } from "zod";
import type { Config } from "../../core/config.ts";
import type { PublishedEvent, Subscriber } from "../../core/events.ts";
import { type Outgoing, OutgoingRefused, postOutside } from "../../core/outgoing.ts";
import { unseal } from "../../core/sealed.ts";
import { defineWorkflow } from "../../core/workflow.ts";
import { notify } from "../notifications/notifications.public.ts";
import { announceToWebhooks, deliveryWorkflowName } from "./developers.webhooks.public.ts";
import {
	type Attempt,
	findAttempt,
	findDue,
	insertAttempt,
	markWebhookFailing,
	markWebhookWell,
	skipDelivery,
} from "./developers.webhooks.repo.ts";
import { mayReachInside, sealedFor } from "./developers.webhooks.service.ts";

export type DeliveryServices = {
	db: Database;
	secret: string;
	outgoing: Outgoing;
	/** How long to wait after each attempt that failed; after the last there is no more. */
	pausesMs: readonly number[];
	/** Switches off what failed so often in a row, over at least so long. */
	disableAfter: { failures: number; seconds: number };
};

export function deliveryServices(config: Config, db: Database): DeliveryServices {
	return {
		db,
		secret: config.AUTH_SECRET,
		outgoing: { allowPrivate: mayReachInside(config) },
		pausesMs: config.WEBHOOK_RETRY_SECONDS.map((seconds) => seconds * 1000),
		disableAfter: { failures: config.WEBHOOK_DISABLE_FAILURES, seconds: config.WEBHOOK_DISABLE_SECONDS },
	};
}

type Due = { workspaceId: string; deliveryId: string };

/** Sends one event to one webhook until it takes it, or has refused it often enough. */
export const deliveryWorkflow = defineWorkflow<Due, DeliveryServices>({
	name: deliveryWorkflowName,
	input: z.object({ workspaceId: z.string(), deliveryId: z.string() }),
	// The row says what became of it; a second run under the same key would find nothing to do.
	rememberedMinutes: 10,
	run: async (context, due, services) => {
		for (let number = 1; ; number++) {
			const pauseMs = await context.step(`attempt ${number}`, () => attemptDelivery(services, due, number));
			if (pauseMs === null) return;
			await context.sleep(pauseMs);
		}
	},
});

/** How long to wait for the next attempt; null when there is none. */
async function attemptDelivery(services: DeliveryServices, due: Due, number: number): Promise<number | null> {
	const { db } = services;
	const { workspaceId, deliveryId } = due;
	// An attempt that was on record when it was cut off is over, whatever it decided.
	const made = await findAttempt(db, workspaceId, deliveryId, number);
	if (made) return made.pause_ms;
	const found = await findDue(db, workspaceId, deliveryId);
	if (found?.state !== "waiting") return null;
	if (found.disabled_at !== null) {
		await skipDelivery(db, workspaceId, deliveryId);
		return null;
	}
	const outcome = await send(services, deliveryId, number, found);
	const pauseMs = outcome.again && found.retry_enabled ? (services.pausesMs[number - 1] ?? null) : null;
	const { status, error, durationMs, response } = outcome;
	const attempt: Attempt = { number, status, error, durationMs, response, pauseMs };
	await db.transaction().execute(async (tx) => {
		const state = error === null ? "delivered" : pauseMs === null ? "failed" : "waiting";
		await insertAttempt(tx, workspaceId, deliveryId, attempt, state);
		if (error === null) return markWebhookWell(tx, workspaceId, found.webhook_id);
		const { failures: most, seconds } = services.disableAfter;
		const name = await markWebhookFailing(tx, workspaceId, found.webhook_id, { status, most, seconds });
		if (name === undefined) return;
		await notify(tx, {
			workspaceId,
			severity: "warning",
			title: "A webhook was switched off",
			description: `“${name}” failed ${most} times in a row or more, the last time with: ${error} Put it right and switch it on again; what it missed can be replayed from its log.`,
			needsAttention: true,
			link: "/app/workspace/webhooks",
			cause: `webhook-disabled:${found.webhook_id}:${deliveryId}`,
		});
	});
	return pauseMs;
}

type Outcome = {
	status: number | null;
	/** Null when it was taken. */
	error: string | null;
	/** Whether another try could go better. */
	again: boolean;
	durationMs: number;
	response: string | null;
};

async function send(
	{ secret, outgoing }: DeliveryServices,
	deliveryId: string,
	number: number,
	due: NonNullable<Awaited<ReturnType<typeof findDue>>>,
): Promise<Outcome> {
	const started = performance.now();
	const spent = () => Math.round(performance.now() - started);
	try {
		const answer = await postOutside(outgoing, {
			url: due.url,
			body: due.body,
			headers: {
				...(due.request_headers as Record<string, string>),
				"content-type": "application/json",
				"user-agent": "Timbre-Webhooks/1",
				"elevenlabs-signature": signatureOf(unseal(secret, sealedFor, due.secret), due.body, Date.now()),
				"timbre-delivery": deliveryId,
				"timbre-attempt": String(number),
			},
		});
		const { status } = answer;
		return { ...judge(status), status, durationMs: spent(), response: excerpt(answer.body) };
	} catch (error) {
		return {
			status: null,
			error: sentence(error),
			again: !(error instanceof OutgoingRefused),
			durationMs: spent(),
			response: null,
		};
	}
}

/** Signed when it is sent, not when it happened: receivers refuse what is older than half an hour. */
export function signatureOf(secret: string, body: string, now: number): string {
	const t = Math.floor(now / 1000);
	return `t=${t},v0=${createHmac("sha256", secret).update(`${t}.${body}`).digest("hex")}`;
}

function judge(status: number): Pick<Outcome, "error" | "again"> {
	if (status >= 200 && status < 300) return { error: null, again: false };
	if (status >= 300 && status < 400)
		return { error: `It answered ${status}: redirects are not followed.`, again: false };
	return { error: `It answered ${status}.`, again: status >= 500 || status === 429 || status === 408 };
}

const excerptLength = 1_000;

function excerpt(body: string): string | null {
	const text = body
		.slice(0, excerptLength)
		.replaceAll(/[\p{Cc}\p{Cs}]+/gu, " ")
		.trim();
	return text === "" ? null : text;
}

function sentence(error: unknown): string {
	const { message, code } = error as { message?: string; code?: string };
	const text = message || code || String(error);
	return excerpt(text.endsWith(".") ? text : `${text}.`) ?? "It could not be reached.";
}

/** What lower areas tell by an event, to webhooks and to the people it concerns. */
export function webhooksSubscriber(db: Database): Subscriber {
	return {
		name: "webhooks",
		events: ["api_key_limit_reached"],
		handle: async (event) => {
			if (event.name === "api_key_limit_reached") await tellOfLimit(db, event);
		},
	};
}

async function tellOfLimit(
	db: Database,
	{ id, workspaceId, userId, data }: Extract<PublishedEvent, { name: "api_key_limit_reached" }>,
): Promise<void> {
	const { keyId, name, limit } = data;
	await db.transaction().execute(async (tx) => {
		await announceToWebhooks(tx, workspaceId, {
			type: "api_key_limit_reached",
			data: { key_id: keyId, name, character_limit: limit, user_id: userId },
			id,
		});
		await notify(tx, {
			userId,
			workspaceId,
			severity: "warning",
			title: "An API key reached its limit",
			description: `“${name}” has spent its ${limit} credits of this period. Calls that cost credits are refused until the period ends or the limit is raised.`,
			needsAttention: true,
			link: "/app/settings/api-keys",
			cause: `event:${id}`,
		});
	});
}
