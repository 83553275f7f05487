import { z } from "zod";
import { secretsEndpoints } from "./developers.secrets.ts";
import { endpoint } from "./endpoint.ts";
import { permissions } from "./permissions.ts";

const id = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/);
const ok = z.object({ status: z.literal("ok") });

export const apiKey = z.object({
	key_id: z.string(),
	name: z.string(),
	/** The first and last characters; the key itself is shown once, when it is made. */
	preview: z.string(),
	permissions: z.array(z.enum(permissions)),
	created_at_unix: z.int(),
	last_used_at_unix: z.int().nullable(),
	rotated_at_unix: z.int().nullable(),
	is_disabled: z.boolean(),
	/** `self_disabled`: whoever held the key switched it off. Null: its owner or an admin did. */
	disable_reason: z.enum(["self_disabled", "exposed_publicly"]).nullable(),
	/** Credits a period; null is no limit of its own. */
	character_limit: z.int().nullable(),
	/** What was spent with it in this period. */
	character_count: z.int(),
	/** Addresses and networks it works from; null is everywhere. */
	allowed_ips: z.array(z.string()).nullable(),
});
export type ApiKey = z.output<typeof apiKey>;

const keyName = z.string().trim().min(1, "Give the key a name.").max(60, "At most 60 characters.");
const creditLimit = z.int().min(0, "At least 0.").max(1_000_000_000_000, "At most a trillion.");
/** An address, or a network as 10.0.0.0/24. */
const networks = z
	.array(
		z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], { error: "Write an address, or a network as 10.0.0.0/24." }),
	)
	.min(1, "Name at least one address.")
	.max(100, "At most 100 addresses.");

export const createApiKeyBody = z.object({
	name: keyName,
	/** All of the caller's own rights when left out. */
	permissions: z.array(z.enum(permissions)).min(1, "Choose at least one right.").optional(),
	/** A call that would spend more in a period is refused before it begins. */
	character_limit: creditLimit.nullish(),
	allowed_ips: networks.nullish(),
});

/** What is left out stays as it is; null takes a limit away. */
export const editApiKeyBody = z.object({
	name: keyName.optional(),
	permissions: z.array(z.enum(permissions)).min(1, "Choose at least one right.").optional(),
	is_enabled: z.boolean().optional(),
	character_limit: creditLimit.nullish(),
	allowed_ips: networks.nullish(),
});
const madeApiKey = apiKey.extend({ xi_api_key: z.string() });
const keyParams = z.object({ key_id: id });

const ownedApiKey = apiKey.extend({
	owner: z.object({ user_id: z.string(), name: z.string(), email: z.string(), is_service_account: z.boolean() }),
});
export type OwnedApiKey = z.output<typeof ownedApiKey>;

/** Rights that exist in the public API and stand for nothing here yet: accepted, and give nothing. */
const unknownRights = [
	"image_video_generation",
	"flows",
	"templates",
	"conversation_privacy_manage",
	"copy_resources_cross_workspace",
	"synthid_detector",
] as const;
const wantedRights = z.array(z.enum([...permissions, ...unknownRights])).min(1);

/** A key in the form in which SDKs read those of service accounts. */
export const serviceAccountKey = z.object({
	name: z.string(),
	hint: z.string(),
	key_id: z.string(),
	service_account_user_id: z.string(),
	created_at_unix: z.int(),
	is_disabled: z.boolean(),
	permissions: z.array(z.enum(permissions)),
	disable_reason: z.enum(["self_disabled", "exposed_publicly"]).nullable(),
	character_limit: z.int().nullable(),
	character_count: z.int(),
	/** Names the key where it must not be shown; the key cannot be found from it. */
	hashed_xi_api_key: z.string(),
	allowed_ips: z.array(z.string()).nullable(),
	third_party_disable_allowed: z.boolean().nullable(),
	/** Limits of products that are not built yet. */
	platform_limits: z.null(),
	last_used_at_unix: z.int().nullable(),
});
export type ServiceAccountKey = z.output<typeof serviceAccountKey>;

