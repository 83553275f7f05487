import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { DocumentImport } from "@timbre/contract/studio/import-schemas.ts";
import { maxOpenImports } from "@timbre/contract/studio/rules.ts";
import { makeDocx, makeEpub } from "@timbre/engines/documents/testing/make-documents.ts";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { aColleague, type SeedUser } from "../../../../../seed/builders.ts";
import { runQueued } from "../../../testing/recordings.ts";
import { type TestApp, testApp } from "../../../testing/test-app.ts";
import { importExpiryWorkflow, importWorkflow, importWriteWorkflow } from "./imports.workflow.ts";
import { writeImport } from "./write.service.ts";

type Project = {
	project_id: string;
	name: string;
	title: string | null;
	author: string | null;
	language: string;
	state: string;
	chapters_order: string[];
	creation_meta: { creation_progress: number; status: string; error: string | null } | null;
};
type Failure = { detail: { code: string; message: string } };

let app: TestApp;
let user: SeedUser;
beforeAll(async () => {
	app = await testApp({ env: { WEBHOOK_PRIVATE: "true" } });
	user = await app.user({ tier: "creator" });
});
afterAll(async () => app.stop());

const manuscript = `# The Lighthouse

## The keeper

The keeper waited for the tide.[^1] It was late.

[^1]: A tide of the old calendar.

## The storm

Then the wind rose.
`;

async function send<T>(path: string, fields: Record<string, string | Blob>, owner = user) {
	const form = new FormData();
	for (const [name, value] of Object.entries(fields))
		if (typeof value === "string") form.set(name, value);
		else form.set(name, value, value instanceof File ? value.name : "manuscript.md");
	const headers = { "xi-api-key": owner.apiKey };
	const response = await fetch(app.url + path, { method: "POST", headers, body: form });
	return { status: response.status, body: (await response.json()) as T };
}

const file = (content: string | Uint8Array, name = "manuscript.md") =>
	new File([typeof content === "string" ? content : Uint8Array.from(content)], name);

async function start(fields: Record<string, string | Blob>, owner = user): Promise<DocumentImport> {
	const { status, body } = await send<DocumentImport>("/v1/studio/imports", fields, owner);
	expect({ status, body }).toMatchObject({ status: 202, body: { state: "reading", document: null } });
	return body;
}

const services = () => ({ db: app.db, storage: app.storage });
const readAll = () => runQueued(app, importWorkflow, services());
const writeAll = () => runQueued(app, importWriteWorkflow, services());
const getImport = (id: string, owner = user) => app.get<DocumentImport>(`/v1/studio/imports/${id}`, owner.apiKey);
const getProject = (id: string) => app.get<Project>(`/v1/studio/projects/${id}`, user.apiKey);
const accept = (id: string, body: object = {}, owner = user) =>
	app.request<{ project: Project } & Failure>(owner.apiKey, "POST", `/v1/studio/imports/${id}/accept`, body);

/** The chapters of a project with their blocks as lines: "h1 The keeper". */
async function textOf(projectId: string): Promise<Record<string, string[]>> {
	const { chapters_order } = await getProject(projectId);
	const text: Record<string, string[]> = {};
	for (const id of chapters_order) {
		const { name, content } = await app.get<{
			name: string;
			content: { blocks: { sub_type: string; nodes: { text: string }[] }[] };
		}>(`/v1/studio/projects/${projectId}/chapters/${id}`, user.apiKey);
		text[name] = content.blocks.map(({ sub_type, nodes }) => `${sub_type} ${nodes.map((node) => node.text).join("")}`);
	}
	return text;
}

async function newProject(fields: Record<string, string | Blob> = {}): Promise<Project> {
	const { status, body } = await send<{ project: Project }>("/v1/studio/projects", { name: "Novel", ...fields });
	expect({ status, body }).toMatchObject({ status: 200 });
	return body.project;
}

/** Files that wait in the storage for an import. */
const leftovers = async () => [
	...(await app.storage.list(`uploads/${user.workspaceId}`)),
	...(await app.storage.list(`work/${user.workspaceId}`)),
];

