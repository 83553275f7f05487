import type { Comment } from "@timbre/contract/studio/endpoints.ts";
import { maxGuestComments, maxGuests } from "@timbre/contract/studio/review/rules.ts";
import type { Review, ReviewDetails } from "@timbre/contract/studio/review/schemas.ts";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import * as Y from "yjs";
import { aColleague, type SeedUser } from "../../../../../seed/builders.ts";
import { newId } from "../../../core/ids.ts";
import { aStudioProject, type StudioProject } from "../../../testing/studio/project.ts";
import { aReviewLink, reviewLinksPath, visit } from "../../../testing/studio/review.ts";
import { type TestApp, testApp } from "../../../testing/test-app.ts";
import { loadDocument } from "../document/document.service.ts";

let app: TestApp;
let user: SeedUser;
beforeAll(async () => {
	app = await testApp({ env: { TRUST_PROXY: "true" } });
});
beforeEach(async () => {
	user = await app.user({ tier: "creator" });
});
afterAll(async () => app.stop());

const dusk = ["The lamp went out at four. Nobody saw it.", "The tide came in."];
async function converted(chapters: Record<string, string[]> = { Dusk: dusk }): Promise<StudioProject> {
	const project = await aStudioProject(app, user, chapters);
	await project.convert();
	return project;
}
const codeOf = ({ status, body }: { status: number; body: { detail?: { code: string } } }) =>
	status === 200 ? "ok" : `${status} ${body.detail?.code}`;
const unavailable = "404 review_link_not_found";
const reviewsOf = async (project: StudioProject) =>
	(await project.send<{ reviews: Review[] }>("GET", `${project.path}/reviews`)).reviews;
const expire = (id: string) =>
	app.db
		.updateTable("studio_review")
		.set({ expires_at: new Date(Date.now() - 1_000) })
		.where("id", "=", id)
		.execute();