/** What webhooks can be told of today, with a name for people. */
export const webhookEvents = {
	speech_generation_finished: "A text was spoken",
	api_key_created: "An API key was made",
	api_key_deleted: "An API key was revoked",
	api_key_limit_reached: "An API key reached its credit limit",
	voice_library_removal_notice: "A voice you added was taken out of the library",
} as const;
export type WebhookEvent = keyof typeof webhookEvents;
export const webhookEventTypes = Object.keys(webhookEvents) as WebhookEvent[];
/** Events of the public API that nothing here sends yet: may be asked for. */
const plannedWebhookEvents = ["speech_to_text", "agent_qa", "flows"] as const;
const webhookEvent = z.enum([...webhookEventTypes, ...plannedWebhookEvents]);
/** What the test button sends; goes to every webhook that is asked to test. */
export const webhookTestEvent = "webhook_test";

/** Set by the delivery itself, or by the connection. */
const ownHeaders =
	/^(?:host|content-length|content-type|transfer-encoding|connection|keep-alive|upgrade|te|trailer|expect|proxy-.*|elevenlabs-signature|user-agent)$/i;
const requestHeaders = z
	.record(
		z
			.string()
			.regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/, "This is not the name of a header.")
			.refine((name) => !ownHeaders.test(name), "This header is set by the delivery itself."),
		z.string().regex(/^[\x20-\x7e]{0,1000}$/, "A header holds plain characters, at most 1000."),
	)
	.refine((headers) => Object.keys(headers).length <= 20, "At most 20 headers.");
const webhookName = z.string().trim().min(1, "Give the webhook a name.").max(100, "At most 100 characters.");

export const webhookSettings = z.object({
	auth_type: z.literal("hmac"),
	name: webhookName,
	webhook_url: z.url("Write an address, as https://example.com/hook.").max(2000, "At most 2000 characters."),
	request_headers: requestHeaders.nullish(),
	/** All there are today when left out. */
	events: z.array(webhookEvent).max(50).nullish(),
});

const webhook = z.object({
	webhook_id: z.string(),
	name: z.string(),
	webhook_url: z.string(),
	is_disabled: z.boolean(),
	/** Nobody switched it off: it had failed too often for too long. */
	is_auto_disabled: z.boolean(),
	created_at_unix: z.int(),
	auth_type: z.literal("hmac"),
	usage: z.array(z.object({ usage_type: z.string() })).nullable(),
	events: z.array(z.string()),
	retry_enabled: z.boolean(),
	request_headers: z.record(z.string(), z.string()),
	most_recent_failure_error_code: z.int().nullable(),
	most_recent_failure_timestamp: z.int().nullable(),
});
export type Webhook = z.output<typeof webhook>;

export const deliveryStates = ["waiting", "delivered", "failed", "skipped"] as const;
const webhookDelivery = z.object({
	delivery_id: z.string(),
	/** Counts up in the order in which things happened. */
	number: z.int(),
	event_id: z.string(),
	event_type: z.string(),
	state: z.enum(deliveryStates),
	attempts: z.int(),
	created_at_unix_ms: z.int(),
	finished_at_unix_ms: z.int().nullable(),
	next_attempt_at_unix_ms: z.int().nullable(),
	/** Of the last attempt: null when there was none, or no answer. */
	last_status: z.int().nullable(),
	last_error: z.string().nullable(),
	/** The delivery this one repeats. */
	replay_of: z.string().nullable(),
});
export type WebhookDelivery = z.output<typeof webhookDelivery>;

const webhookAttempt = z.object({
	number: z.int(),
	at_unix_ms: z.int(),
	status: z.int().nullable(),
	error: z.string().nullable(),
	duration_ms: z.int(),
	/** How the answer began. */
	response: z.string().nullable(),
});
const deliveryDetail = webhookDelivery.extend({ body: z.string(), log: z.array(webhookAttempt) });
export type WebhookDeliveryDetail = z.output<typeof deliveryDetail>;

const webhookParams = z.object({ webhook_id: id });
const deliveryParams = z.object({ webhook_id: id, delivery_id: id });
/** Each of these makes us call somebody. */
const outgoingLimits = [{ per: "workspace", requests: 60, seconds: 60, shared: true }] as const;
const serviceAccountParams = z.object({ service_account_user_id: id });
const serviceAccountKeyParams = z.object({ service_account_user_id: id, api_key_id: id });

/** What a browser or another's machine may be let into once, for a few minutes, without ever seeing a key. */
export const singleUseTokenTypes = ["realtime_scribe", "batch_scribe", "tts_websocket"] as const;
export type SingleUseTokenType = (typeof singleUseTokenTypes)[number];
export const singleUseTokenSeconds = 15 * 60;

