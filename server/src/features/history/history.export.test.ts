import type { HistoryExport } from "@timbre/contract/history.ts";
import { unzipSync } from "fflate";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aHistoryItem, type Person } from "../../../../seed/builders.ts";
import { runWorkflow } from "../../testing/run-workflow.ts";
import { type TestApp, testApp } from "../../testing/test-app.ts";
import { exportWorkflow } from "./history.export.workflow.ts";

let app: TestApp;
let person: Person;
const items = 60;
beforeAll(async () => {
	app = await testApp();
	person = await app.person();
	for (let i = 0; i < items; i++)
		await aHistoryItem(app.db, app.storage, person, { text: `number ${i}`, voiceId: i % 2 ? "odd" : "even" });
});
afterAll(async () => app.stop());

const send = (method: string, path: string, body?: unknown, apiKey = person.apiKey) =>
	fetch(app.url + path, {
		method,
		headers: { "xi-api-key": apiKey, ...(body === undefined ? {} : { "content-type": "application/json" }) },
		...(body === undefined ? {} : { body: JSON.stringify(body) }),
	});

async function ask(body: unknown): Promise<HistoryExport> {
	const answer = await send("POST", "/v1/history/exports", body);
	expect(answer.status).toBe(202);
	return (await answer.json()) as HistoryExport;
}
const look = (id: string) => app.get<HistoryExport>(`/v1/history/exports/${id}`, person.apiKey);
const jobOf = (id: string) => ({ workspaceId: person.workspaceId, exportId: id, keepSeconds: 86_400 });
const objects = () => app.storage.list(`exports/${person.workspaceId}/`);

test("an archive is made in the background, tells how far it is, is fetched, and goes when its time is over", async () => {
	const { export_id: id, ...begun } = await ask({ filter: { voice_id: "even" } });
	expect(begun).toMatchObject({ status: "waiting", done: 0, total: items / 2, url: null });
	const outbox = await app.db.selectFrom("outbox").selectAll().where("target_key", "=", id).execute();
	expect(outbox.map((row) => row.payload)).toEqual([jobOf(id)]);
	expect((await send("GET", `/v1/history/exports/${id}/file`)).status).toBe(404);
	const seen: number[] = [];
	let timer = "";
	await runWorkflow(exportWorkflow, jobOf(id), app, async (name) => {
		if (name.startsWith("part") || name === "join") seen.push((await look(id)).done);
		if (name.startsWith("sleep")) timer = name;
		if (name !== "expire") return;
		const finished = await look(id);
		expect(finished).toMatchObject({ status: "done", done: items / 2, skipped: 0 });
		expect((finished.expires_at_unix ?? 0) - Date.now() / 1000).toBeGreaterThan(86_000);
		const file = await send("GET", finished.url ?? "");
		expect(file.headers.get("content-type")).toBe("application/zip");
		expect(file.headers.get("content-length")).toBe(String(finished.size_bytes));
		const unpacked = unzipSync(Buffer.from(await file.arrayBuffer()));
		expect(Object.keys(unpacked)).toHaveLength(items / 2);
		for (const bytes of Object.values(unpacked)) expect(Buffer.from(bytes).toString()).toContain("not really sound");
		expect(await objects(), "only the archive is left, no part of it").toEqual([
			`exports/${person.workspaceId}/${id}.zip`,
		]);
	});
	expect(seen).toEqual([0, 25, 30]);
	expect(timer).toBe("sleep 86400000");
	expect(await look(id)).toMatchObject({ status: "expired", url: null });
	expect(await objects()).toEqual([]);
	expect((await send("GET", `/v1/history/exports/${id}/file`)).status).toBe(404);
});

test("cancelled while it is made, it stops at the next part and leaves nothing", async () => {
	const { export_id: id } = await ask({ filter: {} });
	const passed: string[] = [];
	await runWorkflow(exportWorkflow, jobOf(id), app, async (name) => {
		passed.push(name);
		if (name === "part 1")
			expect(await (await send("DELETE", `/v1/history/exports/${id}`)).json()).toMatchObject({ status: "cancelled" });
	});
	expect(passed).toEqual(["plan", "part 0", "part 1", "join", "remove parts", "remove archive"]);
	expect(await look(id)).toMatchObject({ status: "cancelled", url: null });
	expect(await objects()).toEqual([]);
});

