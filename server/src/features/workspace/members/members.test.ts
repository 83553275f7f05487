import type { AuditEntry, Member } from "@timbre/contract/workspace/schemas.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aColleague, aMembership, anApiKey, aVoice, type SeedUser } from "../../../../../seed/builders.ts";
import { type TestApp, testApp } from "../../../testing/test-app.ts";

let app: TestApp;
beforeAll(async () => {
	app = await testApp();
});
afterAll(async () => app.stop());

const call: TestApp["request"] = (...how) => app.request(...how);
const errorWith = (code: string) => ({ body: { detail: { code } } });
const members = async (who: SeedUser) => (await call<Member[]>(who.apiKey, "GET", "/v1/workspace/members")).body;
const update = (who: SeedUser, body: unknown) => call(who.apiKey, "POST", "/v1/workspace/members", body);
const remove = (who: SeedUser, email: string) => call(who.apiKey, "DELETE", "/v1/workspace/members", { email });

async function aTeam() {
	const owner = await app.user({ tier: "enterprise" });
	const admin = await aColleague(app.db, await app.user(), owner.workspaceId, "admin");
	const editor = await aColleague(app.db, await app.user(), owner.workspaceId);
	return { owner, admin, editor };
}
const auditEventsOf = async (who: SeedUser) =>
	(await call<{ entries: AuditEntry[] }>(who.apiKey, "GET", "/v1/workspace/audit-logs")).body.entries.map(
		(entry) => `${entry.activity_name} ${entry.unmapped.target}`,
	);

