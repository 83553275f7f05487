import type { Invite, Invited } from "@timbre/contract/workspace/schemas.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aColleague, type SeedUser } from "../../../../../seed/builders.ts";
import { newId } from "../../../core/ids.ts";
import { type TestApp, testApp } from "../../../testing/test-app.ts";

let app: TestApp;
beforeAll(async () => {
	app = await testApp();
});
afterAll(async () => app.stop());

async function call<T>(
	who: string | { cookie: string },
	method: string,
	path: string,
	body?: unknown,
): Promise<{ status: number; body: T }> {
	const response = await fetch(app.url + path, {
		method,
		headers: {
			...(typeof who === "string" ? { "xi-api-key": who } : { cookie: who.cookie, origin: app.publicUrl }),
			...(body === undefined ? {} : { "content-type": "application/json" }),
		},
		...(body === undefined ? {} : { body: JSON.stringify(body) }),
	});
	return { status: response.status, body: (await response.json()) as T };
}
const errorWith = (code: string, message: unknown = expect.any(String)) => ({ body: { detail: { code, message } } });

const invite = (who: { apiKey: string }, body: unknown) =>
	call<Invited>(who.apiKey, "POST", "/v1/workspace/invites/add", body);
const listed = async (who: { apiKey: string }) =>
	(await call<{ invites: Invite[] }>(who.apiKey, "GET", "/v1/workspace/invites")).body.invites;
const signedIn = async (person: SeedUser) => ({ cookie: await app.signIn(person) });
const accept = (who: { cookie: string } | string, code: string) =>
	call<{ workspace_id: string }>(who, "POST", `/v1/workspace/invites/${code}/accept`);
const joinInfo = (invite_code: string, email?: string) =>
	call<object>("", "POST", "/v1/workspace/join-info", { invite_code, email });
const anAddress = () => `${newId(10).toLowerCase()}@example.com`;

async function mailTo(email: string) {
	return app.db
		.selectFrom("mail")
		.selectAll()
		.where("to_address", "=", email)
		.orderBy("created_at", "desc")
		.executeTakeFirstOrThrow();
}
const codeIn = (text: string) => /\/app\/invite\?code=(\w+)/.exec(text)?.[1] ?? "";
async function codeFor(host: { apiKey: string }, email: string, more: object = {}): Promise<string> {
	const { body } = await invite(host, { email, ...more });
	return codeIn(body.links[0]?.url ?? "");
}

test("WORKSPACE-002 WORKSPACE-025 emails an invite whose code works once and makes the workspace the current one", async () => {
	const host = await app.user({ tier: "enterprise" });
	const guest = await app.user();
	const { body: group } = await call<{ id: string }>(host.apiKey, "POST", "/v1/workspace/groups", { name: "Editors" });
	const sent = await invite(host, { email: guest.email.toUpperCase(), group_ids: [group.id], usage_limit: 500 });
	expect(sent).toMatchObject({ status: 200, body: { status: "ok", delivery: "kept" } });
	const mail = await mailTo(guest.email);
	expect(mail.subject).toBe("Join “Ada Example's workspace” on Timbre");
	expect(mail.body).toContain(host.email);
	const code = codeIn(mail.body);
	expect(code).toMatch(/^\w{40}$/);
	const stored = await app.db.selectFrom("workspace_invite").selectAll().where("email", "=", guest.email).execute();
	expect(JSON.stringify(stored), "the code itself is not stored").not.toContain(code);
	expect(await listed(host)).toMatchObject([
		{ email: guest.email, role: "editor", usage_limit: 500, invited_by_email: host.email, is_expired: false },
	]);
	const [here, elsewhere] = [await signedIn(guest), await signedIn(guest)];
	const joined = await accept(here, code);
	expect(joined).toEqual({ status: 200, body: { status: "ok", workspace_id: host.workspaceId } });
	for (const session of [here, elsewhere, await signedIn(guest)]) {
		const { body } = await call<{ workspace_id: string }>(session, "GET", "/v1/workspace");
		expect(body.workspace_id).toBe(host.workspaceId);
	}
	expect((await call(host.apiKey, "GET", "/v1/workspace/members")).body).toMatchObject([
		{ email: host.email, is_owner: true },
		{ email: guest.email, role: "editor", is_owner: false, usage_limit: 500, group_ids: [group.id] },
	]);
	expect(await listed(host)).toEqual([]);
	expect(await accept(here, code), "the code works once").toMatchObject(errorWith("invite_not_found"));
});

