import { plans } from "@timbre/contract/plans.ts";
import type { SpeechJob } from "@timbre/contract/speech/endpoints.ts";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { SeedUser } from "../../../../../seed/builders.ts";
import { maxAttempts } from "../../../core/workflow.ts";
import { type TestApp, testApp } from "../../../testing/test-app.ts";
import { runWorkflow } from "../../../testing/workflows/run-workflow.ts";
import { workerDeps } from "../../../testing/workflows/worker-deps.ts";
import { createCreditReserver, settleCredits } from "../../usage/usage.public.ts";
import { type JobServices, jobWorkflow } from "./job.workflow.ts";

type Item = { history_item_id: string; text: string; partial: boolean };

const text = "The first sentence stays. The second one will change. The third stays too.";
const undoSeconds = 60;
const dayMs = 86_400_000;

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
	function services(speech: TestApp["speech"] = app.speech): JobServices {
		const { deps, log } = workerDeps(app, speech);
		return { deps, log, undoSeconds };
	}
	const create = async (body: Record<string, unknown> = { text }) => {
		const answer = await app.postJson(`/v1/text-to-speech/${app.voiceId}/jobs`, person.apiKey, body);
		expect(answer.status).toBe(202);
		return (await answer.json()) as SpeechJob;
	};
	/** Runs the job until it is kept for later requests. `onSleep` is called before each wait. */
	const run = async (
		{ speech_job_id: jobId }: SpeechJob,
		options: { services?: JobServices; onSleep?: () => Promise<void>; untilRemoved?: boolean } = {},
	) => {
		const kept = new Error("the job has ended");
		const before = async (name: string) => {
			if (!name.startsWith("sleep ")) return;
			if (Number(name.slice(6)) < dayMs) await options.onSleep?.();
			else if (!options.untilRemoved) throw kept;
		};
		const input = { workspaceId: person.workspaceId, jobId };
		await runWorkflow(jobWorkflow, input, options.services ?? services(), before).catch((error: unknown) => {
			if (error !== kept) throw error;
		});
	};
	const reserve = (generationId: string, amount: number) =>
		createCreditReserver(app.db)(person.workspaceId, {
			generationId,
			amount,
			tier: "free",
			holder: "another-process",
			leaseSeconds: 3_600,
		});
	const release = (generationId: string) =>
		app.db.transaction().execute((tx) => settleCredits(tx, person.workspaceId, generationId, 0));
	const setGeneration = ({ speech_job_id: id }: SpeechJob, generationId: string) =>
		app.db.updateTable("speech_job").set({ generation_id: generationId }).where("id", "=", id).execute();
	/** Calls `afterFirst` once the first sentence was delivered. */
	const interrupting = (afterFirst: (signal: AbortSignal) => Promise<unknown>): TestApp["speech"] => {
		let interrupted = false;
		return {
			...app.speech,
			async *speak(request, signal) {
				for await (const event of app.speech.speak(request, signal)) {
					yield event;
					if (event.type !== "segment" || interrupted) continue;
					interrupted = true;
					await afterFirst(signal);
				}
			},
		};
	};
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

	test("waits for a free slot for as long as it takes, and says so", async () => {
		const job = await create();
		const taken = Array.from({ length: plans.free.concurrency }, (_, at) => `taken-${at}`);
		for (const id of taken) await reserve(id, 1);
		const statuses: string[] = [];
		const onSleep = async () => {
			statuses.push((await get(job)).status);
			if (statuses.length === 3 * maxAttempts) for (const id of taken) await release(id);
		};
		await run(job, { onSleep });
		expect(statuses).toEqual(Array.from({ length: 3 * maxAttempts }, () => "waiting"));
		expect(await get(job)).toMatchObject({ status: "done" });
		expect(await app.ledger(person.workspaceId)).toMatchObject({ used: text.length, open: 0 });
	});

	test("takes over the credits of an attempt whose process died", async () => {
		person = await app.user({ credits: text.length });
		const job = await create();
		await reserve("died", text.length);
		await setGeneration(job, "died");
		await run(job);
		expect(await get(job)).toMatchObject({ status: "done" });
		expect(await app.ledger(person.workspaceId)).toMatchObject({ used: text.length, open: 0 });
	});

	test("that another attempt has taken over and finished adds nothing to the history and to the ledger", async () => {
		const job = await create({ text, new_take: true });
		await run(job, { services: services(interrupting(() => run(job))) });
		const items = await history();
		expect(items).toHaveLength(1);
		expect(items[0]?.history_item_id).toBe((await get(job)).history_item_id);
		expect(await app.ledger(person.workspaceId)).toMatchObject({ used: text.length, open: 0 });
	});

	test("continues after an attempt that got no audio for too long", async () => {
		const job = await create();
		const speech = interrupting(
			(signal) => new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason))),
		);
		let waits = 0;
		const onSleep = async () => {
			waits++;
			expect(await get(job)).toMatchObject({ status: "waiting" });
		};
		await run(job, { services: { ...services(speech), maxSilentMs: 2_000 }, onSleep });
		// On a busy machine another attempt may be too slow as well.
		expect(waits).toBeGreaterThan(0);
		expect(await get(job)).toMatchObject({ status: "done" });
		expect(await app.ledger(person.workspaceId)).toMatchObject({ used: text.length, open: 0 });
	});

	test("is deleted some days after its end, but not its generation", async () => {
		const job = await create();
		await run(job, { untilRemoved: true });
		expect((await app.request(person.apiKey, "GET", `/v1/speech-jobs/${job.speech_job_id}`)).status).toBe(404);
		expect(await history()).toMatchObject([{ text }]);
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
