import { z } from "zod";
import { permissions } from "../permissions.ts";
import { plannedWebhookEvents, reservedHeaders, webhookEventTypes } from "./rules.ts";

export const keyName = z.string().trim().min(1, "Enter a name for the key.").max(60, "At most 60 characters.");
export const creditLimit = z.int().min(0, "At least 0.").max(1_000_000_000_000, "Enter at most 1,000,000,000,000.");
/** IP addresses, or networks such as 10.0.0.0/24. */
export const networks = z
	.array(
		z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], {
			error: "Enter an IP address or a network such as 10.0.0.0/24.",
		}),
	)
	.min(1, "Enter at least one address.")
	.max(100, "At most 100 addresses.");

export const newKeyName = keyName.meta({
	description: "Name shown in the list of keys, 1 to 60 characters.",
	examples: ["Production server"],
});
export const newCreditLimit = creditLimit.nullish().meta({
	description:
		"Credits the key can spend per monthly period. Requests that would exceed it are rejected before they start. Omit it or send null for no limit.",
	examples: [50000],
});
export const newAllowedIps = networks.nullish().meta({
	description:
		"1 to 100 IP addresses or networks the key can be used from. Omit it or send null to allow every address.",
	examples: [["203.0.113.7", "10.0.0.0/24"]],
});

/** Unix seconds. The year 9999 is the last one that dates can show. */
export const keyExpiry = z.int().min(1).max(253_402_300_799);
export const newKeyExpiry = keyExpiry.nullish().meta({
	description: "When the key stops working, in Unix seconds. Omit it or send null for a key that doesn't expire.",
	examples: [1_900_000_000],
});

export const createApiKeyBody = z.object({
	name: newKeyName,
	permissions: z
		.array(z.enum(permissions))
		.min(1, "Select at least one permission.")
		.optional()
		.meta({
			description: "Permissions to grant, at most those of the caller. Defaults to all of the caller's permissions.",
			examples: [["text_to_speech", "voices_read"]],
		}),
	character_limit: newCreditLimit,
	allowed_ips: newAllowedIps,
	expires_at_unix: newKeyExpiry,
});

export const webhookEvent = z.enum([...webhookEventTypes, ...plannedWebhookEvents]);

export const requestHeaders = z
	.record(
		z
			.string()
			.regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/, "Enter a valid header name.")
			.refine((name) => !reservedHeaders.test(name), "This header can't be customized."),
		z.string().regex(/^[\x20-\x7e]{0,1000}$/, "Use at most 1000 printable ASCII characters."),
	)
	.refine((headers) => Object.keys(headers).length <= 20, "At most 20 headers.");
export const webhookName = z
	.string()
	.trim()
	.min(1, "Enter a name for the webhook.")
	.max(100, "At most 100 characters.");

export const webhookSettings = z.object({
	auth_type: z.literal("hmac").meta({ description: "Requests are signed with HMAC-SHA256." }),
	name: webhookName.meta({
		description: "Name shown in the list of webhooks, 1 to 100 characters.",
		examples: ["Order service"],
	}),
	webhook_url: z
		.url("Enter a URL such as https://example.com/hook.")
		.max(2000, "At most 2000 characters.")
		.meta({
			description:
				"Public https URL that receives the events, without a username or password. It can't be changed later.",
			examples: ["https://example.com/hooks/timbre"],
		}),
	request_headers: requestHeaders.nullish().meta({
		description: "Headers to send with every delivery, at most 20. Headers that the delivery sets can't be used.",
		examples: [{ "X-Environment": "production" }],
	}),
	events: z
		.array(webhookEvent)
		.max(50)
		.nullish()
		.meta({
			description:
				"Events to subscribe to. Defaults to all events that are sent today. `agent_qa` and `flows` are not sent yet.",
			examples: [["speech_generation_finished", "api_key_created"]],
		}),
});
