import type { Rehearsal, Take } from "@timbre/contract/studio/take-schemas.ts";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { aVoice, type SeedUser } from "../../../../../seed/builders.ts";
import { runQueued } from "../../../testing/recordings.ts";
import { aStudioProject, type StudioProject } from "../../../testing/studio/project.ts";
import { type TestApp, testApp } from "../../../testing/test-app.ts";
import { takeKey } from "../../speech/speech.public.ts";
import { projectPurgeWorkflow } from "../projects/purge.workflow.ts";

type ErrorBody = { detail: { code: string; message: string } };

let app: TestApp;
let user: SeedUser;
let rendered: string[];
beforeAll(async () => {
	app = await testApp({ fake: { onSegment: (segment) => rendered.push(segment.trim()) } });
});
beforeEach(async () => {
	rendered = [];
	user = await app.user({ tier: "creator" });
});
afterAll(async () => app.stop());

const text = "Nobody saw it happen. The keeper was asleep.";
const [seen, asleep] = ["Nobody saw it happen.", "The keeper was asleep."] as const;
/** Characters that a sentence costs in its paragraph: with the space after it. */
const seenCost = seen.length + 1;
const used = async () => (await app.ledger(user.workspaceId)).used;

async function converted(paragraphs: readonly string[] = [text]): Promise<StudioProject> {
	const project = await aStudioProject(app, user, { One: paragraphs });
	await project.convert();
	return project;
}

const retake = async (project: StudioProject, index: number, sentence: string, status = 200) =>
	project.send<{ take: Take } & ErrorBody>(
		"POST",
		`${await project.blockPath(0)}/takes`,
		{ index, text: sentence },
		status,
	);
const choose = async (project: StudioProject, index: number, sentence: string, takeId: string | null, status = 200) =>
	project.send<ErrorBody>(
		"PUT",
		`${await project.blockPath(0)}/takes`,
		{ index, text: sentence, take_id: takeId },
		status,
	);
const lock = async (project: StudioProject, status = 200) =>
	project.send<ErrorBody>("PUT", `${await project.blockPath(0)}/lock`, undefined, status);
const highVoice = async () => (await aVoice(app.db, app.storage, user, { name: "High", speaker: "tone-high" })).voiceId;
const usedTakes = async (project: StudioProject) => (await project.sentences()).map(({ take_id }) => take_id);

async function bytesOf(path: string): Promise<Buffer> {
	const response = await fetch(app.url + path, { headers: { "xi-api-key": user.apiKey } });
	expect(response.status).toBe(200);
	return Buffer.from(await response.arrayBuffer());
}

test("a sentence keeps its takes with voice, settings and time, and the newest is used", async () => {
	const project = await converted();
	const [first] = await project.takes();
	expect(first).toMatchObject({
		index: 0,
		text: seen,
		retake_credits: seenCost,
		takes: [
			{ voice_id: app.voiceId, settings: { speed: 1 }, verdict: "good", is_current: true, is_used: true, text: seen },
		],
	});
	const paid = await used();
	const { take } = await retake(project, 0, seen);
	expect(await used()).toBe(paid + seenCost);
	expect(take).toMatchObject({ is_used: true, is_current: true });
	const [again, other] = await project.takes();
	expect(again?.takes.map(({ is_used }) => is_used)).toEqual([false, true]);
	expect(other?.takes).toHaveLength(1);
	const [before, after] = await Promise.all(
		(again?.takes ?? []).map(({ take_id }) => bytesOf(`${project.path}/takes/${take_id}/audio`)),
	);
	expect(before?.subarray(0, 4).toString()).toBe("RIFF");
	expect(before?.equals(after ?? Buffer.alloc(0))).toBe(false);
	// A conversion uses it and renders nothing.
	expect(await project.price()).toMatchObject({ credits: 0 });
	await project.convert();
	expect(await usedTakes(project)).toEqual([take.take_id, other?.takes[0]?.take_id]);
});

test("an earlier take is restored without a cost, wherever the sentence occurs", async () => {
	const project = await converted([text, seen]);
	const [first] = await project.takes();
	const original = first?.takes[0]?.take_id ?? "";
	const { take } = await retake(project, 0, seen);
	expect((await usedTakes(project)).filter((id) => id === take.take_id)).toHaveLength(2);
	const paid = await used();
	await choose(project, 0, seen, original);
	expect((await usedTakes(project)).filter((id) => id === original)).toHaveLength(2);
	expect(await used()).toBe(paid);
});

