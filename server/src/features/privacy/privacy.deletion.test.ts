import { Readable } from "node:stream";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aMembership, anApiKey, aVoice, type SeedUser } from "../../../../seed/builders.ts";
import { newId } from "../../core/ids.ts";
import { GLOBAL } from "../../core/tenancy.ts";
import type { WorkflowContext } from "../../core/workflow.ts";
import { PermanentFailure } from "../../core/workflow-failure.ts";
import { rejectWrites } from "../../testing/reject-writes.ts";
import { type TestApp, testApp } from "../../testing/test-app.ts";
import { runWorkflow } from "../../testing/workflows/run-workflow.ts";
import { notify } from "../notifications/notifications.public.ts";
import { chunkFolder, storeFile } from "../uploads/uploads.public.ts";
import { recordAudit } from "../workspace/workspace.audit.public.ts";
import { type DeletionServices, deletionWorkflow, retainedTables } from "./privacy.deletion.workflow.ts";
import { countPersonalRows, listPersonalTables } from "./privacy.tables.repo.ts";

let app: TestApp;
let services: DeletionServices;
beforeAll(async () => {
	app = await testApp();
	services = { db: app.db, storage: app.storage };
});
afterAll(async () => app.stop());

const deleteAccount = (cookie: string) =>
	fetch(`${app.url}/v1/user/delete`, { method: "DELETE", headers: { cookie, origin: app.url } });
const codeOf = async (response: Response) =>
	((await response.json()) as { detail: { code: string; message: string } }).detail;

async function jobOf(user: SeedUser): Promise<{ deletionId: string }> {
	const { id } = await app.db
		.selectFrom("privacy_deletion")
		.select("id")
		.where("user_id", "=", user.userId)
		.executeTakeFirstOrThrow();
	return { deletionId: id };
}

/** Number of rows containing any of these words, by table. */
async function rowsWith(words: readonly string[]): Promise<Record<string, number>> {
	const tables = await sql<{ name: string }>`
		select table_name as name from information_schema.tables
		where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(app.db);
	const found: Record<string, number> = {};
	for (const { name } of tables.rows) {
		const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${sql.table(name)} t
			where ${sql.join(
				words.map((word) => sql`strpos(t::text, ${word}) > 0`),
				sql` or `,
			)}`.execute(app.db);
		if (rows[0]?.count) found[name] = rows[0].count;
	}
	return found;
}

