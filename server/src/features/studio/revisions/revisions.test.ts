import type { Sentence } from "@timbre/contract/studio/take-schemas.ts";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { aVoice, type SeedUser } from "../../../../../seed/builders.ts";
import { runQueued } from "../../../testing/recordings.ts";
import { aStudioProject, type StudioProject } from "../../../testing/studio/project.ts";
import { aRevision, chaptersOf, type TestBook, toMarkdown } from "../../../testing/studio/revision.ts";
import { type TestApp, testApp } from "../../../testing/test-app.ts";
import { importExpiryWorkflow } from "../imports/imports.workflow.ts";

type Text = { name: string; content: { blocks: { block_id: string; nodes: { text: string; voice_id: string }[] }[] } };

let app: TestApp;
let user: SeedUser;
let rendered: string[] = [];
beforeAll(async () => {
	app = await testApp({ fake: { onSegment: (segment) => rendered.push(segment.trim()) } });
});
beforeEach(async () => {
	rendered = [];
	user = await app.user({ tier: "creator" });
});
afterAll(async () => app.stop());

const lamp = ["The lamp went out at four in the morning.", "Nobody saw it happen. The keeper was asleep upstairs."];
const tide = ["The tide came in at nine, as it always did.", "He waited for the boat until it was dark."];
const book: TestBook = { "The lamp": lamp, "The tide": tide };

const used = async () => (await app.ledger(user.workspaceId)).used;
const newProject = (chapters = book) => aStudioProject(app, user, chaptersOf(chapters, app.voiceId));
const revise = (project: StudioProject, revised: TestBook | string) => aRevision(app, user, project, revised);
const leftovers = async () => (await app.storage.list(`work/${user.workspaceId}`)).length;

async function chapterIds(project: StudioProject): Promise<string[]> {
	return (await project.get<{ chapters_order: string[] }>()).chapters_order;
}
async function textOf(project: StudioProject): Promise<Record<string, string[]>> {
	const text: Record<string, string[]> = {};
	for (const id of await chapterIds(project)) {
		const { name, content } = await project.send<Text>("GET", `${project.path}/chapters/${id}`);
		text[name] = content.blocks.map(({ nodes }) => nodes.map((node) => node.text).join(""));
	}
	return text;
}
async function sentencesOf(project: StudioProject): Promise<Sentence[]> {
	const lists = [];
	for (const id of await chapterIds(project))
		lists.push(
			...(await project.send<{ sentences: Sentence[] }>("GET", `${project.path}/chapters/${id}/sentences`)).sentences,
		);
	return lists;
}

test("a revision shows what changed, costs exactly its price, and keeps the audio of all the rest", async () => {
	const project = await newProject();
	await project.convert();
	const before = await sentencesOf(project);
	const paid = await used();
	rendered = [];
	const revised = {
		"The lamp": [lamp[0] ?? "", "The keeper was fast asleep upstairs. A gull cried."],
		"The flood": [tide[1] ?? "", tide[0] ?? ""],
	};
	const revision = await revise(project, revised);
	expect(await revision.get()).toMatchObject({ state: "reading", comparison: null, source_name: "revised.md" });
	const { state, comparison } = await revision.compared();
	const price = comparison?.price;
	expect(state).toBe("ready");
	expect(comparison).toMatchObject({
		counts: { unchanged: 3, changed: 2, added: 1, deleted: 1, moved: 1 },
		chapters: [
			{ name: "The lamp", previous_name: "The lamp", is_deleted: false },
			{ name: "The flood", previous_name: "The tide" },
		],
		locked_blocks: [],
		lost_comments: [],
		price_with_locked: null,
		is_outdated: false,
	});
	const changes = await revision.changes();
	expect(changes.map(({ kind, before, after }) => [kind, before ?? after])).toEqual([
		["deleted", "Nobody saw it happen."],
		["changed", "The keeper was asleep upstairs."],
		["added", "A gull cried."],
		["changed", "The tide"],
		["moved", expect.any(String)],
	]);
	expect(changes[1]?.words).toContainEqual({ kind: "added", text: "fast " });
	expect((await revision.changes("?kind=added&limit=1")).map(({ index }) => index)).toEqual([2]);
	expect(await textOf(project), "nothing changes until it is applied").toMatchObject({
		"The tide": ["The tide", ...tide],
	});

	const [first, second] = await chapterIds(project);
	expect(await revision.apply()).toMatchObject({ state: "applied" });
	expect(await chapterIds(project)).toEqual([first, second]);
	expect(await textOf(project)).toEqual({
		"The lamp": ["The lamp", ...revised["The lamp"]],
		"The flood": ["The flood", ...revised["The flood"]],
	});
	const { chapters: _, ...now } = await project.price();
	expect(now).toEqual(price);
	const takes = new Map(before.map(({ text, take_id }) => [text, take_id]));
	for (const { text, take_id } of await sentencesOf(project)) expect(take_id).toBe(takes.get(text) ?? null);
	await project.convert();
	expect(await used()).toBe(paid + (price?.credits ?? Number.NaN));
	expect(rendered.sort()).toEqual(["A gull cried.", "The flood", "The keeper was fast asleep upstairs."]);
	expect(await leftovers()).toBe(0);
});