test("WORKSPACE-035 shows invite details to the holder of the code and hides the invite from everyone else", async () => {
	const host = await app.user({ tier: "enterprise" });
	const email = anAddress();
	const code = await codeFor(host, email, { seat_type: "workspace_admin" });
	const info = {
		workspace_name: "Ada Example's workspace",
		email,
		is_for_email: null,
		role: "admin",
		invited_by: "Ada Example",
		expires_at_unix: expect.any(Number),
		has_account: false,
	};
	expect((await joinInfo(code)).body).toEqual(info);
	expect((await joinInfo(code, email)).body).toEqual({ ...info, is_for_email: true });
	expect((await joinInfo(code, anAddress())).body).toEqual({ ...info, is_for_email: false });
	expect(await joinInfo("notACode")).toMatchObject(
		errorWith("invite_not_found", "Couldn't find workspace invite code"),
	);
	const stranger = await signedIn(await app.user());
	expect(await accept(stranger, code)).toMatchObject(
		errorWith("invite_not_found", "Couldn't find workspace invite code"),
	);
	expect(await accept(host.apiKey, code)).toMatchObject(errorWith("needs_session"));
	await app.db
		.updateTable("workspace_invite")
		.set({ expires_at: new Date(Date.now() - 1_000) })
		.where("email", "=", email)
		.execute();
	expect(await joinInfo(code)).toMatchObject(errorWith("invite_not_found"));
	expect(await listed(host)).toMatchObject([{ email, is_expired: true }]);
});

test("invalidates the old code when an invite is resent or revoked", async () => {
	const host = await app.user({ tier: "growing_business" });
	const email = anAddress();
	const first = await codeFor(host, email);
	const second = await codeFor(host, email);
	expect(await joinInfo(first)).toMatchObject(errorWith("invite_not_found"));
	expect((await joinInfo(second)).status).toBe(200);
	expect(await listed(host)).toHaveLength(1);
	const revoke = () => call(host.apiKey, "DELETE", "/v1/workspace/invites", { email });
	expect((await revoke()).status).toBe(200);
	expect(await joinInfo(second)).toMatchObject(errorWith("invite_not_found"));
	expect(await revoke()).toMatchObject(errorWith("invite_not_found"));
});

test("WORKSPACE-032 counts members and pending invites as seats and rejects invites beyond them with advice", async () => {
	const host = await app.user({ tier: "growing_business" });
	const seats = async () => (await call(host.apiKey, "GET", "/v1/workspace/seats-status")).body;
	expect(await seats()).toEqual({ max_seats: 3, used_seats: 1, pending_invites: 0, available_seats: 2 });
	const bulk = (emails: string[]) => call<Invited>(host.apiKey, "POST", "/v1/workspace/invites/add-bulk", { emails });
	const [one, two, three] = [anAddress(), anAddress(), anAddress()];
	expect(await bulk([one, two, three])).toMatchObject({
		status: 403,
		...errorWith("no_seats_left", expect.stringMatching(/3 seats.*Remove a member/)),
	});
	expect(await listed(host), "all or none").toEqual([]);
	expect((await bulk([one, two, two])).body.links.map((link) => link.email)).toEqual([one, two]);
	expect(await seats()).toEqual({ max_seats: 3, used_seats: 1, pending_invites: 2, available_seats: 0 });
	expect(await invite(host, { email: three })).toMatchObject(errorWith("no_seats_left"));
	expect((await invite(host, { email: two })).status, "inviting again takes no second seat").toBe(200);
	await call(host.apiKey, "DELETE", "/v1/workspace/invites", { email: one });
	const both = await Promise.all([invite(host, { email: three }), invite(host, { email: anAddress() })]);
	expect(both.map((response) => response.status).sort(), "two concurrent requests for the last seat").toEqual([
		200, 403,
	]);
	const free = await app.user();
	expect(await invite(free, { email: one })).toMatchObject(
		errorWith("no_seats_left", expect.stringContaining("The Free plan has 1 seat,")),
	);
});

test("gives the last seat to one of two concurrent acceptances", async () => {
	const host = await app.user({ tier: "enterprise" });
	const guests = [await app.user(), await app.user()];
	const codes: string[] = [];
	for (const guest of guests) codes.push(await codeFor(host, guest.email));
	await app.db.updateTable("workspace").set({ max_seats: 2 }).where("id", "=", host.workspaceId).execute();
	const sessions = await Promise.all(guests.map(signedIn));
	const responses = await Promise.all(sessions.map((session, at) => accept(session, codes[at] ?? "")));
	expect(responses.map((response) => response.status).sort()).toEqual([200, 403]);
	const { body } = await call(host.apiKey, "GET", "/v1/workspace/seats-status");
	expect(body).toMatchObject({ max_seats: 2, used_seats: 2 });
});

