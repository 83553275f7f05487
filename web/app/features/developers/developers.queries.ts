import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { ApiKey, ServiceAccountKey } from "@timbre/contract/developers/endpoints.ts";
import { developersPaths } from "@timbre/contract/developers/paths.ts";
import type { Permission } from "@timbre/contract/permissions.ts";
import { call } from "../../lib/api/api.ts";

/** An API key of a user or a service account. */
export type KeyView = {
	id: string;
	name: string;
	preview: string;
	permissions: readonly Permission[];
	createdAt: number;
	lastUsedAt: number | null;
	disabled: boolean;
	disabledByOwner: boolean;
	limit: number | null;
	spent: number;
	allowedIps: readonly string[] | null;
	/** Unix seconds. Null: never. */
	expiresAt: number | null;
};

export type KeyValues = {
	name: string;
	/** Undefined: all permissions of the creator, or the current ones of an existing key. */
	permissions?: Permission[];
	limit: number | null;
	allowedIps: string[] | null;
	/** Unix seconds. Undefined leaves it unchanged. */
	expiresAt?: number | null;
};

/** The secret of a key, which is returned once. */
export type NewSecret = {
	value: string;
	/** Called when the user first shows or copies it. */
	onShown?: () => void;
};

/** The keys of the user or of a service account, and the actions on them. */
export type KeySource = {
	queryKey: readonly string[];
	list(signal: AbortSignal): Promise<KeyView[]>;
	create(values: KeyValues): Promise<NewSecret>;
	edit(id: string, values: KeyValues): Promise<unknown>;
	rotate(id: string): Promise<NewSecret>;
	enable(id: string, enabled: boolean): Promise<unknown>;
	remove(id: string): Promise<unknown>;
};

export const ownKeys: KeySource = {
	queryKey: ["developers", "api-keys"],
	list: async (signal) => (await call(developersPaths.listApiKeys, { signal })).api_keys.map(viewOf),
	create: async ({ name, permissions, limit, allowedIps, expiresAt }) =>
		ownSecret(
			await call(developersPaths.createApiKey, {
				body: { name, permissions, character_limit: limit, allowed_ips: allowedIps, expires_at_unix: expiresAt },
			}),
		),
	edit: (id, { name, permissions, limit, allowedIps, expiresAt }) =>
		call(developersPaths.editApiKey, {
			params: { key_id: id },
			body: { name, permissions, character_limit: limit, allowed_ips: allowedIps, expires_at_unix: expiresAt },
		}),
	rotate: async (id) => ownSecret(await call(developersPaths.rotateApiKey, { params: { key_id: id } })),
	enable: (id, is_enabled) => call(developersPaths.editApiKey, { params: { key_id: id }, body: { is_enabled } }),
	remove: (id) => call(developersPaths.deleteApiKey, { params: { key_id: id } }),
};

const ownSecret = ({ key_id, xi_api_key }: { key_id: string; xi_api_key: string }): NewSecret => ({
	value: xi_api_key,
	// Only onboarding depends on it, so errors are ignored.
	onShown: () => void call(developersPaths.recordApiKeyShown, { params: { key_id } }).catch(() => {}),
});