/** A user with data everywhere: their own workspace, another one, emails, logs and notifications of others. */
async function createBusyUser() {
	const user = await app.user({ credits: 10_000 });
	const host = await app.user({ credits: 10_000 });
	await aMembership(app.db, user.userId, host.workspaceId);
	const key = await anApiKey(app.db, { workspaceId: host.workspaceId, userId: user.userId });
	const send = (method: string, path: string, apiKey: string, body?: unknown) =>
		fetch(app.url + path, {
			method,
			headers: { "xi-api-key": apiKey, ...(body === undefined ? {} : { "content-type": "application/json" }) },
			...(body === undefined ? {} : { body: JSON.stringify(body) }),
		});
	for (const apiKey of [user.apiKey, key]) {
		const spoken = await app.postJson(`/v1/text-to-speech/${app.voiceId}`, apiKey, {
			text: "A sentence. And another.",
		});
		expect(spoken.status).toBe(200);
		await spoken.arrayBuffer();
		const dictionary = await send("POST", "/v1/pronunciation-dictionaries/add-from-rules", apiKey, {
			name: "Names",
			rules: [{ type: "alias", string_to_replace: "Ada", alias: "Ayda" }],
		});
		expect(dictionary.ok).toBe(true);
		const item = spoken.headers.get("history-item-id") ?? "";
		expect((await send("POST", `/v1/history/${item}/share-link`, apiKey)).status).toBe(200);
		expect((await send("POST", "/v1/history/exports", apiKey, { history_item_ids: [item] })).status).toBe(202);
	}
	for (const workspaceId of [user.workspaceId, host.workspaceId]) {
		const owner = { workspaceId, userId: user.userId };
		const { voiceId } = await aVoice(app.db, app.storage, owner, { samples: 1, preview: true });
		await app.db
			.insertInto("voice_favourite")
			.values({ workspace_id: workspaceId, user_id: user.userId, voice_id: voiceId })
			.execute();
	}
	const collected = await send("POST", "/v1/voices/collections", user.apiKey, { title: "Mine", icon: "star" });
	expect(collected.ok).toBe(true);
	expect((await send("POST", "/v1/user/onboarding-checklist/initiate", user.apiKey)).ok).toBe(true);
	await app.db
		.insertInto("profile")
		.values({ user_id: user.userId, handle: newId(8).toLowerCase() })
		.execute();
	const actor = { workspaceId: host.workspaceId, userId: user.userId, via: "session" as const, clientIp: "192.0.2.9" };
	await recordAudit(app.db, actor, { className: "api_key", activity: "create", target: "k1" });
	await recordAudit(
		app.db,
		{ ...actor, userId: host.userId },
		{ className: "member_management", activity: "invite", target: user.email, details: { email: user.email } },
	);
	await notify(app.db, {
		userId: host.userId,
		severity: "success",
		title: "Invitation accepted",
		description: `${user.email} joined the workspace.`,
	});
	await notify(app.db, { userId: user.userId, severity: "info", title: "Hello", description: "To you." });
	for (const workspaceId of [host.workspaceId, user.workspaceId]) {
		await app.db
			.insertInto("workspace_invite")
			.values({
				id: newId(),
				workspace_id: workspaceId,
				email: workspaceId === host.workspaceId ? user.email : "friend@example.com",
				role: "editor",
				code_hash: Buffer.from(newId()),
				invited_by: user.userId,
				expires_at: new Date(Date.now() + 1e9),
			})
			.execute();
	}
	await app.db
		.insertInto("auth_verification")
		.values({ id: newId(), identifier: `reset-${user.email}`, value: user.userId, expires_at: new Date() })
		.execute();
	const group = newId();
	await app.db
		.insertInto("workspace_group")
		.values({ id: group, workspace_id: host.workspaceId, name: "All" })
		.execute();
	await app.db
		.insertInto("workspace_group_member")
		.values({ workspace_id: host.workspaceId, group_id: group, user_id: user.userId })
		.execute();
	for (const workspaceId of [user.workspaceId, host.workspaceId]) {
		const file = Readable.from([Buffer.from("a recording")]);
		await storeFile(app, { workspaceId, userId: user.userId }, "talk.wav", file);
		await app.storage.put(
			`${chunkFolder(workspaceId, "job")}/00000.pcm`,
			Buffer.from("audio"),
			"application/octet-stream",
		);
		await app.storage.put(`transcripts/${workspaceId}/one.mp3`, Buffer.from("audio"), "audio/mpeg");
	}
	// As after delivery by the relay.
	await app.db.updateTable("outbox").set({ delivered_at: new Date() }).execute();
	return { user, host, key, cookie: await app.signIn(user) };
}

test("AUTH-043 DELETE /v1/user/delete ends sessions, keys and the password before any data is deleted", async () => {
	const { user, host, key, cookie } = await createBusyUser();
	const response = await deleteAccount(cookie);
	expect([response.status, await response.json()]).toEqual([202, { status: "ok" }]);
	expect((await fetch(`${app.url}/v1/user`, { headers: { cookie } })).status).toBe(401);
	for (const apiKey of [user.apiKey, key])
		expect((await fetch(`${app.url}/v1/user`, { headers: { "xi-api-key": apiKey } })).status).toBe(401);
	await expect(app.signIn(user)).rejects.toThrow("sign-in failed");
	const members = await app.db
		.selectFrom("workspace_member")
		.select("user_id")
		.where("workspace_id", "=", host.workspaceId)
		.execute();
	expect(members).toEqual([{ user_id: host.userId }]);
	const waiting = await app.db
		.selectFrom("outbox")
		.select("payload")
		.where("target", "=", deletionWorkflow.name)
		.where("target_key", "=", (await jobOf(user)).deletionId)
		.execute();
	expect(waiting.map((row) => row.payload)).toEqual([await jobOf(user)]);
	const { items } = await app.db
		.selectFrom("history_item")
		.select((eb) => eb.fn.countAll<number>().as("items"))
		.where("workspace_id", "=", user.workspaceId)
		.executeTakeFirstOrThrow();
	expect(items, "the workflow deletes the rest").toBeGreaterThan(0);
});

