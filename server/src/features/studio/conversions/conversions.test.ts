import type { Conversion } from "@timbre/contract/studio/conversion-schemas.ts";
import type { ProjectDetails } from "@timbre/contract/studio/project-schemas.ts";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { aPublication, aVoice, type SeedUser } from "../../../../../seed/builders.ts";
import { runQueued } from "../../../testing/recordings.ts";
import { aStudioProject, runConversions, type StudioProject } from "../../../testing/studio/project.ts";
import { type TestApp, testApp } from "../../../testing/test-app.ts";
import { castWorkflow } from "../cast/cast.workflow.ts";

type Times = { sentences: { text: string; voice_id: string; start_seconds: number; end_seconds: number }[] };
type Snapshot = { chapter_snapshot_id: string; audio_duration_secs: number; is_current: boolean };
type ErrorBody = { detail: { code: string; message: string } };

let app: TestApp;
let user: SeedUser;
const engine = { failOn: "", rendered: [] as string[] };
beforeAll(async () => {
	app = await testApp({
		fake: {
			onSegment: (segment) => {
				if (engine.failOn !== "" && segment.includes(engine.failOn)) throw new Error("the engine failed");
				engine.rendered.push(segment.trim());
			},
		},
	});
});
beforeEach(async () => {
	engine.failOn = "";
	engine.rendered = [];
	user = await app.user({ tier: "creator" });
});
afterAll(async () => app.stop());

const lamp = ["The lamp went out at four.", "Nobody saw it happen. The keeper was asleep."];
const tide = ["The tide came in at nine."];
const book = { "The lamp": lamp, "The tide": tide };
const charactersOf = (...texts: string[]) => texts.join("").length;
const used = async () => (await app.ledger(user.workspaceId)).used;

async function snapshotsOf(project: StudioProject, chapter = 0) {
	const path = `${project.chapterPath(chapter)}/snapshots`;
	return (await project.send<{ snapshots: Snapshot[] }>("GET", path)).snapshots;
}

async function timesOf(project: StudioProject, chapter = 0): Promise<Times> {
	const [latest] = await snapshotsOf(project, chapter);
	return project.send("GET", `${project.chapterPath(chapter)}/snapshots/${latest?.chapter_snapshot_id}/times`);
}

async function audioOf(path: string, method = "GET", headers = {}): Promise<Buffer> {
	const response = await fetch(app.url + path, { method, headers: { "xi-api-key": user.apiKey, ...headers } });
	expect(response.ok).toBe(true);
	return Buffer.from(await response.arrayBuffer());
}

test("a conversion costs exactly its price, and nothing the second time", async () => {
	const project = await aStudioProject(app, user, book);
	const price = await project.price();
	const characters = charactersOf(...lamp, ...tide);
	expect(price).toMatchObject({ characters, new_characters: characters, credits: characters, sentences: 4 });
	expect(price.chapters.map(({ credits }) => credits)).toEqual([charactersOf(...lamp), charactersOf(...tide)]);
	expect(await used()).toBe(0);

	const done = await project.convert();
	expect(done).toMatchObject({ state: "done", progress: 1, credits: characters, error: null, queue_position: null });
	expect(done.chapters).toMatchObject([
		{ chapter_id: project.chapterIds[0], state: "done", sentences: 3, sentences_done: 3 },
		{ chapter_id: project.chapterIds[1], state: "done", sentences: 1, sentences_done: 1 },
	]);
	expect(await app.ledger(user.workspaceId)).toMatchObject({ used: characters, reserved: 0, open: 0 });
	expect(engine.rendered).toEqual([
		"The lamp went out at four.",
		"Nobody saw it happen.",
		"The keeper was asleep.",
		...tide,
	]);

	expect(await project.price()).toMatchObject({ characters, new_characters: 0, credits: 0, new_sentences: 0 });
	await project.convert();
	expect(await used()).toBe(characters);
	expect(engine.rendered).toHaveLength(4);
});

