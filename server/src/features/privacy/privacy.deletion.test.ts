import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aMembership, anApiKey, aVoice, type Person } from "../../../../seed/builders.ts";
import { newId } from "../../core/ids.ts";
import type { WorkflowContext } from "../../core/workflow.ts";
import { runWorkflow } from "../../testing/run-workflow.ts";
import { type TestApp, testApp } from "../../testing/test-app.ts";
import { notify } from "../notifications/notifications.public.ts";
import { recordAct } from "../workspace/workspace.audit.public.ts";
import { type DeletionServices, deletionWorkflow, keptRows } from "./privacy.deletion.workflow.ts";
import { countPersonalRows, listPersonalTables } from "./privacy.tables.repo.ts";

let app: TestApp;
let services: DeletionServices;
beforeAll(async () => {
	app = await testApp();
	services = { db: app.db, storage: app.storage };
});
afterAll(async () => app.stop());

const remove = (cookie: string) =>
	fetch(`${app.url}/v1/user/delete`, { method: "DELETE", headers: { cookie, origin: app.url } });
const codeOf = async (answer: Response) =>
	((await answer.json()) as { detail: { code: string; message: string } }).detail;

async function jobOf(person: Person): Promise<{ deletionId: string }> {
	const { id } = await app.db
		.selectFrom("privacy_deletion")
		.select("id")
		.where("user_id", "=", person.userId)
		.executeTakeFirstOrThrow();
	return { deletionId: id };
}

/** Rows that hold these words anywhere, by table. */
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

/** Someone with traces everywhere: in the own workspace, in another's, in mails, logs and other people's messages. */
async function aBusyPerson() {
	const person = await app.person({ credits: 10_000 });
	const host = await app.person({ credits: 10_000 });
	await aMembership(app.db, person.userId, host.workspaceId);
	const key = await anApiKey(app.db, { workspaceId: host.workspaceId, userId: person.userId });
	const ask = (method: string, path: string, apiKey: string, body?: unknown) =>
		fetch(app.url + path, {
			method,
			headers: { "xi-api-key": apiKey, ...(body === undefined ? {} : { "content-type": "application/json" }) },
			...(body === undefined ? {} : { body: JSON.stringify(body) }),
		});
	for (const apiKey of [person.apiKey, key]) {
		const spoken = await app.speak(`/v1/text-to-speech/${app.voiceId}`, apiKey, { text: "A sentence. And another." });
		expect(spoken.status).toBe(200);
		await spoken.arrayBuffer();
		const dictionary = await ask("POST", "/v1/pronunciation-dictionaries/add-from-rules", apiKey, {
			name: "Names",
			rules: [{ type: "alias", string_to_replace: "Ada", alias: "Ayda" }],
		});
		expect(dictionary.ok).toBe(true);
		const item = spoken.headers.get("history-item-id") ?? "";
		expect((await ask("GET", `/v1/history/${item}/share-link`, apiKey)).status).toBe(200);
		expect((await ask("POST", "/v1/history/exports", apiKey, { history_item_ids: [item] })).status).toBe(202);
	}
	for (const workspaceId of [person.workspaceId, host.workspaceId]) {
		const owner = { workspaceId, userId: person.userId };
		const { voiceId } = await aVoice(app.db, app.storage, owner, { samples: 1, preview: true });
		await app.db
			.insertInto("voice_favourite")
			.values({ workspace_id: workspaceId, user_id: person.userId, voice_id: voiceId })
			.execute();
	}
	const collected = await ask("POST", "/v1/voices/collections", person.apiKey, { title: "Mine", icon: "star" });
	expect(collected.ok).toBe(true);
	expect((await ask("POST", "/v1/user/onboarding-checklist/initiate", person.apiKey)).ok).toBe(true);
	await app.db
		.insertInto("profile")
		.values({ user_id: person.userId, handle: newId(8).toLowerCase() })
		.execute();
	const actor = { workspaceId: host.workspaceId, userId: person.userId, via: "session" as const, visitor: "192.0.2.9" };
	await recordAct(app.db, actor, { className: "api_key", activity: "create", target: "k1" });
	await recordAct(
		app.db,
		{ ...actor, userId: host.userId },
		{ className: "member_management", activity: "invite", target: person.email, details: { email: person.email } },
	);
	await notify(app.db, {
		userId: host.userId,
		severity: "success",
		title: "An invitation was accepted",
		description: `${person.email} has joined the workspace.`,
	});
	await notify(app.db, { userId: person.userId, severity: "info", title: "Hello", description: "To you." });
	for (const workspaceId of [host.workspaceId, person.workspaceId]) {
		await app.db
			.insertInto("workspace_invite")
			.values({
				id: newId(),
				workspace_id: workspaceId,
				email: workspaceId === host.workspaceId ? person.email : "friend@example.com",
				role: "editor",
				code_hash: Buffer.from(newId()),
				invited_by: person.userId,
				expires_at: new Date(Date.now() + 1e9),
			})
			.execute();
	}
	await app.db
		.insertInto("auth_verification")
		.values({ id: newId(), identifier: `reset-${person.email}`, value: person.userId, expires_at: new Date() })
		.execute();
	const group = newId();
	await app.db
		.insertInto("workspace_group")
		.values({ id: group, workspace_id: host.workspaceId, name: "All" })
		.execute();
	await app.db
		.insertInto("workspace_group_member")
		.values({ workspace_id: host.workspaceId, group_id: group, user_id: person.userId })
		.execute();
	// As the relay leaves them.
	await app.db.updateTable("outbox").set({ delivered_at: new Date() }).execute();
	return { person, host, key, cookie: await app.signIn(person) };
}

