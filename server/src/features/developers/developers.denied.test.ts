import { developersEndpoints } from "@timbre/contract/developers.ts";
import { denied } from "../../testing/denied.ts";
import type { TestApp } from "../../testing/test-app.ts";

const aKey = {
	make: async (app: TestApp) => {
		const owner = await app.person();
		const [key] = (await app.get<{ api_keys: { key_id: string }[] }>("/v1/user/api-keys", owner.apiKey)).api_keys;
		return { key_id: key?.key_id ?? "" };
	},
	code: "api_key_not_found",
} as const;

const post = async (app: TestApp, path: string, apiKey: string, body: unknown) => {
	const answer = await fetch(app.url + path, {
		method: "POST",
		headers: { "xi-api-key": apiKey, "content-type": "application/json" },
		body: JSON.stringify(body),
	});
	if (!answer.ok) throw new Error(`POST ${path}: ${answer.status} ${await answer.text()}`);
	return (await answer.json()) as Record<string, string>;
};

const aWebhook = async (app: TestApp) => {
	const owner = await app.person();
	const settings = { auth_type: "hmac", name: "Hook", webhook_url: "https://example.com/hook" };
	const { webhook_id = "" } = await post(app, "/v1/workspace/webhooks", owner.apiKey, { settings });
	const { delivery_id = "" } = await post(app, `/v1/workspace/webhooks/${webhook_id}/test`, owner.apiKey, {});
	return { webhook_id, delivery_id };
};
const foreignWebhook = { make: aWebhook, code: "webhook_not_found" } as const;
const foreignDelivery = { make: aWebhook, code: "webhook_delivery_not_found" } as const;

const aServiceAccount = async (app: TestApp) => {
	const owner = await app.person();
	const id = `service-${owner.userId}`;
	await app.db
		.insertInto("auth_user")
		.values({ id, name: "Robot", email: `${id}@service.invalid`, service_account_of: owner.workspaceId })
		.execute();
	await app.db
		.insertInto("workspace_member")
		.values({ workspace_id: owner.workspaceId, user_id: id, role: "editor" })
		.execute();
	const made = await post(app, `/v1/service-accounts/${id}/api-keys`, owner.apiKey, {
		name: "Key",
		permissions: "all",
	});
	return { service_account_user_id: id, api_key_id: made.key_id ?? "" };
};
const foreignAccount = { make: aServiceAccount, code: "service_account_not_found" } as const;

denied(developersEndpoints.listApiKeys);
denied(developersEndpoints.createApiKey, { body: { name: "Another" } });
denied(developersEndpoints.editApiKey, { body: { name: "Another" }, foreign: aKey });
denied(developersEndpoints.rotateApiKey, { foreign: aKey });
denied(developersEndpoints.deleteApiKey, { foreign: aKey });
denied(developersEndpoints.createOwnApiKey, { body: { name: "Another" } });
denied(developersEndpoints.editOwnApiKey, { body: { name: "Another" }, foreign: aKey });
denied(developersEndpoints.deleteOwnApiKey, { foreign: aKey });
denied(developersEndpoints.createSingleUseToken, { params: { token_type: "tts_websocket" } });

denied(developersEndpoints.listWorkspaceApiKeys);
denied(developersEndpoints.switchWorkspaceApiKey, { body: { is_enabled: false }, foreign: aKey });
denied(developersEndpoints.disableThisApiKey);
denied(developersEndpoints.setThirdPartyDisabling, { body: {} });

denied(developersEndpoints.listServiceAccountKeys, { foreign: foreignAccount });
denied(developersEndpoints.createServiceAccountKey, {
	body: { name: "Another", permissions: "all" },
	foreign: foreignAccount,
});
denied(developersEndpoints.editServiceAccountKey, { body: { name: "Another" }, foreign: foreignAccount });
denied(developersEndpoints.rotateServiceAccountKey, { foreign: foreignAccount });
denied(developersEndpoints.deleteServiceAccountKey, { foreign: foreignAccount });

denied(developersEndpoints.listWebhooks);
denied(developersEndpoints.createWebhook, {
	body: { settings: { auth_type: "hmac", name: "Hook", webhook_url: "https://example.com/hook" } },
});
denied(developersEndpoints.editWebhook, { body: { is_disabled: true, name: "Hook" }, foreign: foreignWebhook });
denied(developersEndpoints.deleteWebhook, { foreign: foreignWebhook });
denied(developersEndpoints.rotateWebhookSecret, { foreign: foreignWebhook });
denied(developersEndpoints.testWebhook, { foreign: foreignWebhook });
denied(developersEndpoints.listWebhookDeliveries, { foreign: foreignWebhook });
denied(developersEndpoints.readWebhookDelivery, { foreign: foreignDelivery });
denied(developersEndpoints.replayWebhookDelivery, { foreign: foreignDelivery });

const aSecret = {
	make: async (app: TestApp) => {
		const owner = await app.person();
		const { secret_id = "" } = await post(app, "/v1/convai/secrets", owner.apiKey, { name: "Theirs", value: "theirs" });
		return { secret_id };
	},
	code: "not_found",
} as const;
denied(developersEndpoints.createSecret, { body: { name: "A", value: "b" } });
denied(developersEndpoints.listSecrets);
denied(developersEndpoints.getSecret, { foreign: aSecret });
denied(developersEndpoints.editSecret, { body: { name: "A", value: "b" }, foreign: aSecret });
denied(developersEndpoints.deleteSecret, { foreign: aSecret });
