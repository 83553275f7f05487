import { AppError } from "@timbre/contract/errors.ts";
import type { Database } from "@timbre/db/connect.ts";
import { z } from "zod";
import { speechError } from "../../../core/speech-errors.ts";
import { defineWorkflow } from "../../../core/workflow.ts";
import { longStepWhenFree } from "../../../core/workflow-busy.ts";
import { PermanentFailure, reasonFor } from "../../../core/workflow-failure.ts";
import { extendReservation, settleCredits } from "../../usage/usage.public.ts";
import { beginJob, countPreview, deleteJob, endJob, findJob } from "./jobs.repo.ts";
import { keptSeconds, type PreviewServices, planPreviews, renderPreviews } from "./previews.service.ts";

export type DesignJobServices = PreviewServices & { engines: readonly string[] };
type Job = { workspaceId: string; jobId: string };

const format = "mp3_44100_128";
const failed = "The previews couldn't be generated. Try again in a few minutes.";
const checkMs = 1_000;
/** The credits of a job that no attempt has extended for this long are released. */
export const leaseSeconds = 3_600;
/** About an hour. A waiting job holds credits and a slot of the plan. */
const maxPauses = 60;

/** Generates the previews of a design job. Its credits were reserved when it was created. */
export const designJobWorkflow = defineWorkflow<Job, DesignJobServices>({
	name: "VoiceDesign",
	input: z.object({ workspaceId: z.string(), jobId: z.string() }),
	run: async (context, job, services) => {
		const { db } = services;
		try {
			await longStepWhenFree(context, "generate", (signal) => generate(services, job, signal), maxPauses);
		} catch (error) {
			await context.outcome("give up", () => giveUp(db, job, reasonFor(error, failed)));
		}
		await context.sleep(keptSeconds * 1000);
		await context.step("remove", () => deleteJob(db, job.workspaceId, job.jobId));
	},
});

/** Stores the error and releases the credits, unless the job has ended. */
async function giveUp(db: Database, { workspaceId, jobId }: Job, error: string): Promise<void> {
	await db.transaction().execute(async (tx) => {
		await endJob(tx, workspaceId, jobId, { state: "failed", error });
		await settleCredits(tx, workspaceId, jobId, 0);
	});
}

async function generate(
	services: DesignJobServices,
	{ workspaceId, jobId }: Job,
	attemptEnded: AbortSignal,
): Promise<void> {
	const { db } = services;
	if (!(await beginJob(db, workspaceId, jobId))) return;
	const job = await findJob(db, workspaceId, jobId);
	if (!job?.created_by) return;
	if (!(await extendReservation(db, workspaceId, jobId, leaseSeconds)))
		throw new PermanentFailure("This job was interrupted for too long. It cost nothing; start it again.");
	const { source, ...request } = job.request;
	const canceling = new AbortController();
	const watch = setInterval(() => {
		findJob(db, workspaceId, jobId).then(
			(row) => row?.state === "running" || canceling.abort(),
			() => {},
		);
	}, checkMs);
	try {
		await renderPreviews(services, planPreviews(services.engines, request, source), {
			workspaceId,
			userId: job.created_by,
			generationId: jobId,
			format,
			sourceVoiceId: source?.id ?? null,
			withoutAudio: true,
			signal: AbortSignal.any([canceling.signal, attemptEnded]),
			onVoice: () => void countPreview(db, workspaceId, jobId).catch(() => {}),
			onStored: async (tx, result) => {
				if (!(await endJob(tx, workspaceId, jobId, { state: "completed", result })))
					throw new PermanentFailure("The job was canceled.");
			},
		});
	} catch (error) {
		if (canceling.signal.aborted) return;
		const reason = speechError(error);
		throw reason instanceof AppError ? reason : error;
	} finally {
		clearInterval(watch);
	}
}