test("AUTH-043 sessions, keys and the password end with the answer to DELETE /v1/user/delete, before anything else is gone", async () => {
	const { person, host, key, cookie } = await aBusyPerson();
	const answer = await remove(cookie);
	expect([answer.status, await answer.json()]).toEqual([202, { status: "ok" }]);
	expect((await fetch(`${app.url}/v1/user`, { headers: { cookie } })).status).toBe(401);
	for (const apiKey of [person.apiKey, key])
		expect((await fetch(`${app.url}/v1/user`, { headers: { "xi-api-key": apiKey } })).status).toBe(401);
	await expect(app.signIn(person)).rejects.toThrow("sign-in failed");
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
		.where("target_key", "=", (await jobOf(person)).deletionId)
		.execute();
	expect(waiting.map((row) => row.payload)).toEqual([await jobOf(person)]);
	const { items } = await app.db
		.selectFrom("history_item")
		.select((eb) => eb.fn.countAll<number>().as("items"))
		.where("workspace_id", "=", person.workspaceId)
		.executeTakeFirstOrThrow();
	expect(items, "the rest is the workflow's").toBeGreaterThan(0);
});

test("nothing is left that names the person: no row of any table, no sound; the ledger keeps its sums and nobody's name", async () => {
	const { person, host, cookie } = await aBusyPerson();
	const words = [person.userId, person.email, person.workspaceId];
	const before = await rowsWith(words);
	// Of nobody's traces nothing could be proven: these tables have some.
	const tables =
		"auth_user workspace history_item credit_entry credit_reservation api_key notification workspace_audit workspace_invite";
	for (const table of `${tables} pronunciation_dictionary history_export outbox auth_verification voice voice_collection`.split(
		" ",
	))
		expect(before[table] ?? 0, table).toBeGreaterThan(0);
	expect((await app.storage.list(`takes/${person.workspaceId}`)).length).toBeGreaterThan(0);
	expect(await app.storage.list(`voices/${person.workspaceId}`)).toHaveLength(2);
	const spent = async (workspaceId: string) =>
		(
			await app.db
				.selectFrom("credit_entry")
				.select((eb) => eb.fn.sum<number>("amount").as("sum"))
				.where("workspace_id", "=", workspaceId)
				.executeTakeFirstOrThrow()
		).sum;
	const sums = [await spent(person.workspaceId), await spent(host.workspaceId)];
	await remove(cookie);
	const job = await jobOf(person);
	await app.db.updateTable("outbox").set({ delivered_at: new Date() }).execute();
	await runWorkflow(deletionWorkflow, job, services);
	const after = await rowsWith([person.userId, person.email]);
	expect(after).toEqual({});
	expect(Object.keys(await rowsWith([person.workspaceId])), "under a number that is nobody's any more").toEqual([
		"credit_entry",
	]);
	expect(keptRows.credit_entry).toContain("sums");
	expect([await spent(person.workspaceId), await spent(host.workspaceId)]).toEqual(sums);
	const entries = await app.db
		.selectFrom("credit_entry")
		.select(["user_id", "api_key_id", "voice_name"])
		.where("workspace_id", "=", person.workspaceId)
		.execute();
	for (const entry of entries) expect(entry).toEqual({ user_id: null, api_key_id: null, voice_name: null });
	for (const kind of ["history", "takes", "exports", "privacy", "voices"]) {
		const keys = await app.storage.list(kind);
		expect(keys.filter((key) => words.some((word) => key.includes(word)))).toEqual([]);
	}
	// What the person made in a workspace of others is theirs, without the person, and shown to nobody outside.
	const theirs = await app.db
		.selectFrom("history_item")
		.select(["user_id", "share_id"])
		.where("workspace_id", "=", host.workspaceId)
		.execute();
	expect(theirs).toEqual([{ user_id: "deleted", share_id: null }]);
	const record = await app.db.selectFrom("privacy_deletion").selectAll().where("id", "=", job.deletionId).execute();
	expect(record).toMatchObject([{ user_id: null, email: null, workspace_ids: [], state: "done" }]);
	expect((await app.get<{ history: unknown[] }>("/v1/history", host.apiKey)).history, "others go on").toHaveLength(1);
	await app.ledger(host.workspaceId);
});

