import type { ErrorCode } from "@timbre/contract/errors.ts";
import { AppError } from "@timbre/contract/errors.ts";
import { z } from "zod";
import { defineWorkflow, type WorkflowContext } from "../../core/workflow.ts";
import { busyPauseMs, isBusy, longStepWhenFree } from "../../core/workflow-busy.ts";
import { PermanentFailure, permanentReason, reasonFor } from "../../core/workflow-failure.ts";
import { deleteChunks, removeUpload } from "../uploads/uploads.public.ts";
import { settleCredits } from "../usage/usage.public.ts";
import type { ConversionJobKey, ConversionServices } from "./types.ts";
import { convertChunk, decodeRecording, finish, measureVoices, reserve } from "./voice-changer.convert.service.ts";
import {
	deleteConversion,
	findConversion,
	finishConversion,
	updateErrorCode,
	updateState,
} from "./voice-changer.repo.ts";
import { conversionWorkflowName } from "./voice-changer.service.ts";

/** Chunks that are converted at a time. */
const width = 2;
/** Of hours: a conversion that waits holds credits and a slot of the plan. */
const maxPauses = 60;
/** How long a client that streams the result may take to read it. */
const readableMs = 15 * 60_000;
const keptMs = 7 * 24 * 3_600_000;
const unexpected = "Something went wrong. The conversion cost nothing; try again.";

/**
 * Converts a recording chunk by chunk. What an interrupted attempt has converted is stored and not converted again, and
 * credits are charged once, with the result.
 */
export const conversionWorkflow = defineWorkflow<ConversionJobKey, ConversionServices>({
	name: conversionWorkflowName,
	input: z.object({ workspaceId: z.string(), jobId: z.string() }),
	run: async (context, job, services) => {
		const { db } = services;
		const { workspaceId, jobId } = job;
		try {
			await convertAll(context, job, services);
		} catch (error) {
			await context.outcome("give up", () => giveUp(services, job, reasonFor(error, unexpected)));
		}
		await context.outcome("remove recording", async () => {
			const row = await findConversion(db, workspaceId, jobId);
			if (row) await removeUpload(services, workspaceId, row.upload_id);
		});
		await context.sleep(readableMs);
		await context.outcome("remove chunks", () => deleteChunks(services, workspaceId, jobId));
		await context.sleep(keptMs);
		await context.step("remove", () => deleteConversion(db, workspaceId, jobId));
	},
});

async function convertAll(
	context: WorkflowContext,
	job: ConversionJobKey,
	services: ConversionServices,
): Promise<void> {
	const run = <T>(work: () => Promise<T>) => withErrorCode(services, job, work);
	const recording = await context.longStep("decode", (signal) => run(() => decodeRecording(services, job, signal)));
	if (!recording) return;
	if (!(await longStepWhenFree(context, "reserve", () => run(() => reserve(services, job)), maxPauses))) return;
	const reshaping = await longStepWhenFree(
		context,
		"measure",
		(signal) => run(() => measureVoices(services, job, recording, signal)),
		maxPauses,
	);
	const texts = new Map<number, string>();
	let left = recording.chunks.map((_, index) => index);
	for (let pauses = 0; left.length > 0; pauses++) {
		const results = await context.steps(
			left,
			width,
			(index) => `convert ${index + 1}${pauses > 0 ? `, try ${pauses + 1}` : ""}`,
			async (index) => {
				try {
					return await run(() => convertChunk(services, job, recording, index, reshaping));
				} catch (error) {
					if (isBusy(error)) return { state: "busy" as const };
					throw error;
				}
			},
		);
		const failed = results.find((result) => result.status === "rejected");
		if (failed) throw failed.reason;
		const outcomes = results.map((result) => (result.status === "fulfilled" ? result.value : undefined));
		if (outcomes.some((outcome) => outcome?.state === "ended")) return;
		const busy: number[] = [];
		for (const [at, index] of left.entries()) {
			const outcome = outcomes[at];
			if (outcome?.state === "converted") texts.set(index, outcome.text);
			else busy.push(index);
		}
		left = busy;
		if (left.length === 0) break;
		if (pauses === maxPauses) throw new PermanentFailure("The speech engine was busy for an hour. Try again later.");
		await context.step(`wait ${pauses + 1}`, async () => {
			await updateState(services.db, job.workspaceId, job.jobId, "waiting");
		});
		await context.sleep(busyPauseMs(pauses));
	}
	const text = recording.chunks
		.map((_, index) => texts.get(index) ?? "")
		.join(" ")
		.trim();
	await context.longStep("finish", (signal) => run(() => finish(services, job, { ...recording, text }, signal)));
}

/** Stores the code of a permanent error, so that a request that waits responds with it. */
async function withErrorCode<T>(
	{ db }: ConversionServices,
	{ workspaceId, jobId }: ConversionJobKey,
	work: () => Promise<T>,
): Promise<T> {
	try {
		return await work();
	} catch (error) {
		if (permanentReason(error) !== undefined)
			await updateErrorCode(
				db,
				workspaceId,
				jobId,
				error instanceof AppError ? (error.code as ErrorCode) : "invalid_audio",
			);
		throw error;
	}
}

/** Stores the error and releases the credits, unless the conversion has ended. */
async function giveUp(
	{ db }: ConversionServices,
	{ workspaceId, jobId }: ConversionJobKey,
	error: string,
): Promise<void> {
	await db.transaction().execute(async (tx) => {
		await finishConversion(tx, workspaceId, jobId, { state: "failed", error });
		await settleCredits(tx, workspaceId, jobId, 0);
	});
}