test("STUDIO-003 STUDIO-012 a converted project and its chapters have audio, times and downloads", async () => {
	const project = await aStudioProject(app, user, book);
	const before = await project.get<ProjectDetails>();
	expect(before).toMatchObject({ can_be_downloaded: false, latest_snapshot_id: null, last_conversion_date_unix: null });
	await project.convert();

	const after = await project.get<ProjectDetails>();
	expect(after).toMatchObject({ state: "default", can_be_downloaded: true, queue_position: null });
	expect(after.last_conversion_date_unix).toBeGreaterThan(1_700_000_000);
	expect(after.chapters[0]).toMatchObject({
		can_be_downloaded: true,
		conversion_progress: null,
		statistics: { characters_unconverted: 0, characters_converted: charactersOf(...lamp) },
	});

	const [snapshot] = await snapshotsOf(project);
	expect(snapshot).toMatchObject({ is_current: true });
	const path = `${project.chapterPath()}/snapshots/${snapshot?.chapter_snapshot_id}`;
	const { sentences } = await timesOf(project);
	expect(sentences.map(({ text }) => text.trim())).toEqual([
		"The lamp went out at four.",
		"Nobody saw it happen.",
		"The keeper was asleep.",
	]);
	// The pause after a paragraph is longer than that within one.
	const gap = (at: number) => (sentences[at + 1]?.start_seconds ?? 0) - (sentences[at]?.end_seconds ?? 0);
	expect(gap(0)).toBeCloseTo(0.75, 2);
	expect(gap(1)).toBeCloseTo(0.38, 2);
	expect(snapshot?.audio_duration_secs).toBeGreaterThan(sentences[2]?.end_seconds ?? 0);
	const { character_alignments: alignments } = await project.send<{
		character_alignments: { characters: string[]; character_start_times_seconds: number[] }[];
	}>("GET", path);
	expect(alignments.map(({ characters }) => characters.join("").trim())).toEqual(lamp);
	const starts = alignments.flatMap((one) => one.character_start_times_seconds);
	expect(starts).toEqual([...starts].sort((a, b) => a - b));

	const audio = await audioOf(`${path}/audio`);
	expect(audio.subarray(0, 2).toString("hex")).toMatch(/^fff[ab]$/);
	const part = await audioOf(`${path}/audio`, "GET", { range: "bytes=100-199" });
	expect(part).toEqual(audio.subarray(100, 200));
	expect(await audioOf(`${path}/stream`, "POST")).toEqual(audio);

	const whole = `${project.path}/snapshots/${after.latest_snapshot_id}`;
	const [other] = await snapshotsOf(project, 1);
	const second = await audioOf(`${project.chapterPath(1)}/snapshots/${other?.chapter_snapshot_id}/audio`);
	expect(await audioOf(`${whole}/stream`, "POST")).toEqual(Buffer.concat([audio, second]));
	const zip = await audioOf(`${whole}/archive`, "POST");
	expect(zip.includes("1 The lamp.mp3")).toBe(true);
	expect(zip.includes(second)).toBe(true);
	expect(await project.send("GET", whole)).toMatchObject({ character_alignments: { length: 3 } });
	expect(await project.send("GET", `${project.path}/snapshots`)).toMatchObject({
		snapshots: [{ project_snapshot_id: after.latest_snapshot_id, name: "The Lighthouse" }],
	});
});

test("one changed word costs its sentence, and only that sentence sounds different", async () => {
	const project = await aStudioProject(app, user, book);
	await project.convert();
	const paid = await used();
	const before = await timesOf(project);
	engine.rendered = [];

	await project.edit(1, "Nobody saw it happen. The keeper was awake.");
	const price = await project.price();
	expect(price).toMatchObject({ new_sentences: 1, credits: charactersOf("The keeper was awake.") });
	expect((await snapshotsOf(project))[0]).toMatchObject({ is_current: false });
	await project.convert();
	expect(engine.rendered).toEqual(["The keeper was awake."]);
	expect(await used()).toBe(paid + price.credits);

	const after = await timesOf(project);
	expect(after.sentences.slice(0, 2)).toEqual(before.sentences.slice(0, 2));
	expect(after.sentences[2]?.text.trim()).toBe("The keeper was awake.");
	expect(await snapshotsOf(project)).toHaveLength(2);
	// Nothing has changed in the other chapter, so its audio stays the same.
	expect(await snapshotsOf(project, 1)).toHaveLength(1);
});