export const developersEndpoints = {
	...secretsEndpoints,
	listApiKeys: endpoint({
		id: "user_apiKeys_list",
		method: "GET",
		path: "/v1/user/api-keys",
		summary: "API keys of the caller",
		since: "0.1.0",
		auth: "user",
		permission: "user_read",
		response: z.object({ api_keys: z.array(apiKey) }),
	}),
	createApiKey: endpoint({
		id: "user_apiKeys_create",
		method: "POST",
		path: "/v1/user/api-keys",
		summary: "Make an API key; the answer is the only place it is ever shown",
		since: "0.1.0",
		auth: "user",
		permission: "create_user_api_key",
		body: createApiKeyBody,
		status: 201,
		response: madeApiKey,
	}),
	deleteApiKey: endpoint({
		id: "user_apiKeys_delete",
		method: "DELETE",
		path: "/v1/user/api-keys/{key_id}",
		summary: "Revoke an API key at once",
		since: "0.1.0",
		auth: "user",
		permission: "create_user_api_key",
		params: keyParams,
		response: ok,
		errors: ["api_key_not_found"],
	}),
	createSingleUseToken: endpoint({
		id: "tokens_singleUse_create",
		method: "POST",
		path: "/v1/single-use-token/{token_type}",
		summary: "A token that opens one connection in the next 15 minutes, in place of an API key",
		since: "0.2.0",
		auth: "user",
		permission: "text_to_speech",
		params: z.object({ token_type: z.enum(singleUseTokenTypes) }),
		response: z.object({ token: z.string() }),
	}),
	editApiKey: endpoint({
		id: "user_apiKeys_update",
		method: "PATCH",
		path: "/v1/user/api-keys/{key_id}",
		summary: "Change an API key: its name, rights, limits, or whether it works at all",
		since: "0.3.0",
		auth: "user",
		permission: "create_user_api_key",
		params: keyParams,
		body: editApiKeyBody,
		response: apiKey,
		errors: ["api_key_not_found"],
	}),
	rotateApiKey: endpoint({
		id: "user_apiKeys_rotate",
		method: "POST",
		path: "/v1/user/api-keys/{key_id}/rotate",
		summary: "Give a key a new secret; the old one stops working at once",
		since: "0.3.0",
		auth: "user",
		permission: "create_user_api_key",
		params: keyParams,
		response: madeApiKey,
		errors: ["api_key_not_found"],
	}),
	createOwnApiKey: endpoint({
		id: "user_apiKey_create",
		method: "POST",
		path: "/v1/user/api-key",
		summary: "Make an API key; the answer is the only place it is ever shown",
		since: "0.3.0",
		auth: "user",
		permission: "create_user_api_key",
		body: createApiKeyBody,
		response: madeApiKey,
	}),
	editOwnApiKey: endpoint({
		id: "user_apiKey_edit",
		method: "POST",
		path: "/v1/user/api-key/{key_id}/edit",
		summary: "Change an API key",
		since: "0.3.0",
		auth: "user",
		permission: "create_user_api_key",
		params: keyParams,
		body: editApiKeyBody,
		response: apiKey,
		errors: ["api_key_not_found"],
	}),
	deleteOwnApiKey: endpoint({
		id: "user_apiKey_delete",
		method: "POST",
		path: "/v1/user/api-key/{key_id}/delete",
		summary: "Revoke an API key at once",
		since: "0.3.0",
		auth: "user",
		permission: "create_user_api_key",
		params: keyParams,
		response: ok,
		errors: ["api_key_not_found"],
	}),
	listWorkspaceApiKeys: endpoint({
		id: "workspace_apiKeys_list",
		method: "GET",
		path: "/v1/workspace/api-keys",
		summary: "Every key of the workspace and whose it is, for admins",
		since: "0.3.0",
		auth: "user",
		permission: "workspace_write",
		response: z.object({ api_keys: z.array(ownedApiKey) }),
	}),
	switchWorkspaceApiKey: endpoint({
		id: "workspace_apiKeys_update",
		method: "PATCH",
		path: "/v1/workspace/api-keys/{key_id}",
		summary: "Switch any key of the workspace off, or on again",
		since: "0.3.0",
		auth: "user",
		permission: "workspace_write",
		params: keyParams,
		body: z.object({ is_enabled: z.boolean() }),
		response: ok,
		errors: ["api_key_not_found"],
	}),
	disableThisApiKey: endpoint({
		id: "workspaces_apiKeys_disable",
		method: "POST",
		path: "/v1/workspaces/api-keys/disable",
		summary: "Switch off the key this call is made with, for whoever finds one lying about",
		since: "0.3.0",
		auth: "user",
		permission: "text_to_speech",
		query: z.object({ api_key_name: z.literal("self") }),
		response: ok,
		errors: ["invalid_request"],
	}),
	setThirdPartyDisabling: endpoint({
		id: "workspace_apiKeys_thirdPartyDisabling",
		method: "POST",
		path: "/v1/workspaces/api-keys/third-party-disabling",
		summary: "Say for all keys of the workspace whether their holders may switch them off; null leaves it to the keys",
		since: "0.3.0",
		auth: "user",
		permission: "workspace_write",
		body: z.object({ third_party_disable_allowed: z.boolean().nullish() }),
		response: ok,
	}),
	listServiceAccountKeys: endpoint({
		id: "serviceAccounts_apiKeys_list",
		method: "GET",
		path: "/v1/service-accounts/{service_account_user_id}/api-keys",
		summary: "API keys of a service account",
		since: "0.3.0",
		auth: "user",
		permission: "service_account_write",
		params: serviceAccountParams,
		response: z.object({ "api-keys": z.array(serviceAccountKey) }),
		errors: ["service_account_not_found"],
	}),
	createServiceAccountKey: endpoint({
		id: "serviceAccounts_apiKeys_create",
		method: "POST",
		path: "/v1/service-accounts/{service_account_user_id}/api-keys",
		summary: "Make an API key for a service account; the answer is the only place it is ever shown",
		since: "0.3.0",
		auth: "user",
		permission: "service_account_write",
		params: serviceAccountParams,
		body: z.object({
			name: keyName,
			permissions: z.union([wantedRights, z.literal("all")]),
			character_limit: creditLimit.nullish(),
			allowed_ips: networks.nullish(),
			third_party_disable_allowed: z.boolean().nullish(),
		}),
		response: z.object({ "xi-api-key": z.string(), key_id: z.string() }),
		errors: ["service_account_not_found"],
	}),
	editServiceAccountKey: endpoint({
		id: "serviceAccounts_apiKeys_update",
		method: "PATCH",
		path: "/v1/service-accounts/{service_account_user_id}/api-keys/{api_key_id}",
		summary: "Change an API key of a service account",
		since: "0.3.0",
		auth: "user",
		permission: "service_account_write",
		params: serviceAccountKeyParams,
		body: z.object({
			is_enabled: z.union([z.boolean(), z.literal("no_update")]).default("no_update"),
			name: keyName.nullish(),
			permissions: z.union([wantedRights, z.enum(["all", "no_update"])]).default("no_update"),
			character_limit: z.union([creditLimit, z.enum(["clear", "no_update"])]).nullish(),
			allowed_ips: z.union([networks, z.enum(["clear", "no_update"])]).default("no_update"),
			third_party_disable_allowed: z.union([z.boolean(), z.enum(["clear", "no_update"])]).default("no_update"),
		}),
		response: ok,
		errors: ["service_account_not_found", "api_key_not_found"],
	}),
	rotateServiceAccountKey: endpoint({
		id: "serviceAccounts_apiKeys_rotate",
		method: "POST",
		path: "/v1/service-accounts/{service_account_user_id}/api-keys/{api_key_id}/rotate",
		summary: "Give a key of a service account a new secret; the old one stops working at once",
		since: "0.3.0",
		auth: "user",
		permission: "service_account_write",
		params: serviceAccountKeyParams,
		response: z.object({ "xi-api-key": z.string(), key_id: z.string() }),
		errors: ["service_account_not_found", "api_key_not_found"],
	}),
	deleteServiceAccountKey: endpoint({
		id: "serviceAccounts_apiKeys_delete",
		method: "DELETE",
		path: "/v1/service-accounts/{service_account_user_id}/api-keys/{api_key_id}",
		summary: "Revoke an API key of a service account at once",
		since: "0.3.0",
		auth: "user",
		permission: "service_account_write",
		params: serviceAccountKeyParams,
		response: ok,
		errors: ["service_account_not_found", "api_key_not_found"],
	}),
	listWebhooks: endpoint({
		id: "webhooks_list",
		method: "GET",
		path: "/v1/workspace/webhooks",
		summary: "Webhooks of the workspace",
		since: "0.3.0",
		auth: "user",
		permission: "webhooks_write",
		query: z.object({ include_usages: z.stringbool().default(false) }),
		response: z.object({ webhooks: z.array(webhook) }),
	}),
	createWebhook: endpoint({
		id: "webhooks_create",
		method: "POST",
		path: "/v1/workspace/webhooks",
		summary: "Make a webhook; the answer is the only place where its secret is ever shown",
		since: "0.3.0",
		auth: "user",
		permission: "webhooks_write",
		body: z.object({ settings: webhookSettings }),
		response: z.object({ webhook_id: z.string(), webhook_secret: z.string() }),
		errors: ["invalid_webhook_url", "conflict"],
	}),
	editWebhook: endpoint({
		id: "webhooks_update",
		method: "PATCH",
		path: "/v1/workspace/webhooks/{webhook_id}",
		summary: "Change a webhook, or switch it off and on",
		since: "0.3.0",
		auth: "user",
		permission: "webhooks_write",
		params: webhookParams,
		body: z.object({
			is_disabled: z.boolean(),
			name: webhookName,
			retry_enabled: z.boolean().nullish(),
			request_headers: requestHeaders.nullish(),
			events: z.array(webhookEvent).max(50).nullish(),
		}),
		response: ok,
		errors: ["webhook_not_found"],
	}),
	deleteWebhook: endpoint({
		id: "webhooks_delete",
		method: "DELETE",
		path: "/v1/workspace/webhooks/{webhook_id}",
		summary: "Remove a webhook and its log",
		since: "0.3.0",
		auth: "user",
		permission: "webhooks_write",
		params: webhookParams,
		response: ok,
		errors: ["webhook_not_found"],
	}),
	rotateWebhookSecret: endpoint({
		id: "webhooks_rotateSecret",
		method: "POST",
		path: "/v1/workspace/webhooks/{webhook_id}/rotate-secret",
		summary: "Give a webhook a new secret; everything sent from now on is signed with it",
		since: "0.3.0",
		auth: "user",
		permission: "webhooks_write",
		params: webhookParams,
		response: z.object({ webhook_id: z.string(), webhook_secret: z.string() }),
		errors: ["webhook_not_found"],
	}),
	testWebhook: endpoint({
		id: "webhooks_test",
		method: "POST",
		path: "/v1/workspace/webhooks/{webhook_id}/test",
		summary: "Send a webhook a test event",
		since: "0.3.0",
		auth: "user",
		permission: "webhooks_write",
		params: webhookParams,
		limits: outgoingLimits,
		response: z.object({ delivery_id: z.string() }),
		errors: ["webhook_not_found", "conflict"],
	}),
	listWebhookDeliveries: endpoint({
		id: "webhooks_deliveries_list",
		method: "GET",
		path: "/v1/workspace/webhooks/{webhook_id}/deliveries",
		summary: "What was sent to a webhook, newest first; kept for 30 days",
		since: "0.3.0",
		auth: "user",
		permission: "webhooks_write",
		params: webhookParams,
		query: z.object({
			state: z.enum(deliveryStates).optional(),
			event_type: z.string().max(100).optional(),
			page_size: z.coerce.number().int().min(1).max(100).default(20),
			/** `next_cursor` of the page before. */
			cursor: z
				.string()
				.regex(/^[0-9]{1,15}$/)
				.optional(),
		}),
		response: z.object({
			deliveries: z.array(webhookDelivery),
			has_more: z.boolean(),
			next_cursor: z.string().nullable(),
		}),
		errors: ["webhook_not_found"],
	}),
	readWebhookDelivery: endpoint({
		id: "webhooks_deliveries_get",
		method: "GET",
		path: "/v1/workspace/webhooks/{webhook_id}/deliveries/{delivery_id}",
		summary: "One delivery: what was sent, and how each attempt went",
		since: "0.3.0",
		auth: "user",
		permission: "webhooks_write",
		params: deliveryParams,
		response: deliveryDetail,
		errors: ["webhook_delivery_not_found"],
	}),
	replayWebhookDelivery: endpoint({
		id: "webhooks_deliveries_replay",
		method: "POST",
		path: "/v1/workspace/webhooks/{webhook_id}/deliveries/{delivery_id}/replay",
		summary: "Send the same event to the webhook again",
		since: "0.3.0",
		auth: "user",
		permission: "webhooks_write",
		params: deliveryParams,
		limits: outgoingLimits,
		response: z.object({ delivery_id: z.string() }),
		errors: ["webhook_delivery_not_found", "conflict"],
	}),
};
