import type { DataExport } from "@timbre/contract/privacy.ts";
import { unzipSync } from "fflate";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aHistoryItem, aMembership, type Person } from "../../../../seed/builders.ts";
import { runWorkflow } from "../../testing/run-workflow.ts";
import { type TestApp, testApp } from "../../testing/test-app.ts";
import { type DataExportServices, dataExportWorkflow, notExported } from "./privacy.export.workflow.ts";

let app: TestApp;
let services: DataExportServices;
beforeAll(async () => {
	app = await testApp();
	const mail = { from: "timbre@localhost", operator: "operator@localhost", enabled: false };
	services = { db: app.db, storage: app.storage, mail, publicUrl: app.url };
});
afterAll(async () => app.stop());

const send = (method: string, path: string, cookie: string) =>
	fetch(app.url + path, { method, headers: { cookie, origin: app.url } });
async function ask(cookie: string): Promise<DataExport> {
	const answer = await send("POST", "/v1/user/data-export", cookie);
	expect(answer.status).toBe(202);
	return (await answer.json()) as DataExport;
}
const look = async (cookie: string) =>
	((await (await send("GET", "/v1/user/data-export", cookie)).json()) as { data_export: DataExport }).data_export;
const jobOf = (person: Person, id: string) => ({ userId: person.userId, exportId: id, keepSeconds: 604_800 });

