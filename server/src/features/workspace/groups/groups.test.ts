import type { Group, Resource, ServiceAccount } from "@timbre/contract/workspace/schemas.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aColleague, anApiKey, type SeedUser } from "../../../../../seed/builders.ts";
import { type TestApp, testApp } from "../../../testing/test-app.ts";

let app: TestApp;
beforeAll(async () => {
	app = await testApp();
});
afterAll(async () => app.stop());

const call: TestApp["request"] = (...how) => app.request(...how);
const errorWith = (code: string) => ({ body: { detail: { code } } });

async function aTeam() {
	const admin = await app.user({ tier: "enterprise" });
	const editor = await aColleague(app.db, await app.user(), admin.workspaceId);
	const other = await aColleague(app.db, await app.user(), admin.workspaceId);
	return { admin, editor, other };
}
const createGroup = (who: SeedUser, name: string, permissions: string[] = []) =>
	call<Group>(who.apiKey, "POST", "/v1/workspace/groups", { name, permissions });
const groupMember = (who: SeedUser, id: string, email: string, way = "") =>
	call(who.apiKey, "POST", `/v1/workspace/groups/${id}/members${way}`, { email });

test("WORKSPACE-027 creates, renames, searches and deletes groups, and applies their permissions immediately", async () => {
	const { admin, editor } = await aTeam();
	const { body: group } = await createGroup(admin, "Auditors", ["audit_log_read"]);
	expect(group).toEqual({
		name: "Auditors",
		id: expect.any(String),
		members: [],
		permissions: ["audit_log_read"],
		group_usage_limit: null,
		group_pvc_limit: null,
		character_count: null,
		is_scim_synced: false,
		scim_group: null,
		scim_frozen: false,
	});
	expect(await createGroup(admin, "AUDITORS")).toMatchObject(errorWith("conflict"));
	expect(await createGroup(editor, "Mine")).toMatchObject(errorWith("missing_permissions"));
	const reads = async () => (await call(editor.apiKey, "GET", "/v1/workspace/audit-logs")).status;
	expect(await reads()).toBe(403);
	await groupMember(admin, group.id, editor.email);
	expect(await reads()).toBe(200);
	expect((await call(editor.apiKey, "GET", "/v1/workspace/groups")).body).toEqual({
		[group.id]: { ...group, members: [editor.userId] },
	});
	expect((await call(admin.apiKey, "GET", "/v1/workspace/groups")).body).toMatchObject({
		[group.id]: { character_count: 0 },
	});
	const change = (body: unknown) => call<Group>(admin.apiKey, "PATCH", `/v1/workspace/groups/${group.id}`, body);
	expect((await change({ name: "auditors" })).body).toMatchObject({
		name: "auditors",
		permissions: ["audit_log_read"],
	});
	await change({ permissions: [] });
	expect(await reads()).toBe(403);
	const { body: found } = await call(editor.apiKey, "GET", "/v1/workspace/groups/search?name=AUDITORS");
	expect(found).toEqual([{ name: "auditors", id: group.id, members_emails: [editor.email] }]);
	await change({ permissions: ["audit_log_read"] });
	await groupMember(admin, group.id, editor.email, "/remove");
	expect(await reads()).toBe(403);
	await groupMember(admin, group.id, editor.email);
	expect((await call(admin.apiKey, "DELETE", `/v1/workspace/groups/${group.id}`)).status).toBe(200);
	expect(await reads()).toBe(403);
	expect(await change({ name: "Gone" })).toMatchObject(errorWith("group_not_found"));
});

test("does not count a service account as a member", async () => {
	const { admin } = await aTeam();
	const members = async () =>
		(await call<{ workspaces: { workspace_id: string; members: number }[] }>(admin.apiKey, "GET", "/v1/workspaces"))
			.body.workspaces;
	const before = await members();
	expect((await call(admin.apiKey, "POST", "/v1/service-accounts", { name: "Build server" })).status).toBeLessThan(300);
	expect(await members()).toEqual(before);
});

test("a group lets its members create professional voices when other members can't", async () => {
	const { admin, editor } = await aTeam();
	const create = async () =>
		(await call(editor.apiKey, "POST", "/v1/voices/pvc", { name: "Ada", language: "en" })).status;
	const settings = { all_members_permissions: ["text_to_speech"] };
	expect((await call(admin.apiKey, "POST", "/v1/workspace/update-workspace", settings)).status).toBe(200);
	expect(await create()).toBe(403);
	const { body: group } = await createGroup(admin, "Voice team", ["create_professional_voice_clone"]);
	await groupMember(admin, group.id, editor.email);
	expect(await create()).toBe(200);
	await groupMember(admin, group.id, editor.email, "/remove");
	expect(await create()).toBe(403);
});

