import type { Conversion, Price } from "@timbre/contract/studio/conversion-schemas.ts";
import type { Sentence, SentenceTakes } from "@timbre/contract/studio/take-schemas.ts";
import { expect } from "vitest";
import type { SeedUser } from "../../../../seed/builders.ts";
import { conversionWorkflow } from "../../features/studio/conversions/conversions.workflow.ts";
import { runQueued } from "../recordings.ts";
import type { TestApp } from "../test-app.ts";
import { workerDeps } from "../workflows/worker-deps.ts";

export const projectsPath = "/v1/studio/projects";

/** A paragraph, or a block with voices of its own. */
export type TestBlock = string | { sub_type?: string; nodes: { text: string; voice_id: string }[] };
type StoredBlock = {
	block_id: string;
	sub_type: string;
	nodes: { type: "tts_node"; text: string; voice_id: string }[];
};

/** A project of Studio as its user sees it over the API. */
export async function aStudioProject(
	app: TestApp,
	user: SeedUser,
	chapters: Record<string, readonly TestBlock[]>,
	fields: Record<string, string> = {},
) {
	const send = async <T>(method: string, path: string, body?: unknown, status = 200): Promise<T> => {
		const response = await app.request<T>(user.apiKey, method, path, body);
		expect(response).toMatchObject({ status });
		return response.body;
	};
	const form = new FormData();
	form.set("name", "The Lighthouse");
	form.set("default_paragraph_voice_id", app.voiceId);
	form.set("language", "en");
	const content = Object.entries(chapters).map(([name, blocks]) => ({
		name,
		blocks: blocks.map((block) => toBlock(block, app.voiceId)),
	}));
	form.set("from_content_json", JSON.stringify(content));
	for (const [name, value] of Object.entries(fields)) form.set(name, value);
	const created = await fetch(app.url + projectsPath, {
		method: "POST",
		headers: { "xi-api-key": user.apiKey },
		body: form,
	});
	expect(created.status).toBe(200);
	const { project } = (await created.json()) as { project: { project_id: string; chapters_order: string[] } };
	const path = `${projectsPath}/${project.project_id}`;
	const chapterIds = project.chapters_order;
	const chapterPath = (chapter = 0) => `${path}/chapters/${chapterIds[chapter]}`;
	const blocksOf = async (chapter = 0) =>
		(await send<{ content: { blocks: StoredBlock[] } }>("GET", chapterPath(chapter))).content.blocks;
	const blockPath = async (block: number, chapter = 0) =>
		`${chapterPath(chapter)}/blocks/${(await blocksOf(chapter))[block]?.block_id}`;
	return {
		id: project.project_id,
		path,
		chapterIds,
		chapterPath,
		send,
		blocksOf,
		blockPath,
		get: <T>() => send<T>("GET", path),
		price: (query = "") => send<Price>("GET", `${path}/conversion-price${query}`),
		start: (body: object = {}, status = 202) => send<Conversion>("POST", `${path}/conversions`, body, status),
		conversion: (id: string) => send<Conversion>("GET", `${path}/conversions/${id}`),
		/** Starts a conversion, runs it to its end and returns it. */
		async convert(body: object = {}): Promise<Conversion> {
			const { conversion_id: id } = await this.start(body);
			await runConversions(app);
			return this.conversion(id);
		},
		sentences: async (chapter = 0) =>
			(await send<{ sentences: Sentence[] }>("GET", `${chapterPath(chapter)}/sentences`)).sentences,
		takes: async (block = 0, chapter = 0) =>
			(await send<{ sentences: SentenceTakes[] }>("GET", `${await blockPath(block, chapter)}/takes`)).sentences,
		/** Replaces the text of one block. */
		async edit(block: number, text: string, chapter = 0): Promise<void> {
			const blocks = await blocksOf(chapter);
			const [node] = blocks[block]?.nodes ?? [];
			if (!blocks[block] || !node) throw new Error(`there is no block ${block}`);
			blocks[block].nodes = [{ ...node, text }];
			await send("POST", chapterPath(chapter), { content: { blocks } });
		},
	};
}

export type StudioProject = Awaited<ReturnType<typeof aStudioProject>>;

const toBlock = (block: TestBlock, voiceId: string) =>
	typeof block === "string"
		? { nodes: [{ type: "tts_node", text: block, voice_id: voiceId }] }
		: { ...block, nodes: block.nodes.map((node) => ({ type: "tts_node", ...node })) };

/** Runs the queued conversions. `before` is called before each step. */
export const runConversions = (
	app: TestApp,
	before?: (step: string) => void | Promise<void>,
	speech: TestApp["speech"] = app.speech,
	nodes = 1,
): Promise<number> => runQueued(app, conversionWorkflow, { ...workerDeps(app, speech), nodes }, before);
