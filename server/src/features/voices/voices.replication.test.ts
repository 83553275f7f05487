import type { Voice } from "@timbre/contract/voices.entities.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aMembership, anApiKey, aVoice, type Person } from "../../../../seed/builders.ts";
import { type TestApp, testApp } from "../../testing/test-app.ts";

let app: TestApp;
let person: Person;
let host: Person;
beforeAll(async () => {
	app = await testApp();
	person = await app.person({ tier: "creator" });
	host = await app.person({ tier: "creator" });
	await aMembership(app.db, person.userId, host.workspaceId);
});
afterAll(async () => app.stop());

async function replicate(voiceId: string, target_workspace_id: string, more = {}) {
	const path = `/v1/voices/${voiceId}/replicate-to-isolated-environment`;
	const answer = await app.speak(path, person.apiKey, { target_workspace_id, ...more });
	const body = (await answer.json()) as { voice_id?: string; detail?: { code: string } };
	return { voiceId: body.voice_id ?? "", code: body.detail?.code };
}

test("a designed voice is copied to another workspace of its maker, with its clip, and lives on without its original", async () => {
	const { voiceId } = await aVoice(app.db, app.storage, person, { name: "Travels", origin: "designed", preview: true });
	const copy = await replicate(voiceId, host.workspaceId);
	expect(copy.voiceId).not.toBe(voiceId);
	const key = await anApiKey(app.db, { workspaceId: host.workspaceId, userId: person.userId });
	await app.db.deleteFrom("voice").where("id", "=", voiceId).execute();
	const voice = await app.get<Voice>(`/v1/voices/${copy.voiceId}`, key);
	expect(voice).toMatchObject({ name: "Travels", origin: "designed", is_owner: true, disabled: false });
	expect((await fetch(voice.preview_url ?? "")).status).toBe(200);
	expect((await app.speak(`/v1/text-to-speech/${copy.voiceId}`, key, { text: "Arrived." })).status).toBe(200);
});

test("a voice of somebody's recordings, a kept id, the same workspace and one of strangers are refused", async () => {
	const { voiceId } = await aVoice(app.db, app.storage, person, { origin: "designed" });
	const matched = await aVoice(app.db, app.storage, person, { origin: "matched" });
	const stranger = await app.person();
	expect((await replicate(matched.voiceId, host.workspaceId)).code).toBe("missing_permissions");
	expect((await replicate(voiceId, host.workspaceId, { preserve_voice_id: true })).code).toBe("invalid_request");
	expect((await replicate(voiceId, person.workspaceId)).code).toBe("conflict");
	expect((await replicate(voiceId, stranger.workspaceId)).code).toBe("workspace_not_found");
});
