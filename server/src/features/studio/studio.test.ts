import { afterAll, beforeAll, expect, test } from "vitest";
import { aPublication, aVoice } from "../../../../seed/builders.ts";
import { type TestApp, testApp } from "../../testing/test-app.ts";

type Node = { type: string; text: string; voice_id: string };
type Block = { block_id: string; sub_type: string; nodes: Node[] };
type Chapter = { chapter_id: string; name: string; voice_ids: string[]; content: { blocks: Block[] } };
type Project = Record<string, unknown> & {
	project_id: string;
	chapters_order: string[];
	default_paragraph_voice_id: string;
	access_level: string;
};

let app: TestApp;
let other: string;
beforeAll(async () => {
	app = await testApp();
	const { voices } = await app.get<{ voices: { voice_id: string }[] }>("/v1/voices", (await app.user()).apiKey);
	other = voices.find(({ voice_id }) => voice_id !== app.voiceId)?.voice_id ?? "";
});
afterAll(async () => app.stop());

const base = "/v1/studio/projects";
const node = (text: string, voice = app.voiceId) => ({ type: "tts_node", text, voice_id: voice });

async function postForm<T = { project: Project }>(apiKey: string, path: string, fields: Record<string, string>) {
	const form = new FormData();
	for (const [name, value] of Object.entries(fields)) form.set(name, value);
	const response = await fetch(app.url + path, { method: "POST", headers: { "xi-api-key": apiKey }, body: form });
	return { status: response.status, body: (await response.json()) as T };
}

async function create(apiKey: string, fields: Record<string, string> = {}): Promise<Project> {
	const { status, body } = await postForm(apiKey, base, {
		name: "The Lighthouse",
		default_title_voice_id: app.voiceId,
		default_paragraph_voice_id: app.voiceId,
		...fields,
	});
	expect({ status, body }).toMatchObject({ status: 200 });
	return body.project;
}

async function must<T>(apiKey: string, method: string, path: string, body?: unknown): Promise<T> {
	const response = await app.request<T>(apiKey, method, path, body);
	expect(response).toMatchObject({ status: 200 });
	return response.body;
}

const setText = (apiKey: string, project: string, chapter: string, blocks: unknown[]) =>
	must<{ chapter: Chapter }>(apiKey, "POST", `${base}/${project}/chapters/${chapter}`, { content: { blocks } });

test("STUDIO-003 STUDIO-004 STUDIO-005 STUDIO-006 STUDIO-007 STUDIO-008 STUDIO-009 STUDIO-010 STUDIO-011 a new project has all fields, with their defaults", async () => {
	const { apiKey, userId } = await app.user();
	const project = await create(apiKey);
	expect(project).toMatchObject({
		name: "The Lighthouse",
		created_by_user_id: userId,
		create_date_unix: expect.closeTo(Date.now() / 1000, -2),
		default_title_voice_id: app.voiceId,
		default_paragraph_voice_id: app.voiceId,
		default_model_id: "test_tone",
		last_conversion_date_unix: null,
		can_be_downloaded: false,
		chapters_order: [expect.any(String)],
		last_chapters_order_change_unix_ms: expect.closeTo(Date.now(), -5),
		state: "default",
		project_conversion_chapter_ids_converting: [],
		generation_meta: null,
		latest_snapshot_id: null,
		project_settings: { continue_playing: false },
		audio_native: null,
		title: null,
		author: null,
		isbn_number: null,
		description: "",
		genres: [],
		cover_image_url: "",
		target_audience: "all ages",
		language: "",
		content_type: "",
		original_publication_date: "",
		mature_content: false,
		acx_volume_normalization: false,
		pronunciation_dictionaries: [],
		quality_preset: "standard",
		added_to_queue_at_unix: 0,
		queue_position: null,
	});
	const got = await must<Project>(apiKey, "GET", `${base}/${project.project_id}`);
	expect(got).toMatchObject(project);
	expect(await must(apiKey, "GET", `/v1/projects/${project.project_id}`)).toEqual(got);
	expect(await must(apiKey, "GET", base)).toMatchObject({ projects: [project] });
});

