// Generates the audio of a project chapter by chapter: plan, render the sentences without audio, join them.
// Invariant: a chapter is planned once, so text that is edited meanwhile waits for the next conversion.

import { plans } from "@timbre/contract/plans.ts";
import { z } from "zod";
import { newId } from "../../../core/ids.ts";
import { defineWorkflow, type WorkflowContext } from "../../../core/workflow.ts";
import { busyPauseMs } from "../../../core/workflow-busy.ts";
import { whileRunning } from "../../../core/workflow-cancel.ts";
import { PermanentFailure, reasonFor } from "../../../core/workflow-failure.ts";
import { backgroundContext, getTier } from "../../workspace/workspace.public.ts";
import { queueCallback } from "../callbacks/callbacks.service.ts";
import { findChapter } from "../chapters/chapters.repo.ts";
import { findProject } from "../projects/projects.repo.ts";
import { sentencesToRender, toBatches } from "../sentences/batches.ts";
import { chooseTakes } from "../sentences/choice.service.ts";
import { createPlanner, loadChapterText } from "../sentences/plan.service.ts";
import type { ChosenPlan } from "../sentences/types.ts";
import { joinChapter } from "../snapshots/join.service.ts";
import { addProjectSnapshot } from "../snapshots/project-snapshot.service.ts";
import {
	type ConversionRow,
	deleteBatches,
	endConversion,
	findConversion,
	isRunning,
	listConversionChapters,
	tryBegin,
	updateConversionChapter,
} from "./conversions.repo.ts";
import { deletePlan, loadPlan, storePlan } from "./plan-file.ts";
import { conversionWorkflowName } from "./queue.service.ts";
import { type RenderServices, renderBatch } from "./render.service.ts";

export type ConversionServices = RenderServices & {
	/** Speech nodes that share the work. */
	nodes: number;
};
type Job = { workspaceId: string; conversionId: string };
type Planned = { batches: number; check: boolean; snapshotId: string };

const canceled = "The conversion was canceled.";
const failed = "Something went wrong. Convert again: what was generated costs nothing the second time.";
const maxTurnPauseMs = 15_000;
/** At a minute each, about five hours. */
const maxPauses = 300;
/** Keeps a node busy while the next batch is prepared. */
const batchesPerNode = 2;

export const conversionWorkflow = defineWorkflow<Job, ConversionServices>({
	name: conversionWorkflowName,
	input: z.object({ workspaceId: z.string(), conversionId: z.string() }),
	run: async (context, job, services) => {
		const { workspaceId, conversionId } = job;
		const { db, storage } = services.deps;
		let chapterIds: string[] = [];
		try {
			if (await waitForTurn(context, job, services)) {
				const chapters = await context.step("chapters", () => listConversionChapters(db, workspaceId, [conversionId]));
				chapterIds = chapters.map(({ chapter_id }) => chapter_id);
				for (const id of chapterIds) await convertChapter(context, job, services, id);
				const projectSnapshotId = await context.step("id", async () => newId());
				await context.outcome("complete", () => complete(services, job, projectSnapshotId));
			}
		} catch (error) {
			const reason = reasonFor(error, failed);
			await context.outcome("give up", () => giveUp(services, job, reason));
		}
		await context.outcome("clean up", async () => {
			for (const id of chapterIds) await deletePlan(storage, workspaceId, conversionId, id);
			await deleteBatches(db, workspaceId, conversionId);
		});
	},
});

/** False if it was canceled meanwhile. */
async function waitForTurn(context: WorkflowContext, job: Job, { deps }: ConversionServices): Promise<boolean> {
	for (let turn = 0; ; turn++) {
		const state = await context.step(`turn ${turn}`, () =>
			deps.db.transaction().execute((tx) => tryBegin(tx, job.workspaceId, job.conversionId)),
		);
		if (state !== "wait") return state === "running";
		await context.sleep(Math.min(maxTurnPauseMs, busyPauseMs(turn)));
	}
}

async function convertChapter(
	context: WorkflowContext,
	job: Job,
	services: ConversionServices,
	chapterId: string,
): Promise<void> {
	const { db, storage } = services.deps;
	const { workspaceId, conversionId } = job;
	const key = { conversionId, chapterId };
	const planned = await context.longStep(`plan ${chapterId}`, () => planChapter(services, job, chapterId));
	// It was deleted.
	if (!planned) return;
	await renderAll(context, job, services, chapterId, planned);
	await context.longStep(`join ${chapterId}`, async (attemptEnded) => {
		const row = await requireRunning(services, job);
		await updateConversionChapter(db, workspaceId, key, { state: "joining" });
		if (row.block_id === null) {
			const watched = { isRunning: () => isRunning(db, workspaceId, conversionId), canceled, attemptEnded };
			await whileRunning(watched, (signal) => join(services, job, row, { chapterId, planned }, signal));
		}
		await updateConversionChapter(db, workspaceId, key, { state: "done" });
		await deletePlan(storage, workspaceId, conversionId, chapterId);
	});
}

