import type { Feedback } from "@timbre/contract/history/endpoints.ts";
import { historyItem } from "@timbre/contract/history/endpoints.ts";
import { historySources } from "@timbre/contract/history/rules.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aColleague, aHistoryItem } from "../../../../seed/builders.ts";
import { historyItemColumns } from "../../core/json-columns/history.ts";
import { type TestApp, testApp } from "../../testing/test-app.ts";
import { runWorkflow } from "../../testing/workflows/run-workflow.ts";
import { addHistoryItem, findHistoryItem, updateHistoryItem } from "./history.public.ts";
import { listItems } from "./history.repo.ts";
import { purgeWorkflow } from "./history.workflow.ts";

type Page = {
	history: { history_item_id: string; text: string; source: string }[];
	has_more: boolean;
	last_history_item_id: string | null;
};

let app: TestApp;
beforeAll(async () => {
	app = await testApp();
});
afterAll(async () => app.stop());

const send = (method: string, path: string, apiKey: string, body?: unknown) =>
	fetch(app.url + path, {
		method,
		headers: { "xi-api-key": apiKey, ...(body === undefined ? {} : { "content-type": "application/json" }) },
		...(body === undefined ? {} : { body: JSON.stringify(body) }),
	});

test("HISTORY-001 lists the workspace's generations, newest first", async () => {
	const [person, other] = [await app.user(), await app.user()];
	await app.historyItem(other, { text: "somebody else's" });
	for (const text of ["first", "second", "third"]) await app.historyItem(person, { text });
	const page = await app.get<Page>("/v1/history", person.apiKey);
	expect(page.history.map((item) => item.text)).toEqual(["third", "second", "first"]);
	expect(page.has_more).toBe(false);
});

test("pages have no gaps or duplicates, even with items of the same millisecond or after a deleted one", async () => {
	const person = await app.user();
	for (let i = 0; i < 7; i++) await app.historyItem(person, { text: `item ${i}` });
	// A hundred microseconds apart: a cursor with millisecond precision would skip some.
	await app.db
		.updateTable("history_item")
		.set((eb) => ({
			created_at: eb.fn<Date>("to_timestamp", [
				eb.cast<number>(
					eb(
						eb.val(1_800_000_000.0005),
						"+",
						eb(eb.cast<number>(eb.fn("right", ["text", eb.val(1)]), "float8"), "/", 10_000),
					),
					"float8",
				),
			]),
		}))
		.where("workspace_id", "=", person.workspaceId)
		.execute();
	for (const direction of ["desc", "asc"]) {
		const seen: string[] = [];
		let after = "";
		for (;;) {
			const page = await app.get<Page>(`/v1/history?page_size=3&sort_direction=${direction}${after}`, person.apiKey);
			seen.push(...page.history.map((item) => item.text));
			if (!page.has_more) break;
			after = `&start_after_history_item_id=${page.last_history_item_id}`;
		}
		const expected = [0, 1, 2, 3, 4, 5, 6].map((i) => `item ${i}`);
		expect(seen).toEqual(direction === "asc" ? expected : expected.reverse());
	}
	const first = await app.get<Page>("/v1/history?page_size=3", person.apiKey);
	await send("DELETE", `/v1/history/${first.last_history_item_id}`, person.apiKey);
	const next = await app.get<Page>(
		`/v1/history?page_size=3&start_after_history_item_id=${first.last_history_item_id}`,
		person.apiKey,
	);
	expect(next.history.map((item) => item.text)).toEqual(["item 3", "item 2", "item 1"]);
});