test("STUDIO-012 STUDIO-013 a new chapter has all fields, with their defaults", async () => {
	const { apiKey } = await app.user();
	const { project_id } = await create(apiKey);
	const { chapter } = await must<{ chapter: Chapter }>(apiKey, "POST", `${base}/${project_id}/chapters`, {
		name: " The keeper ",
	});
	expect(chapter).toMatchObject({
		name: "The keeper",
		last_conversion_date_unix: null,
		conversion_progress: null,
		can_be_downloaded: false,
		block_ids_order: [expect.any(String)],
		last_block_ids_order_change_unix_ms: expect.closeTo(Date.now(), -5),
		state: "default",
		content: { blocks: [{ sub_type: "p", nodes: [] }] },
	});
	const { chapters } = await must<{ chapters: Chapter[] }>(apiKey, "GET", `${base}/${project_id}/chapters`);
	expect(chapters.map(({ name }) => name)).toEqual(["Chapter 1", "The keeper"]);
});

test("STUDIO-001 STUDIO-014 STUDIO-015 a chapter consists of blocks, whose nodes have a voice each", async () => {
	const { apiKey } = await app.user();
	const { project_id, chapters_order } = await create(apiKey);
	const [id = ""] = chapters_order;
	const { chapter } = await setText(apiKey, project_id, id, [
		{ sub_type: "h1", nodes: [node("The lighthouse")] },
		{ nodes: [node("“Who is there?” "), node("asked the keeper. 🌊", other)] },
	]);
	expect(chapter.content.blocks).toMatchObject([
		{ sub_type: "h1", nodes: [{ type: "tts_node", text: "The lighthouse", voice_id: app.voiceId }] },
		{
			sub_type: "p",
			nodes: [
				{ text: "“Who is there?” ", voice_id: app.voiceId },
				{ text: "asked the keeper. 🌊", voice_id: other },
			],
		},
	]);
	expect(chapter.voice_ids).toEqual([app.voiceId, other]);

	const [title, paragraph] = chapter.content.blocks;
	// A block that is sent with its id stays the same block, wherever its text changed.
	const { chapter: changed } = await setText(apiKey, project_id, id, [
		{ block_id: paragraph?.block_id, nodes: [node("“Who goes there?” "), node("asked the keeper. 🌊", other)] },
		{ block_id: title?.block_id, sub_type: "h1", nodes: [node("The lighthouse")] },
		{ nodes: [node("Nobody answered.")] },
	]);
	expect(changed.content.blocks.map(({ nodes }) => nodes.map(({ text }) => text).join(""))).toEqual([
		"“Who goes there?” asked the keeper. 🌊",
		"The lighthouse",
		"Nobody answered.",
	]);
	expect(changed.content.blocks[0]?.block_id).toBe(paragraph?.block_id);
	expect(await must(apiKey, "GET", `${base}/${project_id}/chapters/${id}`)).toEqual(changed);
});

test("text without a voice of its own follows the project's default voice", async () => {
	const { apiKey } = await app.user();
	const { project_id, chapters_order } = await create(apiKey);
	const [id = ""] = chapters_order;
	await setText(apiKey, project_id, id, [{ sub_type: "h2", nodes: [node("One")] }, { nodes: [node("Two")] }]);
	await must(apiKey, "PATCH", `${base}/${project_id}`, { default_paragraph_voice_id: other });
	const { content } = await must<Chapter>(apiKey, "GET", `${base}/${project_id}/chapters/${id}`);
	expect(content.blocks.map(({ nodes }) => nodes[0]?.voice_id)).toEqual([app.voiceId, other]);
});

