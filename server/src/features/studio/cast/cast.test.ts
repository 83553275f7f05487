import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Cast, CastLine, Character } from "@timbre/contract/studio/cast-schemas.ts";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { aPublication, aVoice, type SeedUser } from "../../../../../seed/builders.ts";
import { createLanguageModel } from "../../../core/http/language-model.ts";
import { runQueued } from "../../../testing/recordings.ts";
import { type TestApp, testApp } from "../../../testing/test-app.ts";
import { castWorkflow } from "./cast.workflow.ts";

type Node = { text: string; voice_id: string };
type Chapter = { content: { blocks: { block_id: string; sub_type: string; nodes: Node[] }[] }; voice_ids: string[] };

let app: TestApp;
let user: SeedUser;
let voices: string[];
beforeAll(async () => {
	app = await testApp();
	user = await app.user({ tier: "creator" });
	const listed = await app.get<{ voices: { voice_id: string }[] }>("/v1/voices", user.apiKey);
	voices = listed.voices.map(({ voice_id }) => voice_id);
});
afterAll(async () => app.stop());

const base = "/v1/studio/projects";

async function aProject(chapters: Record<string, string[]>, more: Record<string, string> = {}): Promise<string> {
	const form = new FormData();
	form.set("name", "The Lighthouse");
	form.set("default_paragraph_voice_id", app.voiceId);
	const content = Object.entries(chapters).map(([name, paragraphs]) => ({
		name,
		blocks: paragraphs.map((text) => ({ nodes: [{ type: "tts_node", text, voice_id: app.voiceId }] })),
	}));
	form.set("from_content_json", JSON.stringify(content));
	for (const [name, value] of Object.entries(more)) form.set(name, value);
	const headers = { "xi-api-key": user.apiKey };
	const response = await fetch(app.url + base, { method: "POST", headers, body: form });
	const body = (await response.json()) as { project: { project_id: string } };
	expect({ status: response.status, body }).toMatchObject({ status: 200 });
	return body.project.project_id;
}

async function send<T>(method: string, path: string, body?: unknown, status = 200): Promise<T> {
	const response = await app.request<T>(user.apiKey, method, path, body);
	expect(response).toMatchObject({ status });
	return response.body;
}

const getCast = (project: string) => send<Cast>("GET", `${base}/${project}/cast`);
const runCast = () => runQueued(app, castWorkflow, { db: app.db });
async function find(project: string, body: object = {}): Promise<Cast> {
	expect(await send<Cast>("POST", `${base}/${project}/cast/find`, body, 202)).toMatchObject({ state: "finding" });
	await runCast();
	return getCast(project);
}

async function linesOf(project: string, query = ""): Promise<CastLine[]> {
	return (await send<{ lines: CastLine[] }>("GET", `${base}/${project}/cast/lines${query}`)).lines;
}

/** The text of a chapter, each node with the number of its voice. */
async function nodesOf(project: string, chapter = 0): Promise<[string, number][]> {
	const { chapters_order } = await send<{ chapters_order: string[] }>("GET", `${base}/${project}`);
	const { content } = await send<Chapter>("GET", `${base}/${project}/chapters/${chapters_order[chapter]}`);
	return content.blocks.flatMap(({ nodes }) =>
		nodes.map(({ text, voice_id }): [string, number] => [text, voices.indexOf(voice_id)]),
	);
}

const named = ({ characters }: Cast, name: string): Character => {
	const found = characters.find((character) => character.name === name);
	if (!found) throw new Error(`no character ${name} among ${characters.map((one) => one.name)}`);
	return found;
};

const dusk = [
	"“The lamp is out,” said Ada Hale.",
	"“Since when?” asked Tom.",
	"“Since noon.”",
	"Ada lit a match. “Hold this, Tom.”",
];

test("finds who speaks, with a confidence for each line", async () => {
	const project = await aProject({ Dusk: dusk, Dawn: ["“Good morning,” said Ada."] });
	expect(await getCast(project)).toMatchObject({ state: "none", lines: 0, characters: [] });
	const cast = await find(project);
	expect(cast).toMatchObject({ state: "ready", progress: 1, error: null, lines: 5 });
	expect(cast.characters.map(({ name, lines }) => [name, lines])).toEqual([
		["Ada Hale", 4],
		["Tom", 1],
	]);
	const lines = await linesOf(project);
	const ada = named(cast, "Ada Hale").character_id;
	expect(lines.map(({ character_id }) => character_id === ada)).toEqual([true, false, true, true, true]);
	expect(lines[0]).toMatchObject({
		text: "“The lamp is out,”",
		before: "",
		after: expect.stringMatching(/^ said Ada Hale\.\n“Since when\?”/),
	});
	expect(lines[2]).toMatchObject({ before: expect.stringMatching(/asked Tom\.\n$/) });
	expect(lines[0]?.confidence).toBeGreaterThan(lines[2]?.confidence ?? 1);
	expect((await linesOf(project, `?character_id=${ada}`)).length).toBe(4);
});