test("cancelled when it is done, it is removed at once", async () => {
	const { export_id: id } = await ask({ filter: { voice_id: "odd" } });
	await runWorkflow(exportWorkflow, jobOf(id), app, async (name) => {
		if (!name.startsWith("sleep")) return;
		await send("DELETE", `/v1/history/exports/${id}`);
		expect(await objects()).toEqual([]);
	});
	expect(await look(id)).toMatchObject({ status: "cancelled" });
});

test("a step that was cut off just before its end was written down is run again without harm", async () => {
	const { export_id: id } = await ask({ filter: { voice_id: "odd" } });
	const again = new Map<string, number>();
	let unpacked = 0;
	// As the engine does it: the step's effect is there, its result is not.
	const twice = {
		...exportWorkflow,
		run: (context, job, services) =>
			exportWorkflow.run(
				{
					...context,
					step: async (name, work) => {
						again.set(name, (again.get(name) ?? 0) + 1);
						await context.step(name, work);
						return context.step(name, work);
					},
				},
				job,
				services,
			),
	} satisfies typeof exportWorkflow;
	await runWorkflow(twice, jobOf(id), app, async (name) => {
		if (!name.startsWith("sleep")) return;
		const file = await send("GET", `/v1/history/exports/${id}/file`);
		unpacked = Object.keys(unzipSync(Buffer.from(await file.arrayBuffer()))).length;
	});
	expect(unpacked).toBe(items / 2);
	expect([...again.keys()]).toEqual(["plan", "part 0", "part 1", "join", "remove parts", "expire"]);
});

test("items whose sound is gone are counted, and the rest is packed; what cannot be written at all fails", async () => {
	const ids: string[] = [];
	for (let i = 0; i < 3; i++) ids.push(await aHistoryItem(app.db, app.storage, person));
	await app.storage.remove(`history/${person.workspaceId}/${ids[1]}.mp3`);
	const { export_id: id } = await ask({ history_item_ids: ids });
	await runWorkflow(exportWorkflow, jobOf(id), app, async (name) => {
		if (name === "expire") expect(await look(id)).toMatchObject({ status: "done", done: 3, skipped: 1 });
	});
	const { export_id: doomed } = await ask({ history_item_ids: ids });
	const broken = {
		...app.storage,
		putStream: async () => {
			throw new Error("the disk is full");
		},
	};
	await runWorkflow(exportWorkflow, jobOf(doomed), { db: app.db, storage: broken });
	expect(await look(doomed)).toMatchObject({ status: "failed", url: null });
	expect(await objects()).toEqual([]);
});

test.each([
	["neither ids nor filter", {}, 422],
	["both ids and filter", { history_item_ids: ["a"], filter: {} }, 422],
	["10,001 ids", { history_item_ids: Array.from({ length: 10_001 }, (_, i) => `i${i}`) }, 422],
	["a path as id", { history_item_ids: ["../x"] }, 422],
	["unknown ids", { history_item_ids: ["unknown"] }, 404],
	["a filter that finds nothing", { filter: { search: "no such words anywhere" } }, 400],
	["a format it does not make", { filter: {}, output_format: "flac" }, 422],
])("%s: refused", async (_what, body, status) => {
	const other = await app.person();
	expect((await send("POST", "/v1/history/exports", body, other.apiKey)).status).toBe(status);
});

test("an archive that would not fit into a zip is refused", async () => {
	const hoarder = await app.person();
	const id = await aHistoryItem(app.db, app.storage, hoarder);
	await app.db.updateTable("history_item").set({ audio_bytes: 4e9 }).where("id", "=", id).execute();
	const answer = await send("POST", "/v1/history/exports", { history_item_ids: [id] }, hoarder.apiKey);
	expect(await answer.json()).toMatchObject({ detail: { message: expect.stringContaining("larger than 3 GB") } });
});