test("creates a project from chapters as JSON, and replaces them", async () => {
	const { apiKey } = await app.user();
	const chapters = [
		{ name: "One", blocks: [{ sub_type: "p", nodes: [node("First.")] }] },
		{ name: "Two", blocks: [{ sub_type: "p", nodes: [node("Second.")] }] },
	];
	const { project_id, chapters_order } = await create(apiKey, {
		from_content_json: JSON.stringify(chapters),
		title: "Light",
		mature_content: "true",
	});
	expect(chapters_order).toHaveLength(2);
	const { status, body } = await postForm(apiKey, `${base}/${project_id}/content`, {
		from_content_json: JSON.stringify([chapters[0], { ...chapters[1], name: "Three" }]),
	});
	expect({ status, body }).toMatchObject({ status: 200, body: { project: { title: "Light", mature_content: true } } });
	// The chapter that is the same keeps its id.
	expect(body.project.chapters_order[0]).toBe(chapters_order[0]);
	expect(body.project.chapters_order[1]).not.toBe(chapters_order[1]);
});

test.each([
	["that is not JSON", "{"],
	["without a chapter", "[]"],
	["with an unknown block type", JSON.stringify([{ name: "One", blocks: [{ sub_type: "h7", nodes: [] }] }])],
	[
		"with a control character",
		JSON.stringify([{ name: "One", blocks: [{ nodes: [{ type: "tts_node", text: "a\u0007b", voice_id: "any" }] }] }]),
	],
])("rejects content %s", async (_, json) => {
	const { apiKey } = await app.user();
	const response = await postForm(apiKey, base, { name: "Broken", from_content_json: json });
	expect(response).toMatchObject({ status: 400, body: { detail: { status: "invalid_request" } } });
	expect(await must(apiKey, "GET", base)).toEqual({ projects: [] });
});

test("orders, renames and deletes chapters", async () => {
	const { apiKey } = await app.user();
	const { project_id, chapters_order } = await create(apiKey);
	const [one = ""] = chapters_order;
	const added = await must<{ chapter: Chapter }>(apiKey, "POST", `${base}/${project_id}/chapters`, { name: "Two" });
	const two = added.chapter.chapter_id;
	await must(apiKey, "POST", `${base}/${project_id}/chapters/${one}`, { name: "First" });
	const order = `${base}/${project_id}/chapter-order`;
	const { project } = await must<{ project: Project }>(apiKey, "PUT", order, { chapter_ids: [two, one] });
	expect(project.chapters_order).toEqual([two, one]);
	expect(await app.request(apiKey, "PUT", order, { chapter_ids: [two] })).toMatchObject({ status: 409 });
	await must(apiKey, "DELETE", `${base}/${project_id}/chapters/${two}`);
	expect(await app.request(apiKey, "GET", `${base}/${project_id}/chapters/${two}`)).toMatchObject({ status: 404 });
	expect(await must(apiKey, "GET", `${base}/${project_id}`)).toMatchObject({
		chapters: [{ chapter_id: one, name: "First" }],
	});
	await must(apiKey, "DELETE", `${base}/${project_id}`);
	expect(await app.request(apiKey, "GET", `${base}/${project_id}`)).toMatchObject({ status: 404 });
});

test("STUDIO-016 a voice under live moderation can't be used in Studio", async () => {
	const [owner, user] = [await app.user(), await app.user()];
	const { apiKey } = user;
	const original = (await aVoice(app.db, app.storage, owner, { name: "Original" })).voiceId;
	await aPublication(app.db, owner, original, { liveModeration: true });
	const copied = { name: "Ada", origin: "library", publicationId: original, sourceVoiceId: original } as const;
	const { voiceId } = await aVoice(app.db, app.storage, user, copied);
	const rejected = { status: 403, body: { detail: { status: "voice_disabled" } } };
	expect(await postForm(apiKey, base, { name: "Moderated", default_paragraph_voice_id: voiceId })).toMatchObject(
		rejected,
	);
	const { project_id, chapters_order } = await create(apiKey);
	const path = `${base}/${project_id}`;
	expect(await app.request(apiKey, "PATCH", path, { default_title_voice_id: voiceId })).toMatchObject(rejected);
	const content = { blocks: [{ nodes: [node("Spoken by somebody who checks each text.", voiceId)] }] };
	expect(await app.request(apiKey, "POST", `${path}/chapters/${chapters_order[0]}`, { content })).toMatchObject(
		rejected,
	);
});