test("HISTORY-008 filters by voice, model, source, text and date, and treats % and _ literally", async () => {
	const person = await app.user();
	const add = (text: string, fields: object = {}) => aHistoryItem(app.db, app.storage, person, { text, ...fields });
	await add("one hundred %");
	await add("under_score");
	await add("Something Else", { voiceId: "voice-a", modelId: "model-a" });
	await add("from a project", { source: "Projects" });
	const find = async (query: string) =>
		(await app.get<Page>(`/v1/history?${query}`, person.apiKey)).history.map((item) => item.text);
	expect(await find(`search=${encodeURIComponent("%")}`)).toEqual(["one hundred %"]);
	expect(await find("search=r_s")).toEqual(["under_score"]);
	expect(await find("search=something")).toEqual(["Something Else"]);
	expect(await find("voice_id=voice-a")).toEqual(["Something Else"]);
	expect(await find("model_id=model-a")).toEqual(["Something Else"]);
	expect(await find("model_id=eleven_multilingual_v2"), "it stands for the model of every voice").toHaveLength(4);
	expect(await find("source=Projects")).toEqual(["from a project"]);
	expect(await find("page_size=1")).toEqual(["from a project"]);
	const now = Math.floor(Date.now() / 1000);
	expect(await find(`date_after_unix=${now - 600}`)).toHaveLength(4);
	expect(await find(`date_before_unix=${now - 600}`)).toEqual([]);
	for (const source of historySources)
		expect((await find(`source=${source}`)).length).toBe(source === "TTS" ? 3 : source === "Projects" ? 1 : 0);
	expect((await send("GET", "/v1/history?source=SFX", person.apiKey)).status).toBe(422);
});

test("HISTORY-002 HISTORY-009 HISTORY-017 returns one item by id with all its details", async () => {
	const person = await app.user();
	const timing = {
		characters: ["H", "i"],
		character_start_times_seconds: [0, 0.1],
		character_end_times_seconds: [0.1, 0.3],
	};
	const id = await aHistoryItem(app.db, app.storage, person, {
		text: "Hi",
		alignments: { alignment: timing, normalized_alignment: timing },
		takes: [{ start: 0, end: 2, key: "takes/secret", seconds: 0.3, cached: true }],
	});
	const item = await app.get<Record<string, unknown>>(`/v1/history/${id}`, person.apiKey);
	expect(item).toMatchObject({
		history_item_id: id,
		voice_name: "Heart",
		voice_category: "premade",
		text: "Hi",
		settings: { speed: 1 },
		model_id: "test_tone",
		feedback: null,
		state: "created",
		alignments: { alignment: timing },
		takes: [{ start: 0, end: 2, seconds: 0.3, cached: true }],
	});
	expect(item.voice_id).toMatch(/^\w+$/);
	expect(item.date_unix).toBeGreaterThan(1_700_000_000);
	expect(item.file_name).toMatch(/^Timbre_.*_Heart_pre_sp100_test_tone\.mp3$/);
	expect(JSON.stringify(item)).not.toContain("takes/secret");
	expect(historyItem.parse(item)).toBeTruthy();
});

test("HISTORY-003 a sound effect has its own kind of id and its own list, and is neither listed nor found as speech", async () => {
	const person = await app.user();
	const first = await aHistoryItem(app.db, app.storage, person, { text: "rain on a roof", source: "SFX" });
	const second = await aHistoryItem(app.db, app.storage, person, { text: "a door", source: "SFX" });
	await app.historyItem(person, { text: "speech" });
	expect((await app.get<Page>("/v1/history", person.apiKey)).history.map((item) => item.text)).toEqual(["speech"]);
	expect((await send("GET", `/v1/history/${first}`, person.apiKey)).status).toBe(404);
	type Sounds = {
		history: Record<string, unknown>[];
		has_more: boolean;
		last_sound_generation_history_item_id: string;
	};
	const list = (query = "", who = person) => app.get<Sounds>(`/v1/sound-generation/history${query}`, who.apiKey);
	const page = await list("?page_size=1");
	expect(page).toMatchObject({
		history: [{ sound_generation_history_item_id: second, text: "a door" }],
		has_more: true,
	});
	expect(page.history[0]).not.toHaveProperty("history_item_id");
	const next = `?start_after_sound_generation_history_item_id=${page.last_sound_generation_history_item_id}`;
	expect(await list(next)).toMatchObject({
		history: [{ sound_generation_history_item_id: first, text: "rain on a roof" }],
		has_more: false,
	});
	expect((await list("", await app.user())).history).toEqual([]);
});

