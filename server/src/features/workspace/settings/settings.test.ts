import { defaultFeatures } from "@timbre/contract/permissions.ts";
import { tiers } from "@timbre/contract/plans.ts";
import type { AuditEntry, Workspace } from "@timbre/contract/workspace/schemas.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aColleague } from "../../../../../seed/builders.ts";
import { type TestApp, testApp } from "../../../testing/test-app.ts";

let app: TestApp;
beforeAll(async () => {
	app = await testApp();
});
afterAll(async () => app.stop());

const call: TestApp["request"] = (...how) => app.request(...how);
const errorWith = (code: string) => ({ body: { detail: { code } } });

/** A workspace with an admin, who owns it, and an editor. */
async function aTeam(tier: "free" | "enterprise" | "growing_business" = "growing_business") {
	const admin = await app.user({ tier });
	const editor = await aColleague(app.db, await app.user(), admin.workspaceId);
	return { admin, editor, workspaceId: admin.workspaceId };
}

test("WORKSPACE-001 WORKSPACE-006 WORKSPACE-007 WORKSPACE-008 returns the workspace with every field", async () => {
	const { admin, workspaceId } = await aTeam();
	const { body } = await call<Workspace>(admin.apiKey, "GET", "/v1/workspace");
	expect(body).toEqual({
		workspace_id: workspaceId,
		name: "Ada Example's workspace",
		owner_id: admin.userId,
		owner_email: admin.email,
		subscription: expect.objectContaining({
			tier: "growing_business",
			status: "active",
			currency: null,
			allowed_to_use_projects_api: true,
			billing_period: null,
			voice_limit: 660,
			character_count: 0,
			character_limit: 2_000_000,
			can_extend_character_limit: true,
			allowed_to_extend_character_limit: false,
			professional_voice_limit: 1,
			extra_pvc_slots: 0,
			can_use_professional_voice_cloning: true,
			moderation: null,
		}),
		stripe: null,
		gcp_marketplace_payment_details: null,
		payouts: null,
		can_use_delayed_payment_methods: false,
		trust_on_invoice_creation: false,
		created_at_unix: expect.any(Number),
		max_seats: 3,
		storing_shared_files_on_user: true,
		training_opt_out: { training_opt_out: false, timestamp_unix: null },
		pronunciation_dictionary_locators: [],
		session_inactivity_timeout: null,
		require_two_factor: false,
		default_usage_limit: null,
		all_members_permissions: defaultFeatures,
		voice_library_removal_notice_webhook_id: null,
	});
});

test("WORKSPACE-021 WORKSPACE-022 PRIVACY-019 a plan sets the seats and the default of the data-use opt-out", async () => {
	const plans = await Promise.all(
		tiers.map(async (tier) => {
			const { apiKey, workspaceId } = await app.user({ tier });
			const get = async () => (await call<Workspace>(apiKey, "GET", "/v1/workspace")).body;
			const before = await get();
			await app.db.updateTable("workspace").set({ max_seats: 7 }).where("id", "=", workspaceId).execute();
			const status = await call<{ max_seats: number }>(apiKey, "GET", "/v1/workspace/seats-status");
			const seats = { default: before.max_seats, own: (await get()).max_seats, status: status.body.max_seats };
			return [tier, { ...seats, optOut: before.training_opt_out.training_opt_out }];
		}),
	);
	const plan = (seats: number) => ({ default: seats, own: seats, status: seats, optOut: false });
	expect(Object.fromEntries(plans)).toEqual({
		free: plan(1),
		starter: plan(1),
		creator: plan(1),
		pro: plan(1),
		growing_business: plan(3),
		scale_2024_08_10: plan(5),
		trial: { default: 25, own: 7, status: 7, optOut: false },
		enterprise: { default: 25, own: 7, status: 7, optOut: true },
	});
});

