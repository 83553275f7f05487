import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { permissions } from "../permissions.ts";
import { developersPaths } from "./paths.ts";
import { requestsEndpoints } from "./requests.ts";
import {
	createApiKeyBody,
	creditLimit,
	keyExpiry,
	keyName,
	networks,
	newAllowedIps,
	newCreditLimit,
	newKeyExpiry,
	newKeyName,
} from "./schemas.ts";
import { secretsEndpoints } from "./secrets.ts";
import { webhookEndpoints } from "./webhooks.ts";

const id = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/);
const ok = z.object({ status: z.literal("ok").meta({ description: "Always `ok`." }) });

export const apiKey = z.object({
	key_id: z.string().meta({
		description: "Identifies the key in other requests. This is not the key itself.",
		examples: ["Xb7hH8MSUJpSbSDYk0k2"],
	}),
	name: z.string().meta({ description: "Name shown in the list of keys.", examples: ["Production server"] }),
	preview: z.string().meta({
		description: "First and last characters of the key, to recognize it.",
		examples: ["sk_a1B…x9Zq"],
	}),
	permissions: z.array(z.enum(permissions)).meta({
		description: "Permissions granted to the key. Each is effective only while the key's owner has it.",
		examples: [["text_to_speech", "voices_read"]],
	}),
	created_at_unix: z.int().meta({ description: "Time of creation, in Unix seconds.", examples: [1760000000] }),
	last_used_at_unix: z
		.int()
		.nullable()
		.meta({
			description:
				"Time of the last request with the key, in Unix seconds, to the minute. Null if it has not been used since it was created or rotated.",
			examples: [1760003600],
		}),
	rotated_at_unix: z
		.int()
		.nullable()
		.meta({
			description: "Time of the last rotation, in Unix seconds. Null if the key was never rotated.",
			examples: [1760001800],
		}),
	expires_at_unix: z
		.int()
		.nullable()
		.meta({
			description: "When the key stops working, in Unix seconds. Null if it doesn't expire.",
			examples: [1_900_000_000],
		}),
	is_disabled: z.boolean().meta({
		description: "Whether requests with the key are rejected until it is enabled again.",
		examples: [false],
	}),
	disable_reason: z
		.enum(["self_disabled", "exposed_publicly"])
		.nullable()
		.meta({
			description:
				"`self_disabled` if the key was disabled with the key itself. Null if it is enabled or was disabled by someone who manages it. `exposed_publicly` is not used yet.",
			examples: ["self_disabled"],
		}),
	character_limit: z
		.int()
		.nullable()
		.meta({
			description: "Credits the key can spend per monthly period. Null means no limit.",
			examples: [50000],
		}),
	character_count: z.int().meta({
		description: "Credits spent with the key in the current period.",
		examples: [1840],
	}),
	allowed_ips: z
		.array(z.string())
		.nullable()
		.meta({
			description: "Networks the key can be used from, in CIDR notation. Null allows every address.",
			examples: [["203.0.113.0/24"]],
		}),
});
export type ApiKey = z.output<typeof apiKey>;

/** Omitted fields stay unchanged; null removes a limit. */
export const editApiKeyBody = z.object({
	name: keyName.optional().meta({
		description: "New name, 1 to 60 characters. Unchanged if omitted.",
		examples: ["Staging server"],
	}),
	permissions: z
		.array(z.enum(permissions))
		.min(1, "Select at least one permission.")
		.optional()
		.meta({
			description: "Replaces the permissions, at most those of the caller. Unchanged if omitted.",
			examples: [["text_to_speech"]],
		}),
	is_enabled: z
		.boolean()
		.optional()
		.meta({
			description: "False rejects all requests with the key, true accepts them again. Unchanged if omitted.",
			examples: [false],
		}),
	character_limit: creditLimit.nullish().meta({
		description: "New number of credits per monthly period. Null removes the limit. Unchanged if omitted.",
		examples: [100000],
	}),
	allowed_ips: networks.nullish().meta({
		description: "Replaces the allowed IP addresses and networks. Null allows every address. Unchanged if omitted.",
		examples: [["203.0.113.0/24"]],
	}),
	expires_at_unix: keyExpiry.nullish().meta({
		description: "New time of expiry, in Unix seconds. Null removes it. Unchanged if omitted.",
		examples: [1_900_000_000],
	}),
});
const createdApiKey = apiKey.extend({
	xi_api_key: z.string().meta({
		description: "The key, to send in the `xi-api-key` header. It is never shown again, so store it now.",
		examples: ["sk_ExampleKeyExampleKeyExampleKeyExampleKeyExampleKe"],
	}),
});
const keyParams = z.object({
	key_id: id.meta({ description: "The `key_id` of the API key.", examples: ["Xb7hH8MSUJpSbSDYk0k2"] }),
});

