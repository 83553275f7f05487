import { afterAll, beforeAll, expect, test } from "vitest";
import { aMembership, anApiKey } from "../../../../seed/builders.ts";
import { newId } from "../../core/ids.ts";
import { type TestApp, testApp } from "../../testing/test-app.ts";
import { recordAct } from "./workspace.audit.public.ts";
import { getStanding } from "./workspace.public.ts";

let app: TestApp;
beforeAll(async () => {
	app = await testApp();
});
afterAll(async () => app.stop());

async function aTeam() {
	const admin = await app.person();
	const editor = await app.person();
	await aMembership(app.db, editor.userId, admin.workspaceId);
	const key = await anApiKey(app.db, { workspaceId: admin.workspaceId, userId: editor.userId });
	return { workspaceId: admin.workspaceId, admin, editor, key };
}
const codeOf = async (answer: Response) => ((await answer.json()) as { detail: { code: string } }).detail.code;
const read = (key: string) => fetch(`${app.url}/v1/user`, { headers: { "xi-api-key": key } });

test("WORKSPACE-015 what all members may is the workspace's to say, and a group gives its members more", async () => {
	const { workspaceId, editor, key } = await aTeam();
	const speak = () => app.speak(`/v1/text-to-speech/${app.voiceId}`, key, { text: "Hello." });
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

test("in a suspended workspace nothing answers but the reason, to members and keys alike", async () => {
	const { workspaceId, admin, key } = await aTeam();
	const cookie = await app.signIn(admin);
	await app.db
		.updateTable("workspace")
		.set({ suspended_at: new Date(), suspended_reason: "Its invoices are open." })
		.where("id", "=", workspaceId)
		.execute();
	for (const headers of [{ "xi-api-key": key }, { cookie }] as Record<string, string>[]) {
		const answer = await fetch(`${app.url}/v1/history`, { headers });
		expect(answer.status).toBe(403);
		expect(await answer.json()).toMatchObject({
			detail: { code: "workspace_suspended", message: expect.stringContaining("Its invoices are open.") },
		});
	}
});

test("a member who is locked out is out at once, with every key", async () => {
	const { workspaceId, editor, key } = await aTeam();
	expect((await read(key)).status).toBe(200);
	await app.db
		.updateTable("workspace_member")
		.set({ locked_at: new Date() })
		.where("workspace_id", "=", workspaceId)
		.where("user_id", "=", editor.userId)
		.execute();
	expect(await codeOf(await read(key))).toBe("invalid_api_key");
	expect(await getStanding(app.db, workspaceId, editor.userId)).toBeUndefined();
	expect((await read(editor.apiKey)).status, "the own workspace is another's business").toBe(200);
});

test("an act is written down with who did it, how and on what", async () => {
	const { workspaceId, admin } = await aTeam();
	const actor = { workspaceId, userId: admin.userId, via: "session" as const, visitor: "192.0.2.1" };
	await recordAct(app.db, actor, { className: "member_management", activity: "lock", target: "x@example.com" });
	const lines = await app.db
		.selectFrom("workspace_audit")
		.selectAll()
		.where("workspace_id", "=", workspaceId)
		.execute();
	expect(lines).toMatchObject([
		{ actor_email: admin.email, via: "session", visitor: "192.0.2.1", activity: "lock", target: "x@example.com" },
	]);
});