test("prevents privilege escalation through groups: a member can only grant permissions they have", async () => {
	const { admin, editor, other } = await aTeam();
	const { body: managers } = await createGroup(admin, "Group managers", ["group_members_manage"]);
	const { body: auditors } = await createGroup(admin, "Auditors", ["audit_log_read"]);
	await groupMember(admin, managers.id, editor.email);
	expect((await groupMember(editor, managers.id, other.email)).status).toBe(200);
	for (const email of [editor.email, other.email])
		expect(await groupMember(editor, auditors.id, email)).toMatchObject(errorWith("missing_permissions"));
	const stranger = await app.user();
	expect(await groupMember(admin, auditors.id, stranger.email)).toMatchObject(errorWith("member_not_found"));
	expect(await groupMember(stranger, auditors.id, stranger.email)).toMatchObject(errorWith("group_not_found"));
});

const accounts = async (who: SeedUser) =>
	(await call<{ "service-accounts": ServiceAccount[] }>(who.apiKey, "GET", "/v1/service-accounts")).body[
		"service-accounts"
	];
const createAccount = (who: SeedUser, body: unknown) =>
	call<{ "service-account-user-id": string }>(who.apiKey, "POST", "/v1/service-accounts", body);

test("WORKSPACE-028 lets a service account own keys without a seat or sign-in, and revokes the keys when it is deleted", async () => {
	const { admin, editor } = await aTeam();
	const made = await createAccount(admin, { name: "Nightly build" });
	const userId = made.body["service-account-user-id"];
	expect(await accounts(admin)).toEqual([
		{
			service_account_user_id: userId,
			name: "Nightly build",
			email: expect.stringMatching(/^\S+@\S+$/),
			role: "editor",
			created_at_unix: expect.any(Number),
			group_ids: [],
			"api-keys": [],
			default_sharing_groups: [],
		},
	]);
	const key = await anApiKey(app.db, { workspaceId: admin.workspaceId, userId });
	expect(await accounts(admin)).toMatchObject([{ "api-keys": [{ service_account_user_id: userId }] }]);
	expect((await app.postJson(`/v1/text-to-speech/${app.voiceId}`, key, { text: "By a service account." })).status).toBe(
		200,
	);
	expect((await call(key, "GET", "/v1/workspace/is-admin")).body).toEqual({ is_admin: false });
	const reads = async () => (await call(key, "GET", "/v1/workspace/audit-logs")).status;
	expect(await reads()).toBe(403);
	const { body: group } = await createGroup(admin, "Watchers", ["audit_log_read"]);
	await groupMember(admin, group.id, (await accounts(admin))[0]?.email ?? "");
	expect(await reads(), "groups apply to service accounts too").toBe(200);
	expect(await accounts(admin)).toMatchObject([{ group_ids: [group.id] }]);
	expect((await call(admin.apiKey, "GET", "/v1/workspace/seats-status")).body).toMatchObject({ used_seats: 3 });
	const { body: members } = await call<{ user_id: string }[]>(admin.apiKey, "GET", "/v1/workspace/members");
	expect(members.map((member) => member.user_id)).not.toContain(userId);
	const logins = await app.db.selectFrom("auth_account").select("id").where("user_id", "=", userId).execute();
	expect(logins).toEqual([]);
	expect(await createAccount(editor, { name: "Mine" })).toMatchObject(errorWith("missing_permissions"));
	const end = (id: string) => call(admin.apiKey, "DELETE", `/v1/service-accounts/${id}`);
	expect(await end(editor.userId), "a user is not a service account").toMatchObject(
		errorWith("service_account_not_found"),
	);
	expect((await end(userId)).status).toBe(200);
	expect(await call(key, "GET", "/v1/user")).toMatchObject(errorWith("invalid_api_key"));
	expect(await accounts(admin)).toEqual([]);
	for (const gone of [
		await end(userId),
		await call(admin.apiKey, "POST", `/v1/service-accounts/${userId}/api-keys`, { name: "Ghost", permissions: "all" }),
	])
		expect(gone).toMatchObject(errorWith("service_account_not_found"));
});