test("leaves no row or audio that identifies the user; the ledger keeps its sums without a name", async () => {
	const { user, host, cookie } = await createBusyUser();
	const words = [user.userId, user.email, user.workspaceId];
	const before = await rowsWith(words);
	// Make sure the test data covers these tables.
	const tables =
		"auth_user workspace history_item credit_entry credit_reservation api_key notification workspace_audit workspace_invite";
	for (const table of `${tables} pronunciation_dictionary history_export outbox auth_verification voice voice_collection upload`.split(
		" ",
	))
		expect(before[table] ?? 0, table).toBeGreaterThan(0);
	expect((await app.storage.list(`takes/${user.workspaceId}`)).length).toBeGreaterThan(0);
	expect(await app.storage.list(`voices/${user.workspaceId}`)).toHaveLength(2);
	for (const kind of ["uploads", "work", "transcripts"])
		expect(await app.storage.list(`${kind}/${user.workspaceId}`)).toHaveLength(1);
	const spent = async (workspaceId: string) =>
		(
			await app.db
				.selectFrom("credit_entry")
				.select((eb) => eb.fn.sum<number>("amount").as("sum"))
				.where("workspace_id", "=", workspaceId)
				.executeTakeFirstOrThrow()
		).sum;
	const sums = [await spent(user.workspaceId), await spent(host.workspaceId)];
	await deleteAccount(cookie);
	const job = await jobOf(user);
	await app.db.updateTable("outbox").set({ delivered_at: new Date() }).execute();
	await runWorkflow(deletionWorkflow, job, services);
	const after = await rowsWith([user.userId, user.email]);
	expect(after).toEqual({});
	expect(Object.keys(await rowsWith([user.workspaceId])), "under an anonymous workspace id").toEqual(["credit_entry"]);
	expect(retainedTables.credit_entry).toContain("sums");
	expect([await spent(user.workspaceId), await spent(host.workspaceId)]).toEqual(sums);
	const entries = await app.db
		.selectFrom("credit_entry")
		.select(["user_id", "api_key_id", "voice_name"])
		.where("workspace_id", "=", user.workspaceId)
		.execute();
	for (const entry of entries) expect(entry).toEqual({ user_id: null, api_key_id: null, voice_name: null });
	for (const kind of ["history", "takes", "exports", "privacy", "voices", "uploads", "work", "transcripts"]) {
		const keys = await app.storage.list(kind);
		expect(keys.filter((key) => words.some((word) => key.includes(word)))).toEqual([]);
	}
	// Content in shared workspaces stays there, anonymized and unshared.
	const shared = await app.db
		.selectFrom("history_item")
		.select(["user_id", "shared_at"])
		.where("workspace_id", "=", host.workspaceId)
		.execute();
	expect(shared).toEqual([{ user_id: "deleted", shared_at: null }]);
	const record = await app.db.selectFrom("privacy_deletion").selectAll().where("id", "=", job.deletionId).execute();
	expect(record).toMatchObject([{ user_id: null, email: null, workspace_ids: [], state: "done" }]);
	expect(
		(await app.get<{ history: unknown[] }>("/v1/history", host.apiKey)).history,
		"other members keep their data",
	).toHaveLength(1);
	await app.ledger(host.workspaceId);
});

