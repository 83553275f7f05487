// Official client: workspace.groups, members, invites, resources and auditLogs, and serviceAccounts.
import { ElevenLabsClient } from "@elevenlabs/elevenlabs-js";
import { beforeAll, expect, test } from "vitest";
import { catchError, server } from "./client.ts";
import { missingKeys, readDocument } from "./documented.ts";

const { team } = server;
const withKey = (apiKey: string) => new ElevenLabsClient({ apiKey, baseUrl: server.url, maxRetries: 0 });
const admin = withKey(team.apiKey);
const editor = withKey(team.editorKey);
const { groups, members, invites, resources, auditLogs } = admin.workspace;

async function request<T>(method: string, path: string, body?: unknown): Promise<T> {
	const response = await fetch(server.url + path, {
		method,
		headers: { "xi-api-key": team.apiKey, ...(body ? { "content-type": "application/json" } : {}) },
		...(body ? { body: JSON.stringify(body) } : {}),
	});
	if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
	return (await response.json()) as T;
}

let groupId: string;
let document: Awaited<ReturnType<typeof readDocument>>;
beforeAll(async () => {
	document = await readDocument();
	// The client cannot create groups.
	const made = await request<{ id: string }>("POST", "/v1/workspace/groups", {
		name: "Auditors",
		permissions: ["audit_log_read"],
	});
	groupId = made.id;
});

test("workspace.groups.list, groups.search, groups.members.add and groups.members.remove", async () => {
	expect(await catchError(editor.workspace.auditLogs.list())).toMatchObject({ statusCode: 403 });
	expect(await groups.members.add(groupId, { email: team.editorEmail })).toEqual({ status: "ok" });
	expect(await editor.workspace.auditLogs.list({ limit: 1 })).toMatchObject({
		entries: [{ activityName: "add_user" }],
	});
	expect((await groups.list())[groupId]).toMatchObject({
		name: "Auditors",
		members: [expect.any(String)],
		permissions: ["audit_log_read"],
		isScimSynced: false,
	});
	expect(await groups.search({ name: "auditors" })).toEqual([
		{ name: "Auditors", id: groupId, membersEmails: [team.editorEmail] },
	]);
	expect(await groups.members.remove(groupId, { email: team.editorEmail })).toEqual({ status: "ok" });
	expect(await catchError(editor.workspace.auditLogs.list())).toMatchObject({ statusCode: 403 });
});

test("workspace.members.list and members.update lock and unlock a member", async () => {
	expect(await members.list()).toMatchObject([
		{ email: team.email, seatType: "workspace_admin", isOwner: true, isLocked: false },
		{ email: team.editorEmail, seatType: "workspace_member", isOwner: false, isLocked: false },
	]);
	expect(await members.update({ email: team.editorEmail, isLocked: true })).toEqual({ status: "ok" });
	expect(await catchError(editor.user.get())).toMatchObject({ statusCode: 401 });
	await members.update({ email: team.editorEmail, isLocked: false, workspaceSeatType: "workspace_admin" });
	expect(await editor.user.get()).toMatchObject({ seatType: "workspace_admin" });
	await members.update({ email: team.editorEmail, workspaceRole: "workspace_member" });
	expect(await editor.user.get()).toMatchObject({ seatType: "workspace_member" });
	expect(await catchError(members.update({ email: team.email, isLocked: true }))).toMatchObject({
		statusCode: 409,
		body: { detail: { status: "owner_must_stay" } },
	});
});

test("workspace.invites.create, createBatch and delete", async () => {
	const email = "first@example.com";
	expect(
		await invites.create({ email, seatType: "workspace_member", groupIds: [groupId], usageLimit: 100 }),
	).toMatchObject({ status: "ok" });
	const more = ["second@example.com", "third@example.com"];
	expect(await invites.createBatch({ emails: more })).toMatchObject({ status: "ok" });
	const open = async () =>
		(await request<{ invites: { email: string }[] }>("GET", "/v1/workspace/invites")).invites
			.map((one) => one.email)
			.sort();
	expect(await open()).toEqual([email, ...more]);
	for (const one of [email, ...more]) expect(await invites.delete({ email: one })).toEqual({ status: "ok" });
	expect(await open()).toEqual([]);
	expect(await catchError(invites.delete({ email }))).toMatchObject({ statusCode: 404 });
});

test("workspace.resources.get, share and unshare", async () => {
	const made = await admin.pronunciationDictionaries.createFromRules({
		name: "Shared",
		rules: [],
		workspaceAccess: "viewer",
	});
	const rename = () => editor.pronunciationDictionaries.update(made.id, { name: "Renamed" });
	const resourceType = "pronunciation_dictionary" as const;
	expect(await catchError(rename())).toMatchObject({ statusCode: 403 });
	await resources.share(made.id, { resourceType, role: "editor", userEmail: team.editorEmail });
	expect(await rename()).toMatchObject({ name: "Renamed", permissionOnResource: "editor" });
	const seen = await resources.get(made.id, { resourceType });
	expect(seen).toMatchObject({ resourceId: made.id, resourceName: "Renamed", resourceType });
	expect(seen.roleToGroupIds.editor).toHaveLength(1);
	expect(seen.shareOptions).toContainEqual({ name: "Auditors", id: groupId, type: "group" });
	await resources.unshare(made.id, { resourceType, userEmail: team.editorEmail });
	expect(await catchError(rename())).toMatchObject({ statusCode: 403 });
});

test("serviceAccounts.create and list, with a default sharing group", async () => {
	const { serviceAccountUserId } = await admin.serviceAccounts.create({
		name: "Importer",
		defaultSharingGroups: [{ groupId, permissionLevel: "viewer" }],
	});
	const { serviceAccounts } = await admin.serviceAccounts.list();
	expect(serviceAccounts.find((one) => one.serviceAccountUserId === serviceAccountUserId)).toMatchObject({
		name: "Importer",
		apiKeys: [],
		defaultSharingGroups: [{ group: { id: groupId }, permissionLevel: "viewer" }],
	});
});

test("workspace.auditLogs.list pages with a cursor and filters", async () => {
	const first = await auditLogs.list({ limit: 2 });
	expect(first).toMatchObject({ hasMore: true, nextCursor: expect.any(String) });
	const second = await auditLogs.list({ limit: 2, cursor: first.nextCursor });
	const times = [...first.entries, ...second.entries].map((entry) => Number(entry.id));
	expect(times).toEqual(times.toSorted((a, b) => b - a));
	const { entries } = await auditLogs.list({ className: "service_account", activityName: "create" });
	expect(entries).toMatchObject([
		{ actor: { user: { emailAddr: team.email } }, message: expect.stringContaining("Importer"), statusId: 1 },
	]);
});

test.each([
	["/v1/workspace/groups", "/v1/workspace/groups"],
	["/v1/workspace/members", "/v1/workspace/members"],
	["/v1/workspace/audit-logs", "/v1/workspace/audit-logs"],
	["/v1/service-accounts", "/v1/service-accounts"],
	["/v1/workspace/groups/search", "/v1/workspace/groups/search?name=Auditors"],
])("%s has every documented key", async (documented, path) => {
	const response = await request<unknown>("GET", path);
	expect(JSON.stringify(response).length).toBeGreaterThan(50);
	expect(missingKeys(document, "get", documented, response)).toEqual([]);
});