test("does not let a non-admin create an admin service account", async () => {
	const { admin, editor } = await aTeam();
	const { body: group } = await createGroup(admin, "Automation", ["service_accounts_manage"]);
	await groupMember(admin, group.id, editor.email);
	expect(await createAccount(editor, { name: "Root", role: "admin" })).toMatchObject(errorWith("missing_permissions"));
	expect((await createAccount(editor, { name: "Helper" })).status).toBe(200);
	const { body: made } = await createAccount(admin, { name: "Root", role: "admin" });
	const id = made["service-account-user-id"];
	expect(await call(editor.apiKey, "DELETE", `/v1/service-accounts/${id}`)).toMatchObject(
		errorWith("missing_permissions"),
	);
	const newKey = (who: SeedUser) =>
		call(who.apiKey, "POST", `/v1/service-accounts/${id}/api-keys`, { name: "Way in", permissions: ["user_read"] });
	expect(await newKey(editor), "nor create a key for one").toMatchObject(errorWith("missing_permissions"));
	expect((await newKey(admin)).status).toBe(200);
	const key = await anApiKey(app.db, { workspaceId: admin.workspaceId, userId: id });
	expect((await call(key, "POST", "/v1/workspace/update-workspace", { name: "By a service account" })).status).toBe(
		200,
	);
});

const dictionaries = "/v1/pronunciation-dictionaries";
const createDictionary = async (key: string, access: string | null) =>
	(
		await call<{ id: string }>(key, "POST", `${dictionaries}/add-from-rules`, {
			name: "Names",
			rules: [],
			workspace_access: access,
		})
	).body.id;
const rename = async (key: string, id: string) =>
	(await call(key, "PATCH", `${dictionaries}/${id}`, { name: "Renamed" })).status;
const roleOn = async (key: string, id: string) =>
	(await call<{ permission_on_resource: string }>(key, "GET", `${dictionaries}/${id}`)).body.permission_on_resource;
const share = (key: string, id: string, body: object, way = "share") =>
	call(key, "POST", `/v1/workspace/resources/${id}/${way}`, { resource_type: "pronunciation_dictionary", ...body });

test("WORKSPACE-016 shares a resource with a user, a group or everyone, and applies the highest role immediately", async () => {
	const { admin, editor, other } = await aTeam();
	const id = await createDictionary(editor.apiKey, "viewer");
	expect(await roleOn(other.apiKey, id)).toBe("viewer");
	expect(await rename(other.apiKey, id)).toBe(403);
	const { body: group } = await createGroup(admin, "Linguists");
	await groupMember(admin, group.id, other.email);
	await share(editor.apiKey, id, { role: "editor", group_id: group.id });
	expect(await roleOn(other.apiKey, id)).toBe("editor");
	expect(await rename(other.apiKey, id)).toBe(200);
	await share(editor.apiKey, id, { role: "commenter", user_email: other.email });
	expect(await roleOn(other.apiKey, id), "the higher of two roles applies").toBe("editor");
	await share(editor.apiKey, id, { group_id: group.id }, "unshare");
	expect(await roleOn(other.apiKey, id)).toBe("commenter");
	expect(await rename(other.apiKey, id)).toBe(403);
	await share(editor.apiKey, id, { role: "editor", group_id: "default" });
	expect(await roleOn(other.apiKey, id)).toBe("editor");
	const { body: list } = await call<{ pronunciation_dictionaries: { permission_on_resource: string }[] }>(
		other.apiKey,
		"GET",
		dictionaries,
	);
	expect(list.pronunciation_dictionaries).toMatchObject([{ permission_on_resource: "editor" }]);
	await share(editor.apiKey, id, { group_id: "default" }, "unshare");
	const { body: seen } = await call<Resource>(
		editor.apiKey,
		"GET",
		`/v1/workspace/resources/${id}?resource_type=pronunciation_dictionary`,
	);
	expect(seen).toMatchObject({
		resource_id: id,
		resource_name: "Renamed",
		resource_type: "pronunciation_dictionary",
		creator_user_id: editor.userId,
		anonymous_access_level_override: null,
		role_to_group_ids: { admin: [], editor: [], commenter: [other.userId], viewer: [] },
		permission_on_resource: "admin",
	});
	expect(seen.share_options).toContainEqual({ name: "Linguists", id: group.id, type: "group" });
	await call(admin.apiKey, "DELETE", "/v1/workspace/members", { email: other.email });
	const left = await app.db.selectFrom("workspace_resource_share").selectAll().where("resource_id", "=", id).execute();
	expect(left, "removed with the member").toEqual([]);
});

