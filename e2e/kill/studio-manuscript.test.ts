// A manuscript is imported, its speakers are found, and it is revised, while worker, api and Restate are killed.
// It runs in `verify`.
import { setTimeout as sleep } from "node:timers/promises";
import type { Cast } from "@timbre/contract/studio/cast-schemas.ts";
import type { DocumentImport } from "@timbre/contract/studio/import-schemas.ts";
import type { ProjectDetails } from "@timbre/contract/studio/project-schemas.ts";
import type { Revision } from "@timbre/contract/studio/revision/schemas.ts";
import { makeNovel } from "@timbre/engines/documents/testing/make-novel.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Harness, startHarness, until } from "../../tools/bench/harness.ts";
import type { ProgramName } from "../../tools/stack/stack.ts";
import { getIfUp, request as send } from "./api.ts";

const chapterCount = 60;
const people = ["Ada", "Bertram", "Celia"];
const linesPerChapter = 30;

type Book = { name: string; paragraphs: string[] }[];

/** Prose with a conversation of three people in each chapter. */
const book: Book = makeNovel({ words: 120_000, chapters: chapterCount, seed: 11 }).chapters.map((chapter, number) => ({
	...chapter,
	paragraphs: chapter.paragraphs.flatMap((paragraph, at) =>
		at < linesPerChapter
			? [paragraph, `“Line ${at} of part ${number} is mine,” said ${people[at % people.length]}.`]
			: [paragraph],
	),
}));
const toFile = (chapters: Book) =>
	new File([chapters.map(({ name, paragraphs }) => [`# ${name}`, ...paragraphs].join("\n\n")).join("\n\n")], "book.md");

describe("kill -9 while a manuscript is imported, cast and revised", () => {
	let harness: Harness;
	let path: string;
	beforeAll(async () => {
		harness = await startHarness({ engines: "fake", env: { LEASE_SECONDS: "4" } });
	});
	afterAll(async () => harness?.stop());

	const request = <T>(method: string, at: string, body?: FormData | object) => send<T>(harness, method, at, body);
	const get = <T>(at: string) => getIfUp<T>(harness, at);

	/** Kills the programs one after another while `get` has one of the states, and returns what it is afterwards. */
	async function endDespiteKills<T extends { state: string }>(
		current: () => Promise<T | undefined>,
		states: readonly string[],
		killed: readonly ProgramName[],
	): Promise<T> {
		let interrupted = 0;
		for (const name of killed) {
			await sleep(300);
			const now = await current();
			if (now && states.includes(now.state)) interrupted++;
			await harness.stack.kill(name);
		}
		expect(interrupted, `killed while ${states.join(" or ")}`).toBeGreaterThan(0);
		return until(`the end of ${states.join(" and ")}`, 120, async () => {
			await sleep(100);
			const now = await current();
			return now && !states.includes(now.state) && now;
		});
	}

	/** Texts of all paragraphs, by chapter. */
	async function texts(): Promise<Book> {
		const { chapters } = await request<ProjectDetails>("GET", path);
		const found: Book = [];
		for (const { chapter_id: id, name } of chapters) {
			const { content } = await request<{ content: { blocks: { nodes: { text: string }[] }[] } }>(
				"GET",
				`${path}/chapters/${id}`,
			);
			const paragraphs = content.blocks.map(({ nodes }) => nodes.map(({ text }) => text).join(""));
			found.push({ name, paragraphs: paragraphs.slice(1) });
		}
		return found;
	}

	test("each chapter is imported once", async () => {
		const form = new FormData();
		form.set("file", toFile(book));
		const { import_id: id } = await request<DocumentImport>("POST", "/v1/studio/imports", form);
		const current = () => get<DocumentImport>(`/v1/studio/imports/${id}`);
		const read = await endDespiteKills(current, ["reading"], ["worker", "restate"]);
		expect(read).toMatchObject({ state: "review", error: null, document: { characters: expect.any(Number) } });
		expect(read.document?.chapters).toHaveLength(chapterCount);
		await request("POST", `/v1/studio/imports/${id}/accept`, {});
		const written = await endDespiteKills(current, ["writing"], ["worker", "api"]);
		expect(written).toMatchObject({ state: "completed", error: null });
		path = `/v1/studio/projects/${written.project_id}`;
		expect(await texts()).toEqual(book);
		const { projects } = await request<{ projects: unknown[] }>("GET", "/v1/studio/projects");
		expect(projects).toHaveLength(1);
	});

	test("each speaker is found once", async () => {
		await request("POST", `${path}/cast/find`, { assign_voices: true });
		const cast = () => get<Cast>(`${path}/cast`);
		const done = await endDespiteKills(cast, ["finding"], ["worker", "restate", "worker"]);
		expect(done.state).toBe("ready");
		const lines = (chapterCount * linesPerChapter) / people.length;
		const found = done.characters.map(({ name, lines, voice_id }) => ({ name, lines, has_voice: voice_id !== null }));
		expect(found.sort((one, other) => one.name.localeCompare(other.name))).toEqual(
			people.map((name) => ({ name, lines, has_voice: true })),
		);
		expect(await texts()).toEqual(book);
	});

	test("a revision is applied once, and comparing it again finds no change", async () => {
		const revised = book.map(({ name, paragraphs }, number) => ({
			name,
			paragraphs: paragraphs.flatMap((paragraph, at) =>
				at !== number ? [paragraph] : number % 2 === 0 ? [] : [`Rewritten in part ${number}.`],
			),
		}));
		const compare = async (killed: readonly ProgramName[]) => {
			const form = new FormData();
			form.set("file", toFile(revised));
			const { revision_id: id } = await request<Revision>("POST", `${path}/revisions`, form);
			const current = () => get<Revision>(`${path}/revisions/${id}`);
			return { id, current, compared: await endDespiteKills(current, ["reading", "comparing"], killed) };
		};
		const { id, current, compared } = await compare(["worker", "restate", "worker"]);
		expect(compared).toMatchObject({ state: "ready", error: null });
		await request("POST", `${path}/revisions/${id}/apply`, {});
		const applied = await endDespiteKills(current, ["applying"], ["worker", "api", "worker"]);
		expect(applied).toMatchObject({ state: "applied", error: null });
		expect(await texts()).toEqual(revised);
		const again = await compare(["worker"]);
		expect(again.compared.comparison?.counts).toMatchObject({ changed: 0, added: 0, deleted: 0, moved: 0 });
		const { characters } = await request<Cast>("GET", `${path}/cast`);
		expect(characters.map(({ name }) => name).sort()).toEqual(people);
	});
});
