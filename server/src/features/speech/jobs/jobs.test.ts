import type { SpeechJob } from "@timbre/contract/speech/endpoints.ts";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { SeedUser } from "../../../../../seed/builders.ts";
import { createMetrics } from "../../../core/metrics.ts";
import { runWorkflow } from "../../../testing/run-workflow.ts";
import { type TestApp, testApp } from "../../../testing/test-app.ts";
import { createRuleLoader } from "../../pronunciation/pronunciation.public.ts";
import { createCreditReserver, createDeliveryRecorder } from "../../usage/usage.public.ts";
import { createEngineInfoCache } from "../plan/engines.service.ts";
import { createSpeechDeps } from "../speech.public.ts";
import { type JobServices, jobWorkflow } from "./job.workflow.ts";

type Item = { history_item_id: string; text: string; partial: boolean };

const text = "The first sentence stays. The second one will change. The third stays too.";
const undoSeconds = 60;

describe("a speech job", () => {
	let app: TestApp;
	let person: SeedUser;
	const failing = { on: "" };
	const synthesized: string[] = [];
	beforeEach(async () => {
		failing.on = "";
		synthesized.length = 0;
		app = await testApp({
			fake: {
				onSegment: (segment) => {
					if (failing.on !== "" && segment.includes(failing.on)) throw new Error("the engine failed");
					synthesized.push(segment);
				},
			},
		});
		person = await app.user();
	});
	afterEach(async () => app.stop());

	/** The services of a worker. */
	function services(): JobServices {
		const { db, storage, speech } = app;
		const log = { error() {}, warn() {}, info() {}, debug() {} } as unknown as JobServices["log"];
		const deps = createSpeechDeps({
			db,
			storage,
			speech,
			getEngineInfo: createEngineInfoCache(speech),
			loadRules: createRuleLoader(db),
			metrics: createMetrics("worker"),
			holder: "worker-test",
			leaseSeconds: 60,
			reserveCredits: createCreditReserver(db),
			recordDelivered: createDeliveryRecorder(db),
			recordVoiceUse: async () => {},
			voiceWatcher: {
				watch: () => ({ signal: new AbortController().signal, end() {} }),
				stop: async () => {},
			},
			moderate: () => undefined,
		} as Parameters<typeof createSpeechDeps>[0]);
		return { deps, log, undoSeconds };
	}
	const create = async (body: Record<string, unknown> = { text }) => {
		const answer = await app.postJson(`/v1/text-to-speech/${app.voiceId}/jobs`, person.apiKey, body);
		expect(answer.status).toBe(202);
		return (await answer.json()) as SpeechJob;
	};
	const run = ({ speech_job_id: jobId }: SpeechJob) =>
		runWorkflow(jobWorkflow, { workspaceId: person.workspaceId, jobId }, services());
	const get = ({ speech_job_id }: SpeechJob) => app.get<SpeechJob>(`/v1/speech-jobs/${speech_job_id}`, person.apiKey);
	const history = async () => (await app.get<{ history: Item[] }>("/v1/history", person.apiKey)).history;
	const active = async () => (await app.get<{ jobs: SpeechJob[] }>("/v1/speech-jobs", person.apiKey)).jobs;

	test("generates the text without its client and leaves it in the history", async () => {
		const job = await create();
		expect(job).toMatchObject({ status: "waiting", characters: text.length, delivered_characters: 0, title: text });
		expect(await active()).toMatchObject([{ speech_job_id: job.speech_job_id }]);
		await run(job);
		const done = await get(job);
		expect(done).toMatchObject({ status: "done", delivered_characters: text.length, title: "" });
		expect(await history()).toMatchObject([{ history_item_id: done.history_item_id, text, partial: false }]);
		expect(await active()).toEqual([]);
		expect(await app.ledger(person.workspaceId)).toMatchObject({ used: text.length, open: 0 });
	});

	test("that fails midway goes on where it stopped, and its text is charged once", async () => {
		const job = await create();
		failing.on = "third";
		await run(job);
		expect(await get(job)).toMatchObject({ status: "failed" });
		expect(await history()).toEqual([]);
		const { used } = await app.ledger(person.workspaceId);
		expect(used).toBeGreaterThan(0);
		expect(used).toBeLessThan(text.length);
		failing.on = "";
		synthesized.length = 0;
		await run(await create());
		expect(synthesized).toEqual(["The third stays too."]);
		expect((await app.ledger(person.workspaceId)).used).toBe(text.length);
	});

	test("runs again after a crash without a second generation", async () => {
		const job = await create({ text, new_take: true });
		await run(job);
		await run(job);
		expect(await history()).toHaveLength(1);
	});

	test("that was canceled before it started generates nothing", async () => {
		const job = await create();
		const path = `/v1/speech-jobs/${job.speech_job_id}`;
		expect((await app.request<SpeechJob>(person.apiKey, "DELETE", path)).body).toMatchObject({ status: "canceled" });
		await run(job);
		expect(synthesized).toEqual([]);
		expect(await get(job)).toMatchObject({ status: "canceled" });
	});

	test("belongs to the user who started it", async () => {
		const job = await create();
		const stranger = await app.user();
		const path = `/v1/speech-jobs/${job.speech_job_id}`;
		expect((await app.request(stranger.apiKey, "GET", path)).status).toBe(404);
		expect((await app.get<{ jobs: SpeechJob[] }>("/v1/speech-jobs", stranger.apiKey)).jobs).toEqual([]);
	});

	test("rejects a text that can't be spoken or paid before it starts", async () => {
		const path = `/v1/text-to-speech/${app.voiceId}/jobs`;
		expect((await app.postJson(path, person.apiKey, { text: "..." })).status).toBe(400);
		const poor = await app.user({ credits: text.length - 1 });
		const answer = await app.postJson(path, poor.apiKey, { text });
		expect(await answer.json()).toMatchObject({ detail: { code: "quota_exceeded" } });
	});

	test("completes a partial generation, which it replaces in the history", async () => {
		failing.on = "third";
		const broken = await app.postJson(`/v1/text-to-speech/${app.voiceId}`, person.apiKey, { text, new_take: true });
		await broken.arrayBuffer().catch(() => {});
		await expect.poll(async () => (await app.ledger(person.workspaceId)).open).toBe(0);
		const [partial] = await history();
		expect(partial).toMatchObject({ partial: true, text: "The first sentence stays. The second one will change. " });
		failing.on = "";
		synthesized.length = 0;
		const path = `/v1/history/${partial?.history_item_id}/continue`;
		const { body: job } = await app.request<SpeechJob>(person.apiKey, "POST", path);
		expect((await app.request(person.apiKey, "POST", path)).status).toBe(409);
		await run(job);
		expect(synthesized).toEqual(["The third stays too."]);
		const after = await history();
		expect(after).toMatchObject([{ text, partial: false }]);
		expect((await app.ledger(person.workspaceId)).used).toBe(text.length);
		const again = `/v1/history/${after[0]?.history_item_id}/continue`;
		expect((await app.request(person.apiKey, "POST", again)).status).toBe(409);
	});
});
