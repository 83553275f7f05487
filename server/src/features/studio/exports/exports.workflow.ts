// Makes a file of a project: each chapter is mastered and stored, then they are put together.
// Invariant: an export that has ended has no parts in the storage, and one that isn't done has no file.
import { titleFileName } from "@timbre/contract/files.ts";
import { z } from "zod";
import { deleteAll } from "../../../core/storage/storage.ts";
import { defineWorkflow, type WorkflowContext } from "../../../core/workflow.ts";
import { busyPauseMs } from "../../../core/workflow-busy.ts";
import { whileRunning } from "../../../core/workflow-cancel.ts";
import { PermanentFailure, reasonFor } from "../../../core/workflow-failure.ts";
import { backgroundContext } from "../../workspace/workspace.public.ts";
import { findProject } from "../projects/projects.repo.ts";
import {
	type ExportRow,
	endExport,
	findExport,
	finishExport,
	isRunning,
	tryBegin,
	updateProgress,
} from "./exports.repo.ts";
import { isAudio, typeOf } from "./formats.ts";
import { type MasteredChapter, masterChapter } from "./master.service.ts";
import { folderOf, storeFile } from "./storage-files.service.ts";
import type { ExportRun, ExportServices } from "./types.ts";
import { withExportFile } from "./whole-file.service.ts";

type Job = { workspaceId: string; projectId: string; exportId: string };

const canceled = "The export was canceled.";
const failed = "Something went wrong. Export again.";
const maxTurnPauseMs = 15_000;
const reportMs = 1_000;
/** What mastering is of the whole work. */
const masteringShare = 0.85;

export const exportWorkflow = defineWorkflow<Job, ExportServices>({
	name: "StudioExport",
	input: z.object({ workspaceId: z.string(), projectId: z.string(), exportId: z.string() }),
	run: async (context, job, services) => {
		const { workspaceId, exportId } = job;
		const { db } = services.deps;
		try {
			if (await waitForTurn(context, job, services)) {
				const chapters: MasteredChapter[] = [];
				const count = await context.step("chapters", () => countChapters(services, job));
				for (let index = 0; index < count; index++)
					chapters.push(
						await context.longStep(`chapter ${index}`, (ended) => masterOne(services, job, index, count, ended)),
					);
				await context.longStep("file", (ended) => writeFile(services, job, chapters, ended));
			}
		} catch (error) {
			const reason = reasonFor(error, failed);
			await context.outcome("give up", () => endExport(db, workspaceId, exportId, { state: "failed", error: reason }));
		}
		await context.outcome("clean up", () => cleanUp(services, job));
	},
});

/** False if it was canceled meanwhile. */
async function waitForTurn(context: WorkflowContext, job: Job, { deps }: ExportServices): Promise<boolean> {
	for (let turn = 0; ; turn++) {
		const state = await context.step(`turn ${turn}`, () =>
			deps.db.transaction().execute((tx) => tryBegin(tx, job.workspaceId, job.exportId)),
		);
		if (state !== "wait") return state === "running";
		await context.sleep(Math.min(maxTurnPauseMs, busyPauseMs(turn)));
	}
}

/** How many chapters are to be mastered. */
async function countChapters(services: ExportServices, job: Job): Promise<number> {
	const row = await requireRunning(services, job);
	return isAudio(row.format) ? row.chapters.length : 0;
}

async function masterOne(
	services: ExportServices,
	job: Job,
	index: number,
	count: number,
	attemptEnded: AbortSignal,
): Promise<MasteredChapter> {
	const row = await requireRunning(services, job);
	const chapter = row.chapters[index];
	if (!chapter) throw new Error(`the export has no chapter ${index}`);
	const report = reporter(services, job);
	const onProgress = (share: number) => report((masteringShare * (index + share)) / count);
	return whileRunning(watched(services, job, attemptEnded), (signal) =>
		masterChapter(services.deps, job.workspaceId, row, { chapter, index }, { signal, onProgress }),
	);
}

async function writeFile(
	services: ExportServices,
	job: Job,
	chapters: readonly MasteredChapter[],
	attemptEnded: AbortSignal,
): Promise<void> {
	const { db, storage } = services.deps;
	const { workspaceId, exportId } = job;
	const row = await findExport(db, workspaceId, exportId);
	// An earlier attempt finished, but its result was lost.
	if (row?.state === "done") return;
	if (row?.state !== "running") throw new PermanentFailure(canceled);
	const project = await findProject(db, workspaceId, row.project_id);
	if (!project) throw new PermanentFailure(canceled);
	const { extension, contentType } = typeOf(row);
	const key = `${folderOf(workspaceId, row.project_id, exportId)}file`;
	const starter = { workspaceId, userId: row.created_by, via: row.via, apiKeyId: row.api_key_id };
	const report = reporter(services, job);
	const done = isAudio(row.format) ? masteringShare : 0;
	await whileRunning(watched(services, job, attemptEnded), async (signal) => {
		const context = await backgroundContext(db, services.log, starter, { requestId: exportId, signal });
		const onProgress = (share: number) => report(done + (1 - done) * Math.min(1, share));
		const run: ExportRun = { services, context, row, project, onProgress };
		await withExportFile(run, chapters, async ({ body, report: measured }) => {
			const stored = await storeFile(storage, key, untilAborted(body, signal), contentType);
			const name = titleFileName(project.title ?? project.name, extension);
			const file = { key, name, contentType, bytes: stored.size, sha256: stored.sha256 };
			await finishExport(db, workspaceId, exportId, { file, report: measured });
		});
	});
}

async function* untilAborted(body: AsyncIterable<Uint8Array>, signal: AbortSignal): AsyncGenerator<Uint8Array> {
	for await (const bytes of body) {
		signal.throwIfAborted();
		yield bytes;
	}
}

/** Deletes the parts, and the file unless it is done. */
async function cleanUp({ deps }: ExportServices, { workspaceId, projectId, exportId }: Job): Promise<void> {
	const { db, storage } = deps;
	const row = await findExport(db, workspaceId, exportId);
	const folder = folderOf(workspaceId, projectId, exportId);
	if (row?.state !== "done") return deleteAll(storage, folder);
	for (const key of await storage.list(folder)) if (key !== row.file_key) await storage.delete(key);
}

async function requireRunning({ deps }: ExportServices, { workspaceId, exportId }: Job): Promise<ExportRow> {
	const row = await findExport(deps.db, workspaceId, exportId);
	if (row?.state !== "running") throw new PermanentFailure(canceled);
	return row;
}

const watched = ({ deps }: ExportServices, { workspaceId, exportId }: Job, attemptEnded: AbortSignal) => ({
	isRunning: () => isRunning(deps.db, workspaceId, exportId),
	canceled,
	attemptEnded,
});

function reporter({ deps }: ExportServices, { workspaceId, exportId }: Job) {
	let reported = 0;
	return (share: number) => {
		if (performance.now() - reported < reportMs) return;
		reported = performance.now();
		updateProgress(deps.db, workspaceId, exportId, share).catch(() => {});
	};
}
