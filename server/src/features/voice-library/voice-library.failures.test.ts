import { SpeechFailedError } from "@timbre/engines/errors.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aPublication, aVoice, type SeedUser } from "../../../../seed/builders.ts";
import { PermanentFailure } from "../../core/workflow-failure.ts";
import { rejectWrites } from "../../testing/reject-writes.ts";
import { type TestApp, testApp } from "../../testing/test-app.ts";
import { runWorkflow } from "../../testing/workflows/run-workflow.ts";
import { voicePurgeWorkflow } from "../voices/own/purge.workflow.ts";
import { noticeWorkflow } from "../voices/publication/notice.workflow.ts";
import { removalWorkflow } from "./sharing/removal.workflow.ts";
import { previewJobs } from "./shipped/previews.service.ts";
import { previewWorkflow } from "./shipped/previews.workflow.ts";
import { syncShippedVoices } from "./shipped/sync.service.ts";
import { libraryWorkflow } from "./stats/maintenance.workflow.ts";

let app: TestApp;
let owner: SeedUser;
beforeAll(async () => {
	app = await testApp();
	owner = await app.user({ tier: "enterprise" });
});
afterAll(async () => app.stop());

const services = () => ({ db: app.db, storage: app.storage, speech: app.speech, engine: "fake", tries: 2 });
const attemptsOf = (attempts: Map<string, number>, prefix: string) =>
	[...attempts].filter(([name]) => name.startsWith(prefix)).map(([, count]) => count);
const notificationsOf = (user: SeedUser, title: string) =>
	app.db
		.selectFrom("notification")
		.select("description")
		.where("user_id", "=", user.userId)
		.where("title", "=", title)
		.execute();

async function runPreviews(runId: string, speak: typeof app.speech.speak, change: (speaker: string) => string) {
	const jobs = previewJobs(await syncShippedVoices(app.db, ["fake"]))
		.slice(0, 2)
		.map((job, at) => ({
			...job,
			contentHash: `${runId}-${at}`,
			speaker: at === 0 ? change(job.speaker) : job.speaker,
		}));
	await app.db.insertInto("voice_preview_run").values({ id: runId, total: jobs.length }).execute();
	const attempts = new Map<string, number>();
	await runWorkflow(previewWorkflow, { runId, jobs }, { ...services(), speak }, undefined, attempts);
	return {
		attempts: attemptsOf(attempts, "render"),
		progress: await app.get("/v1/voices/preview-progress", owner.apiKey),
	};
}

test("previews: a voice that the engine rejects is tried once, and the progress says why it failed", async () => {
	const { attempts, progress } = await runPreviews("rejected", app.speech.speak, () => "nobody");
	expect(attempts).toEqual([1, 1]);
	const error = "Fake has no speaker nobody.";
	expect(progress).toEqual({ total: 2, done: 1, failed: 1, error, running: false });
});

test("previews: a clip that takes too long on a busy machine is rendered later, without a failed attempt", async () => {
	let slow = 3;
	const speak: typeof app.speech.speak = (request, signal) => {
		if (slow-- > 0) throw new DOMException("The operation was aborted due to timeout", "TimeoutError");
		return app.speech.speak(request, signal);
	};
	const { attempts, progress } = await runPreviews("slow", speak, (speaker) => speaker);
	// Each step runs once: nothing is retried and so nothing is logged.
	expect(new Set(attempts)).toEqual(new Set([1]));
	expect(progress).toEqual({ total: 2, done: 2, failed: 0, error: null, running: false });
});

test("previews: an engine that fails for a moment is tried again", async () => {
	let failures = 0;
	const { attempts, progress } = await runPreviews(
		"failing",
		(...request) => {
			if (failures++ < 2) throw new SpeechFailedError("no response");
			return app.speech.speak(...request);
		},
		(speaker) => speaker,
	);
	expect(attempts.reduce((sum, count) => sum + count)).toBe(4);
	expect(progress).toMatchObject({ done: 2, failed: 0, error: null, running: false });
});

test("previews: a run whose progress can't be stored still ends, with a reason", async () => {
	const allow = await rejectWrites(app.db, "voice_preview", "insert");
	await app.db.deleteFrom("voice_preview").execute();
	const { attempts, progress } = await runPreviews("unstorable", app.speech.speak, (speaker) => speaker);
	await allow();
	expect(attempts).toEqual([1, 1]);
	expect(progress).toMatchObject({ done: 0, failed: 2, error: "Stored data is invalid.", running: false });
});

