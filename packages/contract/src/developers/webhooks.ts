import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { developersPaths } from "./paths.ts";
import { requestHeaders, webhookEvent, webhookName, webhookSettings } from "./schemas.ts";

const id = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/);
const ok = z.object({ status: z.literal("ok").meta({ description: "Always `ok`." }) });

const webhook = z.object({
	webhook_id: z.string().meta({
		description: "Identifies the webhook in other requests.",
		examples: ["kT4wVn2QzLr9Xc6YbJ1s"],
	}),
	name: z.string().meta({ description: "Name shown in the list of webhooks.", examples: ["Order service"] }),
	webhook_url: z.string().meta({
		description: "URL that receives the events.",
		examples: ["https://example.com/hooks/timbre"],
	}),
	is_disabled: z.boolean().meta({
		description: "Whether no events are sent, because a user or the server disabled the webhook.",
		examples: [false],
	}),
	is_auto_disabled: z.boolean().meta({
		description:
			"Whether the server disabled the webhook because of failures: by default 10 in a row over at least a day.",
		examples: [false],
	}),
	created_at_unix: z.int().meta({ description: "Time of creation, in Unix seconds.", examples: [1760000000] }),
	auth_type: z.literal("hmac").meta({ description: "Requests are signed with HMAC-SHA256." }),
	usage: z
		.array(z.object({ usage_type: z.string().meta({ description: "Kind of use.", examples: ["agents"] }) }))
		.nullable()
		.meta({ description: "Always empty, because nothing else uses webhooks yet. Null without `include_usages`." }),
	events: z.array(z.string()).meta({
		description: "Events the webhook is subscribed to.",
		examples: [["speech_generation_finished", "api_key_created"]],
	}),
	retry_enabled: z.boolean().meta({
		description: "Whether failed deliveries are retried.",
		examples: [true],
	}),
	request_headers: z.record(z.string(), z.string()).meta({
		description: "Additional headers of every delivery.",
		examples: [{ "X-Environment": "production" }],
	}),
	most_recent_failure_error_code: z
		.int()
		.nullable()
		.meta({
			description: "HTTP status of the last failed attempt. Null if there was none or it got no response.",
			examples: [503],
		}),
	most_recent_failure_timestamp: z
		.int()
		.nullable()
		.meta({
			description: "Time of the last failed attempt, in Unix seconds. Null if there was none.",
			examples: [1760003600],
		}),
});
export type Webhook = z.output<typeof webhook>;

const createdWebhook = z.object({
	webhook_id: z.string().meta({
		description: "Identifies the webhook in other requests.",
		examples: ["kT4wVn2QzLr9Xc6YbJ1s"],
	}),
	webhook_secret: z.string().meta({
		description: "Secret to verify signatures with. It is never shown again, so store it now.",
		examples: ["wsec_ExampleSecretExampleSecretExampleSecretExample123"],
	}),
});

export const deliveryStates = ["waiting", "delivered", "failed", "skipped"] as const;
const webhookDelivery = z.object({
	delivery_id: z.string().meta({
		description: "Identifies the delivery; also sent to the endpoint as the header `Timbre-Delivery`.",
		examples: ["Zq8mW3xTn5RvKp1Yc7Ld"],
	}),
	number: z.int().meta({ description: "Increases in the order of the deliveries.", examples: [1042] }),
	event_id: z.string().meta({
		description: "Id of the event. A replay has the same one, so that endpoints can detect duplicates.",
		examples: ["b2HsFj6QwE9tUyXo4Nvz"],
	}),
	event_type: z.string().meta({
		description: "The event, such as `api_key_created`, or `webhook_test` for a test.",
		examples: ["speech_generation_finished"],
	}),
	state: z.enum(deliveryStates).meta({
		description:
			"`waiting` for the next attempt, `delivered` with a 2xx response, `failed` for good, or `skipped` because the webhook was disabled.",
		examples: ["delivered"],
	}),
	attempts: z.int().meta({ description: "Attempts so far.", examples: [1] }),
	created_at_unix_ms: z.int().meta({
		description: "Time of the event or replay, in Unix milliseconds.",
		examples: [1760000000000],
	}),
	finished_at_unix_ms: z
		.int()
		.nullable()
		.meta({
			description: "Time the delivery succeeded, failed or was skipped, in Unix milliseconds. Null while waiting.",
			examples: [1760000000420],
		}),
	next_attempt_at_unix_ms: z
		.int()
		.nullable()
		.meta({
			description: "Time of the next retry, in Unix milliseconds. Null if none is scheduled.",
			examples: [1760000030000],
		}),
	last_status: z
		.int()
		.nullable()
		.meta({
			description: "HTTP status of the last attempt. Null if there was none or it got no response.",
			examples: [200],
		}),
	last_error: z
		.string()
		.nullable()
		.meta({
			description: "Why the last attempt failed. Null if it succeeded or there was none.",
			examples: ["The endpoint returned 503."],
		}),
	replay_of: z
		.string()
		.nullable()
		.meta({
			description: "Id of the delivery that this one repeats. Null if it is not a replay.",
			examples: ["Hn4Yt7PcV1sXqJ9kLb2D"],
		}),
});
export type WebhookDelivery = z.output<typeof webhookDelivery>;

