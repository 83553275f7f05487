import type { DesignJob } from "@timbre/contract/voice-making/design-jobs.ts";
import { SpeechBusyError } from "@timbre/engines/errors.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aColleague, type SeedUser } from "../../../../../seed/builders.ts";
import { maxAttempts } from "../../../core/workflow.ts";
import { PermanentFailure } from "../../../core/workflow-failure.ts";
import { type TestApp, testApp } from "../../../testing/test-app.ts";
import { runWorkflow } from "../../../testing/workflows/run-workflow.ts";
import { settleCredits } from "../../usage/usage.public.ts";
import { type DesignJobServices, designJobWorkflow } from "./jobs.workflow.ts";

let app: TestApp;
beforeAll(async () => {
	app = await testApp();
});
afterAll(async () => app.stop());

const path = "/v1/text-to-voice/design/jobs";
const description = "A slow voice with a low pitch, somewhat gloomy";
const amount = 3 * 120;
const text = "a".repeat(120);

async function create(user: SeedUser, more: object = {}): Promise<DesignJob> {
	const response = await app.postJson(path, user.apiKey, { voice_description: description, text, ...more });
	expect(response.status).toBe(200);
	return (await response.json()) as DesignJob;
}
const get = (user: SeedUser, id: string) => app.get<DesignJob>(`${path}/${id}`, user.apiKey);
const services = (): DesignJobServices => ({
	db: app.db,
	storage: app.storage,
	speech: app.speech,
	engines: ["fake"],
});
/** Runs a job up to the day it is kept. */
const run = (user: SeedUser, id: string, more: Partial<DesignJobServices> = {}) =>
	runWorkflow(designJobWorkflow, { workspaceId: user.workspaceId, jobId: id }, { ...services(), ...more }, (name) => {
		if (name.startsWith("sleep")) throw new PermanentFailure("stop here");
	}).catch((error: Error) => expect(error.message).toBe("stop here"));

test("shows understood and unused words of a description without charging", async () => {
	const user = await app.user();
	const response = await app.postJson("/v1/text-to-voice/design/understand", user.apiKey, {
		voice_description: "A raspy old man with a thick Scottish accent and a very low voice",
	});
	expect(await response.json()).toEqual({
		traits: [
			{ trait: "gender", asked: "male", available: true },
			{ trait: "age", asked: "old", available: true },
			{ trait: "accent", asked: "scottish", available: false },
			{ trait: "pitch", asked: "very low", available: true },
		],
		not_understood: ["raspy", "thick"],
	});
	expect(await app.ledger(user.workspaceId)).toMatchObject({ used: 0, reserved: 0 });
});

test("VOICES-055 a design job continues without its page: it reserves, reports progress, and charges once", async () => {
	const user = await app.user();
	const job = await create(user);
	expect(job).toMatchObject({ state: "queued", previews_done: 0, previews_total: 3, result: null });
	expect(await app.ledger(user.workspaceId)).toMatchObject({ used: 0, reserved: amount });
	await run(user, job.job_id);
	const done = await get(user, job.job_id);
	expect(done).toMatchObject({ state: "completed", previews_done: 3, error: null, voice_description: description });
	expect(done.result?.previews).toHaveLength(3);
	expect(done.result?.not_understood).toEqual(["gloomy"]);
	expect(await app.ledger(user.workspaceId)).toMatchObject({ used: amount, reserved: 0, open: 0 });
	// An interrupted run is repeated; the second one changes nothing.
	await run(user, job.job_id);
	expect(await app.ledger(user.workspaceId)).toMatchObject({ used: amount, reserved: 0, open: 0 });
	const id = done.result?.previews[0]?.generated_voice_id ?? "";
	const saved = await app.postJson("/v1/text-to-voice", user.apiKey, {
		voice_name: "Kept",
		voice_description: description,
		generated_voice_id: id,
	});
	expect(saved.status).toBe(200);
	const { jobs } = await app.get<{ jobs: DesignJob[] }>(path, user.apiKey);
	expect(jobs.map(({ job_id }) => job_id)).toEqual([job.job_id]);
});

