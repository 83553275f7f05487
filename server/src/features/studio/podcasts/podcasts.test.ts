import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Project, ProjectDetails } from "@timbre/contract/studio/project-schemas.ts";
import { makeNovel } from "@timbre/engines/documents/testing/make-novel.ts";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { aVoice, type SeedUser } from "../../../../../seed/builders.ts";
import { createLanguageModel, type LanguageModel } from "../../../core/http/language-model.ts";
import { runQueued } from "../../../testing/recordings.ts";
import { projectsPath, runConversions } from "../../../testing/studio/project.ts";
import { type TestApp, testApp } from "../../../testing/test-app.ts";
import { podcastWorkflow } from "./podcasts.workflow.ts";
import { scaleCharacters, scriptByRules } from "./rules-script.ts";
import { splitSentences } from "./summary.ts";

type ErrorBody = { detail: { code: string; message: string; param?: string } };
type Block = { nodes: { text: string; voice_id: string }[] };

let app: TestApp;
let user: SeedUser;
let guest: string;
beforeAll(async () => {
	app = await testApp();
});
beforeEach(async () => {
	user = await app.user({ tier: "creator" });
	guest = (await aVoice(app.db, app.storage, user, { speaker: "tone-high" })).voiceId;
});
afterAll(async () => app.stop());

const paragraphs = [
	"The lighthouse on the northern cape was built in the year of the great storm. Its lamp could be seen from every ship on the coast. The keepers lived in two small rooms below the lamp.",
	"In winter the keepers were alone with the storm for weeks. Food came by boat when the coast was calm. They wrote down every ship that passed the cape.",
	"The lamp was replaced by a machine, and the keepers left the cape. Visitors can climb the lighthouse today. The book with all the ships is shown in the small rooms.",
];
const article = paragraphs.join("\n\n");
const conversation = () => ({
	type: "conversation",
	conversation: { host_voice_id: app.voiceId, guest_voice_id: guest },
});
const bulletin = () => ({ type: "bulletin", bulletin: { host_voice_id: app.voiceId } });
const body = (more: object = {}) => ({
	model_id: "test_tone",
	mode: conversation(),
	source: { type: "text", text: article },
	...more,
});

async function create(more: object = {}, status = 200): Promise<Project & ErrorBody> {
	const response = await app.request<{ project: Project } & ErrorBody>(
		user.apiKey,
		"POST",
		"/v1/studio/podcasts",
		body(more),
	);
	expect(response).toMatchObject({ status });
	return { ...response.body.project, ...response.body };
}
const run = (languageModel?: LanguageModel) =>
	runQueued(app, podcastWorkflow, { db: app.db, storage: app.storage, languageModel });

async function turnsOf(projectId: string): Promise<[speaker: "host" | "guest", text: string][]> {
	const { chapters } = await app.get<ProjectDetails>(`${projectsPath}/${projectId}`, user.apiKey);
	const path = `${projectsPath}/${projectId}/chapters/${chapters[0]?.chapter_id}`;
	const { content } = await app.get<{ content: { blocks: Block[] } }>(path, user.apiKey);
	return content.blocks.flatMap(({ nodes }) =>
		nodes.map(({ text, voice_id }) => [voice_id === guest ? "guest" : "host", text] as const),
	) as [speaker: "host" | "guest", text: string][];
}
const details = (id: string) => app.get<ProjectDetails>(`${projectsPath}/${id}`, user.apiKey);

test("without a language model, a podcast consists of sentences of its source, and says so", async () => {
	const created = await create({ intro: "Welcome to the cape.", outro: "Until next week." });
	expect(created).toMatchObject({ state: "creating", source_type: "genfm", podcast_script: null });
	await run();
	const project = await details(created.project_id);
	expect(project).toMatchObject({ podcast_script: "rules", name: "The lighthouse on the northern cape was built in…" });
	expect(project.creation_meta).toMatchObject({ status: "finished", creation_progress: 1 });
	const turns = await turnsOf(created.project_id);
	expect(turns[0]).toEqual(["host", "Welcome to the cape."]);
	expect(turns.at(-1)).toEqual(["host", "Until next week."]);
	const script = turns.slice(1, -1);
	for (const [, text] of script) expect(article).toContain(text);
	expect(script.map(([speaker]) => speaker)).toEqual(script.map((_, at) => (at % 2 === 0 ? "host" : "guest")));
	// It is converted by itself.
	expect(await runConversions(app)).toBe(1);
	expect(await details(created.project_id)).toMatchObject({ can_be_downloaded: true });
	const { used } = await app.ledger(user.workspaceId);
	expect(used).toBe(turns.reduce((sum, [, text]) => sum + text.length, 0));
});

test("a bulletin has one voice, and its script can be checked before it is paid", async () => {
	const { project_id: id } = await create({ mode: bulletin(), auto_convert: false });
	await run();
	expect(new Set((await turnsOf(id)).map(([speaker]) => speaker))).toEqual(new Set(["host"]));
	expect(await runConversions(app)).toBe(0);
	expect((await app.ledger(user.workspaceId)).used).toBe(0);
});