export function serviceAccountKeys(accountId: string): KeySource {
	const account = { service_account_user_id: accountId };
	const { listServiceAccountKeys, createServiceAccountKey, editServiceAccountKey } = developersPaths;
	return {
		queryKey: ["developers", "service-account-keys", accountId],
		list: async (signal) => {
			const keys = (await call(listServiceAccountKeys, { params: account, signal }))["api-keys"];
			return keys.map((key) => viewOf({ ...key, preview: `…${key.hint}` }));
		},
		create: async ({ name, permissions, limit, allowedIps, expiresAt }) => {
			const body = {
				name,
				permissions: permissions ?? ("all" as const),
				character_limit: limit,
				allowed_ips: allowedIps,
				expires_at_unix: expiresAt,
			};
			return { value: (await call(createServiceAccountKey, { params: account, body }))["xi-api-key"] };
		},
		edit: (id, { name, permissions, limit, allowedIps, expiresAt }) =>
			call(editServiceAccountKey, {
				params: { ...account, api_key_id: id },
				body: {
					name,
					permissions: permissions ?? "no_update",
					character_limit: limit ?? "clear",
					allowed_ips: allowedIps ?? "clear",
					expires_at_unix: expiresAt === null ? "clear" : (expiresAt ?? "no_update"),
				},
			}),
		rotate: async (id) => {
			const params = { ...account, api_key_id: id };
			return { value: (await call(developersPaths.rotateServiceAccountKey, { params }))["xi-api-key"] };
		},
		enable: (id, is_enabled) =>
			call(editServiceAccountKey, { params: { ...account, api_key_id: id }, body: { is_enabled } }),
		remove: (id) => call(developersPaths.deleteServiceAccountKey, { params: { ...account, api_key_id: id } }),
	};
}

function viewOf(key: ApiKey | (ServiceAccountKey & { preview: string })): KeyView {
	return {
		id: key.key_id,
		name: key.name,
		preview: key.preview,
		permissions: key.permissions,
		createdAt: key.created_at_unix,
		lastUsedAt: key.last_used_at_unix,
		disabled: key.is_disabled,
		disabledByOwner: key.disable_reason === "self_disabled",
		limit: key.character_limit,
		spent: key.character_count,
		allowedIps: key.allowed_ips,
		expiresAt: key.expires_at_unix,
	};
}

export const keysQuery = (source: KeySource) =>
	queryOptions({ queryKey: source.queryKey, queryFn: ({ signal }) => source.list(signal) });

export const workspaceKeysQuery = queryOptions({
	queryKey: ["developers", "workspace-api-keys"],
	queryFn: async ({ signal }) => (await call(developersPaths.listWorkspaceApiKeys, { signal })).api_keys,
});

export type RequestStatus = "success" | "client_error" | "server_error";

export const apiRequestsQuery = ({ status, keyId }: { status?: RequestStatus; keyId?: string }) =>
	infiniteQueryOptions({
		queryKey: ["developers", "requests", status ?? "all", keyId ?? "all"],
		queryFn: ({ signal, pageParam }) =>
			call(developersPaths.listApiRequests, { query: { status, key_id: keyId, cursor: pageParam }, signal }),
		initialPageParam: undefined as string | undefined,
		getNextPageParam: (page) => page.next_cursor ?? undefined,
		staleTime: 0,
	});

export const webhooksQuery = queryOptions({
	queryKey: ["developers", "webhooks"],
	queryFn: async ({ signal }) => (await call(developersPaths.listWebhooks, { query: {}, signal })).webhooks,
});

export type DeliveryState = "waiting" | "delivered" | "failed" | "skipped";

export const deliveriesQuery = (webhookId: string, state: DeliveryState | undefined) =>
	infiniteQueryOptions({
		queryKey: ["developers", "deliveries", webhookId, state ?? "all"],
		queryFn: ({ signal, pageParam }) =>
			call(developersPaths.listWebhookDeliveries, {
				params: { webhook_id: webhookId },
				query: { state, cursor: pageParam },
				signal,
			}),
		initialPageParam: undefined as string | undefined,
		getNextPageParam: (page) => page.next_cursor ?? undefined,
		// Poll while a delivery is pending.
		refetchInterval: ({ state: { data } }) =>
			data?.pages.some((page) => page.deliveries.some((one) => one.state === "waiting")) ? 2_000 : false,
	});

export const deliveryQuery = (webhookId: string, deliveryId: string) =>
	queryOptions({
		queryKey: ["developers", "delivery", webhookId, deliveryId],
		queryFn: ({ signal }) =>
			call(developersPaths.getWebhookDelivery, {
				params: { webhook_id: webhookId, delivery_id: deliveryId },
				signal,
			}),
		refetchInterval: ({ state: { data } }) => (data?.state === "waiting" ? 2_000 : false),
	});