const ownedApiKey = apiKey.extend({
	owner: z
		.object({
			user_id: z.string().meta({
				description: "Id of the user or service account that owns the key.",
				examples: ["q3ZtR8vLw1Yk5NdC7mPx"],
			}),
			name: z.string().meta({ description: "Name of the owner.", examples: ["Ada Lovelace"] }),
			email: z.string().meta({
				description: "Email address of the owner. That of a service account receives no email.",
				examples: ["ada@example.com"],
			}),
			is_service_account: z.boolean().meta({
				description: "True if the owner is a service account, false if it is a member.",
				examples: [false],
			}),
		})
		.meta({ description: "Who the key acts as." }),
});
export type OwnedApiKey = z.output<typeof ownedApiKey>;

/** Permissions of the public API that have no effect here yet; accepted and ignored. */
const unsupportedPermissions = [
	"image_video_generation",
	"flows",
	"templates",
	"conversation_privacy_manage",
	"copy_resources_cross_workspace",
	"synthid_detector",
] as const;
const requestedPermissions = z.array(z.enum([...permissions, ...unsupportedPermissions])).min(1);

/** The key format that SDKs expect for service accounts. */
export const serviceAccountKey = z.object({
	name: apiKey.shape.name,
	hint: z.string().meta({ description: "Last four characters of the key, to recognize it.", examples: ["x9Zq"] }),
	key_id: apiKey.shape.key_id,
	service_account_user_id: z.string().meta({
		description: "Id of the service account that owns the key.",
		examples: ["q3ZtR8vLw1Yk5NdC7mPx"],
	}),
	created_at_unix: apiKey.shape.created_at_unix,
	is_disabled: apiKey.shape.is_disabled,
	permissions: apiKey.shape.permissions,
	disable_reason: apiKey.shape.disable_reason,
	character_limit: apiKey.shape.character_limit,
	character_count: apiKey.shape.character_count,
	hashed_xi_api_key: z.string().meta({
		description: "Identifies the current secret without revealing it: 64 hexadecimal digits. Changes on rotation.",
		examples: ["6f1ed002ab5595859014ebf0951522d9a5d6f8c2b1c3d4e5f60718293a4b5c6d"],
	}),
	allowed_ips: apiKey.shape.allowed_ips,
	third_party_disable_allowed: z
		.boolean()
		.nullable()
		.meta({
			description:
				"Whether anyone who holds the key can disable it, unless the workspace decides for all keys. Null uses the plan's default: allowed, except on Enterprise.",
			examples: [true],
		}),
	platform_limits: z.null().meta({ description: "Always null: limits of products that are planned." }),
	last_used_at_unix: apiKey.shape.last_used_at_unix,
	expires_at_unix: apiKey.shape.expires_at_unix,
});
export type ServiceAccountKey = z.output<typeof serviceAccountKey>;

const createdServiceAccountKey = z.object({
	"xi-api-key": createdApiKey.shape.xi_api_key,
	key_id: createdApiKey.shape.key_id,
});

const serviceAccountId = id.meta({
	description: "The `service_account_user_id` of the service account.",
	examples: ["q3ZtR8vLw1Yk5NdC7mPx"],
});
const serviceAccountParams = z.object({ service_account_user_id: serviceAccountId });
const serviceAccountKeyParams = z.object({
	service_account_user_id: serviceAccountId,
	api_key_id: id.meta({ description: "The `key_id` of the API key.", examples: ["Xb7hH8MSUJpSbSDYk0k2"] }),
});

/** What a single-use token grants: one connection within a few minutes, without an API key. */
export const singleUseTokenTypes = ["realtime_scribe", "batch_scribe", "tts_websocket"] as const;
export type SingleUseTokenType = (typeof singleUseTokenTypes)[number];
export const singleUseTokenSeconds = 15 * 60;

