import type { AuditEntry, Member } from "@timbre/contract/workspace.entities.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aColleague, aMembership, anApiKey, type Person } from "../../../../seed/builders.ts";
import { type TestApp, testApp } from "../../testing/test-app.ts";

let app: TestApp;
beforeAll(async () => {
	app = await testApp();
});
afterAll(async () => app.stop());

const call: TestApp["call"] = (...how) => app.call(...how);
const refused = (code: string) => ({ body: { detail: { code } } });
const members = async (who: Person) => (await call<Member[]>(who.apiKey, "GET", "/v1/workspace/members")).body;
const update = (who: Person, body: unknown) => call(who.apiKey, "POST", "/v1/workspace/members", body);
const remove = (who: Person, email: string) => call(who.apiKey, "DELETE", "/v1/workspace/members", { email });

async function aTeam() {
	const owner = await app.person({ tier: "enterprise" });
	const admin = await aColleague(app.db, await app.person(), owner.workspaceId, "admin");
	const editor = await aColleague(app.db, await app.person(), owner.workspaceId);
	return { owner, admin, editor };
}
const actsOf = async (who: Person) =>
	(await call<{ entries: AuditEntry[] }>(who.apiKey, "GET", "/v1/workspace/audit-logs")).body.entries.map(
		(entry) => `${entry.activity_name} ${entry.unmapped.target}`,
	);

test("WORKSPACE-026 the members are told with role, groups, limit and what they spent; others' spending to admins only", async () => {
	const { owner, admin, editor } = await aTeam();
	const spoken = await app.speak(`/v1/text-to-speech/${app.voiceId}`, editor.apiKey, { text: "Twelve chars" });
	await spoken.arrayBuffer();
	await expect
		.poll(async () => (await members(owner)).find((member) => member.user_id === editor.userId)?.character_count, {
			timeout: 120_000,
		})
		.toBe(12);
	expect(await members(owner)).toEqual([
		expect.objectContaining({ user_id: owner.userId, seat_type: "workspace_admin", role: "admin", is_owner: true }),
		expect.objectContaining({ user_id: admin.userId, seat_type: "workspace_admin", is_owner: false }),
		{
			user_id: editor.userId,
			email: editor.email,
			first_name: "Ada",
			name: "Ada Example",
			seat_type: "workspace_member",
			role: "editor",
			is_owner: false,
			is_locked: false,
			joined_at_unix: expect.any(Number),
			last_active_unix: expect.any(Number),
			usage_limit: null,
			character_count: 12,
			group_ids: [],
		},
	]);
	expect((await members(editor)).map((member) => member.character_count)).toEqual([null, null, 12]);
});

test("a member's role, lock and limit change at once, each with its line in the audit log", async () => {
	const { owner, editor } = await aTeam();
	const { email } = editor;
	expect((await update(owner, { email, workspace_seat_type: "workspace_admin" })).status).toBe(200);
	expect((await call(editor.apiKey, "GET", "/v1/workspace/is-admin")).body).toEqual({ is_admin: true });
	await update(owner, { email, workspace_role: "workspace_member" });
	expect((await call(editor.apiKey, "GET", "/v1/workspace/is-admin")).body).toEqual({ is_admin: false });
	expect(await update(editor, { email: owner.email, is_locked: true })).toMatchObject(refused("missing_permissions"));
	await update(owner, { email, is_locked: true, usage_limit: 10 });
	expect(await call(editor.apiKey, "GET", "/v1/user")).toMatchObject(refused("invalid_api_key"));
	await update(owner, { email, is_locked: false });
	expect((await call(editor.apiKey, "GET", "/v1/user")).status).toBe(200);
	expect(await actsOf(owner)).toEqual([
		`unlock ${email}`,
		`change_usage_limit ${email}`,
		`lock ${email}`,
		`change_role ${email}`,
		`change_role ${email}`,
	]);
	expect(await update(owner, { email: "nobody@example.com", is_locked: true })).toMatchObject(
		refused("member_not_found"),
	);
});

test("a member speaks within the own limit, which holds for all their keys and for many calls at once", async () => {
	const { owner, editor } = await aTeam();
	await update(owner, { email: editor.email, usage_limit: 25 });
	const another = await anApiKey(app.db, editor);
	const speak = (key: string, text: string) => app.speak(`/v1/text-to-speech/${app.voiceId}`, key, { text });
	const texts = Array.from({ length: 8 }, (_, at) => `Ten chars${at}`);
	const answers = await Promise.all(texts.map((text, at) => speak(at % 2 ? another : editor.apiKey, text)));
	await Promise.all(answers.map((answer) => answer.arrayBuffer()));
	expect(answers.filter((answer) => answer.status === 200)).toHaveLength(2);
	expect(new Set(answers.filter((answer) => answer.status !== 200).map((answer) => answer.status))).toEqual(
		new Set([401]),
	);
	const over = await speak(editor.apiKey, "Ten chars9");
	expect(await over.json()).toMatchObject({ detail: { code: "quota_exceeded" } });
	expect((await speak(owner.apiKey, "Nobody else is held to it.")).status).toBe(200);
	await update(owner, { email: editor.email, usage_limit: null });
	expect((await speak(editor.apiKey, "Ten chars9")).status).toBe(200);
});