test("STUDIO-017 the plan limits how many projects a workspace has", async () => {
	const { apiKey } = await app.user({ tier: "free" });
	for (let count = 0; count < 3; count++) await create(apiKey);
	expect(await postForm(apiKey, base, { name: "One too many" })).toMatchObject({
		status: 400,
		body: { detail: { status: "project_limit_reached", message: expect.stringContaining("Free plan includes 3") } },
	});
	const larger = await app.user({ tier: "starter" });
	for (let count = 0; count < 4; count++) await create(larger.apiKey);
});

test("two requests at once don't exceed the plan's limit", async () => {
	const { apiKey } = await app.user({ tier: "free" });
	const statuses = await Promise.all(
		Array.from({ length: 6 }, async () => (await postForm(apiKey, base, { name: "At once" })).status),
	);
	expect(statuses.sort()).toEqual([200, 200, 200, 400, 400, 400]);
});

test("pronunciation dictionaries of a project are those of its workspace", async () => {
	const { apiKey } = await app.user();
	const rules = [{ type: "alias", string_to_replace: "Towcester", alias: "toaster" }];
	const dictionary = await must<{ id: string; version_id: string }>(
		apiKey,
		"POST",
		"/v1/pronunciation-dictionaries/add-from-rules",
		{ name: "Places", rules },
	);
	const { project_id } = await create(apiKey);
	const path = `${base}/${project_id}/pronunciation-dictionaries`;
	const locator = { pronunciation_dictionary_id: dictionary.id, version_id: null };
	await must(apiKey, "POST", path, { pronunciation_dictionary_locators: [locator] });
	expect(await must(apiKey, "GET", `${base}/${project_id}`)).toMatchObject({
		pronunciation_dictionaries: [locator],
		pronunciation_dictionary_locators: [locator],
		pronunciation_dictionary_versions: [
			{ version_id: dictionary.version_id, dictionary_name: "Places", version_rules_num: 1 },
		],
	});
	const stranger = await app.user();
	const theirs = await create(stranger.apiKey);
	expect(
		await app.request(stranger.apiKey, "POST", `${base}/${theirs.project_id}/pronunciation-dictionaries`, {
			pronunciation_dictionary_locators: [locator],
		}),
	).toMatchObject({ status: 404, body: { detail: { status: "pronunciation_dictionary_not_found" } } });
});

test("comments on a passage are listed, resolved and deleted", async () => {
	const { apiKey, userId } = await app.user();
	const { project_id, chapters_order } = await create(apiKey);
	const path = `${base}/${project_id}/chapters/${chapters_order[0]}/comments`;
	const comment = await must<{ comment_id: string }>(apiKey, "POST", path, {
		text: " Slower here? ",
		quote: "for the tide",
		start: "{}",
		end: "{}",
	});
	expect(comment).toMatchObject({
		text: "Slower here?",
		quote: "for the tide",
		user_id: userId,
		resolved_at_unix: null,
	});
	await must(apiKey, "PATCH", `${path}/${comment.comment_id}`, { resolved: true });
	expect(await must(apiKey, "GET", path)).toMatchObject({
		comments: [{ comment_id: comment.comment_id, resolved_at_unix: expect.any(Number) }],
	});
	await must(apiKey, "DELETE", `${path}/${comment.comment_id}`);
	expect(await must(apiKey, "GET", path)).toEqual({ comments: [] });
});