test("a sentence that occurs twice is generated and paid once", async () => {
	const project = await aStudioProject(app, user, {
		One: ["The bell rang.", "The bell rang."],
		Two: ["The bell rang."],
	});
	expect(await project.price()).toMatchObject({ sentences: 3, new_sentences: 1, credits: 14 });
	await project.convert();
	expect(engine.rendered).toEqual(["The bell rang."]);
	expect(await used()).toBe(14);
	expect((await timesOf(project)).sentences).toHaveLength(2);
});

test("a block or a chapter can be converted alone", async () => {
	const project = await aStudioProject(app, user, book);
	const [first] = await project.blocksOf();
	const only = { chapter_id: project.chapterIds[0], block_id: first?.block_id };
	expect(await project.price(`?chapter_id=${only.chapter_id}&block_id=${only.block_id}`)).toMatchObject({
		credits: 26,
	});
	expect(await project.convert(only)).toMatchObject({ state: "done", ...only });
	expect(await used()).toBe(26);
	expect(await snapshotsOf(project), "a block has no snapshot").toEqual([]);
	await audioOf(`${await project.blockPath(0)}/audio`);

	await project.send("POST", `${project.chapterPath(1)}/convert`);
	await runConversions(app);
	expect(engine.rendered).toEqual(["The lamp went out at four.", ...tide]);
	expect(await snapshotsOf(project, 1)).toHaveLength(1);
	expect(await project.get()).toMatchObject({ latest_snapshot_id: null });

	await project.send("POST", `${project.path}/convert`);
	await runConversions(app);
	expect(await used()).toBe(charactersOf(...lamp, ...tide));
	expect(await project.get()).toMatchObject({ can_be_downloaded: true });
	expect(await project.start({ block_id: only.block_id }, 422)).toBeDefined();
	expect(await project.start({ chapter_id: only.chapter_id, block_id: "nosuchblock" }, 404)).toMatchObject({
		detail: { code: "block_not_found" },
	});
});

test("each node of a block is spoken by its own voice", async () => {
	const other = (await aVoice(app.db, app.storage, user, { speaker: "tone-high" })).voiceId;
	const project = await aStudioProject(app, user, {
		One: [
			{
				nodes: [
					{ text: "“Since when?” ", voice_id: other },
					{ text: "asked Tom.", voice_id: app.voiceId },
				],
			},
		],
	});
	await project.convert();
	expect((await timesOf(project)).sentences).toMatchObject([
		{ text: "“Since when?” ", voice_id: other },
		{ text: "asked Tom.", voice_id: app.voiceId },
	]);
});

test("an attempt that is interrupted is continued, and no sentence is charged twice", async () => {
	const project = await aStudioProject(app, user, {
		One: ["First sentence here.", "Second sentence here.", "Third one."],
	});
	const { conversion_id: id } = await project.start();
	engine.failOn = "Second";
	await runConversions(app, (step) => {
		// As if the engine came back between two attempts.
		if (step.startsWith("sleep")) engine.failOn = "";
	}).catch(() => {});
	const broken = await project.conversion(id);
	expect(broken).toMatchObject({ state: "failed" });
	expect(await app.ledger(user.workspaceId)).toMatchObject({ used: 20, reserved: 0, open: 0 });
	engine.failOn = "";
	expect(await project.price()).toMatchObject({ credits: 31 });
	await project.convert();
	expect(await app.ledger(user.workspaceId)).toMatchObject({ used: 51, reserved: 0, open: 0 });
});