test("a voice of a character is the voice of all their lines, in one move", async () => {
	const project = await aProject({ Dusk: dusk });
	const { character_id } = named(await find(project), "Ada Hale");
	expect(await nodesOf(project)).toEqual(dusk.map((text) => [text, voices.indexOf(app.voiceId)]));
	const other = voices.findIndex((voice) => voice !== app.voiceId);
	const path = `${base}/${project}/cast/characters/${character_id}`;
	expect(await send("PATCH", path, { voice_id: voices[other] })).toMatchObject({ voice_id: voices[other], lines: 3 });
	const narrator = voices.indexOf(app.voiceId);
	expect(await nodesOf(project)).toEqual([
		["“The lamp is out,”", other],
		[" said Ada Hale.", narrator],
		["“Since when?” asked Tom.", narrator],
		["“Since noon.”", other],
		["Ada lit a match. ", narrator],
		["“Hold this, Tom.”", other],
	]);
	const { chapters } = await send<{ chapters: { voice_ids: string[] }[] }>("GET", `${base}/${project}/chapters`);
	expect(chapters[0]?.voice_ids.toSorted()).toEqual([app.voiceId, voices[other] ?? ""].toSorted());
	expect(await send("PATCH", path, { voice_id: null })).toMatchObject({ voice_id: null });
	expect(await nodesOf(project)).toEqual(dusk.map((text) => [text, narrator]));
});

test("what a client reads and writes back changes nothing, and a voice it sets wins", async () => {
	const project = await aProject({ Dusk: dusk });
	const { character_id } = named(await find(project), "Ada Hale");
	const other = voices.find((voice) => voice !== app.voiceId) ?? "";
	await send("PATCH", `${base}/${project}/cast/characters/${character_id}`, { voice_id: other });
	const { chapters_order } = await send<{ chapters_order: string[] }>("GET", `${base}/${project}`);
	const path = `${base}/${project}/chapters/${chapters_order[0]}`;
	const { content } = await send<Chapter>("GET", path);
	await send("POST", path, { content });
	expect((await getCast(project)).lines).toBe(4);
	// Still the character's: it follows a new voice.
	await send("PATCH", `${base}/${project}/cast/characters/${character_id}`, { voice_id: null });
	expect((await nodesOf(project)).every(([, voice]) => voice === voices.indexOf(app.voiceId))).toBe(true);
	await send("PATCH", `${base}/${project}/cast/characters/${character_id}`, { voice_id: other });
	const [first, ...rest] = content.blocks;
	const changed = { ...first, nodes: first?.nodes.map((node) => ({ ...node, voice_id: app.voiceId })) };
	await send("POST", path, { content: { blocks: [changed, ...rest] } });
	expect((await nodesOf(project))[0]).toEqual([dusk[0], voices.indexOf(app.voiceId)]);
	expect((await nodesOf(project))[2]).toEqual(["“Since noon.”", voices.indexOf(other)]);
});

test("unsure lines are listed, and what a person assigns is not guessed again", async () => {
	const project = await aProject({ Dusk: ["“Who is there?”", "Nobody moved.", ...dusk] });
	const before = await find(project);
	expect(before.unsure_lines).toBeGreaterThan(0);
	const [unsure] = await linesOf(project, "?unsure=true");
	expect(unsure).toMatchObject({ text: "“Who is there?”" });
	const tom = named(before, "Tom").character_id;
	const { chapter_id, block_id, start, end, text } = unsure as CastLine;
	const path = `${base}/${project}/chapters/${chapter_id}/lines`;
	const assigned = await send<CastLine>("POST", path, { block_id, start, end, text, character_id: tom });
	expect(assigned).toMatchObject({ character_id: tom, confidence: 1 });
	const after = await find(project);
	expect(after.unsure_lines).toBe(before.unsure_lines - 1);
	expect(named(after, "Tom").lines).toBe(2);
	await send("POST", path, { block_id, start, end, text: "“Something else”", character_id: tom }, 409);
	await send("POST", path, { block_id, start, end, text, character_id: null });
	expect(named(await find(project), "Tom").lines).toBe(1);
});

test("characters are created, renamed, merged and deleted", async () => {
	const project = await aProject({ Dusk: dusk });
	const cast = await find(project);
	const [ada, tom] = [named(cast, "Ada Hale"), named(cast, "Tom")];
	const characters = `${base}/${project}/cast/characters`;
	const keeper = await send<Character>("POST", characters, { name: " The keeper ", gender: "male" });
	expect(keeper).toMatchObject({ name: "The keeper", gender: "male", voice_id: null, lines: 0 });
	await send("PATCH", `${characters}/${tom.character_id}`, { name: "Thomas" });
	// The text still calls him Tom.
	expect(named(await find(project), "Thomas")).toMatchObject({ character_id: tom.character_id, lines: 1 });
	const merged = await send("POST", `${characters}/${tom.character_id}/merge`, { into: ada.character_id });
	expect(merged).toMatchObject({ character_id: ada.character_id, lines: 4, aliases: expect.arrayContaining(["Tom"]) });
	await send("POST", `${characters}/${ada.character_id}/merge`, { into: ada.character_id }, 400);
	await send("DELETE", `${characters}/${ada.character_id}`);
	expect(await getCast(project)).toMatchObject({ unsure_lines: 4, characters: [{ name: "The keeper" }] });
	await send("PATCH", `${characters}/${ada.character_id}`, { name: "Ada" }, 404);
});