test("another voice makes sentences stale, says what it costs, and earlier takes can be kept", async () => {
	const project = await converted();
	const voice = await highVoice();
	await project.send("PATCH", project.path, { default_paragraph_voice_id: voice });
	expect(await project.price()).toMatchObject({ stale_sentences: 2, new_sentences: 2, credits: text.length });
	expect((await project.sentences()).map(({ state }) => state)).toEqual(["stale", "stale"]);
	const [first, second] = await project.takes();
	const original = first?.takes[0]?.take_id ?? "";
	expect(first?.takes).toMatchObject([{ is_current: false, is_used: false }]);

	await choose(project, 0, seen, original);
	expect(await project.sentences()).toMatchObject([
		{ state: "ready", is_restored: true, take_id: original },
		{ state: "stale", is_restored: false },
	]);
	expect(await project.price()).toMatchObject({ credits: asleep.length });
	await project.convert();
	expect(rendered.slice(2)).toEqual([asleep]);
	const times = await project.send<{ snapshots: { chapter_snapshot_id: string }[] }>(
		"GET",
		`${project.chapterPath()}/snapshots`,
	);
	const latest = times.snapshots[0]?.chapter_snapshot_id;
	expect(await project.send("GET", `${project.chapterPath()}/snapshots/${latest}/times`)).toMatchObject({
		sentences: [{ voice_id: app.voiceId }, { voice_id: voice }],
	});

	// Null goes back to the current voice, and the first voice costs nothing the second time.
	await choose(project, 0, seen, null);
	expect(await project.price()).toMatchObject({ credits: seenCost });
	await project.send("PATCH", project.path, { default_paragraph_voice_id: app.voiceId });
	expect(await project.price()).toMatchObject({ credits: 0, stale_sentences: 0 });
	expect(await choose(project, 0, seen, second?.takes[0]?.take_id ?? "", 404)).toMatchObject({
		detail: { code: "take_not_found" },
	});
});

test("a changed pronunciation dictionary makes exactly the sentences stale that it changes", async () => {
	const project = await converted();
	const dictionary = await project.send<{ id: string; version_id: string }>(
		"POST",
		"/v1/pronunciation-dictionaries/add-from-rules",
		{ name: "Names", rules: [{ type: "alias", string_to_replace: "keeper", alias: "watchman" }] },
	);
	await project.send("POST", `${project.path}/pronunciation-dictionaries`, {
		pronunciation_dictionary_locators: [
			{ pronunciation_dictionary_id: dictionary.id, version_id: dictionary.version_id },
		],
	});
	expect((await project.sentences()).map(({ state }) => state)).toEqual(["ready", "stale"]);
	expect(await project.price()).toMatchObject({ stale_sentences: 1, credits: asleep.length });
});

test("a misread sentence is read again free of charge", async () => {
	const garbled = "It was garbled again.";
	const project = await converted([garbled]);
	const paid = await used();
	const [sentence] = await project.takes();
	expect(sentence?.retake_credits).toBe(0);
	const response = await app.postJson(`${await project.blockPath(0)}/takes`, user.apiKey, { index: 0, text: garbled });
	expect(response.headers.get("character-cost")).toBe("0");
	expect(await used()).toBe(paid);
	const { take } = (await response.json()) as { take: Take };
	// Nobody has listened to the new take, so the next one costs something.
	expect((await project.takes())[0]).toMatchObject({ retake_credits: garbled.length });
	expect(await usedTakes(project)).toEqual([take.take_id]);
});

test("a locked block is never generated again", async () => {
	const project = await aStudioProject(app, user, { One: [text, "Then it was quiet."] });
	expect(await lock(project, 409)).toMatchObject({ detail: { code: "conflict" } });
	await project.convert();
	await lock(project);
	const before = await usedTakes(project);
	await project.send("PATCH", project.path, { default_paragraph_voice_id: await highVoice() });
	expect(await project.price()).toMatchObject({ locked_sentences: 2, credits: "Then it was quiet.".length });
	rendered = [];
	await project.convert();
	expect(rendered).toEqual(["Then it was quiet."]);
	expect((await usedTakes(project)).slice(0, 2)).toEqual(before.slice(0, 2));
	expect(await retake(project, 0, seen, 409)).toMatchObject({ detail: { message: /locked/ } });
	expect(await choose(project, 0, seen, null, 409)).toMatchObject({ detail: { code: "conflict" } });

	// A sentence that was changed after that is left out until the block is unlocked.
	await project.edit(0, "Nobody saw it happen. The keeper was awake.");
	expect(await project.price()).toMatchObject({ left_out_sentences: 1, credits: 0 });
	await project.send("DELETE", `${await project.blockPath(0)}/lock`);
	expect(await project.price()).toMatchObject({ left_out_sentences: 0, locked_sentences: 0, stale_sentences: 1 });
});