describe("a document is read, reviewed and written", () => {
	test("with its chapters, and without its footnotes", async () => {
		const { import_id } = await start({ file: file(manuscript) });
		await readAll();
		const found = await getImport(import_id);
		expect(found).toMatchObject({
			state: "review",
			source_name: "manuscript.md",
			project_id: null,
			document: {
				format: "md",
				title: "The Lighthouse",
				words: 17,
				chapters: [
					{ name: "The keeper", words: 11, opening: "The keeper waited for the tide. It was late." },
					{ name: "The storm", words: 6 },
				],
				dropped: [
					{
						kind: "footnote",
						count: 1,
						passages: [{ text: "A tide of the old calendar.", count: 1, chapter: "The keeper", page: null }],
					},
				],
			},
		});
		const { body } = await accept(import_id);
		expect(body.project).toMatchObject({ name: "The Lighthouse", state: "creating", chapters_order: [] });
		await writeAll();
		const id = body.project.project_id;
		expect(await getProject(id)).toMatchObject({
			state: "default",
			creation_meta: { status: "finished", error: null },
		});
		expect(await textOf(id)).toEqual({
			"The keeper": ["h2 The keeper", "p The keeper waited for the tide. It was late."],
			"The storm": ["h2 The storm", "p Then the wind rose."],
		});
		expect((await getImport(import_id)).state).toBe("completed");
		expect(await leftovers()).toEqual([]);
	});

	test("into an existing project, with a choice of chapters and with footnotes if wanted", async () => {
		const { project_id } = await newProject();
		const { import_id } = await start({ file: file(manuscript), project_id });
		await readAll();
		expect((await getProject(project_id)).state).toBe("default");
		expect(await accept(import_id, { keep: ["footnote"], chapters: [0] })).toMatchObject({
			status: 200,
			body: { project: { project_id, state: "creating" } },
		});
		await writeAll();
		expect(await textOf(project_id)).toEqual({
			"Chapter 1": ["p "],
			"The keeper": [
				"h2 The keeper",
				"p The keeper waited for the tide. It was late.",
				"p A tide of the old calendar.",
			],
		});
	});

	test("Word and EPUB files keep their chapters, and EPUB its title, author and language", async () => {
		const chapters = [
			{ title: "One", paragraphs: ["The first day."] },
			{ title: "Two", paragraphs: ["The second day."] },
		];
		for (const [name, bytes] of [
			["novel.docx", makeDocx({ title: "Days", author: "Ada Example", language: "en-US", chapters })],
			["novel.epub", makeEpub({ title: "Days", author: "Ada Example", language: "en-US", chapters })],
		] as const) {
			const { project_id } = await newProject({ from_document: file(bytes, name) });
			expect(await getProject(project_id)).toMatchObject({
				state: "creating",
				chapters_order: [],
				creation_meta: { status: "creating" },
			});
			await readAll();
			expect(await getProject(project_id), name).toMatchObject({
				state: "default",
				title: "Days",
				author: "Ada Example",
				language: "en",
				creation_meta: { status: "finished", creation_progress: 1 },
			});
			expect(await textOf(project_id), name).toEqual({
				One: ["h1 One", "p The first day."],
				Two: ["h1 Two", "p The second day."],
			});
		}
	});

	test("the content of a project is replaced, and chapters that are still there keep their id", async () => {
		const { project_id } = await newProject({ from_document: file("# One\n\nOld.\n\n# Two\n\nOld.\n") });
		await readAll();
		const [first, second] = (await getProject(project_id)).chapters_order;
		const path = `/v1/studio/projects/${project_id}/content`;
		const revised = file("# One\n\nNew.\n\n# Three\n\nNew.\n");
		expect(await send(path, { from_document: revised })).toMatchObject({
			status: 200,
			body: { project: { state: "creating", chapters_order: [first, second] } },
		});
		expect(await send<Failure>(path, { from_document: revised })).toMatchObject({
			status: 409,
			body: { detail: { code: "conflict" } },
		});
		await readAll();
		expect(await textOf(project_id)).toEqual({ One: ["h1 One", "p New."], Three: ["h1 Three", "p New."] });
		expect((await getProject(project_id)).chapters_order[0]).toBe(first);
	});

	test("what was written stays as it is if the step runs again", async () => {
		const { import_id } = await start({ file: file(manuscript) });
		await readAll();
		const { body } = await accept(import_id);
		await writeAll();
		await writeImport(services(), user.workspaceId, import_id, { keep: [] });
		expect((await getProject(body.project.project_id)).chapters_order).toHaveLength(2);
	});
});