test("FILES-008 an item's file name depends on its name, date, category, model, settings and format", async () => {
	const person = await app.user();
	const id = await app.historyItem(person);
	const rename = async (change: Parameters<typeof columnsOf>[0]) => {
		await app.db.updateTable("history_item").set(columnsOf(change)).where("id", "=", id).execute();
		return (await app.get<{ file_name: string }>(`/v1/history/${id}`, person.apiKey)).file_name;
	};
	const columnsOf = (change: {
		speed?: number;
		at?: string;
		name?: string;
		category?: string;
		model?: string;
		format?: string;
	}) => ({
		voice_name: change.name ?? "Zoë Ann",
		created_at: new Date(change.at ?? "2026-01-02T03:04:05Z"),
		voice_category: change.category ?? "premade",
		model_id: change.model ?? "test_tone",
		settings: historyItemColumns.settings.write({ speed: change.speed ?? 1.1 }),
		output_format: change.format ?? "mp3_44100_128",
	});
	const name = await rename({});
	expect(name).toBe("Timbre_2026-01-02T03-04-05_Zoe_Ann_pre_sp110_test_tone.mp3");
	const others: string[] = [];
	for (const change of [
		{ name: "Bo" },
		{ at: "2026-01-02T03:04:06Z" },
		{ category: "cloned" },
		{ model: "kokoro_82m_v1" },
		{ speed: 1.2 },
		{ format: "wav_44100" },
	])
		others.push(await rename(change));
	expect(new Set([name, ...others]).size).toBe(7);
});

test("items name their author, and can be listed by author", async () => {
	const admin = await app.user();
	const editor = await aColleague(app.db, await app.user(), admin.workspaceId);
	await app.historyItem(admin, { text: "by the admin" });
	const id = await app.historyItem(editor, { text: "by the editor" });
	type Authored = { history: { text: string; user_id: string; user_name: string | null }[] };
	const list = async (query: string) =>
		(await app.get<Authored>(`/v1/history${query}`, editor.apiKey)).history.map(({ text, user_id }) => ({
			text,
			user_id,
		}));
	expect(await list("")).toHaveLength(2);
	expect(await list(`?user_id=${editor.userId}`)).toEqual([{ text: "by the editor", user_id: editor.userId }]);
	await app.db.updateTable("auth_user").set({ name: "Ed Itor" }).where("id", "=", editor.userId).execute();
	expect(await app.get(`/v1/history/${id}`, admin.apiKey)).toMatchObject({ user_name: "Ed Itor" });
});

test("HISTORY-012 serves audio in full or by range", async () => {
	const person = await app.user();
	const id = await app.historyItem(person);
	const fetchAudio = (range?: string) =>
		fetch(`${app.url}/v1/history/${id}/audio`, {
			headers: { "xi-api-key": person.apiKey, ...(range ? { range } : {}) },
		});
	const full = await fetchAudio();
	expect(full.status).toBe(200);
	expect(full.headers.get("accept-ranges")).toBe("bytes");
	expect(full.headers.get("content-disposition")).toMatch(/filename="Timbre_.*_Heart_.*\.mp3"/);
	const text = await full.text();
	const part = await fetchAudio("bytes=4-9");
	expect(part.status).toBe(206);
	expect(part.headers.get("content-range")).toBe(`bytes 4-9/${text.length}`);
	expect(await part.text()).toBe(text.slice(4, 10));
});

test("HISTORY-020 admins can fetch any member's audio through the admin endpoint, editors only through the history", async () => {
	const admin = await app.user();
	const editor = await aColleague(app.db, await app.user(), admin.workspaceId);
	const id = await app.historyItem(editor, { text: "by the editor" });
	expect((await send("GET", `/v1/admin/history/${id}/audio`, admin.apiKey)).status).toBe(200);
	const denied = await send("GET", `/v1/admin/history/${id}/audio`, editor.apiKey);
	expect(denied.status).toBe(403);
	expect((await send("GET", `/v1/history/${id}/audio`, editor.apiKey)).status).toBe(200);
	expect((await app.get<Page>("/v1/history", admin.apiKey)).history.map((item) => item.text)).toEqual([
		"by the editor",
	]);
});

const objectsOf = (workspaceId: string) => app.storage.list(`history/${workspaceId}`);
const purges = async (itemId: string) =>
	(await app.db.selectFrom("outbox").selectAll().where("target", "=", purgeWorkflow.name).execute())
		.map((row) => row.payload as { workspaceId: string; itemId: string; deletedAt: number; undoSeconds: number })
		.filter((payload) => payload.itemId === itemId);

