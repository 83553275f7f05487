import { afterAll, beforeAll, expect, test } from "vitest";
import { aMembership, anApiKey } from "../../../../../seed/builders.ts";
import { newId } from "../../../core/ids.ts";
import { type TestApp, testApp } from "../../../testing/test-app.ts";
import { recordAudit } from "../audit/recorder.service.ts";
import { getMembershipStatus } from "./membership.service.ts";

let app: TestApp;
beforeAll(async () => {
	app = await testApp();
});
afterAll(async () => app.stop());

async function aTeam() {
	const admin = await app.user();
	const editor = await app.user();
	await aMembership(app.db, editor.userId, admin.workspaceId);
	const key = await anApiKey(app.db, { workspaceId: admin.workspaceId, userId: editor.userId });
	return { workspaceId: admin.workspaceId, admin, editor, key };
}
const codeOf = async (response: Response) => ((await response.json()) as { detail: { code: string } }).detail.code;
const read = (key: string) => fetch(`${app.url}/v1/user`, { headers: { "xi-api-key": key } });

test("WORKSPACE-015 limits members to the workspace's permissions and adds those of their groups", async () => {
	const { workspaceId, editor, key } = await aTeam();
	const speak = () => app.postJson(`/v1/text-to-speech/${app.voiceId}`, key, { text: "Hello." });
	expect((await speak()).status).toBe(200);
	await app.db
		.updateTable("workspace")
		.set({ all_members_permissions: ["voice_lab"] })
		.where("id", "=", workspaceId)
		.execute();
	expect(await codeOf(await speak())).toBe("missing_permissions");
	const group = { workspace_id: workspaceId, id: newId() };
	await app.db
		.insertInto("workspace_group")
		.values({ ...group, name: "Readers", permissions: ["text_to_speech"] })
		.execute();
	await app.db
		.insertInto("workspace_group_member")
		.values({ workspace_id: workspaceId, group_id: group.id, user_id: editor.userId })
		.execute();
	expect((await speak()).status).toBe(200);
});

test("rejects all requests in a suspended workspace with the reason, for members and keys", async () => {
	const { workspaceId, admin, key } = await aTeam();
	const cookie = await app.signIn(admin);
	await app.db
		.updateTable("workspace")
		.set({ suspended_at: new Date(), suspended_reason: "Unpaid invoices." })
		.where("id", "=", workspaceId)
		.execute();
	for (const headers of [{ "xi-api-key": key }, { cookie }] as Record<string, string>[]) {
		const response = await fetch(`${app.url}/v1/history`, { headers });
		expect(response.status).toBe(403);
		expect(await response.json()).toMatchObject({
			detail: { code: "workspace_suspended", message: expect.stringContaining("Unpaid invoices.") },
		});
	}
});

test("locks a member out immediately, including all their keys", async () => {
	const { workspaceId, editor, key } = await aTeam();
	expect((await read(key)).status).toBe(200);
	await app.db
		.updateTable("workspace_member")
		.set({ locked_at: new Date() })
		.where("workspace_id", "=", workspaceId)
		.where("user_id", "=", editor.userId)
		.execute();
	expect(await codeOf(await read(key))).toBe("invalid_api_key");
	expect(await getMembershipStatus(app.db, workspaceId, editor.userId)).toBeUndefined();
	expect((await read(editor.apiKey)).status, "their own workspace is unaffected").toBe(200);
});

test("records an audit event with actor, method and target", async () => {
	const { workspaceId, admin } = await aTeam();
	const actor = { workspaceId, userId: admin.userId, via: "session" as const, clientIp: "192.0.2.1" };
	await recordAudit(app.db, actor, { className: "member_management", activity: "lock", target: "x@example.com" });
	const events = await app.db
		.selectFrom("workspace_audit")
		.selectAll()
		.where("workspace_id", "=", workspaceId)
		.execute();
	expect(events).toMatchObject([
		{ actor_email: admin.email, via: "session", visitor: "192.0.2.1", activity: "lock", target: "x@example.com" },
	]);
});
