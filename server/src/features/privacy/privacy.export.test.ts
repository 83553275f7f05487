import type { DataExport } from "@timbre/contract/privacy/endpoints.ts";
import { unzipSync } from "fflate";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aHistoryItem, aMembership, type SeedUser } from "../../../../seed/builders.ts";
import { anIsolation } from "../../testing/resources.ts";
import { aStudioProject } from "../../testing/studio/project.ts";
import { type TestApp, testApp } from "../../testing/test-app.ts";
import { runWorkflow } from "../../testing/workflows/run-workflow.ts";
import { storeFile } from "../uploads/uploads.public.ts";
import { type DataExportServices, dataExportWorkflow, excludedTables } from "./privacy.export.workflow.ts";

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
async function requestExport(cookie: string): Promise<DataExport> {
	const response = await send("POST", "/v1/user/data-export", cookie);
	expect(response.status).toBe(202);
	return (await response.json()) as DataExport;
}
const getExport = async (cookie: string) =>
	((await (await send("GET", "/v1/user/data-export", cookie)).json()) as { data_export: DataExport }).data_export;
const jobOf = (user: SeedUser, id: string) => ({ userId: user.userId, exportId: id, keepSeconds: 604_800 });

/** Creates an archive and returns its files as downloaded by the user. */
async function archive(user: SeedUser, cookie: string): Promise<Map<string, string>> {
	const { data_export_id: id } = await requestExport(cookie);
	let files = new Map<string, string>();
	await runWorkflow(dataExportWorkflow, jobOf(user, id), services, async (name) => {
		if (!name.startsWith("sleep")) return;
		const file = await send("GET", (await getExport(cookie)).url ?? "", cookie);
		expect(file.headers.get("content-type")).toBe("application/zip");
		expect(file.headers.get("content-disposition")).toMatch(/^attachment; filename="Timbre_data_/);
		const unpacked = unzipSync(Buffer.from(await file.arrayBuffer()));
		files = new Map(Object.entries(unpacked).map(([path, bytes]) => [path, Buffer.from(bytes).toString()]));
	});
	return files;
}

test("exports in the background, notifies the user and deletes the archive when it expires", async () => {
	const user = await app.user();
	for (let i = 0; i < 30; i++) await aHistoryItem(app.db, app.storage, user, { text: `Sentence ${i}.` });
	const cookie = await app.signIn(user);
	const started = await requestExport(cookie);
	expect(started).toMatchObject({ status: "waiting", url: null });
	const again = await requestExport(cookie);
	expect(again.data_export_id, "one at a time").toBe(started.data_export_id);
	const outbox = await app.db
		.selectFrom("outbox")
		.select("payload")
		.where("target_key", "=", started.data_export_id)
		.execute();
	expect(outbox.map((row) => row.payload)).toEqual([jobOf(user, started.data_export_id)]);
	const seen: [number, number][] = [];
	await runWorkflow(dataExportWorkflow, jobOf(user, started.data_export_id), services, async (name) => {
		const { done, total } = await getExport(cookie);
		if (name.startsWith("part")) seen.push([done, total]);
		if (!name.startsWith("sleep")) return;
		expect(name).toBe("sleep 604800000");
		expect(await getExport(cookie)).toMatchObject({ status: "done", done: total, total });
	});
	const tables = (seen[0]?.[1] ?? 0) - 31;
	expect(seen.map(([done]) => done)).toEqual([0, tables + 1, tables + 26]);
	expect(await getExport(cookie)).toMatchObject({ status: "expired", url: null });
	expect(await app.storage.list(`privacy/${user.userId}`)).toEqual([]);
	const notifications = await app.db
		.selectFrom("notification")
		.select(["title", "needs_attention"])
		.where("user_id", "=", user.userId)
		.execute();
	expect(notifications).toEqual([{ title: "Your data is ready", needs_attention: false }]);
	const mails = await app.db
		.selectFrom("mail")
		.select(["subject", "body"])
		.where("to_address", "=", user.email)
		.execute();
	expect(mails.filter((mail) => mail.subject === "Your data is ready")).toMatchObject([
		{ body: expect.stringContaining(`${app.url}/app/settings/privacy`) },
	]);
});

test("every table with a user or workspace id is exported or listed as excluded with a reason", async () => {
	const user = await app.user();
	const files = await archive(user, await app.signIn(user));
	// Queried independently of the code under test.
	const { rows } = await sql<{ name: string }>`
		select distinct c.table_name as name from information_schema.columns c
		join information_schema.tables t using (table_schema, table_name)
		where c.table_schema = 'public' and t.table_type = 'BASE TABLE'
			and (c.column_name in ('user_id', 'workspace_id') or c.table_name in ('auth_user', 'workspace'))`.execute(app.db);
	const named = rows.map((row) => row.name).sort();
	expect(named.length).toBeGreaterThan(20);
	const packed = [...files.keys()].flatMap((path) => /^data\/(\w+)\.json$/.exec(path)?.[1] ?? []);
	for (const table of named) expect([...packed, ...Object.keys(excludedTables)], table).toContain(table);
	for (const [table, reason] of Object.entries(excludedTables)) {
		expect(packed).not.toContain(table);
		expect(reason.length).toBeGreaterThan(20);
		expect(files.get("README.txt")).toContain(table);
	}
});

test("contains the user's data and audio, nothing of others and no secrets", async () => {
	const user = await app.user();
	const colleague = await app.user();
	await aMembership(app.db, user.userId, colleague.workspaceId);
	const mine = await aHistoryItem(app.db, app.storage, user, { text: "Said at home." });
	const there = await aHistoryItem(
		app.db,
		app.storage,
		{ workspaceId: colleague.workspaceId, userId: user.userId },
		{ text: "Said at work." },
	);
	const foreign = await aHistoryItem(app.db, app.storage, colleague, { text: "Said by somebody else." });
	const cookie = await app.signIn(user);
	const files = await archive(user, cookie);
	const rows = (table: string) => JSON.parse(files.get(`data/${table}.json`) ?? "null") as Record<string, unknown>[];
	expect(rows("auth_user")).toMatchObject([{ id: user.userId, email: user.email }]);
	expect(rows("history_item").map((row) => row.text)).toEqual(
		expect.arrayContaining(["Said at home.", "Said at work."]),
	);
	expect(rows("workspace").map((row) => row.id)).toEqual([user.workspaceId]);
	expect(rows("api_key")).toMatchObject([{ name: "Key" }]);
	expect([...files.keys()].filter((path) => path.startsWith("audio/")).sort()).toEqual(
		[`audio/${mine}.mp3`, `audio/${there}.mp3`].sort(),
	);
	expect(files.get(`audio/${mine}.mp3`)).toContain("not real audio");
	const everything = [...files.values()].join("\n");
	expect(everything).not.toContain("Said by somebody else.");
	expect(everything).not.toContain(foreign);
	expect(everything).not.toContain(colleague.email);
	const session = await app.db
		.selectFrom("auth_session")
		.select("token")
		.where("user_id", "=", user.userId)
		.executeTakeFirstOrThrow();
	const account = await app.db
		.selectFrom("auth_account")
		.select("password")
		.where("user_id", "=", user.userId)
		.executeTakeFirstOrThrow();
	for (const secret of [session.token, account.password ?? "?", user.apiKey]) expect(everything).not.toContain(secret);
});

test("contains uploads, joined from their parts", async () => {
	const user = await app.user();
	const other = await app.user();
	const content = Array.from({ length: 1_000_000 }, (_, at) => String.fromCharCode(97 + (at % 26))).join("");
	async function* pieces() {
		for (let count = 0; count < 9; count++) yield Buffer.from(content);
	}
	const { uploadId } = await storeFile(app, user, "My interview (1).wav", pieces());
	await storeFile(app, other, "secret.wav", pieces());
	const files = await archive(user, await app.signIn(user));
	const path = `uploads/${uploadId}_My_interview_1.wav`;
	expect([...files.keys()].filter((name) => name.startsWith("uploads/"))).toEqual([path]);
	expect(files.get(path) === content.repeat(9)).toBe(true);
	expect(JSON.parse(files.get("data/upload.json") ?? "")).toMatchObject([{ file_name: "My interview (1).wav" }]);
});

test("contains transcripts with their recordings", async () => {
	const user = await app.user();
	const other = await app.user();
	for (const { workspaceId, userId } of [user, other]) {
		const key = `transcripts/${workspaceId}/one.mp3`;
		await app.storage.put(key, Buffer.from(`recording of ${userId}`), "audio/mpeg");
		await sql`insert into transcript (id, workspace_id, created_by, via, request_id, title, request, model_id, audio_key)
			values (${`t-${workspaceId}`}, ${workspaceId}, ${userId}, 'session', 'r', 'Talk', '{}', 'whisper_small', ${key})`.execute(
			app.db,
		);
	}
	const files = await archive(user, await app.signIn(user));
	const names = [...files.keys()].filter((name) => name.startsWith("transcripts/"));
	expect(names).toEqual([`transcripts/t-${user.workspaceId}.mp3`]);
	expect(files.get(names[0] ?? "")).toBe(`recording of ${user.userId}`);
	expect(JSON.parse(files.get("data/transcript.json") ?? "")).toMatchObject([{ title: "Talk" }]);
});

test("contains isolated recordings, before and after", async () => {
	const [user, other] = [await app.user(), await app.user()];
	const id = await anIsolation(app, user);
	await anIsolation(app, other);
	const files = await archive(user, await app.signIn(user));
	const paths = ["isolated.mp3", "original.mp3", "video"].map((file) => `isolations/${id}/${file}`);
	expect([...files.keys()].filter((name) => name.startsWith("isolations/")).sort()).toEqual(paths);
	expect(files.get(`isolations/${id}/original.mp3`)).toBe("original.mp3");
	expect(JSON.parse(files.get("data/isolation.json") ?? "")).toMatchObject([{ id, title: "interview.mp4" }]);
});

test("contains the latest recording of each chapter of Studio", async () => {
	const [user, other] = [await app.user({ tier: "creator" }), await app.user({ tier: "creator" })];
	const project = await aStudioProject(app, user, { Dusk: ["The lamp went out."], Dawn: ["Light came back."] });
	await project.convert();
	await project.edit(0, "The lamp went out again.");
	await project.convert();
	await (await aStudioProject(app, other, { Secret: ["Not yours."] })).convert();
	const files = await archive(user, await app.signIn(user));
	const names = [...files.keys()].filter((name) => name.startsWith("studio/"));
	expect(names.toSorted()).toEqual(project.chapterIds.map((id) => `studio/${id}.mp3`).toSorted());
	const path = `${project.chapterPath(0)}/snapshots`;
	const { snapshots } = await project.send<{ snapshots: { chapter_snapshot_id: string }[] }>("GET", path);
	const latest = await fetch(`${app.url}${path}/${snapshots[0]?.chapter_snapshot_id}/audio`, {
		headers: { "xi-api-key": user.apiKey },
	});
	expect(files.get(`studio/${project.chapterIds[0]}.mp3`)).toBe(Buffer.from(await latest.arrayBuffer()).toString());
});

test("includes unknown tables", async () => {
	await sql`create table made_tomorrow (id int primary key, user_id text not null, wish text)`.execute(app.db);
	const user = await app.user();
	await sql`insert into made_tomorrow values (1, ${user.userId}, 'to be remembered'), (2, 'other', 'not mine')`.execute(
		app.db,
	);
	const files = await archive(user, await app.signIn(user));
	expect(JSON.parse(files.get("data/made_tomorrow.json") ?? "")).toEqual([
		{ id: 1, user_id: user.userId, wish: "to be remembered" },
	]);
	await sql`drop table made_tomorrow`.execute(app.db);
});

test("only the signed-in user can request, view and download it", async () => {
	const [user, stranger] = [await app.user(), await app.user()];
	const [cookie, other] = [await app.signIn(user), await app.signIn(stranger)];
	const { data_export_id: id } = await requestExport(cookie);
	await runWorkflow(dataExportWorkflow, jobOf(user, id), services, async (name) => {
		if (!name.startsWith("sleep")) return;
		const path = `/v1/user/data-export/${id}`;
		expect((await send("GET", `${path}/file`, other)).status).toBe(404);
		expect((await send("DELETE", path, other)).status).toBe(404);
		const byKey = await fetch(`${app.url}${path}/file`, { headers: { "xi-api-key": user.apiKey } });
		expect([byKey.status, ((await byKey.json()) as { detail: { code: string } }).detail.code]).toEqual([
			403,
			"needs_session",
		]);
		expect((await send("GET", `${path}/file`, cookie)).status).toBe(200);
	});
});

test("canceling a running export stops it at the next part and leaves nothing; a finished one is deleted immediately", async () => {
	const user = await app.user();
	for (let i = 0; i < 30; i++) await aHistoryItem(app.db, app.storage, user);
	const cookie = await app.signIn(user);
	const first = await requestExport(cookie);
	const passed: string[] = [];
	await runWorkflow(dataExportWorkflow, jobOf(user, first.data_export_id), services, async (name) => {
		passed.push(name);
		if (name === "part 1") await send("DELETE", `/v1/user/data-export/${first.data_export_id}`, cookie);
	});
	expect(passed).toEqual(["plan", "part 0", "part 1", "remove parts", "remove archive"]);
	expect(await getExport(cookie)).toMatchObject({ status: "cancelled" });
	const second = await requestExport(cookie);
	await runWorkflow(dataExportWorkflow, jobOf(user, second.data_export_id), services, async (name) => {
		if (!name.startsWith("sleep")) return;
		await send("DELETE", `/v1/user/data-export/${second.data_export_id}`, cookie);
		expect(await app.storage.list(`privacy/${user.userId}`)).toEqual([]);
	});
	expect(await getExport(cookie)).toMatchObject({ status: "cancelled" });
	expect(await app.storage.list(`privacy/${user.userId}`)).toEqual([]);
});

test("repeating an interrupted step does no harm and notifies once", async () => {
	const user = await app.user();
	await aHistoryItem(app.db, app.storage, user);
	const cookie = await app.signIn(user);
	const { data_export_id: id } = await requestExport(cookie);
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
	await runWorkflow(twice, jobOf(user, id), services, async (name) => {
		if (!name.startsWith("sleep")) return;
		const file = await send("GET", `/v1/user/data-export/${id}/file`, cookie);
		unpacked = Object.keys(unzipSync(Buffer.from(await file.arrayBuffer()))).length;
	});
	expect(unpacked).toBeGreaterThan(20);
	const mails = await app.db.selectFrom("mail").select("subject").where("to_address", "=", user.email).execute();
	expect(mails.filter((mail) => mail.subject === "Your data is ready")).toHaveLength(1);
});

test("fails at once with a reason if a part is lost", async () => {
	const user = await app.user();
	const cookie = await app.signIn(user);
	const { data_export_id: id } = await requestExport(cookie);
	const attempts = new Map<string, number>();
	const loseParts = async (name: string) => {
		if (name !== "join") return;
		for (const key of await app.storage.list(`privacy/${user.userId}`)) await app.storage.delete(key);
	};
	await runWorkflow(dataExportWorkflow, jobOf(user, id), services, loseParts, attempts);
	expect(attempts.get("join")).toBe(1);
	const error = "Part of the archive is missing. Create it again.";
	expect(await getExport(cookie)).toMatchObject({ status: "failed", error, url: null });
});