test("the same manuscript changes nothing, and no audio has to be put together again", async () => {
	const project = await newProject();
	await project.convert();
	const revision = await revise(project, toMarkdown(book).replaceAll(". ", ".  "));
	const { comparison } = await revision.compared();
	expect(comparison).toMatchObject({ counts: { unchanged: 7, changed: 0, added: 0, deleted: 0, moved: 0 } });
	expect(comparison?.price).toMatchObject({ new_characters: 0, credits: 0 });
	await revision.apply();
	const { snapshots } = await project.send<{ snapshots: object[] }>("GET", `${project.chapterPath()}/snapshots`);
	expect(snapshots).toMatchObject([{ is_current: true }]);
});

test("a chapter is split, and another one deleted and moved, with its takes", async () => {
	const ice = ["One day the harbor froze from end to end.", "Two ships were caught in the ice for weeks."];
	const thaw = ["Then the thaw set in at last, and quickly."];
	const project = await newProject({ ...book, "The ice": [...ice, ...thaw] });
	await project.convert();
	const revision = await revise(project, { "The ice": ice, "The thaw": thaw, "The lamp": [...lamp, tide[0] ?? ""] });
	const { comparison } = await revision.compared();
	expect(comparison?.chapters.map(({ name, is_deleted, moved }) => [name, is_deleted, moved])).toEqual([
		["The ice", false, 0],
		["The thaw", false, 1],
		["The lamp", false, 1],
		["The tide", true, 0],
	]);
	expect((await revision.changes("?kind=moved")).map(({ from_chapter }) => from_chapter)).toEqual([
		"The ice",
		"The tide",
	]);
	const [lampId, , iceId] = await chapterIds(project);
	await revision.apply();
	expect((await chapterIds(project)).map((id) => [lampId, iceId].indexOf(id))).toEqual([1, -1, 0]);
	const { chapters: _, ...now } = await project.price();
	expect(now).toEqual(comparison?.price);
	expect((await sentencesOf(project)).filter(({ state }) => state !== "ready").map(({ text }) => text)).toEqual([
		"The thaw",
	]);
});

test("voices and chosen takes stay with sentences that stay, change or move", async () => {
	const other = (await aVoice(app.db, app.storage, user, { speaker: "tone-high" })).voiceId;
	const project = await aStudioProject(app, user, {
		"The lamp": [
			{ sub_type: "h1", nodes: [{ text: "The lamp", voice_id: app.voiceId }] },
			{
				nodes: [
					{ text: "“Since when has the lamp been out?” ", voice_id: other },
					{ text: "asked Tom. Nobody saw it happen. ", voice_id: app.voiceId },
					{ text: "Ada knew nothing about the lamp.", voice_id: other },
				],
			},
			"The keeper was asleep upstairs.",
		],
		"The tide": [{ sub_type: "h1", nodes: [{ text: "The tide", voice_id: app.voiceId }] }, ...tide],
	});
	await project.convert();
	// A take in the voice of the time before, restored for its place.
	const pinned = (await project.takes(2))[0]?.takes[0]?.take_id;
	const third = (await aVoice(app.db, app.storage, user, { speaker: "tone-low" })).voiceId;
	await project.send("PATCH", project.path, { default_paragraph_voice_id: third });
	const place = { index: 0, text: "The keeper was asleep upstairs.", take_id: pinned };
	await project.send("PUT", `${await project.blockPath(2)}/takes`, place);

	const revision = await revise(project, {
		"The lamp": ["“Since when has the old lamp been out?” asked Tom. Nobody saw it happen.", tide[0] ?? ""],
		"The tide": [
			`He waited for the boat until it was dark. The keeper was asleep upstairs. Ada knew nothing about the lamp.`,
		],
	});
	const { comparison } = await revision.compared();
	await revision.apply();
	const { chapters: _, ...now } = await project.price();
	expect(now).toEqual(comparison?.price);
	const [first, second] = await Promise.all(
		(await chapterIds(project)).map((id) => project.send<Text>("GET", `${project.path}/chapters/${id}`)),
	);
	expect(first?.content.blocks[1]?.nodes).toMatchObject([
		{ text: "“Since when has the old lamp been out?” ", voice_id: other },
		{ text: "asked Tom. Nobody saw it happen.", voice_id: third },
	]);
	expect(second?.content.blocks[1]?.nodes.map(({ voice_id }) => voice_id)).toContain(other);
	const moved = (await sentencesOf(project)).find(({ text }) => text === place.text);
	expect(moved).toMatchObject({ take_id: pinned, is_restored: true, state: "ready" });
});

