import { AppError } from "@timbre/contract/errors.ts";
import { z } from "zod";
import type { Context } from "../../../core/http/context.ts";
import type { Log } from "../../../core/log.ts";
import { defineWorkflow } from "../../../core/workflow.ts";
import { PermanentFailure, reasonFor } from "../../../core/workflow-failure.ts";
import { deleteHistoryItem, findHistoryItem } from "../../history/history.public.ts";
import { getMembershipStatus } from "../../workspace/workspace.public.ts";
import { openGeneration } from "../generate/generate.service.ts";
import type { SpeechDeps } from "../generate/types.ts";
import { findJob, finishJob, type JobRow, updateJobProgress } from "./jobs.repo.ts";
import { jobWorkflowName, prepareRequest } from "./jobs.service.ts";

export type JobServices = { deps: SpeechDeps; log: Log; undoSeconds: number };

type Job = { workspaceId: string; jobId: string };

/** How often progress is stored and a cancellation noticed. */
const progressIntervalMs = 1_000;

/**
 * Generates a long text. What an interrupted attempt has generated is stored and paid, so that the next one replays it
 * and continues.
 */
export const jobWorkflow = defineWorkflow<Job, JobServices>({
	name: jobWorkflowName,
	input: z.object({ workspaceId: z.string(), jobId: z.string() }),
	// 150,000 characters take hours on a slow machine.
	maxStepMinutes: 12 * 60,
	run: async (context, { workspaceId, jobId }, services) => {
		const { db } = services.deps;
		try {
			await context.step("generate", () => generate(services, workspaceId, jobId));
			await context.step("replace partial generation", () => deleteContinued(services, workspaceId, jobId));
		} catch (error) {
			await context.outcome("give up", () =>
				finishJob(db, workspaceId, jobId, { state: "failed", error: reasonFor(error, unexpected) }),
			);
		}
	},
});

const unexpected = "Something went wrong. Try again: what was generated is stored and costs nothing the second time.";

async function generate({ deps, log }: JobServices, workspaceId: string, jobId: string): Promise<void> {
	const row = await findJob(deps.db, workspaceId, jobId);
	// Deleted, canceled or finished by an earlier attempt.
	if (!row?.request || !(await updateJobProgress(deps.db, workspaceId, jobId, 0))) return;
	const cancellation = new AbortController();
	const context = await contextOf(deps, log, row, cancellation.signal);
	const prepared = await prepareRequest(deps, context, row.request);
	const { plan } = prepared;
	const generation = {
		...prepared.generation,
		job: {
			keepPartial: () => cancellation.signal.aborted,
			onSettled: async (tx, complete) => {
				if (complete) await finishJob(tx, workspaceId, jobId, { state: "done", historyItemId: generation.id });
			},
		},
	} satisfies typeof prepared.generation;
	const { body } = await openGeneration(deps, context, generation, plan);
	let updatedAt = performance.now();
	for await (const delivery of body) {
		if (delivery.type !== "unit" || performance.now() - updatedAt < progressIntervalMs) continue;
		updatedAt = performance.now();
		const characters = plan.units[delivery.index]?.end ?? 0;
		if (!(await updateJobProgress(deps.db, workspaceId, jobId, characters))) cancellation.abort(new Error("canceled"));
	}
	if (cancellation.signal.aborted) return;
	if ((await findJob(deps.db, workspaceId, jobId))?.state === "running")
		throw new AppError("service_unavailable", "The audio could not be stored.");
}

/** The identity of the user who started the job, with the role they have now. */
async function contextOf({ db }: SpeechDeps, log: Log, row: JobRow, signal: AbortSignal): Promise<Context> {
	const { workspace_id: workspaceId, user_id: userId } = row;
	const status = await getMembershipStatus(db, workspaceId, userId);
	if (!status) throw new PermanentFailure("You are no longer a member of this workspace.");
	if (status.suspended !== undefined) throw new PermanentFailure("This workspace is suspended.");
	return {
		workspaceId,
		userId,
		role: status.role,
		permissions: status.permissions,
		via: row.via === "session" ? "session" : "api-key",
		...(row.api_key_id === null ? {} : { apiKeyId: row.api_key_id }),
		requestId: row.id,
		log,
		signal,
		clientIp: "",
		range: undefined,
		headers: {},
		setResponseHeader: () => {},
	};
}

/** The complete generation replaces the partial one. */
async function deleteContinued({ deps, undoSeconds }: JobServices, workspaceId: string, jobId: string): Promise<void> {
	const row = await findJob(deps.db, workspaceId, jobId);
	if (row?.state !== "done" || row.continues_item_id === null) return;
	const partial = await findHistoryItem(deps.db, workspaceId, row.continues_item_id);
	if (partial) await deleteHistoryItem(deps.db, workspaceId, partial.id, undoSeconds);
}
