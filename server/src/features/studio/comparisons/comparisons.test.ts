import type { GuestComparison } from "@timbre/contract/studio/review/guest-schemas.ts";
import type { Comparison, ReviewDetails } from "@timbre/contract/studio/review/schemas.ts";
import type { Take } from "@timbre/contract/studio/take-schemas.ts";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { aVoice, type SeedUser } from "../../../../../seed/builders.ts";
import { newId } from "../../../core/ids.ts";
import { runQueued } from "../../../testing/recordings.ts";
import { aStudioProject, type StudioProject } from "../../../testing/studio/project.ts";
import { aReviewLink, type GuestLink, type TestGuest, visit } from "../../../testing/studio/review.ts";
import { type TestApp, testApp } from "../../../testing/test-app.ts";
import { projectPurgeWorkflow } from "../projects/purge.workflow.ts";
import { audioKey } from "./comparisons.service.ts";
import { candidateOn, sideOf } from "./order.ts";

let app: TestApp;
let user: SeedUser;
beforeAll(async () => {
	app = await testApp({ env: { TRUST_PROXY: "true" } });
});
beforeEach(async () => {
	user = await app.user({ tier: "creator" });
});
afterAll(async () => app.stop());

const text = "Nobody saw it happen.";
const codeOf = ({ status, body }: { status: number; body: { detail?: { code: string } } }) =>
	status === 200 ? "ok" : `${status} ${body.detail?.code}`;
const highVoice = async () => (await aVoice(app.db, app.storage, user, { name: "High", speaker: "tone-high" })).voiceId;

/** A project in which the first sentence has two takes, and a link to it. */
async function prepared() {
	const project = await aStudioProject(app, user, { One: [text, "The keeper was asleep."] });
	await project.convert();
	await project.send<{ take: Take }>("POST", `${await project.blockPath(0)}/takes`, { index: 0, text });
	const takes = (await project.takes())[0]?.takes ?? [];
	return { project, link: await aReviewLink(app, project), takes: takes.map(({ take_id }) => take_id) };
}
const compareTakes = (project: StudioProject, link: GuestLink, [first = "", second = ""]: readonly string[]) =>
	project.send<Comparison>("POST", `${link.ownPath}/comparisons/takes`, {
		first: { take_id: first },
		second: { take_id: second },
	});
const compareVoices = async (project: StudioProject, link: GuestLink, voices: readonly string[]) => {
	const [block] = await project.blocksOf();
	return project.send<Comparison>("POST", `${link.ownPath}/comparisons/voices`, {
		chapter_id: project.chapterIds[0],
		block_id: block?.block_id,
		first: { voice_id: voices[0] },
		second: { voice_id: voices[1] },
	});
};
const end = (project: StudioProject, link: GuestLink, id: string) =>
	project.send<Comparison>("POST", `${link.ownPath}/comparisons/${id}/end`);
const audioOf = async (link: GuestLink, guest: TestGuest, id: string, side: "a" | "b") => {
	const response = await link.audio(guest.sidePath(id, side));
	expect(response.status).toBe(200);
	return { bytes: Buffer.from(await response.arrayBuffer()), headers: response.headers };
};
const storedAudio = async (project: StudioProject, id: string, candidate: 0 | 1) => {
	const object = await app.storage.get(audioKey(user.workspaceId, project.id, id, candidate));
	return Buffer.concat((await object?.body.toArray()) ?? []);
};
/** The side on which a guest hears a candidate. */
const sideFor = async (project: StudioProject, link: GuestLink, guest: TestGuest, id: string, candidate: 0 | 1) => {
	const { bytes } = await audioOf(link, guest, id, "a");
	return bytes.equals(await storedAudio(project, id, candidate)) ? "a" : "b";
};

