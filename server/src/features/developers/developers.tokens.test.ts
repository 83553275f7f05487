import { afterAll, beforeAll, expect, test } from "vitest";
import type { Person } from "../../../../seed/builders.ts";
import { type TestApp, testApp } from "../../testing/test-app.ts";
import { redeemSingleUseToken } from "./developers.public.ts";

let app: TestApp;
beforeAll(async () => {
	app = await testApp();
});
afterAll(async () => app.stop());

async function aToken(person: Person, type = "tts_websocket"): Promise<string> {
	const answer = await fetch(`${app.url}/v1/single-use-token/${type}`, {
		method: "POST",
		headers: { "xi-api-key": person.apiKey },
	});
	expect(answer.status).toBe(200);
	return ((await answer.json()) as { token: string }).token;
}

test("a token opens one connection, for its maker's workspace and with no more than speech", async () => {
	const person = await app.person();
	const token = await aToken(person);
	const results = await Promise.all(
		Array.from({ length: 10 }, () => redeemSingleUseToken(app.db, token, "tts_websocket")),
	);
	const identities = results.filter((identity) => identity !== undefined);
	expect(identities).toHaveLength(1);
	expect(identities[0]).toMatchObject({ workspaceId: person.workspaceId, userId: person.userId, role: "admin" });
	expect([...(identities[0]?.permissions ?? [])]).toEqual(["text_to_speech"]);
	expect(await redeemSingleUseToken(app.db, token, "tts_websocket")).toBeUndefined();
});

test("a token is stored only as a hash", async () => {
	const token = await aToken(await app.person());
	const rows = await app.db.selectFrom("single_use_token").selectAll().execute();
	expect(JSON.stringify(rows)).not.toContain(token);
	expect(rows.map((row) => row.token_hash.toString()).join()).not.toContain(token);
});

test("a token of another type, a made-up one and a key open nothing, and do not use it up", async () => {
	const person = await app.person();
	const token = await aToken(person, "realtime_scribe");
	for (const wrong of [`${token}x`, "", "sutkn_", person.apiKey])
		expect(await redeemSingleUseToken(app.db, wrong, "realtime_scribe")).toBeUndefined();
	expect(await redeemSingleUseToken(app.db, token, "tts_websocket")).toBeUndefined();
	expect((await redeemSingleUseToken(app.db, token, "realtime_scribe"))?.permissions.size).toBe(0);
});

test("a token older than 15 minutes opens nothing, and is cleared away with the next", async () => {
	const person = await app.person();
	const token = await aToken(person);
	const row = await app.db
		.selectFrom("single_use_token")
		.select(["created_at", "expires_at"])
		.where("workspace_id", "=", person.workspaceId)
		.executeTakeFirstOrThrow();
	expect(row.expires_at.getTime() - row.created_at.getTime()).toBe(15 * 60_000);
	await app.db
		.updateTable("single_use_token")
		.set({ expires_at: new Date(Date.now() - 1) })
		.where("workspace_id", "=", person.workspaceId)
		.execute();
	expect(await redeemSingleUseToken(app.db, token, "tts_websocket")).toBeUndefined();
	await aToken(person);
	const rows = await app.db
		.selectFrom("single_use_token")
		.select("token_type")
		.where("workspace_id", "=", person.workspaceId)
		.execute();
	expect(rows).toHaveLength(1);
});

test("a token dies with the key it was made with, and with its maker's membership", async () => {
	const person = await app.person();
	const [byKey, byMember] = [await aToken(person), await aToken(person)];
	await app.db.updateTable("api_key").set({ revoked_at: new Date() }).where("user_id", "=", person.userId).execute();
	expect(await redeemSingleUseToken(app.db, byKey, "tts_websocket")).toBeUndefined();
	await app.db.updateTable("api_key").set({ revoked_at: null }).where("user_id", "=", person.userId).execute();
	await app.db.deleteFrom("workspace_member").where("user_id", "=", person.userId).execute();
	expect(await redeemSingleUseToken(app.db, byMember, "tts_websocket")).toBeUndefined();
});

test("a type that does not exist is refused", async () => {
	const person = await app.person();
	const answer = await fetch(`${app.url}/v1/single-use-token/root`, {
		method: "POST",
		headers: { "xi-api-key": person.apiKey },
	});
	expect(answer.status).toBe(422);
});