test("reaches the same result when killed before or after any step and restarted", async () => {
	const { user, cookie } = await createBusyUser();
	await deleteAccount(cookie);
	const job = await jobOf(user);
	const names: string[] = [];
	const killedAt = (at: number, afterwards: boolean) => ({
		...deletionWorkflow,
		run: (context: WorkflowContext, input: typeof job, given: DeletionServices) => {
			let passed = 0;
			let dead = false;
			const step: WorkflowContext["step"] = async (name, work) => {
				dead ||= passed === at && !afterwards;
				if (dead) throw new Killed();
				const result = await context.step(name, work);
				dead = passed++ === at;
				if (dead) throw new Killed();
				if (!names.includes(name)) names.push(name);
				return result;
			};
			return deletionWorkflow.run({ ...context, step }, input, given);
		},
	});
	// No results are kept between attempts, which is harsher than the workflow engine.
	for (let at = 0; at < 12; at++) {
		for (const afterwards of [false, true])
			await runWorkflow(killedAt(at, afterwards), job, services).catch((error: unknown) => {
				if (!(error instanceof Killed)) throw error;
			});
	}
	await app.db.updateTable("outbox").set({ delivered_at: new Date() }).execute();
	await runWorkflow(deletionWorkflow, job, services);
	expect(await rowsWith([user.userId, user.email])).toEqual({});
	expect(await app.storage.list(`history/${user.workspaceId}`)).toEqual([]);
	expect(names.length).toBeGreaterThan(8);
	await runWorkflow(deletionWorkflow, job, services);
});
class Killed extends Error {}

test("clears unknown tables too, and does not complete if rows can't be cleared", { tags: ["verify"] }, async () => {
	const user = await app.user();
	const cookie = await app.signIn(user);
	await sql`create table made_tomorrow (id int primary key, user_id text not null, note text)`.execute(app.db);
	await sql`insert into made_tomorrow values (1, ${user.userId}, 'a trace')`.execute(app.db);
	await sql`create function hold() returns trigger language plpgsql as 'begin return old; end'`.execute(app.db);
	await sql`create trigger hold before update on made_tomorrow for each row execute function hold()`.execute(app.db);
	await deleteAccount(cookie);
	const job = await jobOf(user);
	await expect(runWorkflow(deletionWorkflow, job, services)).rejects.toThrow("left rows behind: made_tomorrow: 1");
	const state = () =>
		app.db.selectFrom("privacy_deletion").select("state").where("id", "=", job.deletionId).executeTakeFirst();
	expect(await state()).toEqual({ state: "failed" });
	// It retries for days; once the obstacle is gone, the next attempt completes.
	const slept: string[] = [];
	await runWorkflow(deletionWorkflow, job, services, async (name) => {
		if (name.startsWith("sleep")) slept.push(name);
		if (slept.length === 2) await sql`drop trigger if exists hold on made_tomorrow`.execute(app.db);
	});
	expect(slept).toEqual(["sleep 600000", "sleep 3600000"]);
	expect(await state()).toEqual({ state: "done" });
	const { rows } = await sql<{ user_id: string }>`select user_id from made_tomorrow`.execute(app.db);
	expect(rows).toEqual([{ user_id: "deleted" }]);
	await sql`drop table made_tomorrow`.execute(app.db);
});

test("rejects deletion while the user owns a workspace with other members, and changes nothing", async () => {
	const [owner, guest] = [await app.user(), await app.user()];
	await aMembership(app.db, guest.userId, owner.workspaceId);
	const cookie = await app.signIn(owner);
	const rejected = await deleteAccount(cookie);
	expect(rejected.status).toBe(409);
	const { code, message } = await codeOf(rejected);
	expect(code).toBe("owner_must_stay");
	expect(message).toContain("Transfer ownership");
	expect((await fetch(`${app.url}/v1/user`, { headers: { cookie } })).status).toBe(200);
	await app.db
		.deleteFrom("workspace_member")
		.where("user_id", "=", guest.userId)
		.where("role", "=", "editor")
		.execute();
	expect((await deleteAccount(cookie)).status).toBe(202);
});