test("canceling stops a conversion, keeps what was generated and leaves no reservation", async () => {
	const project = await aStudioProject(app, user, { One: ["First sentence here.", "Second sentence here."] });
	const { conversion_id: id } = await project.start();
	let canceledAt = 0;
	const slow: TestApp["speech"] = {
		...app.speech,
		async *speak(request, signal) {
			for await (const event of app.speech.speak(request, signal)) {
				yield event;
				if (event.type !== "segment" || canceledAt > 0) continue;
				expect(await project.send<Conversion>("POST", `${project.path}/conversions/${id}/cancel`)).toMatchObject({
					state: "canceled",
				});
				canceledAt = performance.now();
				await new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
			}
		},
	};
	await runConversions(app, undefined, slow);
	expect(performance.now() - canceledAt).toBeLessThan(10_000);
	expect(await project.conversion(id)).toMatchObject({ state: "canceled", queue_position: null });
	expect(await app.ledger(user.workspaceId)).toMatchObject({ used: 20, reserved: 0, open: 0 });
	expect(await project.get()).toMatchObject({ state: "default", can_be_downloaded: false });
	await project.convert();
	expect(await used()).toBe(41);
});

test("STUDIO-011 conversions of a workspace wait for each other, and the same one is not queued twice", async () => {
	const [one, two] = [await aStudioProject(app, user, book), await aStudioProject(app, user, { Other: tide })];
	const first = await one.start();
	expect(await one.start()).toMatchObject({ conversion_id: first.conversion_id });
	const second = await two.start();
	expect(second).toMatchObject({ state: "queued", queue_position: 1 });
	const waiting = await two.get<ProjectDetails>();
	expect(waiting).toMatchObject({ state: "in_queue", queue_position: 1 });
	expect(waiting.added_to_queue_at_unix).toBeGreaterThan(1_700_000_000);
	const states: string[] = [];
	await runConversions(app, async (step) => {
		if (step.startsWith("join")) states.push((await one.get<ProjectDetails>()).state);
	});
	expect(states).toContain("converting");
	expect(await two.get()).toMatchObject({ state: "default", queue_position: null, added_to_queue_at_unix: 0 });
	const { conversions } = await one.send<{ conversions: Conversion[] }>("GET", `${one.path}/conversions`);
	expect(conversions).toMatchObject([{ conversion_id: first.conversion_id, state: "done" }]);
});

test("take check reads a misread sentence again free of charge, and lists what stays misread", async () => {
	const texts = ["He mumbled a name.", "It was garbled again.", "Then it was quiet."];
	const project = await aStudioProject(app, user, { One: texts });
	const done = await project.convert();
	expect(done).toMatchObject({ state: "done", misread: 2, mended: 1 });
	expect(await used()).toBe(charactersOf(...texts));
	expect(engine.rendered.filter((text) => text.includes("mumbled"))).toHaveLength(2);
	expect(engine.rendered.filter((text) => text.includes("garbled"))).toHaveLength(3);
	expect((await project.sentences()).map(({ verdict, state }) => [verdict, state])).toEqual([
		["good", "ready"],
		["misread", "ready"],
		["good", "ready"],
	]);

	const misread = async () =>
		(
			await project.send<{ sentences: { text: string; take_id: string; misread: object[] }[] }>(
				"GET",
				`${project.path}/misread`,
			)
		).sentences;
	const [left, ...rest] = await misread();
	expect(rest).toEqual([]);
	expect(left).toMatchObject({ text: "It was garbled again.", misread: [{ expected: "garbled", kind: "dropped" }] });
	await project.send("POST", `${project.path}/takes/${left?.take_id}/accept`);
	expect(await misread()).toEqual([]);
	// The takes are in use now, so converting again listens to nothing and costs nothing.
	expect(await project.convert()).toMatchObject({ misread: 0, mended: 0 });
	expect(await used()).toBe(charactersOf(...texts));
});

test("take check can be turned off", async () => {
	const project = await aStudioProject(app, user, { One: ["He mumbled a name."] });
	await project.send("PATCH", project.path, { quality_check: false });
	expect(await project.get()).toMatchObject({ quality_check_on: false });
	expect(await project.convert()).toMatchObject({ misread: 0, mended: 0 });
	expect((await project.sentences()).map(({ verdict }) => verdict)).toEqual([null]);
});