export const developersEndpoints = {
	...secretsEndpoints,
	listApiKeys: endpoint({
		...developersPaths.listApiKeys,
		summary: "List your API keys",
		description:
			"Returns the caller's own keys in this workspace, newest first. Revoked keys are not included, and the keys themselves are never returned.",
		since: "0.1.0",
		auth: "user",
		permission: "user_read",
		response: z.object({ api_keys: z.array(apiKey).meta({ description: "The caller's keys, newest first." }) }),
	}),
	createApiKey: endpoint({
		...developersPaths.createApiKey,
		summary: "Create an API key",
		description:
			"The key acts as the caller in this workspace, limited to the given permissions. It is only shown in this response. A key with a credit limit, allowed IP addresses or an expiry can't create keys. Sends the webhook event `api_key_created`.",
		since: "0.1.0",
		auth: "user",
		permission: "create_user_api_key",
		body: createApiKeyBody,
		status: 201,
		response: createdApiKey,
	}),
	deleteApiKey: endpoint({
		...developersPaths.deleteApiKey,
		summary: "Revoke an API key",
		description:
			"The key stops working immediately and can't be restored. Works for the caller's own keys. Sends the webhook event `api_key_deleted`.",
		since: "0.1.0",
		auth: "user",
		permission: "create_user_api_key",
		params: keyParams,
		response: ok,
		errors: ["api_key_not_found"],
	}),
	createSingleUseToken: endpoint({
		...developersPaths.createSingleUseToken,
		summary: "Create a single-use token",
		description:
			"The token opens one connection, or authenticates one request, within 15 minutes, so that browsers don't need an API key. Send it as `single_use_token` when you open a text-to-speech or dialogue WebSocket, or as `token` when you open the realtime transcription WebSocket or transcribe a file; usage is charged to this workspace. It stops working if the key that created it is revoked, disabled or rotated, and grants nothing that its creator may not do.",
		since: "0.2.0",
		auth: "user",
		permission: ["text_to_speech", "speech_to_text"],
		params: z.object({
			token_type: z.enum(singleUseTokenTypes).meta({
				description:
					"What the token is for: `tts_websocket` for speech over a WebSocket, `realtime_scribe` for realtime transcription, `batch_scribe` for one request to `POST /v1/speech-to-text`.",
				examples: ["tts_websocket"],
			}),
		}),
		response: z.object({
			token: z.string().meta({
				description: "The token. It works once and expires after 15 minutes.",
				examples: ["sutkn_ExampleTokenExampleTokenExampleTokenExample1234"],
			}),
		}),
	}),
	editApiKey: endpoint({
		...developersPaths.editApiKey,
		summary: "Update an API key",
		description:
			"Changes the given fields of one of the caller's own keys; they apply to the next request with it. A key with a credit limit, allowed IP addresses or an expiry can't update keys.",
		since: "0.3.0",
		auth: "user",
		permission: "create_user_api_key",
		params: keyParams,
		body: editApiKeyBody,
		response: apiKey,
		errors: ["api_key_not_found"],
	}),
	rotateApiKey: endpoint({
		...developersPaths.rotateApiKey,
		summary: "Rotate an API key",
		description:
			"Replaces the secret of one of the caller's own keys and keeps its id, name, permissions and limits. The new key is only shown in this response. The old one, and single-use tokens created with it, stop working immediately. The caller needs all permissions of the key.",
		since: "0.3.0",
		auth: "user",
		permission: "create_user_api_key",
		params: keyParams,
		response: createdApiKey,
		errors: ["api_key_not_found"],
	}),
	recordApiKeyShown: endpoint({
		...developersPaths.recordApiKeyShown,
		summary: "Record that an API key was shown",
		description:
			"Pages that hide a new key call this when the user shows or copies it. Completes the onboarding item `generate_api_key`. Works for the caller's own keys and does not return the key.",
		since: "0.5.0",
		auth: "user",
		permission: "create_user_api_key",
		params: keyParams,
		response: ok,
		errors: ["api_key_not_found"],
	}),
	createOwnApiKey: endpoint({
		...developersPaths.createOwnApiKey,
		summary: "Create your own API key",
		description:
			"Same as `POST /v1/user/api-keys`, under the path that some clients use. Returns status 200. The key is only shown in this response.",
		since: "0.3.0",
		auth: "user",
		permission: "create_user_api_key",
		body: createApiKeyBody,
		response: createdApiKey,
	}),
	editOwnApiKey: endpoint({
		...developersPaths.editOwnApiKey,
		summary: "Update your own API key",
		description: "Same as `PATCH /v1/user/api-keys/{key_id}`, under the path that some clients use.",
		since: "0.3.0",
		auth: "user",
		permission: "create_user_api_key",
		params: keyParams,
		body: editApiKeyBody,
		response: apiKey,
		errors: ["api_key_not_found"],
	}),
	deleteOwnApiKey: endpoint({
		...developersPaths.deleteOwnApiKey,
		summary: "Revoke your own API key",
		description:
			"Same as `DELETE /v1/user/api-keys/{key_id}`, under the path that some clients use. The key stops working immediately and can't be restored.",
		since: "0.3.0",
		auth: "user",
		permission: "create_user_api_key",
		params: keyParams,
		response: ok,
		errors: ["api_key_not_found"],
	}),
	listWorkspaceApiKeys: endpoint({
		...developersPaths.listWorkspaceApiKeys,
		summary: "List all API keys",
		description:
			"Returns the keys of all members and service accounts with their owners, newest first. Only for admins. The keys themselves are never returned.",
		since: "0.3.0",
		auth: "user",
		permission: "workspace_write",
		response: z.object({
			api_keys: z.array(ownedApiKey).meta({ description: "All keys of the workspace, newest first." }),
		}),
	}),
	updateWorkspaceApiKey: endpoint({
		...developersPaths.updateWorkspaceApiKey,
		summary: "Enable or disable any API key",
		description:
			"Works for keys of all members and service accounts, and only for admins. Requests with a disabled key fail with `invalid_api_key`. Its owner or an admin can enable it again.",
		since: "0.3.0",
		auth: "user",
		permission: "workspace_write",
		params: keyParams,
		body: z.object({
			is_enabled: z.boolean().meta({
				description: "False rejects all requests with the key, true accepts them again.",
				examples: [false],
			}),
		}),
		response: ok,
		errors: ["api_key_not_found"],
	}),
	disableThisApiKey: endpoint({
		...developersPaths.disableThisApiKey,
		summary: "Disable the current API key",
		description:
			"Lets anyone who finds a leaked key stop it: send the request with that key, which needs the permission `text_to_speech`. Not possible if the workspace or the key forbids it, nor by default on Enterprise. Its owner or an admin can enable it again.",
		since: "0.3.0",
		auth: "user",
		permission: "text_to_speech",
		query: z.object({
			api_key_name: z
				.literal("self")
				.meta({ description: "Must be `self`: the key of this request.", examples: ["self"] }),
		}),
		response: ok,
		errors: ["invalid_request"],
	}),
	setThirdPartyDisabling: endpoint({
		...developersPaths.setThirdPartyDisabling,
		summary: "Allow or forbid disabling leaked keys",
		description:
			"Sets whether anyone who holds a key of this workspace can disable it with `POST /v1/workspaces/api-keys/disable`. It takes precedence over the setting of each key. Only for admins.",
		since: "0.3.0",
		auth: "user",
		permission: "workspace_write",
		body: z.object({
			third_party_disable_allowed: z
				.boolean()
				.nullish()
				.meta({
					description: "Applies to all keys. Null uses the setting of each key, or else the plan's default.",
					examples: [true],
				}),
		}),
		response: ok,
	}),
	listServiceAccountKeys: endpoint({
		...developersPaths.listServiceAccountKeys,
		summary: "List a service account's API keys",
		description:
			"Returns the keys newest first, without revoked ones. The keys themselves are never returned. Only admins can do this for a service account that is an admin.",
		since: "0.3.0",
		auth: "user",
		permission: "service_account_write",
		params: serviceAccountParams,
		response: z.object({
			"api-keys": z.array(serviceAccountKey).meta({ description: "Keys of the service account, newest first." }),
		}),
		errors: ["service_account_not_found"],
	}),
	createServiceAccountKey: endpoint({
		...developersPaths.createServiceAccountKey,
		summary: "Create a service account's API key",
		description:
			"The key acts as the service account, limited to the given permissions. It is only shown in this response. Only admins can create keys for a service account that is an admin. Sends the webhook event `api_key_created`.",
		since: "0.3.0",
		auth: "user",
		permission: "service_account_write",
		params: serviceAccountParams,
		body: z.object({
			name: newKeyName,
			permissions: z.union([requestedPermissions, z.literal("all")]).meta({
				description:
					"Permissions to grant, at most those of the caller, or `all` for all of them. Permissions of planned products are accepted and ignored.",
				examples: [["text_to_speech"]],
			}),
			character_limit: newCreditLimit,
			allowed_ips: newAllowedIps,
			expires_at_unix: newKeyExpiry,
			third_party_disable_allowed: z
				.boolean()
				.nullish()
				.meta({
					description:
						"Whether anyone who holds the key can disable it. Null or omitted uses the plan's default: allowed, except on Enterprise.",
					examples: [true],
				}),
		}),
		response: createdServiceAccountKey,
		errors: ["service_account_not_found"],
	}),
	editServiceAccountKey: endpoint({
		...developersPaths.editServiceAccountKey,
		summary: "Update a service account's API key",
		description:
			"Changes the given fields; they apply to the next request with the key. Only admins can do this for a service account that is an admin.",
		since: "0.3.0",
		auth: "user",
		permission: "service_account_write",
		params: serviceAccountKeyParams,
		body: z.object({
			is_enabled: z
				.union([z.boolean(), z.literal("no_update")])
				.default("no_update")
				.meta({
					description: "False rejects all requests with the key, true accepts them again, `no_update` changes nothing.",
					examples: [false],
				}),
			name: keyName.nullish().meta({
				description: "New name, 1 to 60 characters. Unchanged if null or omitted.",
				examples: ["Nightly job"],
			}),
			permissions: z
				.union([requestedPermissions, z.enum(["all", "no_update"])])
				.default("no_update")
				.meta({
					description:
						"Replaces the permissions, at most those of the caller. `all` grants all of the caller's, `no_update` changes nothing.",
					examples: [["text_to_speech", "voices_read"]],
				}),
			character_limit: z
				.union([creditLimit, z.enum(["clear", "no_update"])])
				.nullish()
				.meta({
					description:
						"New number of credits per monthly period. `clear` removes the limit. Null and `no_update` change nothing.",
					examples: [100000],
				}),
			allowed_ips: z
				.union([networks, z.enum(["clear", "no_update"])])
				.default("no_update")
				.meta({
					description:
						"Replaces the allowed IP addresses and networks. `clear` allows every address, `no_update` changes nothing.",
					examples: [["203.0.113.0/24"]],
				}),
			expires_at_unix: z
				.union([keyExpiry, z.enum(["clear", "no_update"])])
				.default("no_update")
				.meta({
					description: "New time of expiry, in Unix seconds. `clear` removes it, `no_update` changes nothing.",
					examples: [1_900_000_000],
				}),
			third_party_disable_allowed: z
				.union([z.boolean(), z.enum(["clear", "no_update"])])
				.default("no_update")
				.meta({
					description:
						"Whether anyone who holds the key can disable it. `clear` uses the plan's default, `no_update` changes nothing.",
					examples: [false],
				}),
		}),
		response: ok,
		errors: ["service_account_not_found", "api_key_not_found"],
	}),
	rotateServiceAccountKey: endpoint({
		...developersPaths.rotateServiceAccountKey,
		summary: "Rotate a service account's API key",
		description:
			"Replaces the secret and keeps the id, name, permissions and limits. The new key is only shown in this response. The old one, and single-use tokens created with it, stop working immediately. The caller needs all permissions of the key.",
		since: "0.3.0",
		auth: "user",
		permission: "service_account_write",
		params: serviceAccountKeyParams,
		response: createdServiceAccountKey,
		errors: ["service_account_not_found", "api_key_not_found"],
	}),
	deleteServiceAccountKey: endpoint({
		...developersPaths.deleteServiceAccountKey,
		summary: "Revoke a service account's API key",
		description: "The key stops working immediately and can't be restored. Sends the webhook event `api_key_deleted`.",
		since: "0.3.0",
		auth: "user",
		permission: "service_account_write",
		params: serviceAccountKeyParams,
		response: ok,
		errors: ["service_account_not_found", "api_key_not_found"],
	}),
	...requestsEndpoints,
	...webhookEndpoints,
};