const webhookAttempt = z.object({
	number: z.int().meta({
		description: "Position of the attempt, from 1; also sent to the endpoint as the header `Timbre-Attempt`.",
		examples: [1],
	}),
	at_unix_ms: z.int().meta({ description: "Time of the attempt, in Unix milliseconds.", examples: [1760000000300] }),
	status: z
		.int()
		.nullable()
		.meta({
			description: "HTTP status of the response. Null if there was none.",
			examples: [200],
		}),
	error: z
		.string()
		.nullable()
		.meta({
			description: "Why the attempt failed. Null if it succeeded.",
			examples: ["The endpoint returned 503."],
		}),
	duration_ms: z.int().meta({ description: "Duration of the request in milliseconds.", examples: [120] }),
	response: z
		.string()
		.nullable()
		.meta({
			description:
				"Up to 1,000 characters of the response body. Null if it was empty, there was no response, or it came from a private address; a development server shows those too.",
			examples: ["ok"],
		}),
});
const deliveryDetail = webhookDelivery.extend({
	body: z.string().meta({
		description: "Request body as sent: JSON with `type`, `event_timestamp`, `event_id` and `data`.",
		examples: [
			'{"type":"webhook_test","event_timestamp":1760000000,"event_id":"b2HsFj6QwE9tUyXo4Nvz","data":{"message":"This is a test."}}',
		],
	}),
	log: z.array(webhookAttempt).meta({ description: "All attempts so far, oldest first." }),
});
export type WebhookDeliveryDetail = z.output<typeof deliveryDetail>;
const createdDelivery = z.object({
	delivery_id: z.string().meta({
		description: "Id of the new delivery, to look up its result.",
		examples: ["Zq8mW3xTn5RvKp1Yc7Ld"],
	}),
});