test("a guest without an account reads and hears the chapters of a link, with a byte range", async () => {
	const project = await converted({ Dusk: dusk, Dawn: ["Morning came."] });
	const link = await aReviewLink(app, project, { label: "Nora, first listen" });
	expect(link.url).toMatch(/\/review#[A-Za-z0-9]{40}$/);
	const { body } = await link.open();
	expect(body).toMatchObject({
		label: "Nora, first listen",
		project_name: "The Lighthouse",
		may_comment: true,
		may_approve: true,
		comparisons: 0,
		chapters: [
			{ name: "Dusk", recording: { audio_duration_secs: expect.any(Number) }, approvals: [] },
			{ name: "Dawn", recording: { chapter_snapshot_id: expect.any(String) } },
		],
	});
	const recording = await link.recording();
	expect(recording.sentences.map(({ paragraph, text }) => [paragraph, text.trim()])).toEqual([
		[0, "The lamp went out at four."],
		[0, "Nobody saw it."],
		[1, "The tide came in."],
	]);
	expect(recording.peaks.length).toBeGreaterThan(0);
	const audio = `${await link.recordingPath()}/audio`;
	const whole = await link.audio(audio);
	expect(whole.headers.get("content-type")).toBe("audio/mpeg");
	expect(whole.headers.get("cache-control")).toContain("no-store");
	const bytes = Buffer.from(await whole.arrayBuffer());
	const part = await link.audio(audio, { range: "bytes=100-199" });
	expect(part.status).toBe(206);
	expect(Buffer.from(await part.arrayBuffer())).toEqual(bytes.subarray(100, 200));
	// Names of voices and of the workspace stay inside.
	expect(JSON.stringify([body, recording])).not.toMatch(/voice|workspace/);
});

test("only a hash of the token is stored, and the link is shown once", async () => {
	const project = await converted();
	const { token, id } = await aReviewLink(app, project);
	const row = await app.db.selectFrom("studio_review").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
	expect(JSON.stringify(row)).not.toContain(token);
	expect(JSON.stringify(await reviewsOf(project))).not.toContain(token);
});

test("unknown, incomplete, expired and withdrawn links look alike, for all that a guest can do", async () => {
	const project = await converted();
	const [expired, withdrawn] = [await aReviewLink(app, project), await aReviewLink(app, project)];
	const guests = [await expired.join(), await withdrawn.join()];
	const audio = [`${await expired.recordingPath()}/audio`, `${await withdrawn.recordingPath()}/audio`];
	for (const path of audio) expect((await expired.audio(path)).status).toBe(200);
	await expire(expired.id);
	await withdrawn.withdraw();
	for (const path of audio) expect((await expired.audio(path, { range: "bytes=0-9" })).status).toBe(404);
	const unknown = await visit<object>(app, "GET", `${reviewLinksPath}/${newId(40)}`);
	const answers = [unknown, await expired.open(), await withdrawn.open()];
	expect(new Set(answers.map(({ status, body }) => `${status} ${body.detail.message}`))).toEqual(
		new Set([
			"404 This link doesn't work. It may be incomplete, expired or withdrawn. Ask the person who sent it for a new one.",
		]),
	);
	expect(codeOf(await visit(app, "GET", `${reviewLinksPath}/short`))).toBe("422 invalid_parameters");
	for (const guest of guests) {
		expect(codeOf(await guest.comment("Late", 0))).toBe(unavailable);
		expect(codeOf(await guest.approve())).toBe(unavailable);
	}
	expect(codeOf(await visit(app, "POST", `${withdrawn.path}/guests`, { name: "Nora" }))).toBe(unavailable);
	expect((await reviewsOf(project)).map(({ status }) => status).sort()).toEqual(["expired", "withdrawn"]);
});

test("a link reaches nothing but its chapters: not others of the project, of other projects, or other snapshots", async () => {
	const project = await converted({ Dusk: dusk, Secret: ["Nobody may read this."] });
	const other = await converted();
	const link = await aReviewLink(app, project, { chapter_ids: [project.chapterIds[0]] });
	const whole = await aReviewLink(app, project);
	const elsewhere = await aReviewLink(app, other);
	const { body } = await link.open();
	expect(body.chapters.map(({ name }) => name)).toEqual(["Dusk"]);
	const secret = await whole.recordingPath(1);
	expect(codeOf(await visit(app, "GET", secret))).toBe("ok");
	const foreign = await elsewhere.recordingPath();
	for (const path of [secret.replace(whole.path, link.path), foreign.replace(elsewhere.path, link.path)]) {
		expect(codeOf(await visit(app, "GET", path))).toBe("404 chapter_not_found");
		expect((await link.audio(`${path}/audio`)).status).toBe(404);
		const comments = path.replace(/\/recordings\/.*/, "/comments");
		expect(codeOf(await visit(app, "GET", comments))).toBe("404 chapter_not_found");
	}
	// A snapshot of another chapter under the id of a chapter that is covered.
	const mixed = `${link.path}/chapters/${project.chapterIds[0]}/recordings/${secret.split("/").at(-1)}`;
	expect(codeOf(await visit(app, "GET", mixed))).toBe("404 snapshot_not_found");
	const guest = await link.join();
	expect(codeOf(await guest.comment("What is here?", 0, 1))).toBe("404 chapter_not_found");
	expect(codeOf(await guest.approve(true, { chapter: 1 }))).toBe("404 chapter_not_found");
	expect(
		await app.request(user.apiKey, "POST", `${project.path}/reviews`, {
			label: "Wrong",
			chapter_ids: [other.chapterIds[0]],
		}),
	).toMatchObject({ status: 404, body: { detail: { code: "chapter_not_found" } } });
});

test("a guest's comment at a time appears beside its sentence in the editor, marked as from a guest", async () => {
	const project = await converted();
	const chapterId = project.chapterIds[0] ?? "";
	const link = await aReviewLink(app, project);
	const guest = await link.join("  Nora   Beck ");
	const { sentences } = await link.recording();
	const at = (sentences[1]?.start_seconds ?? 0) + 0.1;
	const { body: written } = await guest.comment("Slower <b>here</b>?", at);
	expect(written).toMatchObject({ guest_name: "Nora Beck", quote: "Nobody saw it.", text: "Slower <b>here</b>?" });
	const { comments } = await project.send<{ comments: Comment[] }>("GET", `${project.chapterPath()}/comments`);
	expect(comments).toMatchObject([
		{ user_id: null, user_name: "Nora Beck", is_guest: true, text: "Slower <b>here</b>?", quote: "Nobody saw it." },
	]);
	expect(comments[0]?.audio_seconds).toBeCloseTo(at, 3);
	// The passage is that of the sentence, also after text was added before it.
	const passage = async () => {
		const doc = (await loadDocument(app.db, user.workspaceId, chapterId))?.doc ?? new Y.Doc();
		const [start, end] = [comments[0]?.start, comments[0]?.end].map((position) =>
			Y.createAbsolutePositionFromRelativePosition(Y.createRelativePositionFromJSON(JSON.parse(position ?? "")), doc),
		);
		return String(start?.type.toJSON()).slice(start?.index, end?.index);
	};
	expect(await passage()).toBe("Nobody saw it.");
	await project.edit(0, "At last, the lamp went out at four. Nobody saw it.");
	expect(await passage()).toBe("Nobody saw it.");
	// Editors resolve and delete it like any other.
	const path = `${project.chapterPath()}/comments/${written.comment_id}`;
	expect(await project.send("PATCH", path, { resolved: true })).toMatchObject({ resolved_at_unix: expect.any(Number) });
	expect(await project.send<ReviewDetails>("GET", link.ownPath)).toMatchObject({
		review: { comments: 1, guests: 1 },
		comments: [{ guest_name: "Nora Beck", is_resolved: true, is_current: true }],
	});
	await project.send("DELETE", path);
	expect((await project.send<ReviewDetails>("GET", link.ownPath)).comments).toEqual([]);
});

test("guests see the comments of their own link only", async () => {
	const project = await converted();
	const [link, other] = [await aReviewLink(app, project), await aReviewLink(app, project)];
	await project.send("POST", `${project.chapterPath()}/comments`, {
		text: "Internal",
		quote: "",
		start: "{}",
		end: "{}",
	});
	await (await other.join("Max")).comment("From Max", 0);
	await (await link.join("Nora")).comment("From Nora", 0);
	const seen = await visit<{ comments: { text: string }[] }>(
		app,
		"GET",
		`${link.path}/chapters/${project.chapterIds[0]}/comments`,
	);
	expect(seen.body.comments.map(({ text }) => text)).toEqual(["From Nora"]);
});

test("an approval keeps who, when and which recording, and a later conversion makes it one of an earlier recording", async () => {
	const project = await converted();
	const link = await aReviewLink(app, project);
	const [nora, max] = [await link.join("Nora"), await link.join("Max")];
	const first = (await nora.approve()).body.chapters[0];
	await nora.approve();
	expect(first?.approvals).toEqual([
		{
			guest_id: nora.guest_id,
			guest_name: "Nora",
			approved_at_unix: expect.closeTo(Date.now() / 1000, -2),
			is_current: true,
		},
	]);
	await max.approve();
	await max.approve(false);
	expect((await reviewsOf(project))[0]?.approvals).toMatchObject([
		{
			guest_name: "Nora",
			chapter_id: project.chapterIds[0],
			chapter_snapshot_id: first?.recording?.chapter_snapshot_id,
			is_current: true,
		},
	]);
	await project.edit(1, "The tide went out.");
	await project.convert();
	expect((await reviewsOf(project))[0]?.approvals).toMatchObject([{ guest_name: "Nora", is_current: false }]);
	expect((await link.open()).body.chapters[0]?.approvals).toMatchObject([{ is_current: false }]);
	// What was heard can't be approved any more, but what is new can.
	const stale = await max.approve(true, { snapshot: first?.recording?.chapter_snapshot_id ?? "" });
	expect(codeOf(stale)).toBe("409 conflict");
	expect((await max.approve()).body.chapters[0]?.approvals).toMatchObject([
		{ guest_name: "Nora", is_current: false },
		{ guest_name: "Max", is_current: true },
	]);
});

test("a link without comments or approvals rejects them", async () => {
	const project = await converted();
	const link = await aReviewLink(app, project, { may_comment: false, may_approve: false });
	const guest = await link.join();
	expect(codeOf(await guest.comment("No", 0))).toBe("403 review_action_not_allowed");
	expect(codeOf(await guest.approve())).toBe("403 review_action_not_allowed");
});

test("a guest of one link is unknown to another, and a made-up key to both", async () => {
	const project = await converted();
	const [link, other] = [await aReviewLink(app, project), await aReviewLink(app, project)];
	const { guest_key } = await link.join();
	const comments = `${other.path}/chapters/${project.chapterIds[0]}/comments`;
	const body = { chapter_snapshot_id: "none", audio_seconds: 0, text: "Hello" };
	for (const key of [guest_key, newId(40)])
		expect(codeOf(await visit(app, "POST", comments, { ...body, guest_key: key }))).toBe("404 review_guest_not_found");
});

test("names and comments of guests are bounded, and names can't hide or reorder text", async () => {
	const project = await converted();
	const link = await aReviewLink(app, project);
	const join = async (name: string) => codeOf(await visit(app, "POST", `${link.path}/guests`, { name }));
	for (const name of ["", "   ", "x".repeat(61), "Nora\nAda", "Nora\u202eada", "\u0000"])
		expect(await join(name), JSON.stringify(name)).toBe("422 invalid_parameters");
	expect(await join("<script>alert(1)</script>")).toBe("ok");
	const guest = await link.join();
	expect(codeOf(await guest.comment("x".repeat(2_001), 0))).toBe("422 invalid_parameters");
	expect(codeOf(await guest.comment(" ", 0))).toBe("422 invalid_parameters");
	expect((await guest.comment("At the end", 999_999)).body.audio_seconds).toBeLessThan(60);
});

test("a link takes a limited number of guests and comments", async () => {
	const project = await converted();
	const link = await aReviewLink(app, project);
	const guest = await link.join();
	const at = { workspace_id: user.workspaceId };
	await app.db
		.insertInto("studio_review_guest")
		.values(
			Array.from({ length: maxGuests - 1 }, (_, name) => ({
				...at,
				id: newId(),
				review_id: link.id,
				key_hash: Buffer.from(newId()),
				name: `${name}`,
			})),
		)
		.execute();
	expect(codeOf(await visit(app, "POST", `${link.path}/guests`, { name: "One more" }))).toBe("409 conflict");
	const passage = { body: "", quote: "", passage_start: "{}", passage_end: "{}" };
	await app.db
		.insertInto("studio_comment")
		.values(
			Array.from({ length: maxGuestComments }, () => ({
				...at,
				...passage,
				id: newId(),
				chapter_id: project.chapterIds[0] ?? "",
				guest_id: guest.guest_id,
			})),
		)
		.execute();
	expect(codeOf(await guest.comment("One more", 0))).toBe("400 comment_limit_reached");
});

test("visitors can't try tokens or names without a limit", async () => {
	const project = await converted();
	const link = await aReviewLink(app, project);
	const codes: string[] = [];
	for (let count = 0; count < 11; count++)
		codes.push(codeOf(await visit(app, "POST", `${link.path}/guests`, { name: "Nora" }, "10.9.1.1")));
	expect(codes.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => "ok"));
	expect(codes[10]).toBe("429 rate_limit_exceeded");
	const guesses: string[] = [];
	for (let count = 0; count < 121; count++)
		guesses.push(codeOf(await visit(app, "GET", `${reviewLinksPath}/${newId(40)}`, undefined, "10.9.1.2")));
	expect(guesses.slice(0, 120)).toEqual(Array.from({ length: 120 }, () => unavailable));
	expect(guesses[120]).toBe("429 rate_limit_exceeded");
});

test("viewers see the links of a project, and only editors create and withdraw them", async () => {
	const project = await converted();
	const link = await aReviewLink(app, project);
	await app.db.updateTable("studio_project").set({ workspace_access: "viewer" }).where("id", "=", project.id).execute();
	const { apiKey } = await aColleague(app.db, await app.user(), user.workspaceId);
	const asViewer = async (method: string, path: string, body?: unknown) =>
		codeOf(await app.request<{ detail?: { code: string } }>(apiKey, method, path, body));
	expect(await asViewer("GET", `${project.path}/reviews`)).toBe("ok");
	expect(await asViewer("GET", link.ownPath)).toBe("ok");
	expect(await asViewer("POST", `${project.path}/reviews`, { label: "Mine" })).toBe("403 missing_permissions");
	expect(await asViewer("POST", `${link.ownPath}/withdraw`)).toBe("403 missing_permissions");
});

test("deleting a project ends its links", async () => {
	const project = await converted();
	const link = await aReviewLink(app, project);
	const guest = await link.join();
	await guest.comment("Gone soon", 0);
	await guest.approve();
	await project.send("DELETE", project.path);
	expect(codeOf(await link.open())).toBe(unavailable);
});
