import { makeNovel } from "@timbre/engines/documents/testing/make-novel.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { SeedUser } from "../../../../../seed/builders.ts";
import { printFigures } from "../../../../../tools/ci/figures.ts";
import { aStudioProject, type StudioProject } from "../../../testing/studio/project.ts";
import { aRevision, chaptersOf, type TestBook } from "../../../testing/studio/revision.ts";
import { type TestApp, testApp } from "../../../testing/test-app.ts";
import { workerDeps } from "../../../testing/workflows/worker-deps.ts";
import { newTakeOf } from "../conversions/run.service.ts";
import { findProject } from "../projects/projects.repo.ts";
import { sentencesToRender } from "../sentences/batches.ts";
import { chooseTakes } from "../sentences/choice.service.ts";
import { createPlanner, loadChapterText } from "../sentences/plan.service.ts";
import { insertTakes } from "../takes/takes.repo.ts";

let app: TestApp;
let user: SeedUser;
beforeAll(async () => {
	app = await testApp();
	user = await app.user({ tier: "enterprise" });
});
afterAll(async () => app.stop());

const novel = (words: number, chapters: number): TestBook =>
	Object.fromEntries(
		makeNovel({ words, chapters, seed: 7 }).chapters.map(({ name, paragraphs }) => [name, paragraphs]),
	);

/** Changes, deletes and moves one of so many sentences, in turn. Returns what was not touched. */
function reviseNovel(book: TestBook, every = 100): { revised: TestBook; untouched: string[]; moved: string[] } {
	let at = 0;
	let carried = "";
	const untouched: string[] = [];
	const moved: string[] = [];
	const revised = Object.entries(book).map(([name, paragraphs]) => {
		const now = paragraphs.map((paragraph) => {
			const sentences = paragraph.match(/[^.]+\.\s*/g) ?? [];
			const kept = sentences.flatMap((sentence) => {
				at++;
				if (carried !== "" && at % every === every / 2) {
					const brought = carried;
					carried = "";
					untouched.push(sentence.trim());
					return [brought, sentence];
				}
				if (at % every !== 0) {
					untouched.push(sentence.trim());
					return [sentence];
				}
				const turn = (at / every) % 3;
				if (turn === 1) return [sentence.replace(/ (\w+) /, " $1 rewritten ")];
				if (turn === 2) return [];
				carried = `${sentence.trim()} `;
				moved.push(sentence.trim());
				return [];
			});
			return kept.join("").trim();
		});
		return [name, now.filter((paragraph) => paragraph !== "")] as const;
	});
	return { revised: Object.fromEntries(revised), untouched, moved };
}

/** Takes of all sentences, as if the project had been converted. */
async function addTakes(project: StudioProject): Promise<void> {
	const { deps } = workerDeps(app);
	const row = await findProject(app.db, user.workspaceId, project.id);
	if (!row) throw new Error("the project exists");
	const plan = await createPlanner(deps, { ...user, role: "workspace_admin", via: "api-key" } as never, row);
	for (const id of project.chapterIds) {
		const planned = await plan(await loadChapterText(app.db, user.workspaceId, id));
		const chosen = await chooseTakes(app.db, user.workspaceId, project.id, planned);
		const takes = sentencesToRender(chosen, new Set()).map((work) => newTakeOf(work, 1, user.userId));
		for (let at = 0; at < takes.length; at += 500)
			await insertTakes(app.db, user.workspaceId, project.id, takes.slice(at, at + 500));
	}
}

async function takesByText(project: StudioProject): Promise<Map<string, string | null>> {
	const found = new Map<string, string | null>();
	const { chapters_order } = await project.get<{ chapters_order: string[] }>();
	for (const id of chapters_order) {
		const path = `${project.path}/chapters/${id}/sentences`;
		const { sentences } = await project.send<{ sentences: { text: string; take_id: string | null }[] }>("GET", path);
		for (const { text, take_id } of sentences) found.set(text, take_id);
	}
	return found;
}

const share = (texts: readonly string[], before: Map<string, string | null>, after: Map<string, string | null>) =>
	texts.filter((text) => before.get(text) !== null && before.get(text) === after.get(text)).length / texts.length;

/** Chapter by chapter, because a request can't have that much text. */
async function longProject(book: TestBook): Promise<StudioProject> {
	const [first, ...others] = Object.entries(book);
	const project = await aStudioProject(app, user, chaptersOf(Object.fromEntries(first ? [first] : []), app.voiceId));
	for (const [name, paragraphs] of others) {
		const path = `${project.path}/chapters`;
		const { chapter } = await project.send<{ chapter: { chapter_id: string } }>("POST", path, { name });
		const block = (text: string) => ({ nodes: [{ type: "tts_node", text, voice_id: app.voiceId }] });
		const blocks = [{ sub_type: "h1", ...block(name) }, ...paragraphs.map(block)];
		await project.send("POST", `${path}/${chapter.chapter_id}`, { content: { blocks } });
		project.chapterIds.push(chapter.chapter_id);
	}
	return project;
}

async function measure(words: number, chapters: number) {
	const book = novel(words, chapters);
	const project = await longProject(book);
	await addTakes(project);
	const before = await takesByText(project);
	const { revised, untouched, moved } = reviseNovel(book);
	const revision = await aRevision(app, user, project, revised);
	const seconds = async (work: () => Promise<unknown>) => {
		const started = performance.now();
		await work();
		return (performance.now() - started) / 1000;
	};
	const read = await seconds(() => revision.read());
	const compared = await seconds(() => revision.compared());
	const { comparison } = await revision.get();
	await revision.start();
	const applied = await seconds(() => revision.run());
	const after = await takesByText(project);
	const { chapters: _, ...now } = await project.price();
	expect(now).toEqual(comparison?.price);
	const kept = share(untouched, before, after);
	expect(kept).toBeGreaterThanOrEqual(0.99);
	expect(share(moved, before, after)).toBeGreaterThanOrEqual(0.99);
	return { read, compared, applied, kept, untouched: untouched.length, ...now };
}

test("1% of the sentences changed, moved or deleted leaves the audio of the others, and the price is exact", async () => {
	const { kept, new_sentences } = await measure(12_000, 6);
	expect(kept).toBe(1);
	expect(new_sentences).toBeGreaterThan(0);
});

test("what a revision costs is what is charged", async () => {
	const book = novel(260, 2);
	const project = await aStudioProject(app, user, chaptersOf(book, app.voiceId));
	await project.send("PATCH", project.path, { quality_check: false });
	await project.convert();
	const paid = (await app.ledger(user.workspaceId)).used;
	const revision = await aRevision(app, user, project, reviseNovel(book, 4).revised);
	const { comparison } = await revision.compared();
	await revision.apply();
	await project.convert();
	expect(comparison?.counts).toMatchObject({ changed: 2, deleted: expect.any(Number), moved: expect.any(Number) });
	expect((await app.ledger(user.workspaceId)).used).toBe(paid + (comparison?.price.credits ?? Number.NaN));
});

test("a novel of 300,000 words is compared and applied", { tags: ["measured"] }, async () => {
	const { read, compared, applied, kept, untouched, characters, new_characters } = await measure(300_000, 30);
	printFigures(
		`studio: a revised novel of 300,000 words is read in ${read.toFixed(1)} s, compared in ${compared.toFixed(1)} s and applied in ${applied.toFixed(1)} s
studio: ${(kept * 100).toFixed(2)}% of ${untouched} unchanged sentences keep their audio; ${new_characters} of ${characters} characters are new`,
	);
});