test("guests vote between two takes, the owner sees how many voted, and who won when the comparison is ended", async () => {
	const { project, link, takes } = await prepared();
	const created = await compareTakes(project, link, takes);
	const id = created.comparison_id;
	expect(created).toMatchObject({
		kind: "takes",
		text,
		candidates: [
			{ name: "Take 1, Tone low", take_id: takes[0], votes: null },
			{ name: "Take 2, Tone low", take_id: takes[1], votes: null },
		],
		votes: 0,
		winner: null,
		ended_at_unix: null,
	});
	const guests = await Promise.all(["Nora", "Max", "Ada"].map((name) => link.join(name)));
	for (const [index, guest] of guests.entries()) {
		const side = await sideFor(project, link, guest, id, index === 0 ? 0 : 1);
		expect((await guest.vote(id, side)).body).toMatchObject({ vote: side, is_open: true });
		expect(await guest.comparisons()).toMatchObject([{ comparison_id: id, vote: side }]);
	}
	const open = await project.send<ReviewDetails>("GET", link.ownPath);
	expect(open.comparisons).toMatchObject([{ votes: 3, winner: null, candidates: [{ votes: null }, { votes: null }] }]);
	const ended = await end(project, link, id);
	expect(ended).toMatchObject({ votes: 3, winner: 1, candidates: [{ votes: 1 }, { votes: 2 }] });
	expect(await end(project, link, id)).toEqual(ended);
	const late = await link.join("Late");
	expect(codeOf(await late.vote(id, "a"))).toBe("409 conflict");
	expect(await late.comparisons()).toMatchObject([{ vote: null, is_open: false }]);
});

test("two voices speak the same passage for free, and no takes are kept", async () => {
	const { project, link } = await prepared();
	const before = (await app.ledger(user.workspaceId)).used;
	const voice = await highVoice();
	const { comparison_id: id, ...created } = await compareVoices(project, link, [app.voiceId, voice]);
	expect(created).toMatchObject({
		kind: "voices",
		text,
		candidates: [{ voice_id: app.voiceId }, { name: "High", voice_id: voice, take_id: null }],
	});
	expect((await app.ledger(user.workspaceId)).used).toBe(before);
	expect((await project.takes())[0]?.takes).toHaveLength(2);
	const guest = await link.join();
	const [a, b] = [await audioOf(link, guest, id, "a"), await audioOf(link, guest, id, "b")];
	expect(a.headers.get("content-type")).toBe("audio/mpeg");
	expect(a.bytes.equals(b.bytes)).toBe(false);
	const part = await link.audio(guest.sidePath(id, "a"), { range: "bytes=10-19" });
	expect(part.status).toBe(206);
	expect(Buffer.from(await part.arrayBuffer())).toEqual(a.bytes.subarray(10, 20));
});

test("the order is drawn for each guest, stays the same, and nothing that a guest receives tells it", async () => {
	const { project, link, takes } = await prepared();
	const { comparison_id: id } = await compareTakes(project, link, takes);
	const heard = new Set<string>();
	for (let count = 0; count < 12; count++) {
		const guest = await link.join(`Guest ${count}`);
		const [a, again] = [await audioOf(link, guest, id, "a"), await audioOf(link, guest, id, "a")];
		expect(a.bytes.equals(again.bytes)).toBe(true);
		heard.add(a.bytes.equals(await storedAudio(project, id, 0)) ? "first" : "second");
		const told = JSON.stringify([await guest.comparisons(), [...a.headers], (await link.open()).body]);
		for (const secret of [...takes, "Take 1", "Take 2", "Tone low", app.voiceId]) expect(told).not.toContain(secret);
	}
	expect([...heard].sort()).toEqual(["first", "second"]);
	const seed = newId();
	const sides = Array.from({ length: 1_000 }, () => candidateOn("a", { seed, guestId: newId() }));
	expect(sides.filter((candidate) => candidate === 0).length).toBeGreaterThan(400);
	expect(sides.filter((candidate) => candidate === 1).length).toBeGreaterThan(400);
	const drawn = { seed, guestId: "one" };
	for (const side of ["a", "b"] as const) expect(sideOf(candidateOn(side, drawn), drawn)).toBe(side);
});