test("another take of a sentence that was changed meanwhile is rejected", async () => {
	const project = await converted();
	await project.edit(0, "Nobody saw it happen. The keeper was awake.");
	expect(await retake(project, 1, asleep, 409)).toMatchObject({ detail: { code: "conflict" } });
	expect(await choose(project, 1, asleep, null, 409)).toMatchObject({ detail: { code: "conflict" } });
});

test("another take that the credits don't cover is rejected", async () => {
	user = await app.user({ tier: "creator", credits: text.length });
	const project = await converted();
	expect(await retake(project, 0, seen, 401)).toMatchObject({ detail: { code: "quota_exceeded" } });
	expect(await app.ledger(user.workspaceId)).toMatchObject({ reserved: 0, open: 0 });
});

test("a rehearsal speaks passages in another voice, costs nothing and stores nothing", async () => {
	const paragraphs = Array.from({ length: 9 }, (_, at) => `This is paragraph ${at + 1}.`);
	const project = await converted(paragraphs);
	const paid = await used();
	const voice = await highVoice();
	const body = { voice_id: voice, replaces: "paragraphs" };
	const rehearsal = await project.send<Rehearsal>("POST", `${project.path}/rehearsals`, body);
	expect(rehearsal.passages).toHaveLength(3);
	expect(new Set(rehearsal.passages.map(({ block_id }) => block_id)).size).toBe(3);
	const mp3 = Buffer.from(rehearsal.passages[0]?.audio_base64 ?? "", "base64");
	expect(mp3.subarray(0, 2).toString("hex")).toMatch(/^fff[ab]$/);
	const all = paragraphs.join("").length;
	expect(rehearsal).toMatchObject({ sentences: 9, new_characters: all, credits: all });
	expect(await used()).toBe(paid);
	await project.send("PATCH", project.path, { default_paragraph_voice_id: voice });
	expect(await project.price(), "nothing that it spoke is free now").toMatchObject({ credits: all });
	const short = await aStudioProject(app, user, {
		One: [text, "Then it was quiet. Nobody moved."],
		Two: ["Dawn came."],
	});
	const everything = await short.send<Rehearsal>("POST", `${short.path}/rehearsals`, body);
	expect(everything.passages.map((passage) => passage.text)).toEqual([
		text,
		"Then it was quiet. Nobody moved.",
		"Dawn came.",
	]);
	expect(
		await project.send<ErrorBody>(
			"POST",
			`${project.path}/rehearsals`,
			{ ...body, replaces: "character", character_id: "kH3bTd9pXq8RvW2sLc6F" },
			404,
		),
	).toMatchObject({ detail: { code: "character_not_found" } });
});

test("a deleted chapter leaves no recording in the storage, the others keep theirs", async () => {
	const project = await aStudioProject(app, user, { One: [seen], Two: [asleep] });
	await project.convert();
	const folder = `studio/${user.workspaceId}/${project.id}/`;
	const before = await app.storage.list(folder);
	await project.send("DELETE", project.chapterPath(0));
	await runQueued(app, projectPurgeWorkflow, { db: app.db, storage: app.storage });
	const after = await app.storage.list(folder);
	expect([before.length, after.length]).toEqual([4, 2]);
	const [left] = (
		await project.send<{ snapshots: { chapter_snapshot_id: string }[] }>("GET", `${project.chapterPath(1)}/snapshots`)
	).snapshots;
	expect(after.every((key) => key.includes(left?.chapter_snapshot_id ?? "none"))).toBe(true);
});

test("takes that only a deleted project needs are removed, and paid again", async () => {
	const project = await converted();
	const other = await aStudioProject(app, user, { One: [seen] });
	await other.convert();
	expect(rendered, "another project uses what is paid already").toHaveLength(2);
	const takes = await app.db
		.selectFrom("studio_take")
		.select(["hash", "text"])
		.where("project_id", "=", project.id)
		.execute();
	const stored = async () => {
		const found: string[] = [];
		for (const { hash, text: words } of takes)
			if (await app.storage.get(takeKey(user.workspaceId, hash))) found.push(words);
		return found;
	};
	expect(await stored()).toHaveLength(2);
	await project.send("DELETE", project.path);
	await runQueued(app, projectPurgeWorkflow, { db: app.db, storage: app.storage });
	expect(await stored()).toEqual([seen]);
	const next = await aStudioProject(app, user, { One: [text] });
	expect(await next.price()).toMatchObject({ credits: asleep.length });
});