test("killed before or after any step and begun anew, it comes to the same end", async () => {
	const { person, cookie } = await aBusyPerson();
	await remove(cookie);
	const job = await jobOf(person);
	const names: string[] = [];
	const cutOff = (at: number, afterwards: boolean) => ({
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
	// Nothing is remembered between the attempts, which is worse than what the engine does.
	for (let at = 0; at < 12; at++) {
		for (const afterwards of [false, true])
			await runWorkflow(cutOff(at, afterwards), job, services).catch((error: unknown) => {
				if (!(error instanceof Killed)) throw error;
			});
	}
	await app.db.updateTable("outbox").set({ delivered_at: new Date() }).execute();
	await runWorkflow(deletionWorkflow, job, services);
	expect(await rowsWith([person.userId, person.email])).toEqual({});
	expect(await app.storage.list(`history/${person.workspaceId}`)).toEqual([]);
	expect(names.length).toBeGreaterThan(8);
	await runWorkflow(deletionWorkflow, job, services);
});
class Killed extends Error {}

test("a table that nobody has told us of is cleared too, and what cannot be cleared is not called done", async () => {
	const person = await app.person();
	const cookie = await app.signIn(person);
	await sql`create table made_tomorrow (id int primary key, user_id text not null, note text)`.execute(app.db);
	await sql`insert into made_tomorrow values (1, ${person.userId}, 'a trace')`.execute(app.db);
	await sql`create function hold() returns trigger language plpgsql as 'begin return old; end'`.execute(app.db);
	await sql`create trigger hold before update on made_tomorrow for each row execute function hold()`.execute(app.db);
	await remove(cookie);
	const job = await jobOf(person);
	await expect(runWorkflow(deletionWorkflow, job, services)).rejects.toThrow("left rows behind: made_tomorrow: 1");
	const state = () =>
		app.db.selectFrom("privacy_deletion").select("state").where("id", "=", job.deletionId).executeTakeFirst();
	expect(await state()).toEqual({ state: "failed" });
	// It tries for days; once what held it is gone, the next attempt ends it.
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

test("who owns a workspace that others work in must hand it over first, and is told so; nothing has happened", async () => {
	const [owner, guest] = [await app.person(), await app.person()];
	await aMembership(app.db, guest.userId, owner.workspaceId);
	const cookie = await app.signIn(owner);
	const refused = await remove(cookie);
	expect(refused.status).toBe(409);
	const { code, message } = await codeOf(refused);
	expect(code).toBe("owner_must_stay");
	expect(message).toContain("Transfer the ownership");
	expect((await fetch(`${app.url}/v1/user`, { headers: { cookie } })).status).toBe(200);
	await app.db
		.deleteFrom("workspace_member")
		.where("user_id", "=", guest.userId)
		.where("role", "=", "editor")
		.execute();
	expect((await remove(cookie)).status).toBe(202);
});

test("a mail server that is down does not keep the address of the last mail for ever", async () => {
	const person = await app.person();
	const cookie = await app.signIn(person);
	await remove(cookie);
	const job = await jobOf(person);
	await app.db.updateTable("mail").set({ state: "waiting" }).where("to_address", "=", person.email).execute();
	let waits = 0;
	await runWorkflow(deletionWorkflow, job, services, (name) => {
		if (name === "sleep 30000") waits++;
	});
	expect(waits).toBe(20);
	expect(await app.db.selectFrom("mail").select("id").where("to_address", "=", person.email).execute()).toEqual([]);
});

test("a program with the person's key cannot delete the account", async () => {
	const person = await app.person();
	const answer = await fetch(`${app.url}/v1/user/delete`, {
		method: "DELETE",
		headers: { "xi-api-key": person.apiKey },
	});
	expect([answer.status, (await codeOf(answer)).code]).toEqual([403, "needs_session"]);
});

test("the address is free at once: the same person can sign up again, and the deletion leaves the new account alone", async () => {
	const person = await app.person();
	const cookie = await app.signIn(person);
	await remove(cookie);
	const job = await jobOf(person);
	const again = await fetch(`${app.url}/api/auth/sign-up/email`, {
		method: "POST",
		headers: { "content-type": "application/json", origin: app.url },
		body: JSON.stringify({ name: "Ada again", email: person.email, password: "another long enough one" }),
	});
	expect(again.status).toBe(200);
	await runWorkflow(deletionWorkflow, job, services);
	const users = await app.db.selectFrom("auth_user").select("name").where("email", "=", person.email).execute();
	expect(users).toEqual([{ name: "Ada again" }]);
});

test("the walk of the schema knows every column that holds a person's id", async () => {
	const { person, host } = await aBusyPerson();
	const tables = await listPersonalTables(app.db);
	const counted: string[] = [];
	for (const table of tables) {
		if ((await countPersonalRows(app.db, table, { userId: person.userId, workspaceIds: [] })) > 0)
			counted.push(table.name);
	}
	// In texts and JSON, where no column tells it: forgetElsewhere knows these.
	const inside = ["outbox", "auth_verification", "credit_reservation"];
	const holding = Object.keys(await rowsWith([person.userId])).filter((table) => !inside.includes(table));
	expect(
		holding.filter((table) => !counted.includes(table)),
		"tables with the id in a column the walk does not know",
	).toEqual([]);
	expect(host.userId).not.toBe(person.userId);
});