test("the length follows the scale, highlights are mentioned, and nothing is said twice", () => {
	const [chapter] = makeNovel({ words: 12_000, chapters: 1, seed: 3 }).chapters;
	const many = [...(chapter?.paragraphs ?? [])];
	many.splice(20, 0, "A whale was seen only once.");
	many.push(...many.slice(10, 20));
	const lengthOf = (scale: "short" | "default" | "long") => {
		const { turns } = scriptByRules(
			{ title: "", paragraphs: many, language: "en" },
			{ guestVoiceId: "g", scale, highlights: ["whale"] },
		);
		const text = turns.map((turn) => turn.text).join(" ");
		expect(text).toContain("A whale was seen only once.");
		const sentences = splitSentences(
			turns.map((turn) => turn.text),
			"en",
		).map((sentence) => sentence.text);
		expect(new Set(sentences).size).toBe(sentences.length);
		expect(text.length).toBeLessThanOrEqual(scaleCharacters[scale] * 1.05);
		return text.length;
	};
	const [short, usual] = [lengthOf("short"), lengthOf("default")];
	expect(short).toBeGreaterThan(scaleCharacters.short * 0.6);
	expect(usual).toBeGreaterThan(short);
});

test("a sentence that refers to the one before it is not chosen alone", () => {
	const filler = Array.from({ length: 60 }, (_, at) => `Word${at} stands here alone.`);
	const { turns } = scriptByRules(
		{
			title: "",
			paragraphs: ["The machine replaced the lamp of the keepers. It was whale whale number one.", ...filler],
			language: "en",
		},
		{ scale: "short", highlights: ["whale"] },
	);
	expect(turns[0]?.text).toBe("The machine replaced the lamp of the keepers. It was whale whale number one.");
});

test("a language model writes the script, and what is no script is replaced by the rules", async () => {
	const questions: string[] = [];
	let reply = "";
	const server = createServer(async (request, response) => {
		const parts: Buffer[] = [];
		for await (const part of request) parts.push(part as Buffer);
		questions.push(Buffer.concat(parts).toString("utf8"));
		response.end(JSON.stringify({ choices: [{ message: { content: reply } }] }));
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	onTestFinished(() => void server.close());
	const model = createLanguageModel({
		LANGUAGE_MODEL_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
		LANGUAGE_MODEL_KEY: "",
		LANGUAGE_MODEL: "small",
	});
	reply = JSON.stringify({
		title: "Light at the cape",
		turns: [
			{ speaker: "host", text: "What\u0000 was the lamp for?" },
			{ speaker: "guest", text: "Ships saw it from afar." },
		],
	});
	const wishes = { instructions_prompt: "Explain it to children.", highlights: ["the storm"], auto_convert: false };
	const { project_id: id } = await create(wishes);
	await run(model);
	expect(await details(id)).toMatchObject({ podcast_script: "model", name: "Light at the cape" });
	expect(await turnsOf(id)).toEqual([
		["host", "What was the lamp for?"],
		["guest", "Ships saw it from afar."],
	]);
	expect(questions[0]).toContain("Explain it to children.");
	expect(questions[0]).toContain("the storm");
	expect(questions[0]).toContain("Its lamp could be seen");

	for (const broken of [
		"Sure! Here is your script.",
		'{"turns":[{"speaker":"narrator","text":"Hi."}]}',
		'{"turns":[]}',
	]) {
		reply = broken;
		const { project_id: other } = await create({ auto_convert: false });
		await run(model);
		expect(await details(other)).toMatchObject({ podcast_script: "rules" });
	}
});

test("several sources become one podcast, and a failed one says why", async () => {
	const sources = paragraphs.map((text) => ({ type: "text", text }));
	const { project_id: id } = await create({ source: sources, auto_convert: false });
	await run();
	const said = (await turnsOf(id)).map(([, text]) => text).join(" ");
	for (const word of ["great storm", "alone with the storm", "Visitors"]) expect(said).toContain(word);

	const { project_id: empty } = await create({ source: { type: "text", text: "* * *" } });
	await run();
	expect((await details(empty)).creation_meta).toMatchObject({
		status: "failed",
		error: "There is no text to speak in the sources.",
	});
	// Nothing is left in the storage, and nothing is converted.
	expect(await runConversions(app)).toBe(0);
	expect(await app.storage.list(`work/${user.workspaceId}/`)).toEqual([]);
});

test("rejects unknown voices, addresses inside the network, and a workspace without credits", async () => {
	const voice = "J2qoR9W4srCxAmHIV4gD";
	expect(await create({ mode: { type: "bulletin", bulletin: { host_voice_id: voice } } }, 404)).toMatchObject({
		detail: { code: "voice_not_found" },
	});
	expect(await create({ source: { type: "url", url: "http://127.0.0.1:1/page" } }, 400)).toMatchObject({
		detail: { code: "invalid_request", param: "source.url" },
	});
	user = await app.user({ credits: 0 });
	guest = app.voiceId;
	expect(await create({}, 401)).toMatchObject({ detail: { code: "quota_exceeded" } });
	expect(await app.get(projectsPath, user.apiKey)).toEqual({ projects: [] });
});