/** Makes the whole archive and gives its files, as the person would fetch it. */
async function archive(person: Person, cookie: string): Promise<Map<string, string>> {
	const { data_export_id: id } = await ask(cookie);
	let files = new Map<string, string>();
	await runWorkflow(dataExportWorkflow, jobOf(person, id), services, async (name) => {
		if (!name.startsWith("sleep")) return;
		const file = await send("GET", (await look(cookie)).url ?? "", cookie);
		expect(file.headers.get("content-type")).toBe("application/zip");
		expect(file.headers.get("content-disposition")).toMatch(/^attachment; filename="Timbre_data_/);
		const unpacked = unzipSync(Buffer.from(await file.arrayBuffer()));
		files = new Map(Object.entries(unpacked).map(([path, bytes]) => [path, Buffer.from(bytes).toString()]));
	});
	return files;
}

test("an archive is made in the background, is told of when it is ready, and goes when its time is over", async () => {
	const person = await app.person();
	for (let i = 0; i < 30; i++) await aHistoryItem(app.db, app.storage, person, { text: `Sentence ${i}.` });
	const cookie = await app.signIn(person);
	const begun = await ask(cookie);
	expect(begun).toMatchObject({ status: "waiting", url: null });
	const again = await ask(cookie);
	expect(again.data_export_id, "one at a time").toBe(begun.data_export_id);
	const outbox = await app.db
		.selectFrom("outbox")
		.select("payload")
		.where("target_key", "=", begun.data_export_id)
		.execute();
	expect(outbox.map((row) => row.payload)).toEqual([jobOf(person, begun.data_export_id)]);
	const seen: [number, number][] = [];
	await runWorkflow(dataExportWorkflow, jobOf(person, begun.data_export_id), services, async (name) => {
		const { done, total } = await look(cookie);
		if (name.startsWith("part")) seen.push([done, total]);
		if (!name.startsWith("sleep")) return;
		expect(name).toBe("sleep 604800000");
		expect(await look(cookie)).toMatchObject({ status: "done", done: total, total });
	});
	const tables = (seen[0]?.[1] ?? 0) - 31;
	expect(seen.map(([done]) => done)).toEqual([0, tables + 1, tables + 26]);
	expect(await look(cookie)).toMatchObject({ status: "expired", url: null });
	expect(await app.storage.list(`privacy/${person.userId}`)).toEqual([]);
	const told = await app.db.selectFrom("notification").select("title").where("user_id", "=", person.userId).execute();
	expect(told).toEqual([{ title: "Your data is ready" }]);
	const mails = await app.db
		.selectFrom("mail")
		.select(["subject", "body"])
		.where("to_address", "=", person.email)
		.execute();
	expect(mails.filter((mail) => mail.subject === "Your data is ready")).toMatchObject([
		{ body: expect.stringContaining(`${app.url}/app/settings/privacy`) },
	]);
});

test("every table that names a person or a workspace is in the archive, or on the list of those that are not, with its reason", async () => {
	const person = await app.person();
	const files = await archive(person, await app.signIn(person));
	// The schema's own word, by another way than the code's.
	const { rows } = await sql<{ name: string }>`
		select distinct c.table_name as name from information_schema.columns c
		join information_schema.tables t using (table_schema, table_name)
		where c.table_schema = 'public' and t.table_type = 'BASE TABLE'
			and (c.column_name in ('user_id', 'workspace_id') or c.table_name in ('auth_user', 'workspace'))`.execute(app.db);
	const named = rows.map((row) => row.name).sort();
	expect(named.length).toBeGreaterThan(20);
	const packed = [...files.keys()].flatMap((path) => /^data\/(\w+)\.json$/.exec(path)?.[1] ?? []);
	for (const table of named) expect([...packed, ...Object.keys(notExported)], table).toContain(table);
	for (const [table, reason] of Object.entries(notExported)) {
		expect(packed).not.toContain(table);
		expect(reason.length).toBeGreaterThan(20);
		expect(files.get("README.txt")).toContain(table);
	}
});

test("it holds what is the person's, sound and all; nothing of others, and no secret", async () => {
	const person = await app.person();
	const colleague = await app.person();
	await aMembership(app.db, person.userId, colleague.workspaceId);
	const mine = await aHistoryItem(app.db, app.storage, person, { text: "Said at home." });
	const there = await aHistoryItem(
		app.db,
		app.storage,
		{ workspaceId: colleague.workspaceId, userId: person.userId },
		{ text: "Said at work." },
	);
	const foreign = await aHistoryItem(app.db, app.storage, colleague, { text: "Said by somebody else." });
	const cookie = await app.signIn(person);
	const files = await archive(person, cookie);
	const rows = (table: string) => JSON.parse(files.get(`data/${table}.json`) ?? "null") as Record<string, unknown>[];
	expect(rows("auth_user")).toMatchObject([{ id: person.userId, email: person.email }]);
	expect(rows("history_item").map((row) => row.text)).toEqual(
		expect.arrayContaining(["Said at home.", "Said at work."]),
	);
	expect(rows("workspace").map((row) => row.id)).toEqual([person.workspaceId]);
	expect(rows("api_key")).toMatchObject([{ name: "Key" }]);
	expect([...files.keys()].filter((path) => path.startsWith("audio/")).sort()).toEqual(
		[`audio/${mine}.mp3`, `audio/${there}.mp3`].sort(),
	);
	expect(files.get(`audio/${mine}.mp3`)).toContain("not really sound");
	const everything = [...files.values()].join("\n");
	expect(everything).not.toContain("Said by somebody else.");
	expect(everything).not.toContain(foreign);
	expect(everything).not.toContain(colleague.email);
	const session = await app.db
		.selectFrom("auth_session")
		.select("token")
		.where("user_id", "=", person.userId)
		.executeTakeFirstOrThrow();
	const account = await app.db
		.selectFrom("auth_account")
		.select("password")
		.where("user_id", "=", person.userId)
		.executeTakeFirstOrThrow();
	for (const secret of [session.token, account.password ?? "?", person.apiKey])
		expect(everything).not.toContain(secret);
});

test("a table that nobody has told us of is in the archive", async () => {
	await sql`create table made_tomorrow (id int primary key, user_id text not null, wish text)`.execute(app.db);
	const person = await app.person();
	await sql`insert into made_tomorrow values (1, ${person.userId}, 'to be remembered'), (2, 'other', 'not mine')`.execute(
		app.db,
	);
	const files = await archive(person, await app.signIn(person));
	expect(JSON.parse(files.get("data/made_tomorrow.json") ?? "")).toEqual([
		{ id: 1, user_id: person.userId, wish: "to be remembered" },
	]);
	await sql`drop table made_tomorrow`.execute(app.db);
});

test("only the person, signed in, may ask for it, look at it and fetch it", async () => {
	const [person, stranger] = [await app.person(), await app.person()];
	const [cookie, other] = [await app.signIn(person), await app.signIn(stranger)];
	const { data_export_id: id } = await ask(cookie);
	await runWorkflow(dataExportWorkflow, jobOf(person, id), services, async (name) => {
		if (!name.startsWith("sleep")) return;
		const path = `/v1/user/data-export/${id}`;
		expect((await send("GET", `${path}/file`, other)).status).toBe(404);
		expect((await send("DELETE", path, other)).status).toBe(404);
		const byKey = await fetch(`${app.url}${path}/file`, { headers: { "xi-api-key": person.apiKey } });
		expect([byKey.status, ((await byKey.json()) as { detail: { code: string } }).detail.code]).toEqual([
			403,
			"needs_session",
		]);
		expect((await send("GET", `${path}/file`, cookie)).status).toBe(200);
	});
});

test("cancelled while it is made, it stops at the next part and leaves nothing; cancelled when done, it goes at once", async () => {
	const person = await app.person();
	for (let i = 0; i < 30; i++) await aHistoryItem(app.db, app.storage, person);
	const cookie = await app.signIn(person);
	const first = await ask(cookie);
	const passed: string[] = [];
	await runWorkflow(dataExportWorkflow, jobOf(person, first.data_export_id), services, async (name) => {
		passed.push(name);
		if (name === "part 1") await send("DELETE", `/v1/user/data-export/${first.data_export_id}`, cookie);
	});
	expect(passed).toEqual(["plan", "part 0", "part 1", "remove parts", "remove archive"]);
	expect(await look(cookie)).toMatchObject({ status: "cancelled" });
	const second = await ask(cookie);
	await runWorkflow(dataExportWorkflow, jobOf(person, second.data_export_id), services, async (name) => {
		if (!name.startsWith("sleep")) return;
		await send("DELETE", `/v1/user/data-export/${second.data_export_id}`, cookie);
		expect(await app.storage.list(`privacy/${person.userId}`)).toEqual([]);
	});
	expect(await look(cookie)).toMatchObject({ status: "cancelled" });
	expect(await app.storage.list(`privacy/${person.userId}`)).toEqual([]);
});

test("a step that was cut off just before its end was written down is run again without harm, and tells once", async () => {
	const person = await app.person();
	await aHistoryItem(app.db, app.storage, person);
	const cookie = await app.signIn(person);
	const { data_export_id: id } = await ask(cookie);
	const twice = {
		...dataExportWorkflow,
		run: (context, job, given) =>
			dataExportWorkflow.run(
				{
					...context,
					step: async (name, work) => {
						await context.step(name, work);
						return context.step(name, work);
					},
				},
				job,
				given,
			),
	} satisfies typeof dataExportWorkflow;
	let unpacked = 0;
	await runWorkflow(twice, jobOf(person, id), services, async (name) => {
		if (!name.startsWith("sleep")) return;
		const file = await send("GET", `/v1/user/data-export/${id}/file`, cookie);
		unpacked = Object.keys(unzipSync(Buffer.from(await file.arrayBuffer()))).length;
	});
	expect(unpacked).toBeGreaterThan(20);
	const mails = await app.db.selectFrom("mail").select("subject").where("to_address", "=", person.email).execute();
	expect(mails.filter((mail) => mail.subject === "Your data is ready")).toHaveLength(1);
});
