import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestApp, testApp } from "../../../testing/test-app.ts";

let app: TestApp;
let apiKey: string;
let other: string;
beforeAll(async () => {
	app = await testApp();
	apiKey = (await app.user({ tier: "creator" })).apiKey;
	const { voices } = await app.get<{ voices: { voice_id: string }[] }>("/v1/voices", apiKey);
	other = voices.find(({ voice_id }) => voice_id !== app.voiceId)?.voice_id ?? "";
});
afterAll(async () => app.stop());

type Found = { total: number; chapters: number; passages: { before: string; text: string; after: string }[] };
type Node = { text: string; voice_id: string };

async function aProject(chapters: (string | Node[])[][]): Promise<string> {
	const form = new FormData();
	form.set("name", "The Lighthouse");
	form.set("default_paragraph_voice_id", app.voiceId);
	const content = chapters.map((paragraphs, at) => ({
		name: `Chapter ${at + 1}`,
		blocks: paragraphs.map((nodes) => ({
			nodes: (typeof nodes === "string" ? [{ text: nodes, voice_id: app.voiceId }] : nodes).map((node) => ({
				type: "tts_node",
				...node,
			})),
		})),
	}));
	form.set("from_content_json", JSON.stringify(content));
	const headers = { "xi-api-key": apiKey };
	const response = await fetch(`${app.url}/v1/studio/projects`, { method: "POST", headers, body: form });
	return ((await response.json()) as { project: { project_id: string } }).project.project_id;
}

async function send<T>(project: string, action: string, body: object, status = 200): Promise<T> {
	const response = await app.request<T>(apiKey, "POST", `/v1/studio/projects/${project}/${action}`, body);
	expect(response).toMatchObject({ status });
	return response.body;
}

async function nodesOf(project: string, at = 0): Promise<Node[][]> {
	const { chapters_order } = await app.get<{ chapters_order: string[] }>(`/v1/studio/projects/${project}`, apiKey);
	const path = `/v1/studio/projects/${project}/chapters/${chapters_order[at]}`;
	const { content } = await app.get<{ content: { blocks: { nodes: Node[] }[] } }>(path, apiKey);
	return content.blocks.map(({ nodes }) => nodes.map(({ text, voice_id }) => ({ text, voice_id })));
}

const texts = (nodes: Node[][]) => nodes.map((block) => block.map(({ text }) => text).join(""));

test("finds a text in all chapters, with what is around it", async () => {
	const project = await aProject([["The keeper waited.", "Keepers wait."], ["No one."], ["A keeper’s lamp."]]);
	const found = await send<Found>(project, "search", { query: "keeper" });
	expect(found).toMatchObject({ total: 3, chapters: 2 });
	expect(found.passages.map(({ before, text, after }) => [before, text, after])).toEqual([
		["The ", "keeper", " waited."],
		["", "Keeper", "s wait."],
		["A ", "keeper", "’s lamp."],
	]);
	expect(await send<Found>(project, "search", { query: "Keeper", match_case: true })).toMatchObject({ total: 1 });
	expect(await send<Found>(project, "search", { query: "keeper", whole_words: true })).toMatchObject({ total: 2 });
	expect(await send<Found>(project, "search", { query: "(keeper" })).toMatchObject({ total: 0 });
	await send(project, "search", { query: "" }, 422);
});

test("replaces it everywhere, and keeps the voice of what was there", async () => {
	const project = await aProject([
		[
			[
				{ text: "The keeper said ", voice_id: app.voiceId },
				{ text: "keeper, keep!", voice_id: other },
			],
		],
		["A keeper."],
	]);
	const body = { query: "keeper", replacement: "$& warden" };
	expect(await send(project, "replace", body)).toEqual({ replaced: 3, chapters: 2 });
	expect(await nodesOf(project)).toEqual([
		[
			{ text: "The $& warden said ", voice_id: app.voiceId },
			{ text: "$& warden, keep!", voice_id: other },
		],
	]);
	expect(texts(await nodesOf(project, 1))).toEqual(["A $& warden."]);
	expect(await send(project, "replace", { query: "$& ", replacement: "" })).toEqual({ replaced: 3, chapters: 2 });
	expect(texts(await nodesOf(project, 1))).toEqual(["A warden."]);
});

test("replaces in one chapter only if it is named", async () => {
	const project = await aProject([["A keeper."], ["A keeper."]]);
	const { chapters_order } = await app.get<{ chapters_order: string[] }>(`/v1/studio/projects/${project}`, apiKey);
	const body = { query: "keeper", replacement: "warden", chapter_id: chapters_order[1] };
	expect(await send(project, "replace", body)).toEqual({ replaced: 1, chapters: 1 });
	expect([texts(await nodesOf(project)), texts(await nodesOf(project, 1))]).toEqual([["A keeper."], ["A warden."]]);
	await send(project, "replace", { ...body, chapter_id: "unknown" }, 404);
});

test("changes nothing if a chapter would become too long", async () => {
	const project = await aProject([["a."], ["a".repeat(2_000)]]);
	const body = { query: "a", replacement: "b".repeat(200) };
	const { detail } = await send<{ detail: { message: string } }>(project, "replace", body, 400);
	expect(detail.message).toBe("Chapter 2 would have more than 300,000 characters. Nothing was replaced.");
	expect(texts(await nodesOf(project))).toEqual(["a."]);
});
