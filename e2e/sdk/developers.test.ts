// Official client: serviceAccounts.apiKeys and workspaces.apiKeys.
import { ElevenLabsClient } from "@elevenlabs/elevenlabs-js";
import { expect, test } from "vitest";
import { bytesOf, catchError, client, server } from "./client.ts";
import { missingKeys, readDocument } from "./documented.ts";

const withKey = (apiKey: string) => new ElevenLabsClient({ apiKey, baseUrl: server.url, maxRetries: 0 });

test("serviceAccounts.apiKeys create, list, update and delete; the key works within its limit", async () => {
	const account = await client.serviceAccounts.create({ name: `Robot ${Date.now()}` });
	const accountId = account.serviceAccountUserId;
	const { apiKeys } = client.serviceAccounts;
	const made = await apiKeys.create(accountId, {
		name: "Nightly",
		permissions: ["text_to_speech", "user_read"],
		characterLimit: 60,
	});
	const robot = withKey(made.xiApiKey);
	await bytesOf(await robot.textToSpeech.convert(server.voiceId, { text: `Spoken by a robot, ${Date.now()}.` }));
	await expect
		.poll(async () => (await apiKeys.list(accountId)).apiKeys)
		.toMatchObject([
			{
				name: "Nightly",
				hint: made.xiApiKey.slice(-4),
				keyId: made.keyId,
				serviceAccountUserId: accountId,
				isDisabled: false,
				permissions: ["text_to_speech", "user_read"],
				characterLimit: 60,
				characterCount: 33,
			},
		]);
	const more = `This would be more than it may spend, ${Date.now()}.`;
	expect(await catchError(robot.textToSpeech.convert(server.voiceId, { text: more }))).toMatchObject({
		statusCode: 401,
	});
	await apiKeys.update(accountId, made.keyId, { isEnabled: false, characterLimit: "clear", allowedIps: ["127.0.0.1"] });
	expect((await apiKeys.list(accountId)).apiKeys[0]).toMatchObject({ isDisabled: true, allowedIps: ["127.0.0.1/32"] });
	expect(await catchError(robot.user.get())).toMatchObject({ statusCode: 401 });
	await apiKeys.update(accountId, made.keyId, { isEnabled: true });
	expect(await robot.user.get()).toMatchObject({ userId: accountId });
	await apiKeys.delete(accountId, made.keyId);
	expect(await apiKeys.list(accountId)).toEqual({ apiKeys: [] });
	expect(await catchError(robot.user.get())).toMatchObject({ statusCode: 401 });
});

test("workspaces.apiKeys.disable disables the key it is called with", async () => {
	const account = await client.serviceAccounts.create({ name: `Finder ${Date.now()}` });
	const made = await client.serviceAccounts.apiKeys.create(account.serviceAccountUserId, {
		name: "Lost",
		permissions: "all",
	});
	const finder = withKey(made.xiApiKey);
	await client.workspace.setThirdPartyDisablingPolicy({ thirdPartyDisableAllowed: false });
	expect(await catchError(finder.workspaces.apiKeys.disable({ apiKeyName: "self" }))).toMatchObject({
		statusCode: 403,
	});
	await client.workspace.setThirdPartyDisablingPolicy({});
	await finder.workspaces.apiKeys.disable({ apiKeyName: "self" });
	expect(await catchError(finder.user.get())).toMatchObject({ statusCode: 401 });
	const { apiKeys } = await client.serviceAccounts.apiKeys.list(account.serviceAccountUserId);
	expect(apiKeys).toMatchObject([{ isDisabled: true, disableReason: "self_disabled" }]);
});

test("lists of keys and webhooks have every documented key", async () => {
	const document = await readDocument();
	const account = await client.serviceAccounts.create({ name: `Documented ${Date.now()}` });
	const id = account.serviceAccountUserId;
	await client.serviceAccounts.apiKeys.create(id, { name: "One", permissions: "all" });
	const settings = { authType: "hmac" as const, name: "Documented", webhookUrl: "https://example.com/hook" };
	const webhook = await client.webhooks.create({ settings });
	const get = async (path: string): Promise<unknown> =>
		(await fetch(server.url + path, { headers: { "xi-api-key": server.apiKey } })).json();
	const keys = "/v1/service-accounts/{service_account_user_id}/api-keys";
	expect(missingKeys(document, "get", keys, await get(keys.replace(/\{.*\}/, id)))).toEqual([]);
	const webhooks = "/v1/workspace/webhooks";
	expect(missingKeys(document, "get", webhooks, await get(`${webhooks}?include_usages=true`))).toEqual([]);
	await client.webhooks.delete(webhook.webhookId);
});
