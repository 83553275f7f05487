import type { Invite, Invited } from "@timbre/contract/workspace.entities.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aColleague, type Person } from "../../../../seed/builders.ts";
import { newId } from "../../core/ids.ts";
import { type TestApp, testApp } from "../../testing/test-app.ts";

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
	const answer = await fetch(app.url + path, {
		method,
		headers: {
			...(typeof who === "string" ? { "xi-api-key": who } : { cookie: who.cookie, origin: app.publicUrl }),
			...(body === undefined ? {} : { "content-type": "application/json" }),
		},
		...(body === undefined ? {} : { body: JSON.stringify(body) }),
	});
	return { status: answer.status, body: (await answer.json()) as T };
}
const refused = (code: string, message: unknown = expect.any(String)) => ({ body: { detail: { code, message } } });

const invite = (who: { apiKey: string }, body: unknown) =>
	call<Invited>(who.apiKey, "POST", "/v1/workspace/invites/add", body);
const listed = async (who: { apiKey: string }) =>
	(await call<{ invites: Invite[] }>(who.apiKey, "GET", "/v1/workspace/invites")).body.invites;
const signedIn = async (person: Person) => ({ cookie: await app.signIn(person) });
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

test("WORKSPACE-002 WORKSPACE-025 who is invited gets a mail, joins by its code once, and works there from then on", async () => {
	const host = await app.person({ tier: "enterprise" });
	const guest = await app.person();
	const { body: group } = await call<{ id: string }>(host.apiKey, "POST", "/v1/workspace/groups", { name: "Editors" });
	const sent = await invite(host, { email: guest.email.toUpperCase(), group_ids: [group.id], usage_limit: 500 });
	expect(sent).toMatchObject({ status: 200, body: { status: "ok", delivery: "kept" } });
	const mail = await mailTo(guest.email);
	expect(mail.subject).toBe("Join “Ada Example's workspace” on Timbre");
	expect(mail.body).toContain(host.email);
	const code = codeIn(mail.body);
	expect(code).toMatch(/^\w{40}$/);
	const kept = await app.db.selectFrom("workspace_invite").selectAll().where("email", "=", guest.email).execute();
	expect(JSON.stringify(kept), "the code itself is kept nowhere").not.toContain(code);
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
	expect(await accept(here, code), "once").toMatchObject(refused("invite_not_found"));
});

test("WORKSPACE-035 an invite tells its holder what it is for, and exists for nobody else", async () => {
	const host = await app.person({ tier: "enterprise" });
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
	expect(await joinInfo("notACode")).toMatchObject(refused("invite_not_found", "Couldn't find workspace invite code"));
	const stranger = await signedIn(await app.person());
	expect(await accept(stranger, code)).toMatchObject(
		refused("invite_not_found", "Couldn't find workspace invite code"),
	);
	expect(await accept(host.apiKey, code)).toMatchObject(refused("needs_session"));
	await app.db
		.updateTable("workspace_invite")
		.set({ expires_at: new Date(Date.now() - 1_000) })
		.where("email", "=", email)
		.execute();
	expect(await joinInfo(code)).toMatchObject(refused("invite_not_found"));
	expect(await listed(host)).toMatchObject([{ email, is_expired: true }]);
});

test("an invite that is sent again makes the old code void; one that is taken back makes its own void", async () => {
	const host = await app.person({ tier: "growing_business" });
	const email = anAddress();
	const first = await codeFor(host, email);
	const second = await codeFor(host, email);
	expect(await joinInfo(first)).toMatchObject(refused("invite_not_found"));
	expect((await joinInfo(second)).status).toBe(200);
	expect(await listed(host)).toHaveLength(1);
	const withdraw = () => call(host.apiKey, "DELETE", "/v1/workspace/invites", { email });
	expect((await withdraw()).status).toBe(200);
	expect(await joinInfo(second)).toMatchObject(refused("invite_not_found"));
	expect(await withdraw()).toMatchObject(refused("invite_not_found"));
});