test("WORKSPACE-026 lists members with role, groups, limit and usage, and shows others' usage to admins only", async () => {
	const { owner, admin, editor } = await aTeam();
	const spoken = await app.postJson(`/v1/text-to-speech/${app.voiceId}`, editor.apiKey, { text: "Twelve chars" });
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
			avatar_url: null,
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

test("WORKSPACE-009 a member is an admin or an editor, whichever seat they get", async () => {
	const { owner, editor } = await aTeam();
	const roleWith = async (workspace_seat_type: string) => {
		expect((await update(owner, { email: editor.email, workspace_seat_type })).status, workspace_seat_type).toBe(200);
		return (await members(owner)).find((member) => member.user_id === editor.userId)?.role;
	};
	expect(await roleWith("workspace_admin")).toBe("admin");
	expect(await roleWith("workspace_member")).toBe("editor");
	expect(await roleWith("workspace_lite_member")).toBe("editor");
	for (const other of ["owner", "viewer", "workspace_viewer"])
		expect((await update(owner, { email: editor.email, workspace_seat_type: other })).status, other).toBe(422);
});

test("applies role, lock and limit changes immediately and audits each", async () => {
	const { owner, editor } = await aTeam();
	const { email } = editor;
	expect((await update(owner, { email, workspace_seat_type: "workspace_admin" })).status).toBe(200);
	expect((await call(editor.apiKey, "GET", "/v1/workspace/is-admin")).body).toEqual({ is_admin: true });
	await update(owner, { email, workspace_role: "workspace_member" });
	expect((await call(editor.apiKey, "GET", "/v1/workspace/is-admin")).body).toEqual({ is_admin: false });
	expect(await update(editor, { email: owner.email, is_locked: true })).toMatchObject(errorWith("missing_permissions"));
	await update(owner, { email, is_locked: true, usage_limit: 10 });
	expect(await call(editor.apiKey, "GET", "/v1/user")).toMatchObject(errorWith("invalid_api_key"));
	await update(owner, { email, is_locked: false });
	expect((await call(editor.apiKey, "GET", "/v1/user")).status).toBe(200);
	expect(await auditEventsOf(owner)).toEqual([
		`unlock ${email}`,
		`change_usage_limit ${email}`,
		`lock ${email}`,
		`change_role ${email}`,
		`change_role ${email}`,
	]);
	expect(await update(owner, { email: "nobody@example.com", is_locked: true })).toMatchObject(
		errorWith("member_not_found"),
	);
});

test("enforces a member's usage limit across all their keys and concurrent requests", async () => {
	const { owner, editor } = await aTeam();
	await update(owner, { email: editor.email, usage_limit: 25 });
	const another = await anApiKey(app.db, editor);
	const speak = (key: string, text: string) => app.postJson(`/v1/text-to-speech/${app.voiceId}`, key, { text });
	const texts = Array.from({ length: 8 }, (_, at) => `Ten chars${at}`);
	const responses = await Promise.all(texts.map((text, at) => speak(at % 2 ? another : editor.apiKey, text)));
	await Promise.all(responses.map((response) => response.arrayBuffer()));
	expect(responses.filter((response) => response.status === 200)).toHaveLength(2);
	expect(new Set(responses.filter((response) => response.status !== 200).map((response) => response.status))).toEqual(
		new Set([401]),
	);
	const over = await speak(editor.apiKey, "Ten chars9");
	expect(await over.json()).toMatchObject({ detail: { code: "quota_exceeded" } });
	expect((await speak(owner.apiKey, "Other members are unaffected.")).status).toBe(200);
	await update(owner, { email: editor.email, usage_limit: null });
	expect((await speak(editor.apiKey, "Ten chars9")).status).toBe(200);
});

test("does not demote, lock or remove the owner or the last admin", async () => {
	const { owner, admin, editor } = await aTeam();
	const { email } = owner;
	for (const change of [{ is_locked: true }, { workspace_seat_type: "workspace_member" }])
		expect(await update(admin, { email, ...change })).toMatchObject({ status: 409, ...errorWith("owner_must_stay") });
	expect(await remove(admin, email)).toMatchObject(errorWith("owner_must_stay"));
	expect(await call(owner.apiKey, "POST", "/v1/workspace/leave")).toMatchObject(errorWith("owner_must_stay"));
	// Even if the owner's membership is broken, the last active admin must stay.
	await app.db
		.updateTable("workspace_member")
		.set({ locked_at: new Date() })
		.where("user_id", "=", owner.userId)
		.execute();
	for (const change of [{ is_locked: true }, { workspace_seat_type: "workspace_member" }])
		expect(await update(admin, { email: admin.email, ...change })).toMatchObject(errorWith("last_admin"));
	expect(await call(admin.apiKey, "POST", "/v1/workspace/leave")).toMatchObject(errorWith("last_admin"));
	await update(admin, { email: editor.email, workspace_seat_type: "workspace_admin" });
	expect((await call(admin.apiKey, "POST", "/v1/workspace/leave")).status).toBe(200);
});

test("keeps one admin when two demote each other concurrently", async () => {
	const { owner, admin, editor } = await aTeam();
	await update(owner, { email: editor.email, workspace_seat_type: "workspace_admin" });
	await app.db
		.updateTable("workspace_member")
		.set({ locked_at: new Date() })
		.where("user_id", "=", owner.userId)
		.execute();
	const demote = (by: SeedUser, member: SeedUser) =>
		update(by, { email: member.email, workspace_seat_type: "workspace_member" });
	const responses = await Promise.all([demote(admin, editor), demote(editor, admin)]);
	expect(responses.filter((response) => response.status === 200)).toHaveLength(1);
});

test("revokes all keys of a removed member permanently and returns them to their own workspace", async () => {
	const { owner, admin } = await aTeam();
	const guest = await app.user();
	await aMembership(app.db, guest.userId, owner.workspaceId);
	const key = await anApiKey(app.db, { workspaceId: owner.workspaceId, userId: guest.userId });
	expect((await call(key, "GET", "/v1/user")).status).toBe(200);
	expect((await remove(admin, guest.email)).status).toBe(200);
	expect(await call(key, "GET", "/v1/user")).toMatchObject(errorWith("invalid_api_key"));
	await aMembership(app.db, guest.userId, owner.workspaceId);
	expect(await call(key, "GET", "/v1/user"), "the key stays revoked").toMatchObject(errorWith("invalid_api_key"));
	expect((await call(guest.apiKey, "GET", "/v1/workspace")).body).toMatchObject({ workspace_id: guest.workspaceId });
	expect(await auditEventsOf(owner)).toEqual([`remove ${guest.email}`]);
});

test("does not let a non-admin remove an admin", async () => {
	const { owner, admin, editor } = await aTeam();
	const other = await aColleague(app.db, await app.user(), owner.workspaceId);
	expect(await remove(editor, other.email)).toMatchObject(errorWith("missing_permissions"));
	const { body: group } = await call<{ id: string }>(owner.apiKey, "POST", "/v1/workspace/groups", {
		name: "Moderators",
		permissions: ["workspace_members_remove"],
	});
	await call(owner.apiKey, "POST", `/v1/workspace/groups/${group.id}/members`, { email: editor.email });
	expect(await remove(editor, admin.email)).toMatchObject(errorWith("missing_permissions"));
	expect((await remove(editor, other.email)).status).toBe(200);
});

test("WORKSPACE-013 WORKSPACE-014 lets an admin see and edit members' content and delete the account of a member who joined", async () => {
	const { owner, admin, editor } = await aTeam();
	const { body: made } = await call<{ id: string }>(
		editor.apiKey,
		"POST",
		"/v1/pronunciation-dictionaries/add-from-rules",
		{ name: "Mine", rules: [], workspace_access: "viewer" },
	);
	const item = await app.historyItem(editor, { text: "Created by the editor." });
	expect((await call(admin.apiKey, "GET", `/v1/history/${item}`)).body).toMatchObject({
		text: "Created by the editor.",
	});
	const edit = await call(admin.apiKey, "PATCH", `/v1/pronunciation-dictionaries/${made.id}`, { name: "Seen" });
	expect(edit).toMatchObject({ status: 200, body: { name: "Seen", permission_on_resource: "admin" } });
	const { voiceId } = await aVoice(app.db, app.storage, editor, { name: "Theirs" });
	const voice = () => call<{ name: string }>(admin.apiKey, "GET", `/v1/voices/${voiceId}`);
	expect((await voice()).body.name).toBe("Theirs");
	const form = new FormData();
	form.append("name", "Renamed by an admin");
	const headers = { "xi-api-key": admin.apiKey };
	const renamed = await fetch(`${app.url}/v1/voices/${voiceId}/edit`, { method: "POST", headers, body: form });
	expect(renamed.status).toBe(200);
	expect((await voice()).body.name).toBe("Renamed by an admin");
	expect((await call(admin.apiKey, "DELETE", `/v1/voices/${voiceId}`)).status).toBe(200);
	expect((await call(admin.apiKey, "DELETE", `/v1/history/${item}`)).status).toBe(200);
	const { body: keys } = await call<{ api_keys: { key_id: string; owner: { user_id: string } }[] }>(
		admin.apiKey,
		"GET",
		"/v1/workspace/api-keys",
	);
	const theirs = keys.api_keys.find((key) => key.owner.user_id === editor.userId)?.key_id;
	const turn = (is_enabled: boolean) => call(admin.apiKey, "PATCH", `/v1/workspace/api-keys/${theirs}`, { is_enabled });
	expect((await turn(false)).status).toBe(200);
	expect((await call(editor.apiKey, "GET", "/v1/user")).status).toBe(401);
	expect((await turn(true)).status).toBe(200);
	const erase = (who: SeedUser, email: string) =>
		call(who.apiKey, "POST", "/v1/workspace/members/delete-account", { email });
	const cookie = await app.signIn(editor);
	expect(await erase(editor, admin.email)).toMatchObject(errorWith("missing_permissions"));
	expect(await erase(admin, owner.email)).toMatchObject(errorWith("owner_must_stay"));
	expect(await erase(admin, admin.email)).toMatchObject(errorWith("conflict"));
	expect((await erase(admin, editor.email)).status).toBe(200);
	expect((await fetch(`${app.url}/v1/user`, { headers: { cookie } })).status, "signed out").toBe(401);
	await expect(app.signIn(editor), "can't sign in again").rejects.toThrow("sign-in failed");
	expect(await call(editor.apiKey, "GET", "/v1/user")).toMatchObject(errorWith("invalid_api_key"));
	expect((await members(owner)).map((member) => member.user_id)).toEqual([owner.userId, admin.userId]);
	expect((await auditEventsOf(owner))[0]).toBe(`delete_account ${editor.email}`);
});