test("the owner cannot be demoted, locked or removed; nor can the last admin", async () => {
	const { owner, admin, editor } = await aTeam();
	const { email } = owner;
	for (const change of [{ is_locked: true }, { workspace_seat_type: "workspace_member" }])
		expect(await update(admin, { email, ...change })).toMatchObject({ status: 409, ...refused("owner_must_stay") });
	expect(await remove(admin, email)).toMatchObject(refused("owner_must_stay"));
	expect(await call(owner.apiKey, "POST", "/v1/workspace/leave")).toMatchObject(refused("owner_must_stay"));
	// The owner's own membership gone wrong: whoever is left must still not be the last to go.
	await app.db
		.updateTable("workspace_member")
		.set({ locked_at: new Date() })
		.where("user_id", "=", owner.userId)
		.execute();
	for (const change of [{ is_locked: true }, { workspace_seat_type: "workspace_member" }])
		expect(await update(admin, { email: admin.email, ...change })).toMatchObject(refused("last_admin"));
	expect(await call(admin.apiKey, "POST", "/v1/workspace/leave")).toMatchObject(refused("last_admin"));
	await update(admin, { email: editor.email, workspace_seat_type: "workspace_admin" });
	expect((await call(admin.apiKey, "POST", "/v1/workspace/leave")).status).toBe(200);
});

test("two admins who demote each other at once: one stays", async () => {
	const { owner, admin, editor } = await aTeam();
	await update(owner, { email: editor.email, workspace_seat_type: "workspace_admin" });
	await app.db
		.updateTable("workspace_member")
		.set({ locked_at: new Date() })
		.where("user_id", "=", owner.userId)
		.execute();
	const demote = (by: Person, whom: Person) =>
		update(by, { email: whom.email, workspace_seat_type: "workspace_member" });
	const answers = await Promise.all([demote(admin, editor), demote(editor, admin)]);
	expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
});

test("who is removed is out with every key, for good, and is back in the own workspace", async () => {
	const { owner, admin } = await aTeam();
	const guest = await app.person();
	await aMembership(app.db, guest.userId, owner.workspaceId);
	const key = await anApiKey(app.db, { workspaceId: owner.workspaceId, userId: guest.userId });
	expect((await call(key, "GET", "/v1/user")).status).toBe(200);
	expect((await remove(admin, guest.email)).status).toBe(200);
	expect(await call(key, "GET", "/v1/user")).toMatchObject(refused("invalid_api_key"));
	await aMembership(app.db, guest.userId, owner.workspaceId);
	expect(await call(key, "GET", "/v1/user"), "a key does not come back").toMatchObject(refused("invalid_api_key"));
	expect((await call(guest.apiKey, "GET", "/v1/workspace")).body).toMatchObject({ workspace_id: guest.workspaceId });
	expect(await actsOf(owner)).toEqual([`remove ${guest.email}`]);
});

test("whoever may remove members and is no admin removes no admin", async () => {
	const { owner, admin, editor } = await aTeam();
	const other = await aColleague(app.db, await app.person(), owner.workspaceId);
	expect(await remove(editor, other.email)).toMatchObject(refused("missing_permissions"));
	const { body: group } = await call<{ id: string }>(owner.apiKey, "POST", "/v1/workspace/groups", {
		name: "Doors",
		permissions: ["workspace_members_remove"],
	});
	await call(owner.apiKey, "POST", `/v1/workspace/groups/${group.id}/members`, { email: editor.email });
	expect(await remove(editor, admin.email)).toMatchObject(refused("missing_permissions"));
	expect((await remove(editor, other.email)).status).toBe(200);
});

test("WORKSPACE-013 WORKSPACE-014 an admin sees and edits what members make, and can delete the account of one who joined", async () => {
	const { owner, admin, editor } = await aTeam();
	const { body: made } = await call<{ id: string }>(
		editor.apiKey,
		"POST",
		"/v1/pronunciation-dictionaries/add-from-rules",
		{ name: "Mine", rules: [], workspace_access: "viewer" },
	);
	const item = await app.historyItem(editor, { text: "Said by the editor." });
	expect((await call(admin.apiKey, "GET", `/v1/history/${item}`)).body).toMatchObject({ text: "Said by the editor." });
	const edit = await call(admin.apiKey, "PATCH", `/v1/pronunciation-dictionaries/${made.id}`, { name: "Seen" });
	expect(edit).toMatchObject({ status: 200, body: { name: "Seen", permission_on_resource: "admin" } });
	const erase = (who: Person, email: string) =>
		call(who.apiKey, "POST", "/v1/workspace/members/delete-account", { email });
	const cookie = await app.signIn(editor);
	expect(await erase(editor, admin.email)).toMatchObject(refused("missing_permissions"));
	expect(await erase(admin, owner.email)).toMatchObject(refused("owner_must_stay"));
	expect(await erase(admin, admin.email)).toMatchObject(refused("conflict"));
	expect((await erase(admin, editor.email)).status).toBe(200);
	expect((await fetch(`${app.url}/v1/user`, { headers: { cookie } })).status, "signed out").toBe(401);
	await expect(app.signIn(editor), "and not in again").rejects.toThrow("sign-in failed");
	expect(await call(editor.apiKey, "GET", "/v1/user")).toMatchObject(refused("invalid_api_key"));
	expect((await members(owner)).map((member) => member.user_id)).toEqual([owner.userId, admin.userId]);
	expect(await actsOf(owner)).toEqual([`delete_account ${editor.email}`]);
});