test("WORKSPACE-016 shares with the service account that owns the given key", async () => {
	const { admin, editor } = await aTeam();
	const id = await createDictionary(editor.apiKey, "viewer");
	const { body } = await createAccount(admin, { name: "Robot" });
	const key = await anApiKey(app.db, { workspaceId: admin.workspaceId, userId: body["service-account-user-id"] });
	const keyId = (await accounts(admin))[0]?.["api-keys"][0]?.key_id;
	expect(await rename(key, id)).toBe(403);
	expect((await share(editor.apiKey, id, { role: "editor", workspace_api_key_id: keyId })).status).toBe(200);
	expect(await rename(key, id)).toBe(200);
	expect((await share(editor.apiKey, id, { workspace_api_key_id: keyId }, "unshare")).status).toBe(200);
	expect(await rename(key, id)).toBe(403);
	expect(await share(editor.apiKey, id, { role: "editor", workspace_api_key_id: "nobodys" })).toMatchObject(
		errorWith("api_key_not_found"),
	);
});

test("allows sharing only by an admin of the resource and only within the workspace", async () => {
	const { editor, other } = await aTeam();
	const stranger = await app.user();
	const id = await createDictionary(editor.apiKey, null);
	const role = "admin";
	expect(await share(other.apiKey, id, { role, user_email: other.email })).toMatchObject(
		errorWith("missing_permissions"),
	);
	expect(await share(stranger.apiKey, id, { role, user_email: stranger.email })).toMatchObject(
		errorWith("resource_not_found"),
	);
	expect(await share(editor.apiKey, id, { role, user_email: stranger.email })).toMatchObject(
		errorWith("member_not_found"),
	);
	expect(await share(editor.apiKey, id, { role, group_id: "nobodys" })).toMatchObject(errorWith("group_not_found"));
	expect((await share(editor.apiKey, id, { role })).status).toBe(422);
	expect((await share(editor.apiKey, id, { role, user_email: other.email, group_id: "default" })).status).toBe(422);
	await share(editor.apiKey, id, { role, user_email: other.email });
	expect(
		(await share(other.apiKey, id, { role: "viewer", group_id: "default" })).status,
		"now an admin of the resource",
	).toBe(200);
});

test("WORKSPACE-037 lists shared resources by owner", async () => {
	const { admin, editor, other } = await aTeam();
	const [mine, theirs] = [await createDictionary(editor.apiKey, null), await createDictionary(other.apiKey, null)];
	await createDictionary(editor.apiKey, null);
	await share(editor.apiKey, mine, { role: "viewer", user_email: admin.email });
	await share(other.apiKey, theirs, { role: "viewer", user_email: admin.email });
	const list = async (query: string) =>
		(
			await call<{ resources: { resource_id: string; workspace_resource_metadata: object }[] }>(
				admin.apiKey,
				"GET",
				`/v1/workspace/resources${query}`,
			)
		).body.resources;
	expect((await list("")).map((one) => one.resource_id).sort()).toEqual([mine, theirs].sort());
	expect(await list(`?owner_user_id=${editor.userId}`)).toEqual([
		{
			resource_id: mine,
			resource_type: "pronunciation_dictionary",
			workspace_resource_metadata: { owner_user_id: editor.userId },
			permission_on_resource: "admin",
		},
	]);
});

test("shares what a service account creates with its default groups", async () => {
	const { admin, editor } = await aTeam();
	const { body: group } = await createGroup(admin, "Proofreaders");
	await groupMember(admin, group.id, editor.email);
	const { body } = await createAccount(admin, {
		name: "Importer",
		default_sharing_groups: [{ group_id: group.id, permission_level: "editor" }],
	});
	expect(await accounts(admin)).toMatchObject([
		{ default_sharing_groups: [{ group: { id: group.id }, permission_level: "editor" }] },
	]);
	const key = await anApiKey(app.db, { workspaceId: admin.workspaceId, userId: body["service-account-user-id"] });
	const id = await createDictionary(key, "viewer");
	expect(await roleOn(editor.apiKey, id)).toBe("editor");
	expect(
		await createAccount(admin, {
			name: "Lost",
			default_sharing_groups: [{ group_id: "nobodys", permission_level: "viewer" }],
		}),
	).toMatchObject(errorWith("group_not_found"));
});