test("WORKSPACE-010 WORKSPACE-011 WORKSPACE-012 lets only admins change settings and gives an editor what their groups grant", async () => {
	const { admin, editor } = await aTeam();
	const ask = async (key: string) => ({
		...(await call<object>(key, "GET", "/v1/workspace/is-admin")).body,
		...(await call<object>(key, "GET", "/v1/workspace/can-access-workspace-settings")).body,
	});
	expect(await ask(admin.apiKey)).toEqual({
		is_admin: true,
		can_access_workspace_settings: true,
		can_invite_members: true,
		can_remove_members: true,
		can_manage_group_members: true,
		can_manage_service_accounts: true,
		can_manage_webhooks: true,
		can_read_audit_log: true,
		can_transfer_ownership: true,
	});
	const { body: group } = await call<{ id: string }>(admin.apiKey, "POST", "/v1/workspace/groups", {
		name: "Auditors",
		permissions: ["audit_log_read"],
	});
	await call(admin.apiKey, "POST", `/v1/workspace/groups/${group.id}/members`, { email: editor.email });
	expect(await ask(editor.apiKey)).toEqual({
		is_admin: false,
		can_access_workspace_settings: false,
		can_invite_members: false,
		can_remove_members: false,
		can_manage_group_members: false,
		can_manage_service_accounts: false,
		can_manage_webhooks: false,
		can_read_audit_log: true,
		can_transfer_ownership: false,
	});
	// An admin counts as an editor: what an editor can change, an admin can change too.
	const { body: made } = await call<{ id: string }>(
		editor.apiKey,
		"POST",
		"/v1/pronunciation-dictionaries/add-from-rules",
		{ name: "Names", rules: [], workspace_access: "viewer" },
	);
	const renamed = await call(admin.apiKey, "PATCH", `/v1/pronunciation-dictionaries/${made.id}`, { name: "Ours" });
	expect(renamed).toMatchObject({ status: 200, body: { name: "Ours" } });
});

test("WORKSPACE-033 PRIVACY-018 PRIVACY-020 lets admins set the data-use opt-out, records the time and lets every member read it", async () => {
	const { admin, editor } = await aTeam("enterprise");
	const path = "/v1/workspace/training-opt-out";
	expect((await call(editor.apiKey, "GET", path)).body).toEqual({
		training_opt_out: true,
		timestamp_unix: null,
		can_change: false,
	});
	expect(
		await call(editor.apiKey, "POST", "/v1/workspace/update-workspace", { training_opt_out: false }),
	).toMatchObject(errorWith("missing_permissions"));
	const changed = await call<Workspace>(admin.apiKey, "POST", "/v1/workspace/update-workspace", {
		training_opt_out: false,
	});
	expect(changed.body.training_opt_out).toEqual({ training_opt_out: false, timestamp_unix: expect.any(Number) });
	expect((await call(admin.apiKey, "GET", path)).body).toMatchObject({ training_opt_out: false, can_change: true });
	const { body: log } = await call<{ entries: AuditEntry[] }>(
		admin.apiKey,
		"GET",
		"/v1/workspace/audit-logs?class_name=privacy",
	);
	expect(log.entries).toMatchObject([
		{ activity_name: "update", unmapped: { target: "training_opt_out", from: true, to: false } },
	]);
});

test("WORKSPACE-015 updates name, timeout and member permissions independently and immediately", async () => {
	const { admin, editor } = await aTeam();
	const update = (body: unknown) => call<Workspace>(admin.apiKey, "POST", "/v1/workspace/update-workspace", body);
	expect((await update({ name: "  Radio Nord " })).body).toMatchObject({
		name: "Radio Nord",
		session_inactivity_timeout: null,
	});
	expect((await update({ session_inactivity_timeout: 900 })).body).toMatchObject({
		name: "Radio Nord",
		session_inactivity_timeout: 900,
	});
	expect((await update({ session_inactivity_timeout: 5 })).status).toBe(422);
	const speak = () => app.postJson(`/v1/text-to-speech/${app.voiceId}`, editor.apiKey, { text: "Hello." });
	expect((await speak()).status).toBe(200);
	await update({ all_members_permissions: ["voice_lab"] });
	expect((await speak()).status).toBe(403);
	expect((await update({ all_members_permissions: null })).body.all_members_permissions).toEqual(defaultFeatures);
	expect((await speak()).status).toBe(200);
	expect((await update({ all_members_permissions: ["everything"] })).status).toBe(422);
});

test("WORKSPACE-034 lets only the owner transfer the workspace, and only to an admin", async () => {
	const { admin, editor } = await aTeam();
	const second = await aColleague(app.db, await app.user(), admin.workspaceId, "admin");
	const transfer = (from: { apiKey: string }, to: { email: string }) =>
		call(from.apiKey, "POST", "/v1/workspace/transfer-ownership", { email: to.email });
	expect(await transfer(second, second)).toMatchObject(errorWith("missing_permissions"));
	expect(await transfer(admin, editor)).toMatchObject(errorWith("invalid_request"));
	expect(await transfer(admin, { email: "nobody@example.com" })).toMatchObject(errorWith("member_not_found"));
	expect((await transfer(admin, second)).status).toBe(200);
	expect((await call(admin.apiKey, "GET", "/v1/workspace")).body).toMatchObject({
		owner_id: second.userId,
		owner_email: second.email,
	});
	expect(await transfer(admin, second)).toMatchObject(errorWith("missing_permissions"));
});

