import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { permissions } from "./permissions.ts";

export const apiKey = z.object({
	key_id: z.string(),
	name: z.string(),
	/** The first and last characters; the key itself is shown once, when it is made. */
	preview: z.string(),
	permissions: z.array(z.enum(permissions)),
	created_at_unix: z.int(),
	last_used_at_unix: z.int().nullable(),
});
export type ApiKey = z.output<typeof apiKey>;

export const createApiKeyBody = z.object({
	name: z.string().trim().min(1, "Give the key a name.").max(60, "At most 60 characters."),
	/** All of the caller's own rights when left out. */
	permissions: z.array(z.enum(permissions)).min(1).optional(),
});

/** What a browser or another's machine may be let into once, for a few minutes, without ever seeing a key. */
export const singleUseTokenTypes = ["realtime_scribe", "batch_scribe", "tts_websocket"] as const;
export type SingleUseTokenType = (typeof singleUseTokenTypes)[number];
export const singleUseTokenSeconds = 15 * 60;

export const developersEndpoints = {
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
		response: apiKey.extend({ xi_api_key: z.string() }),
	}),
	deleteApiKey: endpoint({
		id: "user_apiKeys_delete",
		method: "DELETE",
		path: "/v1/user/api-keys/{key_id}",
		summary: "Revoke an API key at once",
		since: "0.1.0",
		auth: "user",
		permission: "create_user_api_key",
		params: z.object({ key_id: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/) }),
		response: z.object({ status: z.literal("ok") }),
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
};