test("a canceled job costs nothing and generates nothing", async () => {
	const user = await app.user();
	const job = await create(user);
	const response = await fetch(`${app.url}${path}/${job.job_id}`, {
		method: "DELETE",
		headers: { "xi-api-key": user.apiKey },
	});
	expect(await response.json()).toMatchObject({ state: "cancelled" });
	expect(await app.ledger(user.workspaceId)).toMatchObject({ used: 0, reserved: 0, open: 0 });
	await run(user, job.job_id);
	expect(await get(user, job.job_id)).toMatchObject({ state: "cancelled", result: null });
});

test("a job that can't succeed fails with a reason and releases its credits", async () => {
	const user = await app.user();
	const job = await create(user);
	const audition = () => Promise.reject(new PermanentFailure("The engine is gone."));
	await run(user, job.job_id, { speech: { audition } });
	expect(await get(user, job.job_id)).toMatchObject({ state: "failed", error: "The engine is gone.", result: null });
	expect(await app.ledger(user.workspaceId)).toMatchObject({ used: 0, reserved: 0, open: 0 });
});

test("a job waits while the engine is busy and keeps its credits, which use up no attempt", async () => {
	const user = await app.user();
	const job = await create(user);
	let rejected = 0;
	const busyRounds = 2 * maxAttempts;
	const audition: DesignJobServices["speech"]["audition"] = (...request) =>
		rejected++ < busyRounds ? Promise.reject(new SpeechBusyError(2)) : app.speech.audition(...request);
	const expireSoon = () =>
		app.db
			.updateTable("credit_reservation")
			.set({ lease_until: sql`now() + interval '1 minute'` })
			.where("generation_id", "=", job.job_id)
			.execute();
	const before = async (name: string) => {
		if (name === "sleep 86400000") throw new PermanentFailure("stop here");
		if (name.startsWith("sleep")) await expireSoon();
	};
	const input = { workspaceId: user.workspaceId, jobId: job.job_id };
	await runWorkflow(designJobWorkflow, input, { ...services(), speech: { audition } }, before).catch(() => {});
	expect(await get(user, job.job_id)).toMatchObject({ state: "completed", error: null });
	const { lease_until: lease } = await app.db
		.selectFrom("credit_reservation")
		.select("lease_until")
		.where("generation_id", "=", job.job_id)
		.executeTakeFirstOrThrow();
	expect(lease.getTime()).toBeGreaterThan(Date.now() + 1_800_000);
	expect(await app.ledger(user.workspaceId)).toMatchObject({ used: amount, reserved: 0, open: 0 });
});

test("a job whose credits were released fails without generating anything", async () => {
	const user = await app.user();
	const job = await create(user);
	await app.db.transaction().execute((tx) => settleCredits(tx, user.workspaceId, job.job_id, 0));
	let auditions = 0;
	const audition: DesignJobServices["speech"]["audition"] = (...request) => {
		auditions++;
		return app.speech.audition(...request);
	};
	await run(user, job.job_id, { speech: { audition } });
	expect(await get(user, job.job_id)).toMatchObject({
		state: "failed",
		error: "This job was interrupted for too long. It cost nothing; start it again.",
	});
	expect(auditions).toBe(0);
});

test("remixes in the background, deletes jobs after a day and hides them from colleagues", async () => {
	const user = await app.user({ tier: "growing_business" });
	const job = await create(user, { voice_id: app.voiceId, voice_description: "deeper" });
	expect(job.source_voice_id).toBe(app.voiceId);
	const colleague = await aColleague(app.db, await app.user(), user.workspaceId);
	const foreign = await fetch(`${app.url}${path}/${job.job_id}`, { headers: { "xi-api-key": colleague.apiKey } });
	expect(foreign.status).toBe(404);
	await runWorkflow(designJobWorkflow, { workspaceId: user.workspaceId, jobId: job.job_id }, services());
	const { jobs } = await app.get<{ jobs: DesignJob[] }>(path, user.apiKey);
	expect(jobs).toEqual([]);
});

test("rejects a short description and a design without credits before anything starts", async () => {
	const user = await app.user({ credits: 10 });
	for (const [body, code] of [
		[{ voice_description: "deep" }, "voice_description"],
		[{ voice_description: description, text }, "quota_exceeded"],
	] as const) {
		const response = await app.postJson(path, user.apiKey, body);
		expect(JSON.stringify(await response.json())).toContain(code);
		expect(response.ok).toBe(false);
	}
	const { jobs } = await app.get<{ jobs: DesignJob[] }>(path, user.apiKey);
	expect(jobs).toEqual([]);
});
