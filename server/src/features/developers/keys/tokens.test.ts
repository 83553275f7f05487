import { afterAll, beforeAll, expect, test } from "vitest";
import type { SeedUser } from "../../../../../seed/builders.ts";
import { type TestApp, testApp } from "../../../testing/test-app.ts";
import { redeemSingleUseToken } from "./identity.service.ts";

let app: TestApp;
beforeAll(async () => {
	app = await testApp();
});
afterAll(async () => app.stop());

async function aToken(user: SeedUser, type = "tts_websocket"): Promise<string> {
	const response = await fetch(`${app.url}/v1/single-use-token/${type}`, {
		method: "POST",
		headers: { "xi-api-key": user.apiKey },
	});
	expect(response.status).toBe(200);
	return ((await response.json()) as { token: string }).token;
}

test("a token opens one connection to its creator's workspace with speech permission only", async () => {
	const user = await app.user();
	const token = await aToken(user);
	const results = await Promise.all(
		Array.from({ length: 10 }, () => redeemSingleUseToken(app.db, token, "tts_websocket")),
	);
	const identities = results.filter((identity) => identity !== undefined);
	expect(identities).toHaveLength(1);
	expect(identities[0]).toMatchObject({ workspaceId: user.workspaceId, userId: user.userId, role: "admin" });
	expect([...(identities[0]?.permissions ?? [])]).toEqual(["text_to_speech"]);
	expect(await redeemSingleUseToken(app.db, token, "tts_websocket")).toBeUndefined();
});

test("a token is stored only as a hash", async () => {
	const token = await aToken(await app.user());
	const rows = await app.db.selectFrom("single_use_token").selectAll().execute();
	expect(JSON.stringify(rows)).not.toContain(token);
	expect(rows.map((row) => row.token_hash.toString()).join()).not.toContain(token);
});

test("rejects other types, unknown tokens and API keys without consuming the token", async () => {
	const user = await app.user();
	const token = await aToken(user, "realtime_scribe");
	for (const wrong of [`${token}x`, "", "sutkn_", user.apiKey])
		expect(await redeemSingleUseToken(app.db, wrong, "realtime_scribe")).toBeUndefined();
	expect(await redeemSingleUseToken(app.db, token, "tts_websocket")).toBeUndefined();
	const identity = await redeemSingleUseToken(app.db, token, "realtime_scribe");
	expect([...(identity?.permissions ?? [])]).toEqual(["speech_to_text"]);
});

test("rejects a token after 15 minutes and deletes it with the next one", async () => {
	const user = await app.user();
	const token = await aToken(user);
	const row = await app.db
		.selectFrom("single_use_token")
		.select(["created_at", "expires_at"])
		.where("workspace_id", "=", user.workspaceId)
		.executeTakeFirstOrThrow();
	expect(row.expires_at.getTime() - row.created_at.getTime()).toBe(15 * 60_000);
	await app.db
		.updateTable("single_use_token")
		.set({ expires_at: new Date(Date.now() - 1) })
		.where("workspace_id", "=", user.workspaceId)
		.execute();
	expect(await redeemSingleUseToken(app.db, token, "tts_websocket")).toBeUndefined();
	await aToken(user);
	const rows = await app.db
		.selectFrom("single_use_token")
		.select("token_type")
		.where("workspace_id", "=", user.workspaceId)
		.execute();
	expect(rows).toHaveLength(1);
});

test("revoking the key or removing the creator invalidates the token", async () => {
	const user = await app.user();
	const [byKey, byMember] = [await aToken(user), await aToken(user)];
	await app.db.updateTable("api_key").set({ revoked_at: new Date() }).where("user_id", "=", user.userId).execute();
	expect(await redeemSingleUseToken(app.db, byKey, "tts_websocket")).toBeUndefined();
	await app.db.updateTable("api_key").set({ revoked_at: null }).where("user_id", "=", user.userId).execute();
	await app.db.deleteFrom("workspace_member").where("user_id", "=", user.userId).execute();
	expect(await redeemSingleUseToken(app.db, byMember, "tts_websocket")).toBeUndefined();
});

test("rejects an unknown type", async () => {
	const user = await app.user();
	const response = await fetch(`${app.url}/v1/single-use-token/root`, {
		method: "POST",
		headers: { "xi-api-key": user.apiKey },
	});
	expect(response.status).toBe(422);
});

test("a batch_scribe token authenticates one request to transcribe a file, and no other request", async () => {
	const user = await app.user();
	const token = await aToken(user, "batch_scribe");
	const send = async (path: string) => {
		const form = new FormData();
		form.set("model_id", "scribe_v2");
		const response = await fetch(`${app.url}${path}?token=${token}`, { method: "POST", body: form });
		return ((await response.json()) as { detail: { code: string } }).detail.code;
	};
	expect(await send("/v1/uploads")).toBe("needs_authorization");
	// There is no file in the form, so the request is rejected after its token was accepted.
	expect(await send("/v1/speech-to-text")).not.toMatch(/needs_authorization|invalid_api_key|missing_permissions/);
	expect(await send("/v1/speech-to-text")).toBe("invalid_api_key");
});