test("a locked paragraph that changes needs a choice, and both have their price", async () => {
	const project = await newProject();
	await project.convert();
	const ids = await Promise.all([1, 2].map((block) => project.blockPath(block)));
	for (const path of ids) await project.send("PUT", `${path}/lock`);
	const revised = { "The lamp": ["The lamp went out at five in the morning."], "The tide": tide };
	for (const locked_blocks of ["keep", "replace"] as const) {
		const revision = await revise(project, revised);
		const { comparison } = await revision.compared();
		expect(comparison?.locked_blocks).toMatchObject([
			{ chapter: "The lamp", before: lamp[0], after: "The lamp went out at five in the morning." },
			{ chapter: "The lamp", before: lamp[1], after: null },
		]);
		expect((await revision.start({}, 400)).detail).toMatchObject({ code: "invalid_request" });
		await revision.apply({ locked_blocks });
		const { chapters: _, ...now } = await project.price();
		expect(now).toEqual(locked_blocks === "keep" ? comparison?.price : comparison?.price_with_locked);
		const text = (await textOf(project))["The lamp"];
		expect(text).toEqual(["The lamp", ...(locked_blocks === "keep" ? lamp : revised["The lamp"])]);
		const locks = (await project.sentences()).filter(({ is_locked }) => is_locked).length;
		expect(locks).toBe(locked_blocks === "keep" ? 3 : 0);
	}
	expect(await project.price()).toMatchObject({ left_out_sentences: 0, new_sentences: 1 });
});

test("it is not applied to a project that has changed since, and can be compared again", async () => {
	const project = await newProject();
	const revision = await revise(project, { ...book, "The tide": [tide[0] ?? ""] });
	await revision.compared();
	await project.edit(1, "The lamp never went out.");
	expect(await revision.get()).toMatchObject({ state: "ready", comparison: { is_outdated: true } });
	const refused = await revision.start({}, 409);
	expect(refused.detail.message).toBe("The project has changed since the comparison. Compare again, then apply it.");
	expect(await revision.compareAgain()).toMatchObject({ state: "ready", comparison: { is_outdated: false } });
	// The last edit comes while it is waiting to be applied.
	await revision.start();
	await project.edit(1, "The lamp went out for good.");
	await revision.run();
	expect(await revision.get()).toMatchObject({ state: "ready", comparison: { is_outdated: true } });
	expect((await textOf(project))["The tide"]).toEqual(["The tide", ...tide]);
});

test("it is applied once, also if the worker is killed", async () => {
	const project = await newProject();
	const revision = await revise(project, { ...book, "The rain": ["It rained all day and all of the night."] });
	await revision.compared();
	await revision.start();
	let kills = 2;
	// After the text was written, before the step has ended.
	const storage = {
		...app.storage,
		delete: async (key: string) => {
			if (kills-- > 0) throw new Error("killed");
			await app.storage.delete(key);
		},
	};
	await revision.run(storage as typeof app.storage);
	expect(await revision.get()).toMatchObject({ state: "applied", error: null });
	expect(Object.keys(await textOf(project))).toEqual(["The lamp", "The tide", "The rain"]);
	expect(await leftovers()).toBe(0);
	expect((await revision.start({}, 409)).detail.code).toBe("conflict");
});

test("footnotes are left out unless they are kept, and discarding deletes what was read", async () => {
	const project = await newProject();
	const revision = await revise(project, `${toMarkdown(book)}[^1]\n\n[^1]: A boat of the old line.\n`);
	expect(await revision.compared()).toMatchObject({
		dropped: [{ kind: "footnote", count: 1 }],
		keep: [],
		comparison: { counts: { added: 0 } },
	});
	expect(await revision.compareAgain({ keep: ["footnote"] })).toMatchObject({
		keep: ["footnote"],
		comparison: { counts: { added: 1 } },
	});
	expect(await project.send("GET", `${project.path}/revisions`)).toMatchObject({
		revisions: [{ revision_id: revision.id }],
	});
	expect((await app.request(user.apiKey, "GET", `/v1/studio/imports/${revision.id}`)).status).toBe(404);
	await project.send("DELETE", revision.path);
	expect(await leftovers()).toBe(0);
	expect((await app.request(user.apiKey, "GET", revision.path)).status).toBe(404);
	expect((await textOf(project))["The tide"]).toEqual(["The tide", ...tide]);
	await runQueued(app, importExpiryWorkflow, { db: app.db, storage: app.storage });
});

test("a manuscript that can't be read is rejected, or fails with its reason", async () => {
	const project = await newProject();
	const form = new FormData();
	form.set("file", new File([Uint8Array.from([0, 1, 2, 3, 255, 254, 0, 9])], "revised.bin"));
	const headers = { "xi-api-key": user.apiKey };
	const response = await fetch(`${app.url}${project.path}/revisions`, { method: "POST", headers, body: form });
	expect(response.status).toBe(400);
	expect(await project.send("GET", `${project.path}/revisions`)).toEqual({ revisions: [] });
});