describe("addresses", () => {
	async function site(body: string, type = "text/html"): Promise<string> {
		const server = createServer((_request, response) => void response.setHeader("content-type", type).end(body));
		await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
		onTestFinished(() => void server.close());
		return `http://127.0.0.1:${(server.address() as AddressInfo).port}/story`;
	}
	const paragraphs = Array.from(
		{ length: 12 },
		(_, at) =>
			`<p>The tide came in for the ${at + 1}th time, and the keeper wrote down its height, as he always did.</p>`,
	).join("");
	const page = `<!doctype html><html lang="en"><head><title>The Tide</title></head><body><nav><a href="/">Home</a><a href="/buy">Buy now</a></nav><article><h1>The Tide</h1>${paragraphs}</article><footer>Copyright</footer></body></html>`;

	test("the article of a page becomes a project, without what surrounds it", async () => {
		const { project_id } = await newProject({ from_url: await site(page) });
		await readAll();
		const text = Object.values(await textOf(project_id)).flat();
		expect(text.filter((line) => line.includes("the keeper wrote"))).toHaveLength(12);
		expect(text.join("\n")).not.toMatch(/Buy now|Copyright/);
	});

	test("a chapter gets the text of an address", async () => {
		const { project_id } = await newProject();
		const path = `/v1/studio/projects/${project_id}/chapters`;
		const body = { name: "The tide", from_url: await site(page) };
		expect((await app.request(user.apiKey, "POST", path, body)).status).toBe(200);
		await readAll();
		expect((await textOf(project_id))["The tide"]?.length).toBeGreaterThanOrEqual(12);
		expect((await getProject(project_id)).creation_meta).toBeNull();
	});

	test("private addresses and unreachable ones are rejected with a reason", async () => {
		const url = await app.startSecondApi({ WEBHOOK_PRIVATE: false });
		for (const address of ["http://169.254.169.254/latest", await site(page), "ftp://example.com/a"]) {
			const form = new FormData();
			form.set("url", address);
			const headers = { "xi-api-key": user.apiKey };
			const response = await fetch(`${url}/v1/studio/imports`, { method: "POST", headers, body: form });
			expect(response.status, address).toBeGreaterThanOrEqual(400);
			expect(response.status, address).toBeLessThan(500);
		}
	});
});

describe("documents that can't be imported", () => {
	const png = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");

	test.each([
		["a picture named .txt", "story.txt", png],
		["an empty file", "story.txt", Buffer.alloc(0)],
		[
			"a Word file that is cut off",
			"story.docx",
			makeDocx({ chapters: [{ title: "A", paragraphs: ["B"] }] }).subarray(0, 300),
		],
	])("%s is rejected with a reason", async (_, name, bytes) => {
		for (const [path, fields] of [
			["/v1/studio/imports", { file: file(bytes, name) }],
			["/v1/studio/projects", { name: "Novel", from_document: file(bytes, name) }],
		] as const) {
			const { status, body } = await send<Failure>(path, fields);
			expect(status).toBe(400);
			expect(body.detail.message).toMatch(/\.$/);
		}
		expect(await leftovers()).toEqual([]);
	});

	test("one without text fails with a reason, and the project says so", async () => {
		const empty = file("<html><body><script>let a = 1;</script></body></html>", "story.html");
		const { import_id } = await start({ file: empty });
		const { project_id } = await newProject({ from_document: empty });
		await readAll();
		const { state, error } = await getImport(import_id);
		expect([state, error]).toEqual(["failed", expect.stringMatching(/text/)]);
		expect(await getProject(project_id)).toMatchObject({
			state: "default",
			creation_meta: { status: "failed", error },
		});
		expect((await accept(import_id)).status).toBe(409);
		expect(await leftovers()).toEqual([]);
	});

	test("a request names one source", async () => {
		expect((await send("/v1/studio/imports", {})).status).toBe(400);
		const two = { name: "Novel", from_document: file(manuscript), from_content_json: "[]" };
		expect((await send("/v1/studio/projects", two)).status).toBe(422);
		expect(await leftovers()).toEqual([]);
	});
});

