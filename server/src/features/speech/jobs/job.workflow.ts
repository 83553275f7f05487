import { AppError } from "@timbre/contract/errors.ts";
import { z } from "zod";
import type { Log } from "../../../core/log.ts";
import { defineWorkflow, type WorkflowContext } from "../../../core/workflow.ts";
import { busyPauseMs, createSilenceTimer, isBusy } from "../../../core/workflow-busy.ts";
import { PermanentFailure, reasonFor } from "../../../core/workflow-failure.ts";
import { deleteHistoryItem, findHistoryItem } from "../../history/history.public.ts";
import { settleInterrupted } from "../../usage/usage.public.ts";
import { backgroundContext } from "../../workspace/workspace.public.ts";
import { openGeneration } from "../generate/generate.service.ts";
import type { SpeechDeps } from "../generate/types.ts";
import { beginAttempt, deleteJob, findJob, finishJob, markWaiting, updateJobProgress } from "./jobs.repo.ts";
import { jobWorkflowName, prepareRequest } from "./jobs.service.ts";

export type JobServices = {
	deps: SpeechDeps;
	log: Log;
	undoSeconds: number;
	/** How long an attempt may go without audio until it is ended. Defaults to ten minutes. */
	maxSilentMs?: number;
};

type Job = { workspaceId: string; jobId: string };

/** What is left to do after an attempt. `delivered` counts characters, so that an attempt without progress is noticed. */
type Attempt = { next: "nothing" | "wait" | "try again"; delivered: number };

/** How often progress is stored and a cancellation noticed. */
const progressIntervalMs = 1_000;
const defaultMaxSilentMs = 600_000;
/** Attempts in a row without any audio. At ten minutes each, the speech node has been stuck for hours. */
const maxSilentAttempts = 20;
const keptMs = 7 * 24 * 3_600_000;

/**
 * Generates a long text. What an interrupted attempt has generated is stored and paid, so that the next one replays it
 * and continues. A job that finds no free slot waits for as long as it takes; only errors use up its attempts.
 */
export const jobWorkflow = defineWorkflow<Job, JobServices>({
	name: jobWorkflowName,
	input: z.object({ workspaceId: z.string(), jobId: z.string() }),
	run: async (context, job, services) => {
		const { workspaceId, jobId } = job;
		const { db } = services.deps;
		try {
			await generateAll(context, job, services);
			await context.step("replace partial generation", () => deleteContinued(services, workspaceId, jobId));
		} catch (error) {
			await context.outcome("give up", () =>
				finishJob(db, workspaceId, jobId, { state: "failed", error: reasonFor(error, unexpected) }),
			);
		}
		await context.sleep(keptMs);
		await context.step("remove", () => deleteJob(db, workspaceId, jobId));
	},
});

const unexpected = "Something went wrong. Try again: what was generated is stored and costs nothing the second time.";

async function generateAll(context: WorkflowContext, job: Job, services: JobServices): Promise<void> {
	let pauses = 0;
	let silentAttempts = 0;
	let delivered = 0;
	for (let attempt = 1; ; attempt++) {
		const result = await context.longStep(`generate ${attempt}`, (signal) => generate(services, job, signal));
		if (result.next === "nothing") return;
		if (result.delivered > delivered) [pauses, silentAttempts] = [0, 0];
		delivered = Math.max(delivered, result.delivered);
		if (result.next === "try again" && ++silentAttempts >= maxSilentAttempts)
			throw new PermanentFailure("The speech engine stopped responding. What was generated costs nothing later.");
		await context.sleep(busyPauseMs(pauses++));
	}
}

async function generate(services: JobServices, job: Job, attemptEnded: AbortSignal): Promise<Attempt> {
	const { deps, log, maxSilentMs = defaultMaxSilentMs } = services;
	const { workspaceId, jobId } = job;
	const row = await findJob(deps.db, workspaceId, jobId);
	// Deleted, canceled or finished by an earlier attempt.
	if (!row?.request || row.finished_at !== null) return { next: "nothing", delivered: 0 };
	if (row.generation_id !== null) await settleInterrupted(deps.db, workspaceId, row.generation_id);
	const stop = new AbortController();
	const silence = createSilenceTimer(maxSilentMs);
	const signal = AbortSignal.any([stop.signal, silence.signal, attemptEnded]);
	const starter = { workspaceId, userId: row.user_id, via: row.via, apiKeyId: row.api_key_id };
	const context = await backgroundContext(deps.db, log, starter, { requestId: jobId, signal });
	const prepared = await prepareRequest(deps, context, row.request);
	const { plan } = prepared;
	const generationId = prepared.generation.id;
	let canceled = false;
	const generation = {
		...prepared.generation,
		job: {
			keepPartial: () => canceled,
			onSettled: async (tx, complete) =>
				complete ? finishJob(tx, workspaceId, jobId, { state: "done", generationId }) : true,
		},
	} satisfies typeof prepared.generation;
	if (!(await beginAttempt(deps.db, workspaceId, jobId, { generationId, previous: row.generation_id })))
		return { next: "wait", delivered: row.delivered_characters };
	let deliveredCharacters = 0;
	const record = async () => {
		if (await updateJobProgress(deps.db, workspaceId, jobId, { generationId, deliveredCharacters })) return;
		canceled = (await findJob(deps.db, workspaceId, jobId))?.state === "canceled";
		stop.abort(new Error("ended"));
	};
	let opened = false;
	try {
		const { body } = await openGeneration(deps, context, generation, plan);
		opened = true;
		await record();
		let recordedAt = performance.now();
		for await (const delivery of body) {
			silence.reset();
			if (delivery.type !== "unit") continue;
			deliveredCharacters = plan.units[delivery.index]?.end ?? deliveredCharacters;
			if (performance.now() - recordedAt < progressIntervalMs) continue;
			recordedAt = performance.now();
			await record();
		}
	} catch (error) {
		if (!silence.expired() && !isBusy(error)) throw error;
		await markWaiting(deps.db, workspaceId, jobId);
		// Before its first audio, the attempt was in the queue of the speech node behind requests that users wait for.
		return { next: opened ? "try again" : "wait", delivered: deliveredCharacters };
	} finally {
		silence.stop();
	}
	attemptEnded.throwIfAborted();
	if (silence.expired()) {
		await markWaiting(deps.db, workspaceId, jobId);
		return { next: "try again", delivered: deliveredCharacters };
	}
	if (!stop.signal.aborted && (await findJob(deps.db, workspaceId, jobId))?.state === "running")
		throw new AppError("service_unavailable", "The audio could not be stored.");
	return { next: "nothing", delivered: deliveredCharacters };
}

/** The complete generation replaces the partial one. */
async function deleteContinued({ deps, undoSeconds }: JobServices, workspaceId: string, jobId: string): Promise<void> {
	const row = await findJob(deps.db, workspaceId, jobId);
	if (row?.state !== "done" || row.continues_item_id === null) return;
	const partial = await findHistoryItem(deps.db, workspaceId, row.continues_item_id);
	if (partial) await deleteHistoryItem(deps.db, workspaceId, partial.id, undoSeconds);
}