test("auto_assign_voices gives each character a voice of their own", async () => {
	const project = await aProject(
		{ Dusk: ["“The lamp is out,” said Mrs. Hale.", "“Since when?” asked Mr. Finch."] },
		{ auto_assign_voices: "true" },
	);
	expect((await getCast(project)).state).toBe("finding");
	await runCast();
	const { characters } = await getCast(project);
	const chosen = characters.map(({ voice_id }) => voice_id);
	expect(new Set(chosen).size).toBe(2);
	expect(chosen).not.toContain(null);
	expect(chosen).not.toContain(app.voiceId);
});

test("a voice under live moderation can't be cast", async () => {
	const owner = await app.user();
	const original = (await aVoice(app.db, app.storage, owner, { name: "Original" })).voiceId;
	await aPublication(app.db, owner, original, { liveModeration: true });
	const copied = { name: "Copy", origin: "library", publicationId: original, sourceVoiceId: original } as const;
	const { voiceId } = await aVoice(app.db, app.storage, user, copied);
	const project = await aProject({ Dusk: dusk });
	const path = `${base}/${project}/cast/characters`;
	await send("POST", path, { name: "Ada", voice_id: voiceId }, 403);
	const { character_id } = await send<Character>("POST", path, { name: "Ada" });
	await send("PATCH", `${path}/${character_id}`, { voice_id: voiceId }, 403);
});

test("a second search waits for the first, and a failed one says so", async () => {
	const project = await aProject({ Dusk: dusk });
	await send("POST", `${base}/${project}/cast/find`, {}, 202);
	await send("POST", `${base}/${project}/cast/find`, {}, 409);
	await runQueued(app, castWorkflow, { db: app.db }, (step) => {
		if (step === "find") throw new Error("out of luck");
	});
	expect(await getCast(project)).toMatchObject({ state: "failed", error: expect.stringMatching(/again/) });
	expect((await find(project)).state).toBe("ready");
});

test("people who edit meanwhile lose nothing", async () => {
	const project = await aProject({ Dusk: dusk });
	const { chapters_order } = await send<{ chapters_order: string[] }>("GET", `${base}/${project}`);
	await send("POST", `${base}/${project}/cast/find`, {}, 202);
	await runQueued(app, castWorkflow, { db: app.db }, async (step) => {
		if (step !== "find") return;
		const path = `${base}/${project}/chapters/${chapters_order[0]}`;
		const { content } = await send<Chapter>("GET", path);
		const added = { nodes: [{ type: "tts_node", text: "“Wait,” said Tom.", voice_id: app.voiceId }] };
		await send("POST", path, { content: { blocks: [added, ...content.blocks] } });
	});
	const cast = await getCast(project);
	expect(cast.lines).toBe(5);
	expect((await nodesOf(project)).map(([text]) => text).join("\n")).toContain(dusk.join("\n"));
});

test("asks a configured language model about unsure lines, and only believes it about known people", async () => {
	const questions: string[] = [];
	let reply = "";
	const server = createServer(async (request, response) => {
		const body = JSON.parse(Buffer.concat(await request.toArray()).toString()) as {
			model: string;
			messages: { content: string }[];
		};
		questions.push(body.messages[1]?.content ?? "");
		expect([request.url, request.headers.authorization, body.model]).toEqual([
			"/v1/chat/completions",
			"Bearer secret",
			"small",
		]);
		response.end(JSON.stringify({ choices: [{ message: { content: reply } }] }));
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	onTestFinished(() => void server.close());
	const languageModel = createLanguageModel({
		LANGUAGE_MODEL_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/`,
		LANGUAGE_MODEL_KEY: "secret",
		LANGUAGE_MODEL: "small",
	});
	const project = await aProject({ Dusk: ["“Who is there?”", "Nobody moved.", ...dusk] });
	const findAsking = async () => {
		await send("POST", `${base}/${project}/cast/find`, {}, 202);
		await runQueued(app, castWorkflow, { db: app.db, languageModel });
		const cast = await getCast(project);
		return { cast, line: (await linesOf(project))[0] as CastLine };
	};
	reply = JSON.stringify({
		lines: [
			{ line: 1, speaker: "Somebody else" },
			{ line: 99, speaker: "Tom" },
		],
	});
	const before = await findAsking();
	expect(questions[0]).toContain("[1] “Who is there?”");
	expect(questions[0]).not.toContain("[1] “The lamp is out,”");
	expect(before.cast.characters.map(({ name }) => name)).toEqual(["Ada Hale", "Tom"]);
	reply = '```json\n{"lines":[{"line":1,"speaker":"Tom"}]}\n```';
	const after = await findAsking();
	expect(after.line).toMatchObject({ character_id: named(after.cast, "Tom").character_id });
	expect(after.line.confidence).toBeGreaterThanOrEqual(0.7);
	reply = "I am not JSON.";
	expect((await findAsking()).cast.state).toBe("ready");
});