test("HISTORY-010 a deleted item disappears immediately and can be restored", async () => {
	const person = await app.user();
	const id = await app.historyItem(person);
	expect(await (await send("DELETE", `/v1/history/${id}`, person.apiKey)).json()).toEqual({ status: "ok" });
	expect((await app.get<Page>("/v1/history", person.apiKey)).history).toEqual([]);
	for (const path of ["", "/audio"])
		expect((await send("GET", `/v1/history/${id}${path}`, person.apiKey)).status).toBe(404);
	expect((await send("DELETE", `/v1/history/${id}`, person.apiKey)).status).toBe(404);
	expect(await (await send("POST", `/v1/history/${id}/restore`, person.apiKey)).json()).toMatchObject({
		history_item_id: id,
		state: "created",
	});
	expect((await send("GET", `/v1/history/${id}/audio`, person.apiKey)).status).toBe(200);
	expect((await send("POST", `/v1/history/${id}/restore`, person.apiKey)).status).toBe(404);
	// Its purge still runs, but leaves the restored item alone.
	const [purge] = await purges(id);
	if (!purge) throw new Error("no purge was scheduled");
	await runWorkflow(purgeWorkflow, { ...purge, undoSeconds: 0 }, app);
	expect((await send("GET", `/v1/history/${id}/audio`, person.apiKey)).status).toBe(200);
});

test("HISTORY-010 permanently removes a deleted item's row, audio, takes and alignment after the undo period", async () => {
	const person = await app.user();
	const timing = { characters: [], character_start_times_seconds: [], character_end_times_seconds: [] };
	const shared = { start: 0, end: 1, key: "takes/shared", seconds: 1, cached: false };
	const id = await aHistoryItem(app.db, app.storage, person, {
		alignments: { alignment: timing, normalized_alignment: timing },
		takes: [shared, { ...shared, key: "takes/own" }],
	});
	const other = await aHistoryItem(app.db, app.storage, person, { takes: [shared] });
	for (const key of ["takes/shared", "takes/own"]) await app.storage.put(key, Buffer.from("a sentence"), "audio/mpeg");
	await send("DELETE", `/v1/history/${id}`, person.apiKey);
	const [purge] = await purges(id);
	if (!purge) throw new Error("no purge was scheduled");
	expect(purge.undoSeconds).toBe(600);
	expect(await objectsOf(person.workspaceId)).toHaveLength(3);
	// A timer that fires early because clocks differ removes nothing and waits again.
	const passed: string[] = [];
	const early = runWorkflow(purgeWorkflow, purge, app, (name) => {
		passed.push(name);
		if (name === "look 1") throw new Error("seen enough");
	});
	await expect(early).rejects.toThrow("seen enough");
	expect(passed).toEqual(["sleep 600000", "look 0", expect.stringMatching(/^sleep (59|60)\d{4}/), "look 1"]);
	expect(await objectsOf(person.workspaceId)).toHaveLength(3);
	purge.deletedAt -= 601_000;
	await app.db
		.updateTable("history_item")
		.set({ deleted_at: new Date(purge.deletedAt) })
		.where("id", "=", id)
		.execute();
	await runWorkflow(purgeWorkflow, purge, app);
	expect(await objectsOf(person.workspaceId)).toEqual([expect.stringContaining(other)]);
	expect(await app.db.selectFrom("history_item").select("id").where("id", "=", id).execute()).toEqual([]);
	expect(await app.storage.list("takes/"), "a take is removed with the last item that uses it").toEqual([
		"takes/shared",
	]);
	expect((await send("POST", `/v1/history/${id}/restore`, person.apiKey)).status).toBe(404);
});

test("an item can't be restored after the undo period, even if it still exists", async () => {
	const person = await app.user();
	const id = await app.historyItem(person);
	await send("DELETE", `/v1/history/${id}`, person.apiKey);
	await app.db
		.updateTable("history_item")
		.set({ deleted_at: new Date(Date.now() - 601_000) })
		.where("id", "=", id)
		.execute();
	expect((await send("POST", `/v1/history/${id}/restore`, person.apiKey)).status).toBe(404);
});

test("HISTORY-004 HISTORY-011 HISTORY-019 stores feedback with its text and reasons", async () => {
	const person = await app.user();
	const id = await app.historyItem(person);
	const stored = await send("POST", `/v1/history/${id}/feedback`, person.apiKey, {
		thumbs_up: false,
		emotions: true,
		glitches: true,
	});
	const expected = {
		thumbs_up: false,
		feedback: "",
		emotions: true,
		inaccurate_clone: false,
		glitches: true,
		audio_quality: false,
		other: false,
		review_status: "not_reviewed",
	};
	expect(await stored.json()).toEqual(expected);
	expect(await app.get(`/v1/history/${id}`, person.apiKey)).toMatchObject({ feedback: expected });
});

