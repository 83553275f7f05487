import { SpeechBusyError } from "@timbre/engines/errors.ts";
import { catalogue } from "@timbre/engines/speech/catalogue.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { WorkflowContext } from "../../../core/workflow.ts";
import { type TestApp, testApp } from "../../../testing/test-app.ts";
import { previewJobs, requestPreviews } from "./previews.service.ts";
import { previewWorkflow, renderPreview } from "./previews.workflow.ts";
import { syncShippedVoices } from "./sync.service.ts";

let app: TestApp;
beforeAll(async () => {
	app = await testApp();
});
afterAll(async () => app.stop());

test("lists exactly the voices of the engines the server runs", async () => {
	const user = await app.user();
	const { voices } = await app.get<{ voices: { high_quality_base_model_ids: string[] }[] }>("/v1/voices", user.apiKey);
	expect(voices.length).toBeGreaterThan(3);
	expect(new Set(voices.flatMap((voice) => voice.high_quality_base_model_ids))).toEqual(new Set(["test_tone"]));
});

test("syncing again changes nothing and removes voices that left the catalog", async () => {
	const store = app.db;
	const before = await store.selectFrom("shipped_voice").selectAll().orderBy("id").execute();
	await store
		.insertInto("shipped_voice")
		.values({ id: "gone", engine: "old", speaker: "x", name: "Gone", language: "en", position: 999 })
		.execute();
	await syncShippedVoices(store, ["fake"]);
	expect(await store.selectFrom("shipped_voice").selectAll().orderBy("id").execute()).toEqual(before);
});

test("every shipped voice has a preview sentence in its language and a unique clip key", () => {
	const jobs = previewJobs(catalogue);
	expect(jobs.length).toBe(catalogue.length);
	expect(new Set(jobs.map((job) => job.contentHash)).size).toBe(jobs.length);
});

test("voice ids do not collide", () => {
	expect(new Set(catalogue.map((voice) => voice.id)).size).toBe(catalogue.length);
});

test("requesting previews twice queues the same run once", async () => {
	const voices = await syncShippedVoices(app.db, ["fake"]);
	await Promise.all([requestPreviews(app.db, voices), requestPreviews(app.db, voices)]);
	const runs = await app.db.selectFrom("voice_preview_run").select("id").execute();
	expect(runs).toHaveLength(1);
	const messages = await app.db
		.selectFrom("outbox")
		.select(["target", "target_key"])
		.where("target", "=", previewWorkflow.name)
		.execute();
	expect(new Set(messages.map((message) => `${message.target}/${message.target_key}`))).toEqual(
		new Set([`VoicePreviews/${runs[0]?.id}`]),
	);
});

test("renders a preview once, serves it publicly and renders it again only if its content changes", async () => {
	const [job] = previewJobs(await syncShippedVoices(app.db, ["fake"]));
	if (!job) throw new Error("no voices");
	let renderings = 0;
	const services = {
		db: app.db,
		storage: app.storage,
		speak: async function* () {
			renderings++;
			yield { type: "audio" as const, bytes: Buffer.from(`audio ${renderings}`) };
			yield { type: "end" as const, seconds: 1, segments: 1, peaks: [] };
		},
	};
	await renderPreview(services, job);
	await renderPreview(services, job);
	expect(renderings).toBe(1);
	const response = await fetch(`${app.url}/v1/voices/${job.voiceId}/preview`);
	expect(await response.text()).toBe("audio 1");
	expect(response.headers.get("cache-control")).toContain("public");
	await renderPreview(services, { ...job, contentHash: "f".repeat(64) });
	expect(await app.storage.list("previews")).toHaveLength(1);
	expect(await (await fetch(`${app.url}/v1/voices/${job.voiceId}/preview`)).text()).toBe("audio 2");
});

test("previews wait for voices that are still loading and count only real failures", async () => {
	const jobs = previewJobs(await syncShippedVoices(app.db, ["fake"])).slice(0, 3);
	const runId = "waits-for-voices";
	await app.db.insertInto("voice_preview_run").values({ id: runId, total: jobs.length }).execute();
	const slept: number[] = [];
	let spoken = 0;
	const rounds = 20;
	const services = {
		db: app.db,
		storage: app.storage,
		speech: app.speech,
		speak: async function* () {
			if (slept.length < rounds) throw new SpeechBusyError(2, "the voices are still loading");
			if (++spoken === 1) throw new Error("this voice can't speak");
			yield { type: "audio" as const, bytes: Buffer.from(`clip ${spoken}`) };
			yield { type: "end" as const, seconds: 1, segments: 1, peaks: [] };
		},
	};
	const context: WorkflowContext = {
		key: runId,
		step: (_, work) => work(),
		outcome: (_, work) => work(),
		longStep: (_, work) => work(new AbortController().signal),
		steps: async (items, _, __, work) => Promise.allSettled(items.map(work)),
		sleep: async (milliseconds) => void slept.push(milliseconds),
	};
	await previewWorkflow.run(
		context,
		{ runId, jobs: jobs.map((job) => ({ ...job, contentHash: `${job.voiceId}-new` })) },
		services,
	);
	expect(slept).toHaveLength(rounds);
	expect(Math.max(...slept)).toBe(30_000);
	const run = await app.db
		.selectFrom("voice_preview_run")
		.selectAll()
		.where("id", "=", runId)
		.executeTakeFirstOrThrow();
	expect(run).toMatchObject({ done: 2, failed: 1 });
	expect(run.finished_at).not.toBeNull();
});