test("a guest has one vote, however often it is sent, and can't change it", async () => {
	const { project, link, takes } = await prepared();
	const { comparison_id: id } = await compareTakes(project, link, takes);
	const guest = await link.join();
	const sent = await Promise.all(
		(["a", "b", "a", "b"] as const).map(async (side) => codeOf(await guest.vote(id, side))),
	);
	expect(sent.sort()).toEqual(["409 conflict", "409 conflict", "409 conflict", "ok"]);
	expect(codeOf(await guest.vote(id, "b"))).toBe("409 conflict");
	expect(await end(project, link, id)).toMatchObject({ votes: 1 });
});

test("comparisons of a link can't be reached with another, or after it was withdrawn", async () => {
	const { project, link, takes } = await prepared();
	const other = await aReviewLink(app, project);
	const { comparison_id: id } = await compareTakes(project, link, takes);
	const [guest, stranger] = [await link.join(), await other.join()];
	expect(await stranger.comparisons()).toEqual([]);
	expect((await link.audio(stranger.sidePath(id, "a"))).status).toBe(404);
	expect(codeOf(await stranger.vote(id, "a"))).toBe("404 comparison_not_found");
	const withForeignKey = await visit<{ comparisons: GuestComparison[] }>(
		app,
		"GET",
		`${link.path}/comparisons?guest_key=${stranger.guest_key}`,
	);
	expect(codeOf(withForeignKey)).toBe("404 review_guest_not_found");
	await audioOf(link, guest, id, "a");
	await link.withdraw();
	expect((await link.audio(guest.sidePath(id, "a"))).status).toBe(404);
	expect(codeOf(await guest.vote(id, "a"))).toBe("404 review_link_not_found");
});

test("only two takes of one sentence and two different voices can be compared, with a link that works", async () => {
	const { project, link, takes } = await prepared();
	const other = (await project.takes(1))[0]?.takes[0]?.take_id ?? "";
	const [block] = await project.blocksOf();
	const voices = (body: object) => ({ chapter_id: project.chapterIds[0], block_id: block?.block_id, ...body });
	const low = { voice_id: app.voiceId };
	const rejected: [string, object, string][] = [
		["takes", { first: { take_id: takes[0] }, second: { take_id: takes[0] } }, "409 conflict"],
		["takes", { first: { take_id: takes[0] }, second: { take_id: other } }, "409 conflict"],
		["takes", { first: { take_id: takes[0] }, second: { take_id: newId() } }, "404 take_not_found"],
		["voices", voices({ first: low, second: low }), "409 conflict"],
		["voices", voices({ first: low, second: { voice_id: newId() } }), "404 voice_not_found"],
		[
			"voices",
			voices({ block_id: "none", first: low, second: { voice_id: await highVoice() } }),
			"404 block_not_found",
		],
	];
	for (const [kind, body, code] of rejected)
		expect(
			codeOf(
				await app.request<{ detail?: { code: string } }>(
					user.apiKey,
					"POST",
					`${link.ownPath}/comparisons/${kind}`,
					body,
				),
			),
		).toBe(code);
	await link.withdraw();
	expect(
		await app.request(user.apiKey, "POST", `${link.ownPath}/comparisons/takes`, {
			first: { take_id: takes[0] },
			second: { take_id: takes[1] },
		}),
	).toMatchObject({ status: 409 });
});

test("the audio of comparisons is removed with the project", async () => {
	const { project, link, takes } = await prepared();
	const { comparison_id: id } = await compareTakes(project, link, takes);
	expect((await storedAudio(project, id, 0)).length).toBeGreaterThan(0);
	await project.send("DELETE", project.path);
	await runQueued(app, projectPurgeWorkflow, { db: app.db, storage: app.storage });
	expect(await app.storage.get(audioKey(user.workspaceId, project.id, id, 0))).toBeUndefined();
});