test("a conversion that the credits don't cover is rejected before it starts", async () => {
	user = await app.user({ tier: "creator", credits: 30 });
	const project = await aStudioProject(app, user, book);
	const rejected = await app.request<ErrorBody>(user.apiKey, "POST", `${project.path}/conversions`, {});
	expect(rejected).toMatchObject({ status: 401, body: { detail: { code: "quota_exceeded" } } });
	expect(await project.send("GET", `${project.path}/conversions`)).toEqual({ conversions: [] });
	const [first] = await project.blocksOf();
	await project.convert({ chapter_id: project.chapterIds[0], block_id: first?.block_id });
	expect(await app.ledger(user.workspaceId)).toMatchObject({ used: 26, reserved: 0, open: 0 });
});

test("an empty project can't be converted", async () => {
	const project = await aStudioProject(app, user, { One: ["* * *"] });
	expect(await project.price()).toMatchObject({ sentences: 0, credits: 0 });
	expect(await project.start({}, 400)).toMatchObject({ detail: { code: "empty_text" } });
});

test("STUDIO-016 a voice that came under live moderation is refused", async () => {
	const owner = await app.user();
	const original = (await aVoice(app.db, app.storage, owner, { name: "Original" })).voiceId;
	await aPublication(app.db, owner, original, { liveModeration: false });
	const lent = { name: "Ada", origin: "library", publicationId: original, sourceVoiceId: original } as const;
	const copy = (await aVoice(app.db, app.storage, user, lent)).voiceId;
	const project = await aStudioProject(app, user, { One: [{ nodes: [{ text: "Hello there.", voice_id: copy }] }] });
	await project.start();
	await app.db
		.updateTable("voice_publication")
		.set({ live_moderation_enabled: true })
		.where("id", "=", original)
		.execute();
	await runConversions(app);
	const { conversions } = await project.send<{ conversions: Conversion[] }>("GET", `${project.path}/conversions`);
	expect(conversions).toMatchObject([{ state: "failed" }]);
	expect(conversions[0]?.error).toMatch(/moderation/);
	expect((await project.get<ProjectDetails>()).chapters[0]?.last_conversion_error).toBe(conversions[0]?.error);
	expect(await used()).toBe(0);
});

test("auto_convert starts a conversion when the text is complete", async () => {
	const project = await aStudioProject(app, user, book, { auto_convert: "true" });
	expect(await runConversions(app)).toBe(1);
	expect(await project.get()).toMatchObject({ can_be_downloaded: true });
	expect(await used()).toBe(charactersOf(...lamp, ...tide));

	const form = new FormData();
	form.set(
		"from_content_json",
		JSON.stringify([
			{ name: "New", blocks: [{ nodes: [{ type: "tts_node", text: "All new.", voice_id: app.voiceId }] }] },
		]),
	);
	form.set("auto_convert", "true");
	const headers = { "xi-api-key": user.apiKey };
	await fetch(`${app.url}${project.path}/content`, { method: "POST", headers, body: form });
	await runConversions(app);
	expect(engine.rendered.at(-1)).toBe("All new.");
});

test("auto_convert waits until the characters have voices", async () => {
	const scene = ["“The lamp is out,” said Ada Hale.", "“Since when?” asked Tom Reed."];
	const project = await aStudioProject(app, user, { One: scene }, { auto_convert: "true", auto_assign_voices: "true" });
	expect(await runConversions(app)).toBe(0);
	await runQueued(app, castWorkflow, { db: app.db });
	expect(await runConversions(app)).toBe(1);
	const voices = new Set((await timesOf(project)).sentences.map(({ voice_id }) => voice_id));
	expect(voices.size).toBe(3);
});

test("someone who has left the workspace converts nothing", async () => {
	const project = await aStudioProject(app, user, book);
	const { conversion_id: id } = await project.start();
	await app.db.updateTable("studio_conversion").set({ created_by: "nobody" }).where("id", "=", id).execute();
	await runConversions(app);
	expect(await project.conversion(id)).toMatchObject({
		state: "failed",
		error: "You are no longer a member of this workspace.",
	});
	expect(engine.rendered).toEqual([]);
});