describe("imports are a user's own until they are accepted", () => {
	test("members of the workspace can't see, accept or delete them", async () => {
		const member = await aColleague(app.db, await app.user(), user.workspaceId, "admin");
		const { import_id } = await start({ file: file(manuscript) });
		await readAll();
		const path = `/v1/studio/imports/${import_id}`;
		for (const [method, at, body] of [
			["GET", path],
			["DELETE", path],
			["POST", `${path}/accept`, {}],
		] as const)
			expect((await app.request(member.apiKey, method, at, body)).status).toBe(404);
		expect((await app.get<{ imports: unknown[] }>("/v1/studio/imports", member.apiKey)).imports).toEqual([]);
	});

	test("they can't name a project of another workspace", async () => {
		const { project_id } = await newProject();
		const fields = { file: file(manuscript), project_id };
		const { status, body } = await send<Failure>("/v1/studio/imports", fields, await app.user());
		expect([status, body.detail.code]).toEqual([404, "project_not_found"]);
	});

	test("they can be deleted, also while the document is read", async () => {
		const owner = await app.user();
		const { import_id } = await start({ file: file(manuscript) }, owner);
		const path = `/v1/studio/imports/${import_id}`;
		await runQueued(app, importWorkflow, services(), async (step) => {
			if (step === "read") expect((await app.request(owner.apiKey, "DELETE", path)).status).toBe(200);
		});
		expect((await app.request(owner.apiKey, "GET", path)).status).toBe(404);
		expect(await app.storage.list(`uploads/${owner.workspaceId}`)).toEqual([]);
		expect(await app.storage.list(`work/${owner.workspaceId}`)).toEqual([]);
	});

	test("they expire unless they are accepted", async () => {
		const owner = await app.user();
		const { import_id } = await start({ file: file(manuscript) }, owner);
		await readAll();
		expect(await app.storage.list(`work/${owner.workspaceId}`)).toHaveLength(1);
		await runQueued(app, importExpiryWorkflow, services());
		expect((await app.request(owner.apiKey, "GET", `/v1/studio/imports/${import_id}`)).status).toBe(404);
		expect(await app.storage.list(`work/${owner.workspaceId}`)).toEqual([]);
	});

	test("the text of one expires, too, if its project was deleted meanwhile", async () => {
		const owner = await app.user();
		const created = await send<{ project: Project }>("/v1/studio/projects", { name: "Novel" }, owner);
		const { project_id } = created.body.project;
		await start({ file: file(manuscript), project_id }, owner);
		await readAll();
		expect((await app.request(owner.apiKey, "DELETE", `/v1/studio/projects/${project_id}`)).status).toBe(200);
		expect(await app.storage.list(`work/${owner.workspaceId}`)).toHaveLength(1);
		await runQueued(app, importExpiryWorkflow, services());
		expect(await app.storage.list(`work/${owner.workspaceId}`)).toEqual([]);
	});

	test("a user can have a limited number of them", async () => {
		const owner = await app.user();
		const rows = Array.from({ length: maxOpenImports }, (_, at) => ({
			id: `${owner.userId}-${at}`,
			workspace_id: owner.workspaceId,
			created_by: owner.userId,
			purpose: "review",
			source_name: "a.txt",
			state: "review",
		}));
		await app.db.insertInto("studio_import").values(rows).execute();
		const { status, body } = await send<Failure>("/v1/studio/imports", { file: file(manuscript) }, owner);
		expect([status, body.detail.code]).toEqual([400, "import_limit_reached"]);
	});

	test("the plan's limit of projects holds", async () => {
		const owner = await app.user({ tier: "free" });
		const { import_id } = await start({ file: file(manuscript) }, owner);
		await readAll();
		for (const name of ["A", "B", "C"]) await send("/v1/studio/projects", { name }, owner);
		expect(await accept(import_id, {}, owner)).toMatchObject({
			status: 400,
			body: { detail: { code: "project_limit_reached" } },
		});
		expect((await getImport(import_id, owner)).state).toBe("review");
	});
});