/** A published voice with a copy in another workspace. */
async function publishedVoice() {
	const { voiceId } = await aVoice(app.db, app.storage, owner);
	await aPublication(app.db, owner, voiceId, { noticeDays: 14 });
	const copier = await app.user();
	const copied = { origin: "library", publicationId: voiceId, sourceVoiceId: voiceId } as const;
	const copy = (await aVoice(app.db, app.storage, copier, copied)).voiceId;
	return { voiceId, copier, copy };
}

test("notice: copies that can't be disabled are tried once, and the owner is told why", async () => {
	const { voiceId, copy } = await publishedVoice();
	const at = Date.now() - 1_000;
	await app.db
		.updateTable("voice")
		.set({ disable_at: new Date(at) })
		.where("id", "=", copy)
		.execute();
	const allow = await rejectWrites(app.db, "voice", "update", "new.disabled_at is not null");
	const attempts = new Map<string, number>();
	const run = runWorkflow(noticeWorkflow, { publicationId: voiceId, at }, { db: app.db }, undefined, attempts);
	await expect(run).rejects.toThrow(PermanentFailure);
	await allow();
	expect(attempts.get("disable")).toBe(1);
	expect(await notificationsOf(owner, "A removed voice is still in use")).toEqual([
		{ description: expect.stringContaining("could not be disabled. Stored data is invalid.") },
	]);
});

test("removal: a workspace that can't be notified does not hold up the others, and the owner is told why", async () => {
	const { voiceId, copier: unreachable } = await publishedVoice();
	const copier = await app.user();
	const copied = { origin: "library", publicationId: voiceId, sourceVoiceId: voiceId } as const;
	await aVoice(app.db, app.storage, copier, copied);
	const allow = await rejectWrites(app.db, "notification", "insert", `new.workspace_id = '${unreachable.workspaceId}'`);
	const attempts = new Map<string, number>();
	const removal = { publicationId: voiceId, at: Date.now() + 1_000 };
	await runWorkflow(removalWorkflow, removal, { db: app.db }, undefined, attempts);
	await allow();
	expect([...attempts.values()]).toEqual([1]);
	expect(await notificationsOf(copier, "A voice was removed from the library")).toHaveLength(1);
	expect(await notificationsOf(owner, "Not every user of a removed voice was notified")).toEqual([
		{ description: expect.stringContaining("Stored data is invalid.") },
	]);
});

test.each([
	["notice", () => runWorkflow(noticeWorkflow, { publicationId: "x", at: 1e99 }, { db: app.db })],
	["removal", () => runWorkflow(removalWorkflow, { publicationId: "", at: 1 }, { db: app.db })],
	["the purge of the entire storage", () => runWorkflow(voicePurgeWorkflow, { folder: "" }, { storage: app.storage })],
	[
		"the purge of a workspace",
		() => runWorkflow(voicePurgeWorkflow, { folder: "voices/w/" }, { storage: app.storage }),
	],
])("%s: invalid input is rejected for good before anything happens", async (_, run) => {
	const before = await app.storage.list("voices/");
	await expect(run()).rejects.toThrow(PermanentFailure);
	expect(await app.storage.list("voices/")).toEqual(before);
});

test("usage: maintenance that fails is tried once, the next run is queued, and the run fails with the reason", async () => {
	const { voiceId } = await publishedVoice();
	// Maintenance resets it, because there was no use.
	await app.db.updateTable("voice_publication").set({ characters_1y: 5 }).where("id", "=", voiceId).execute();
	const allow = await rejectWrites(app.db, "voice_publication", "update");
	const attempts = new Map<string, number>();
	const slot = Math.floor(Date.now() / 600_000) + 1;
	const run = runWorkflow(libraryWorkflow, { slot }, services(), undefined, attempts);
	await expect(run).rejects.toThrow("Library maintenance failed. refresh: Stored data is invalid.");
	await allow();
	expect(attempts.get("refresh")).toBe(1);
	const queued = await app.db
		.selectFrom("outbox")
		.select("target_key")
		.where("target", "=", libraryWorkflow.name)
		.execute();
	expect(queued).toEqual([{ target_key: String(slot + 1) }]);
});
