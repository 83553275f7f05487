import type { HistoryExport } from "@timbre/contract/history/endpoints.ts";
import { unzipSync } from "fflate";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aHistoryItem, type SeedUser } from "../../../../seed/builders.ts";
import { type TestApp, testApp } from "../../testing/test-app.ts";
import { runWorkflow } from "../../testing/workflows/run-workflow.ts";
import { exportWorkflow } from "./history.export.workflow.ts";

let app: TestApp;
let person: SeedUser;
const items = 60;
beforeAll(async () => {
	app = await testApp();
	person = await app.user();
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

async function createExport(body: unknown): Promise<HistoryExport> {
	const answer = await send("POST", "/v1/history/exports", body);
	expect(answer.status).toBe(202);
	return (await answer.json()) as HistoryExport;
}
const getExport = (id: string) => app.get<HistoryExport>(`/v1/history/exports/${id}`, person.apiKey);
const jobOf = (id: string) => ({ workspaceId: person.workspaceId, exportId: id, keepSeconds: 86_400 });
const objects = () => app.storage.list(`exports/${person.workspaceId}/`);

test("builds an archive in the background, reports progress, serves it and removes it when it expires", async () => {
	const { export_id: id, ...created } = await createExport({ filter: { voice_id: "even" } });
	expect(created).toMatchObject({ status: "waiting", done: 0, total: items / 2, url: null });
	const outbox = await app.db.selectFrom("outbox").selectAll().where("target_key", "=", id).execute();
	expect(outbox.map((row) => row.payload)).toEqual([jobOf(id)]);
	expect((await send("GET", `/v1/history/exports/${id}/file`)).status).toBe(404);
	const seen: number[] = [];
	let timer = "";
	await runWorkflow(exportWorkflow, jobOf(id), app, async (name) => {
		if (name.startsWith("part") || name === "join") seen.push((await getExport(id)).done);
		if (name.startsWith("sleep")) timer = name;
		if (name !== "expire") return;
		const finished = await getExport(id);
		expect(finished).toMatchObject({ status: "done", done: items / 2, skipped: 0 });
		expect((finished.expires_at_unix ?? 0) - Date.now() / 1000).toBeGreaterThan(86_000);
		const file = await send("GET", finished.url ?? "");
		expect(file.headers.get("content-type")).toBe("application/zip");
		expect(file.headers.get("content-length")).toBe(String(finished.size_bytes));
		const unpacked = unzipSync(Buffer.from(await file.arrayBuffer()));
		expect(Object.keys(unpacked)).toHaveLength(items / 2);
		for (const bytes of Object.values(unpacked)) expect(Buffer.from(bytes).toString()).toContain("not real audio");
		expect(await objects(), "only the archive is left, without its parts").toEqual([
			`exports/${person.workspaceId}/${id}.zip`,
		]);
	});
	expect(seen).toEqual([0, 25, 30]);
	expect(timer).toBe("sleep 86400000");
	expect(await getExport(id)).toMatchObject({ status: "expired", url: null });
	expect(await objects()).toEqual([]);
	expect((await send("GET", `/v1/history/exports/${id}/file`)).status).toBe(404);
});

test("canceling a running export stops it at the next part and leaves no files", async () => {
	const { export_id: id } = await createExport({ filter: {} });
	const passed: string[] = [];
	await runWorkflow(exportWorkflow, jobOf(id), app, async (name) => {
		passed.push(name);
		if (name === "part 1")
			expect(await (await send("DELETE", `/v1/history/exports/${id}`)).json()).toMatchObject({ status: "cancelled" });
	});
	expect(passed).toEqual(["plan", "part 0", "part 1", "join", "remove parts", "remove archive"]);
	expect(await getExport(id)).toMatchObject({ status: "cancelled", url: null });
	expect(await objects()).toEqual([]);
});

test("canceling a finished export removes it immediately", async () => {
	const { export_id: id } = await createExport({ filter: { voice_id: "odd" } });
	await runWorkflow(exportWorkflow, jobOf(id), app, async (name) => {
		if (!name.startsWith("sleep")) return;
		await send("DELETE", `/v1/history/exports/${id}`);
		expect(await objects()).toEqual([]);
	});
	expect(await getExport(id)).toMatchObject({ status: "cancelled" });
});

test("a step can run again if its result was lost", async () => {
	const { export_id: id } = await createExport({ filter: { voice_id: "odd" } });
	const runs = new Map<string, number>();
	let unpacked = 0;
	// As the workflow engine does: the step took effect, but its result was not recorded.
	const twice = {
		...exportWorkflow,
		run: (context, job, services) =>
			exportWorkflow.run(
				{
					...context,
					step: async (name, work) => {
						runs.set(name, (runs.get(name) ?? 0) + 1);
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
	expect([...runs.keys()]).toEqual(["plan", "part 0", "part 1", "join", "remove parts", "expire"]);
});

test("skips and counts items without audio, and fails if the archive can't be written", async () => {
	const ids: string[] = [];
	for (let i = 0; i < 3; i++) ids.push(await aHistoryItem(app.db, app.storage, person));
	await app.storage.delete(`history/${person.workspaceId}/${ids[1]}.mp3`);
	const { export_id: id } = await createExport({ history_item_ids: ids });
	await runWorkflow(exportWorkflow, jobOf(id), app, async (name) => {
		if (name === "expire") expect(await getExport(id)).toMatchObject({ status: "done", done: 3, skipped: 1 });
	});
	const { export_id: failing } = await createExport({ history_item_ids: ids });
	const broken = {
		...app.storage,
		putStream: async () => {
			throw new Error("the disk is full");
		},
	};
	await runWorkflow(exportWorkflow, jobOf(failing), { db: app.db, storage: broken });
	expect(await getExport(failing)).toMatchObject({ status: "failed", url: null });
	expect(await objects()).toEqual([]);
});

test.each([
	["neither ids nor filter", {}, 422],
	["both ids and filter", { history_item_ids: ["a"], filter: {} }, 422],
	["10,001 ids", { history_item_ids: Array.from({ length: 10_001 }, (_, i) => `i${i}`) }, 422],
	["a path as id", { history_item_ids: ["../x"] }, 422],
	["unknown ids", { history_item_ids: ["unknown"] }, 404],
	["a filter without matches", { filter: { search: "no such words anywhere" } }, 400],
	["an unsupported format", { filter: {}, output_format: "flac" }, 422],
])("rejects %s", async (_what, body, status) => {
	const other = await app.user();
	expect((await send("POST", "/v1/history/exports", body, other.apiKey)).status).toBe(status);
});

test("rejects an archive that would not fit into a zip file", async () => {
	const other = await app.user();
	const id = await aHistoryItem(app.db, app.storage, other);
	await app.db.updateTable("history_item").set({ audio_bytes: 4e9 }).where("id", "=", id).execute();
	const answer = await send("POST", "/v1/history/exports", { history_item_ids: [id] }, other.apiKey);
	expect(await answer.json()).toMatchObject({ detail: { message: expect.stringContaining("larger than 3 GB") } });
});

test("fails at once with a reason if a part is lost, and tries again if storage fails for a moment", async () => {
	const ids = [await aHistoryItem(app.db, app.storage, person)];
	const { export_id: id } = await createExport({ history_item_ids: ids });
	const attempts = new Map<string, number>();
	const loseParts = async (name: string) => {
		if (name === "join") for (const key of await objects()) await app.storage.delete(key);
	};
	await runWorkflow(exportWorkflow, jobOf(id), app, loseParts, attempts);
	expect(attempts.get("join")).toBe(1);
	const error = "Part of the archive is missing. Create it again.";
	expect(await getExport(id)).toMatchObject({ status: "failed", error, url: null });

	const { export_id: later } = await createExport({ history_item_ids: ids });
	let failures = 0;
	const flaky: typeof app.storage = {
		...app.storage,
		putStream: (...object) => {
			if (failures++ < 2) throw new Error("the disk is full");
			return app.storage.putStream(...object);
		},
	};
	await runWorkflow(exportWorkflow, jobOf(later), { db: app.db, storage: flaky }, async (name) => {
		if (name === "expire") expect(await getExport(later)).toMatchObject({ status: "done", error: null });
	});
	expect(failures).toBeGreaterThan(2);
	expect(await getExport(later)).toMatchObject({ status: "expired" });
});