test("WORKSPACE-032 members and open invites take seats; over them an invite is refused, with what to do", async () => {
	const host = await app.person({ tier: "growing_business" });
	const seats = async () => (await call(host.apiKey, "GET", "/v1/workspace/seats-status")).body;
	expect(await seats()).toEqual({ max_seats: 3, used_seats: 1, pending_invites: 0, available_seats: 2 });
	const bulk = (emails: string[]) => call<Invited>(host.apiKey, "POST", "/v1/workspace/invites/add-bulk", { emails });
	const [one, two, three] = [anAddress(), anAddress(), anAddress()];
	expect(await bulk([one, two, three])).toMatchObject({
		status: 403,
		...refused("no_seats_left", expect.stringMatching(/3 seats.*Remove a member/)),
	});
	expect(await listed(host), "all or none").toEqual([]);
	expect((await bulk([one, two, two])).body.links.map((link) => link.email)).toEqual([one, two]);
	expect(await seats()).toEqual({ max_seats: 3, used_seats: 1, pending_invites: 2, available_seats: 0 });
	expect(await invite(host, { email: three })).toMatchObject(refused("no_seats_left"));
	expect((await invite(host, { email: two })).status, "again takes no second seat").toBe(200);
	await call(host.apiKey, "DELETE", "/v1/workspace/invites", { email: one });
	const both = await Promise.all([invite(host, { email: three }), invite(host, { email: anAddress() })]);
	expect(both.map((answer) => answer.status).sort(), "the last seat, asked for twice at once").toEqual([200, 403]);
	const poor = await app.person();
	expect(await invite(poor, { email: one })).toMatchObject(
		refused("no_seats_left", expect.stringContaining("The Free plan has 1 seat,")),
	);
});

test("two who accept the last seat at once: one gets it", async () => {
	const host = await app.person({ tier: "enterprise" });
	const guests = [await app.person(), await app.person()];
	const codes: string[] = [];
	for (const guest of guests) codes.push(await codeFor(host, guest.email));
	await app.db.updateTable("workspace").set({ max_seats: 2 }).where("id", "=", host.workspaceId).execute();
	const sessions = await Promise.all(guests.map(signedIn));
	const answers = await Promise.all(sessions.map((session, at) => accept(session, codes[at] ?? "")));
	expect(answers.map((answer) => answer.status).sort()).toEqual([200, 403]);
	const { body } = await call(host.apiKey, "GET", "/v1/workspace/seats-status");
	expect(body).toMatchObject({ max_seats: 2, used_seats: 2 });
});

test("WORKSPACE-017 WORKSPACE-019 who pays for a plan cannot join until it is cancelled, at once and without refund", async () => {
	const host = await app.person({ tier: "enterprise" });
	const guest = await app.person({ tier: "creator" });
	const code = await codeFor(host, guest.email);
	const session = await signedIn(guest);
	const answer = await accept(session, code);
	expect(answer).toMatchObject({ status: 409, ...refused("user_has_active_subscription") });
	expect(answer).toMatchObject({ body: { detail: { status: "user_has_active_subscription" } } });
	const cancel = (cancelCode: string) =>
		call(session, "POST", `/v1/workspace/invites/${cancelCode}/cancel-subscription`);
	expect(await cancel("notACode")).toMatchObject(refused("invite_not_found"));
	const tier = async () =>
		(await call<{ tier: string; character_limit: number }>(guest.apiKey, "GET", "/v1/user/subscription")).body;
	expect((await tier()).tier).toBe("creator");
	expect((await cancel(code)).status).toBe(200);
	expect(await tier()).toMatchObject({ tier: "free", character_limit: 10_000 });
	expect((await accept(session, code)).status).toBe(200);
	const acts = await app.db
		.selectFrom("workspace_audit")
		.select(["activity", "workspace_id"])
		.where("actor_user_id", "=", guest.userId)
		.orderBy("id")
		.execute();
	expect(acts).toEqual([
		{ activity: "cancel_subscription", workspace_id: guest.workspaceId },
		{ activity: "join", workspace_id: host.workspaceId },
	]);
});

test("whoever may invite and is no admin invites no admin, and into no group that gives more than they have", async () => {
	const host = await app.person({ tier: "enterprise" });
	const editor = await aColleague(app.db, await app.person(), host.workspaceId);
	expect(await invite(editor, { email: anAddress() })).toMatchObject(refused("missing_permissions"));
	const make = async (name: string, permissions: string[]) =>
		(await call<{ id: string }>(host.apiKey, "POST", "/v1/workspace/groups", { name, permissions })).body.id;
	const [hosts, auditors] = [
		await make("Hosts", ["workspace_members_invite", "group_members_manage"]),
		await make("Auditors", ["audit_log_read"]),
	];
	await call(host.apiKey, "POST", `/v1/workspace/groups/${hosts}/members`, { email: editor.email });
	expect((await invite(editor, { email: anAddress(), group_ids: [hosts] })).status).toBe(200);
	for (const more of [{ seat_type: "workspace_admin" }, { workspace_permission: "admin" }, { group_ids: [auditors] }])
		expect(await invite(editor, { email: anAddress(), ...more })).toMatchObject(refused("missing_permissions"));
	expect(await invite(host, { email: anAddress(), group_ids: ["nobodys"] })).toMatchObject(refused("group_not_found"));
	expect(await invite(host, { email: editor.email })).toMatchObject(refused("conflict"));
	expect((await invite(host, { email: "not an address" })).status).toBe(422);
});