const webhookId = id.meta({ description: "The `webhook_id` of the webhook.", examples: ["kT4wVn2QzLr9Xc6YbJ1s"] });
const webhookParams = z.object({ webhook_id: webhookId });
const deliveryParams = z.object({
	webhook_id: webhookId,
	delivery_id: id.meta({ description: "The `delivery_id` of the delivery.", examples: ["Zq8mW3xTn5RvKp1Yc7Ld"] }),
});
/** These endpoints send outgoing requests. */
const outgoingLimits = [{ per: "workspace", requests: 60, seconds: 60, shared: true }] as const;
/** Part of `developersEndpoints`. */
export const webhookEndpoints = {
	listWebhooks: endpoint({
		...developersPaths.listWebhooks,
		summary: "List the workspace's webhooks",
		description: "Returns the webhooks newest first, without their secrets.",
		since: "0.3.0",
		auth: "user",
		permission: "webhooks_write",
		query: z.object({
			include_usages: z
				.stringbool()
				.default(false)
				.meta({
					description: "If true, `usage` is a list instead of null. The list is always empty.",
					examples: [false],
				}),
		}),
		response: z.object({ webhooks: z.array(webhook).meta({ description: "The webhooks, newest first." }) }),
	}),
	createWebhook: endpoint({
		...developersPaths.createWebhook,
		summary: "Create a webhook",
		description:
			"Events are sent as POST requests, signed in the header `ElevenLabs-Signature: t=<unix seconds>,v0=<hex>`, where `v0` is the HMAC-SHA256 of `<t>.<body>`. The secret is only shown in this response. Failed deliveries are retried, by default up to 9 times over 23 hours. A workspace can have at most 25 webhooks.",
		since: "0.3.0",
		auth: "user",
		permission: "webhooks_write",
		body: z.object({ settings: webhookSettings.meta({ description: "Settings of the new webhook." }) }),
		response: createdWebhook,
		errors: ["invalid_webhook_url", "conflict"],
	}),
	editWebhook: endpoint({
		...developersPaths.editWebhook,
		summary: "Update a webhook",
		description:
			"`name` and `is_disabled` are always set; other fields stay unchanged if omitted. Enabling a disabled webhook resets its count of failures. The URL can't be changed.",
		since: "0.3.0",
		auth: "user",
		permission: "webhooks_write",
		params: webhookParams,
		body: z.object({
			is_disabled: z.boolean().meta({
				description: "True stops sending events; deliveries that are waiting are skipped. False starts again.",
				examples: [false],
			}),
			name: webhookName.meta({
				description: "Name shown in the list of webhooks, 1 to 100 characters.",
				examples: ["Order service"],
			}),
			retry_enabled: z
				.boolean()
				.nullish()
				.meta({
					description: "Whether failed deliveries are retried. Unchanged if null or omitted.",
					examples: [true],
				}),
			request_headers: requestHeaders.nullish().meta({
				description: "Replaces the additional headers of every delivery, at most 20. Unchanged if null or omitted.",
				examples: [{ "X-Environment": "production" }],
			}),
			events: z
				.array(webhookEvent)
				.max(50)
				.nullish()
				.meta({
					description: "Replaces the subscribed events. Unchanged if null or omitted.",
					examples: [["speech_generation_finished"]],
				}),
		}),
		response: ok,
		errors: ["webhook_not_found"],
	}),
	deleteWebhook: endpoint({
		...developersPaths.deleteWebhook,
		summary: "Delete a webhook",
		description: "Also deletes its delivery log. Deliveries that are still waiting are not sent.",
		since: "0.3.0",
		auth: "user",
		permission: "webhooks_write",
		params: webhookParams,
		response: ok,
		errors: ["webhook_not_found"],
	}),
	rotateWebhookSecret: endpoint({
		...developersPaths.rotateWebhookSecret,
		summary: "Rotate a webhook secret",
		description:
			"Returns a new secret, which is only shown in this response. All deliveries from now on, including retries and replays, are signed with it.",
		since: "0.3.0",
		auth: "user",
		permission: "webhooks_write",
		params: webhookParams,
		response: createdWebhook,
		errors: ["webhook_not_found"],
	}),
	testWebhook: endpoint({
		...developersPaths.testWebhook,
		summary: "Send a test event to a webhook",
		description:
			"Sends an event of the type `webhook_test`, whatever the webhook is subscribed to. Returns immediately; the result appears in the delivery log. The webhook must be enabled. At most 60 requests per minute.",
		since: "0.3.0",
		auth: "user",
		permission: "webhooks_write",
		params: webhookParams,
		limits: outgoingLimits,
		response: createdDelivery,
		errors: ["webhook_not_found", "conflict"],
	}),
	listWebhookDeliveries: endpoint({
		...developersPaths.listWebhookDeliveries,
		summary: "List webhook deliveries",
		description: "Returns the deliveries of one webhook, newest first, in pages. Deliveries are stored for 30 days.",
		since: "0.3.0",
		auth: "user",
		permission: "webhooks_write",
		params: webhookParams,
		query: z.object({
			state: z
				.enum(deliveryStates)
				.optional()
				.meta({
					description: "Returns only deliveries in this state.",
					examples: ["failed"],
				}),
			event_type: z
				.string()
				.max(100)
				.optional()
				.meta({
					description: "Returns only deliveries of this event.",
					examples: ["speech_generation_finished"],
				}),
			page_size: z.coerce
				.number()
				.int()
				.min(1)
				.max(100)
				.default(20)
				.meta({
					description: "Deliveries per page, 1 to 100. Defaults to 20.",
					examples: [20],
				}),
			cursor: z
				.string()
				.regex(/^[0-9]{1,15}$/)
				.optional()
				.meta({ description: "The `next_cursor` of the previous page.", examples: ["1042"] }),
		}),
		response: z.object({
			deliveries: z.array(webhookDelivery).meta({ description: "Deliveries on this page, newest first." }),
			has_more: z.boolean().meta({ description: "Whether there are older deliveries.", examples: [true] }),
			next_cursor: z
				.string()
				.nullable()
				.meta({
					description: "Send it as `cursor` to get the next page. Null on the last page.",
					examples: ["1042"],
				}),
		}),
		errors: ["webhook_not_found"],
	}),
	getWebhookDelivery: endpoint({
		...developersPaths.getWebhookDelivery,
		summary: "Get a webhook delivery",
		description: "Returns the request body and every attempt with the status and the start of the response.",
		since: "0.3.0",
		auth: "user",
		permission: "webhooks_write",
		params: deliveryParams,
		response: deliveryDetail,
		errors: ["webhook_delivery_not_found"],
	}),
	replayWebhookDelivery: endpoint({
		...developersPaths.replayWebhookDelivery,
		summary: "Replay a webhook delivery",
		description:
			"Sends the same event again as a new delivery with a new signature. The webhook must be enabled. Returns immediately; the result appears in the delivery log. At most 60 requests per minute.",
		since: "0.3.0",
		auth: "user",
		permission: "webhooks_write",
		params: deliveryParams,
		limits: outgoingLimits,
		response: createdDelivery,
		errors: ["webhook_delivery_not_found", "conflict"],
	}),
};