test("denies members without two-factor authentication, and their keys, in a workspace that requires it", async () => {
	const { admin, editor } = await aTeam();
	const require = (require_two_factor: boolean) =>
		call(admin.apiKey, "POST", "/v1/workspace/update-workspace", { require_two_factor });
	const turnOn = (userId: string) =>
		app.db.updateTable("auth_user").set({ two_factor_enabled: true }).where("id", "=", userId).execute();
	expect(await require(true)).toMatchObject({ status: 409, body: { detail: { code: "conflict" } } });
	await turnOn(admin.userId);
	expect(await require(true)).toMatchObject({ status: 200, body: { require_two_factor: true } });
	const { body: robot } = await call<{ "service-account-user-id": string }>(
		admin.apiKey,
		"POST",
		"/v1/service-accounts",
		{ name: "Build server" },
	);
	const { body: key } = await call<{ "xi-api-key": string }>(
		admin.apiKey,
		"POST",
		`/v1/service-accounts/${robot["service-account-user-id"]}/api-keys`,
		{ name: "Build", permissions: ["voices_read"] },
	);
	const cookie = await app.signIn(editor);
	const voices = async (headers: Record<string, string>) => {
		const response = await fetch(`${app.url}/v1/voices`, { headers });
		const { detail } = (await response.json()) as { detail?: { code: string } };
		return detail?.code ?? response.status;
	};
	const needs = async () =>
		(
			await call<{ workspaces: { needs_two_factor: boolean; current: boolean }[] }>(
				editor.apiKey,
				"GET",
				"/v1/workspaces",
			)
		).body.workspaces.find((workspace) => workspace.current)?.needs_two_factor;
	expect(await voices({ "xi-api-key": key["xi-api-key"] }), "service accounts are exempt").toBe(200);
	expect(await voices({ "xi-api-key": admin.apiKey })).toBe(200);
	const credentials: Record<string, string>[] = [{ "xi-api-key": editor.apiKey }, { cookie }];
	for (const headers of credentials) expect(await voices(headers)).toBe("two_factor_required");
	expect(await needs()).toBe(true);
	const setUp = await fetch(`${app.url}/v1/user/update-mfa-factors`, {
		method: "POST",
		headers: { cookie, origin: app.url, "content-type": "application/json" },
		body: JSON.stringify({ action: "begin", password: editor.password }),
	});
	expect(setUp.status, "they can turn it on").toBe(200);
	await turnOn(editor.userId);
	for (const headers of credentials) expect(await voices(headers)).toBe(200);
	expect(await needs()).toBe(false);
});

test("pages the audit log newest first and filters it by time, user, class and activity", async () => {
	const { admin, editor } = await aTeam();
	const before = Date.now() - 60_000;
	for (const name of ["One", "Two", "Three"])
		await call(admin.apiKey, "POST", "/v1/workspace/update-workspace", { name });
	await call(admin.apiKey, "POST", "/v1/workspace/groups", { name: "Readers" });
	const read = async (query: string) =>
		(
			await call<{ entries: AuditEntry[]; has_more: boolean; next_cursor: string | null }>(
				admin.apiKey,
				"GET",
				`/v1/workspace/audit-logs?${query}`,
			)
		).body;
	const first = await read("limit=3");
	expect(first.entries.map((entry) => entry.unmapped.target)).toEqual(["Readers", "name", "name"]);
	expect(first.has_more).toBe(true);
	const second = await read(`limit=3&cursor=${first.next_cursor}`);
	expect(second).toMatchObject({ entries: [{ unmapped: { to: "One" } }], has_more: false, next_cursor: null });
	expect((await read("class_name=group_management&activity_name=create")).entries).toMatchObject([
		{
			class_uid: 3006,
			activity_id: 6,
			type_uid: 300_606,
			message: `${admin.email}: group management, create (Readers)`,
			actor: { user: { uid: admin.userId, email_addr: admin.email, type: "User" }, app_uid: "api-key" },
			device: { ip: expect.stringContaining("127.0.0.1") },
		},
	]);
	const found = async (search: string) =>
		(await read(`search=${encodeURIComponent(search)}`)).entries.map((entry) => entry.unmapped.target);
	expect(await found("readERS")).toEqual(["Readers"]);
	expect(await found(admin.email)).toHaveLength(4);
	expect(await found("%")).toEqual([]);
	expect((await read(`actor_uid=${editor.userId}`)).entries).toEqual([]);
	expect((await read(`actor_uid=${admin.userId}&time_from_unix_ms=${before}`)).entries).toHaveLength(4);
	expect((await read(`time_to_unix_ms=${before}`)).entries).toEqual([]);
	expect(await call(editor.apiKey, "GET", "/v1/workspace/audit-logs")).toMatchObject(errorWith("missing_permissions"));
	const stranger = await app.user();
	expect((await call(stranger.apiKey, "GET", "/v1/workspace/audit-logs")).body).toMatchObject({ entries: [] });
});