async function planChapter(services: ConversionServices, job: Job, chapterId: string): Promise<Planned | null> {
	const { deps, log } = services;
	const { db, storage } = deps;
	const { workspaceId, conversionId } = job;
	const row = await requireRunning(services, job);
	const project = await findProject(db, workspaceId, row.project_id);
	if (!project || !(await findChapter(db, workspaceId, row.project_id, chapterId))) return null;
	const starter = { workspaceId, userId: row.created_by, via: row.via, apiKeyId: row.api_key_id };
	const signal = new AbortController().signal;
	const context = await backgroundContext(db, log, starter, { requestId: conversionId, signal });
	const plan = await createPlanner(deps, context, project);
	const planned = await plan(await loadChapterText(db, workspaceId, chapterId));
	const sentences = planned.sentences.filter(({ blockId }) => row.block_id === null || blockId === row.block_id);
	const chosen = await chooseTakes(db, workspaceId, row.project_id, { ...planned, sentences });
	await storePlan(storage, workspaceId, conversionId, chosen);
	const work = sentencesToRender(chosen, new Set());
	const key = { conversionId, chapterId };
	await updateConversionChapter(db, workspaceId, key, {
		state: "rendering",
		sentences: work.length,
		sentences_done: 0,
	});
	return { batches: toBatches(work).length, check: project.quality_check, snapshotId: newId() };
}

/** Renders the batches of a chapter side by side. Those that find no free slot are tried again. */
async function renderAll(
	context: WorkflowContext,
	job: Job,
	services: ConversionServices,
	chapterId: string,
	{ batches, check }: Planned,
): Promise<void> {
	if (batches === 0) return;
	const { deps, nodes } = services;
	const { workspaceId, conversionId } = job;
	const slots = await context.step(`slots ${chapterId}`, async () => {
		// One slot of the plan stays free for people.
		const { concurrency } = plans[await getTier(deps.db, workspaceId)];
		return Math.max(1, Math.min(nodes * batchesPerNode, concurrency - 1));
	});
	let open = Array.from({ length: batches }, (_, batch) => batch);
	let pauses = 0;
	for (let round = 0; open.length > 0; round++) {
		const waiting: number[] = [];
		for (let at = 0; at < open.length; at += slots) {
			const group = open.slice(at, at + slots);
			const results = await context.steps(
				group,
				slots,
				(batch) => `render ${chapterId} ${batch}${round === 0 ? "" : `, try ${round + 1}`}`,
				(batch) => renderStored(services, job, { conversionId, chapterId, batch }, check),
			);
			for (const [index, result] of results.entries()) {
				if (result.status === "rejected") throw result.reason;
				if (result.value.wait) waiting.push(group[index] ?? 0);
			}
			// No slot is free: the rest would not find one either.
			if (waiting.length >= slots) {
				waiting.push(...open.slice(at + slots));
				break;
			}
		}
		pauses = waiting.length < open.length ? 0 : pauses + 1;
		open = waiting;
		if (pauses > maxPauses) throw new PermanentFailure("The speech engine was busy for hours. Try again later.");
		if (open.length > 0) await context.sleep(busyPauseMs(pauses));
	}
}

async function renderStored(
	services: ConversionServices,
	{ workspaceId }: Job,
	batch: { conversionId: string; chapterId: string; batch: number },
	check: boolean,
): Promise<{ wait: boolean }> {
	const plan = await loadPlan(services.deps.storage, workspaceId, batch.conversionId, batch.chapterId);
	const work = toBatches(sentencesToRender(plan, new Set()))[batch.batch];
	if (!work) throw new Error(`there is no batch ${batch.batch} in the plan of chapter ${batch.chapterId}`);
	return renderBatch(services, workspaceId, batch, { work, check });
}

async function join(
	{ deps }: ConversionServices,
	{ workspaceId, conversionId }: Job,
	row: ConversionRow,
	{ chapterId, planned }: { chapterId: string; planned: Planned },
	signal: AbortSignal,
): Promise<void> {
	const { db, storage, speech } = deps;
	const chapter = await findChapter(db, workspaceId, row.project_id, chapterId);
	if (!chapter) return;
	const plan = await loadPlan(storage, workspaceId, conversionId, chapterId);
	// Take check may have chosen other takes since.
	const chosen: ChosenPlan = await chooseTakes(db, workspaceId, row.project_id, plan);
	if (chosen.sentences.length === 0) return;
	if (chosen.sentences.some(({ takeId }) => takeId === undefined)) throw new Error("a sentence has no audio");
	const request = { id: planned.snapshotId, projectId: row.project_id, name: chapter.name, plan: chosen };
	await joinChapter({ db, storage, speech }, workspaceId, request, signal);
}

async function complete({ deps }: ConversionServices, job: Job, snapshotId: string): Promise<void> {
	const { workspaceId, conversionId } = job;
	const row = await findConversion(deps.db, workspaceId, conversionId);
	if (row?.state !== "running") return;
	await deps.db.transaction().execute(async (tx) => {
		const isAdded = row.chapter_id === null && (await addProjectSnapshot(tx, workspaceId, row.project_id, snapshotId));
		if (await endConversion(tx, workspaceId, conversionId, { state: "done" }))
			await queueCallback(tx, workspaceId, row, { projectSnapshotId: isAdded ? snapshotId : null });
	});
}

async function giveUp({ deps }: ConversionServices, job: Job, error: string): Promise<void> {
	const { workspaceId, conversionId } = job;
	const row = await findConversion(deps.db, workspaceId, conversionId);
	if (!row) return;
	await deps.db.transaction().execute(async (tx) => {
		if (await endConversion(tx, workspaceId, conversionId, { state: "failed", error }))
			await queueCallback(tx, workspaceId, row, { error });
	});
}

async function requireRunning(
	{ deps }: ConversionServices,
	{ workspaceId, conversionId }: Job,
): Promise<ConversionRow> {
	const row = await findConversion(deps.db, workspaceId, conversionId);
	if (row?.state !== "running") throw new PermanentFailure(canceled);
	return row;
}
