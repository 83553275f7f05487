import type { Voice } from "@timbre/contract/voices/schemas.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aMembership, anApiKey, aVoice, type SeedUser } from "../../../../../seed/builders.ts";
import { type TestApp, testApp } from "../../../testing/test-app.ts";

let app: TestApp;
let user: SeedUser;
let host: SeedUser;
beforeAll(async () => {
	app = await testApp();
	user = await app.user({ tier: "creator" });
	host = await app.user({ tier: "creator" });
	await aMembership(app.db, user.userId, host.workspaceId);
});
afterAll(async () => app.stop());

async function replicate(voiceId: string, target_workspace_id: string, more = {}) {
	const path = `/v1/voices/${voiceId}/replicate-to-isolated-environment`;
	const response = await app.postJson(path, user.apiKey, { target_workspace_id, ...more });
	const body = (await response.json()) as { voice_id?: string; detail?: { code: string } };
	return { voiceId: body.voice_id ?? "", code: body.detail?.code };
}

test("copies a designed voice with its preview to another workspace of its creator; the copy outlives the original", async () => {
	const { voiceId } = await aVoice(app.db, app.storage, user, { name: "Travels", origin: "designed", preview: true });
	const copy = await replicate(voiceId, host.workspaceId);
	expect(copy.voiceId).not.toBe(voiceId);
	const key = await anApiKey(app.db, { workspaceId: host.workspaceId, userId: user.userId });
	await app.db.deleteFrom("voice").where("id", "=", voiceId).execute();
	const voice = await app.get<Voice>(`/v1/voices/${copy.voiceId}`, key);
	expect(voice).toMatchObject({ name: "Travels", origin: "designed", is_owner: true, disabled: false });
	expect((await fetch(voice.preview_url ?? "")).status).toBe(200);
	expect((await app.postJson(`/v1/text-to-speech/${copy.voiceId}`, key, { text: "Arrived." })).status).toBe(200);
});

test("rejects voices from recordings, a preserved id, the same workspace and foreign workspaces", async () => {
	const { voiceId } = await aVoice(app.db, app.storage, user, { origin: "designed" });
	const matched = await aVoice(app.db, app.storage, user, { origin: "matched" });
	const stranger = await app.user();
	expect((await replicate(matched.voiceId, host.workspaceId)).code).toBe("missing_permissions");
	expect((await replicate(voiceId, host.workspaceId, { preserve_voice_id: true })).code).toBe("invalid_request");
	expect((await replicate(voiceId, user.workspaceId)).code).toBe("conflict");
	expect((await replicate(voiceId, stranger.workspaceId)).code).toBe("workspace_not_found");
});