test.each([
	["praise of 19 characters", { thumbs_up: true, feedback: "x".repeat(19) }, 422],
	["praise of 20 characters", { thumbs_up: true, feedback: "x".repeat(20) }, 200],
	["praise without words", { thumbs_up: true, feedback: "" }, 200],
	["praise of spaces", { thumbs_up: true, feedback: "      " }, 200],
	["a short complaint", { thumbs_up: false, feedback: "bad" }, 200],
	["200 characters", { thumbs_up: true, feedback: "x".repeat(200) }, 200],
	["201 characters", { thumbs_up: false, feedback: "x".repeat(201) }, 422],
	["no opinion", { feedback: "hm" }, 422],
])("feedback: %s %o gives %i", async (_what, body, status) => {
	const person = await app.user();
	const id = await app.historyItem(person);
	const answer = await send("POST", `/v1/history/${id}/feedback`, person.apiKey, body);
	expect(answer.status).toBe(status);
	if (status === 422 && body.feedback?.length === 19)
		expect(await answer.json()).toMatchObject({
			detail: { errors: [{ msg: "Feedback must be at least 20 characters long" }] },
		});
});

test("HISTORY-005 HISTORY-006 feedback can be changed until it is reviewed", async () => {
	const person = await app.user();
	const id = await app.historyItem(person);
	const rate = (thumbs_up: boolean) => send("POST", `/v1/history/${id}/feedback`, person.apiKey, { thumbs_up });
	await rate(true);
	expect(await (await rate(false)).json()).toMatchObject({ thumbs_up: false });
	const reviewed = {
		...(await app.get<{ feedback: Feedback }>(`/v1/history/${id}`, person.apiKey)).feedback,
		review_status: "reviewed",
	};
	await app.db
		.updateTable("history_item")
		.set({ feedback: historyItemColumns.feedback.write(reviewed) })
		.where("id", "=", id)
		.execute();
	const rejected = await rate(true);
	expect(rejected.status).toBe(409);
	expect(await rejected.json()).toMatchObject({
		detail: { message: "This feedback cannot be changed as it was already reviewed." },
	});
	expect(await app.get(`/v1/history/${id}`, person.apiKey)).toMatchObject({ feedback: reviewed });
});

test("updates only the fields that other features pass", async () => {
	const person = await app.user();
	const id = await app.historyItem(person, { text: "as it was" });
	await updateHistoryItem(app.db, person.workspaceId, id, { takeCheck: { status: "checked", words: [] } });
	expect(await app.get(`/v1/history/${id}`, person.apiKey)).toMatchObject({
		text: "as it was",
		take_check: { status: "checked", words: [] },
		takes: null,
	});
	expect(await updateHistoryItem(app.db, "another", id, { takeCheck: {} })).toBe(false);
	expect(await findHistoryItem(app.db, "another", id)).toBeUndefined();
	const row = await findHistoryItem(app.db, person.workspaceId, id);
	if (!row) throw new Error("the item is missing");
	await addHistoryItem(app.db, person.workspaceId, {
		id: "dialogue1",
		userId: person.userId,
		requestId: "r",
		source: "TTS",
		voiceId: row.voice_id,
		voiceName: row.voice_name,
		voiceCategory: row.voice_category,
		modelId: row.model_id,
		text: "Hi. Hello.",
		settings: {},
		outputFormat: row.output_format,
		contentType: row.content_type,
		audioKey: row.audio_key,
		audioBytes: 1,
		durationSeconds: 1,
		peaks: null,
		charactersFrom: 0,
		charactersTo: 10,
		dialogue: [{ text: "Hi.", voice_id: "a", voice_name: "Ann" }],
	});
	expect(await app.get("/v1/history/dialogue1", person.apiKey)).toMatchObject({ dialogue: [{ voice_name: "Ann" }] });
	expect(await listItems(app.db, person.workspaceId, { direction: "desc", limit: 10 })).toHaveLength(2);
});

test("GET /v1/features is public and returns the enabled features", async () => {
	expect(await (await fetch(`${app.url}/v1/features`)).json()).toEqual({
		feedback: true,
		clone_captcha_waits: true,
	});
});