test("a mail server that stays down does not keep the address forever", async () => {
	const user = await app.user();
	const cookie = await app.signIn(user);
	await deleteAccount(cookie);
	const job = await jobOf(user);
	await app.db.updateTable("mail").set({ state: "waiting" }).where("to_address", "=", user.email).execute();
	let waits = 0;
	await runWorkflow(deletionWorkflow, job, services, (name) => {
		if (name === "sleep 30000") waits++;
	});
	expect(waits).toBe(20);
	expect(await app.db.selectFrom("mail").select("id").where("to_address", "=", user.email).execute()).toEqual([]);
});

test("an API key can't delete the account", async () => {
	const user = await app.user();
	const response = await fetch(`${app.url}/v1/user/delete`, {
		method: "DELETE",
		headers: { "xi-api-key": user.apiKey },
	});
	expect([response.status, (await codeOf(response)).code]).toEqual([403, "needs_session"]);
});

test("the email is free immediately: the user can sign up again, and the deletion does not affect the new account", async () => {
	const user = await app.user();
	const cookie = await app.signIn(user);
	await deleteAccount(cookie);
	const job = await jobOf(user);
	const again = await fetch(`${app.url}/api/auth/sign-up/email`, {
		method: "POST",
		headers: { "content-type": "application/json", origin: app.url },
		body: JSON.stringify({ name: "Ada again", email: user.email, password: "another long enough one" }),
	});
	expect(again.status).toBe(200);
	await runWorkflow(deletionWorkflow, job, services);
	const users = await app.db.selectFrom("auth_user").select("name").where("email", "=", user.email).execute();
	expect(users).toEqual([{ name: "Ada again" }]);
});

test("the schema lookup finds every column with a user id", async () => {
	const { user, host } = await createBusyUser();
	// First, because the request log is written a little later.
	const found = Object.keys(await rowsWith([user.userId]));
	const tables = await listPersonalTables(app.db, GLOBAL);
	const counted: string[] = [];
	for (const table of tables) {
		if ((await countPersonalRows(app.db, { userId: user.userId, workspaceIds: [] }, table)) > 0)
			counted.push(table.name);
	}
	// Ids inside text and JSON are handled by forgetElsewhere.
	const inside = ["outbox", "auth_verification", "credit_reservation"];
	const holding = found.filter((table) => !inside.includes(table));
	expect(
		holding.filter((table) => !counted.includes(table)),
		"tables with the id in a column the lookup misses",
	).toEqual([]);
	expect(host.userId).not.toBe(user.userId);
});

test("gives up with a reason if rows can't be deleted, and does not wait for days", async () => {
	const user = await app.user();
	await deleteAccount(await app.signIn(user));
	const job = await jobOf(user);
	const allow = await rejectWrites(app.db, "workspace", "delete");
	const attempts = new Map<string, number>();
	const slept: string[] = [];
	const noteSleep = (name: string) => {
		if (name.startsWith("sleep")) slept.push(name);
	};
	const run = runWorkflow(deletionWorkflow, job, services, noteSleep, attempts);
	await expect(run).rejects.toThrow(PermanentFailure);
	expect(attempts.get(`workspace ${user.workspaceId}`)).toBe(1);
	expect(slept).toEqual([]);
	const record = () =>
		app.db
			.selectFrom("privacy_deletion")
			.select(["state", "error"])
			.where("id", "=", job.deletionId)
			.executeTakeFirstOrThrow();
	expect(await record()).toEqual({ state: "failed", error: "Stored data is invalid." });
	await allow();
	await runWorkflow(deletionWorkflow, job, services);
	expect(await record()).toEqual({ state: "done", error: null });
});

test("rejects an unknown deletion for good", async () => {
	const attempts = new Map<string, number>();
	const run = runWorkflow(deletionWorkflow, { deletionId: "unknown" }, services, undefined, attempts);
	await expect(run).rejects.toThrow("There is no deletion unknown.");
	expect(attempts.get("plan")).toBe(1);
});