test("WORKSPACE-017 WORKSPACE-019 requires canceling a paid plan before joining, immediately and without refund", async () => {
	const host = await app.user({ tier: "enterprise" });
	const guest = await app.user({ tier: "creator" });
	const code = await codeFor(host, guest.email);
	const session = await signedIn(guest);
	const response = await accept(session, code);
	expect(response).toMatchObject({ status: 409, ...errorWith("user_has_active_subscription") });
	expect(response).toMatchObject({ body: { detail: { status: "user_has_active_subscription" } } });
	const cancel = (cancelCode: string) =>
		call(session, "POST", `/v1/workspace/invites/${cancelCode}/cancel-subscription`);
	expect(await cancel("notACode")).toMatchObject(errorWith("invite_not_found"));
	const tier = async () =>
		(await call<{ tier: string; character_limit: number }>(guest.apiKey, "GET", "/v1/user/subscription")).body;
	expect((await tier()).tier).toBe("creator");
	expect((await cancel(code)).status).toBe(200);
	expect(await tier()).toMatchObject({ tier: "free", character_limit: 10_000 });
	expect((await accept(session, code)).status).toBe(200);
	const events = await app.db
		.selectFrom("workspace_audit")
		.select(["activity", "workspace_id"])
		.where("actor_user_id", "=", guest.userId)
		.orderBy("id")
		.execute();
	expect(events).toEqual([
		{ activity: "cancel_subscription", workspace_id: guest.workspaceId },
		{ activity: "join", workspace_id: host.workspaceId },
	]);
});

test.each([
	["free", 200],
	["trial", 200],
	["starter", 409],
	["enterprise", 409],
] as const)("WORKSPACE-019 the owner of a %s workspace who accepts an invite gets %i", async (tier, status) => {
	const host = await app.user({ tier: "enterprise" });
	const guest = await app.user({ tier });
	const response = await accept(await signedIn(guest), await codeFor(host, guest.email));
	expect(response.status).toBe(status);
	const members = await call<{ email: string }[]>(host.apiKey, "GET", "/v1/workspace/members");
	expect(members.body.some(({ email }) => email === guest.email)).toBe(status === 200);
});

test("members who join get the workspace's default limit unless their invite sets one; one request sets all limits", async () => {
	const host = await app.user({ tier: "enterprise" });
	const set = { default_usage_limit: 500 };
	expect((await call(host.apiKey, "POST", "/v1/workspace/update-workspace", set)).status).toBe(200);
	const [plain, special] = [await app.user(), await app.user()];
	await accept(await signedIn(plain), await codeFor(host, plain.email));
	await accept(await signedIn(special), await codeFor(host, special.email, { usage_limit: 900 }));
	const limits = async () => {
		const { body } = await call<{ email: string; usage_limit: number | null }[]>(
			host.apiKey,
			"GET",
			"/v1/workspace/members",
		);
		return Object.fromEntries(body.map((member) => [member.email, member.usage_limit]));
	};
	expect(await limits()).toEqual({ [host.email]: null, [plain.email]: 500, [special.email]: 900 });
	const all = (who: { apiKey: string }, usage_limit: number | null) =>
		call(who.apiKey, "POST", "/v1/workspace/members/usage-limits", { usage_limit });
	expect((await all(host, 500)).body).toEqual({ changed: 2 });
	expect(await limits()).toEqual({ [host.email]: 500, [plain.email]: 500, [special.email]: 500 });
	expect((await all(host, null)).body).toEqual({ changed: 3 });
});

test("does not let a non-admin invite an admin or invite into a group with permissions they lack", async () => {
	const host = await app.user({ tier: "enterprise" });
	const editor = await aColleague(app.db, await app.user(), host.workspaceId);
	expect(await invite(editor, { email: anAddress() })).toMatchObject(errorWith("missing_permissions"));
	const make = async (name: string, permissions: string[]) =>
		(await call<{ id: string }>(host.apiKey, "POST", "/v1/workspace/groups", { name, permissions })).body.id;
	const [hosts, auditors] = [
		await make("Hosts", ["workspace_members_invite", "group_members_manage"]),
		await make("Auditors", ["audit_log_read"]),
	];
	await call(host.apiKey, "POST", `/v1/workspace/groups/${hosts}/members`, { email: editor.email });
	expect((await invite(editor, { email: anAddress(), group_ids: [hosts] })).status).toBe(200);
	for (const more of [{ seat_type: "workspace_admin" }, { workspace_permission: "admin" }, { group_ids: [auditors] }])
		expect(await invite(editor, { email: anAddress(), ...more })).toMatchObject(errorWith("missing_permissions"));
	expect(await invite(host, { email: anAddress(), group_ids: ["nobodys"] })).toMatchObject(
		errorWith("group_not_found"),
	);
	expect(await invite(host, { email: editor.email })).toMatchObject(errorWith("conflict"));
	expect((await invite(host, { email: "not an address" })).status).toBe(422);
});
