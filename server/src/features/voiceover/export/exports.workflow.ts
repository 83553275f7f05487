// Mixes a voice-over and writes its file.
import type { ExportFormat } from "@timbre/contract/voiceover/rules.ts";
import type { Database } from "@timbre/db/connect.ts";
import { z } from "zod";
import type { Storage } from "../../../core/storage/storage.ts";
import { defineWorkflow } from "../../../core/workflow.ts";
import { whileRunning } from "../../../core/workflow-cancel.ts";
import { PermanentFailure, reasonFor } from "../../../core/workflow-failure.ts";
import { presentClip } from "../clips/clips.present.ts";
import { listClipRows } from "../clips/clips.repo.ts";
import { voiceoverFolder } from "../files.ts";
import { beginJob, deleteJobRow, endJob, findJob, isRunning, listJobRows, updateProgress } from "../jobs/jobs.repo.ts";
import { presentLines } from "../lines/lines.present.ts";
import { listLineRows } from "../lines/lines.repo.ts";
import { lengthOf } from "../projects/voiceovers.present.ts";
import { exportWorkflowName } from "./exports.service.ts";
import { writeExport } from "./write.service.ts";

type ExportServices = { db: Database; storage: Storage };
type Job = { workspaceId: string; voiceoverId: string; jobId: string };

const failed = "Something went wrong. Export again.";
const canceled = "The export was canceled.";
/** Older ones are deleted with their files. */
const maxJobs = 10;
const reportMs = 500;

export const voiceoverExportWorkflow = defineWorkflow<Job, ExportServices>({
	name: exportWorkflowName,
	input: z.object({ workspaceId: z.string(), voiceoverId: z.string(), jobId: z.string() }),
	run: async (context, job, services) => {
		const { db, storage } = services;
		const { workspaceId, voiceoverId, jobId } = job;
		try {
			const key = await context.longStep("write", (signal) => write(services, job, signal));
			if (key !== null)
				await context.outcome("complete", () => endJob(db, workspaceId, jobId, { state: "done", file: key }));
		} catch (error) {
			const reason = reasonFor(error, failed);
			await context.outcome("give up", () => endJob(db, workspaceId, jobId, { state: "failed", error: reason }));
		}
		await context.outcome("clean up", async () => {
			const row = await findJob(db, workspaceId, jobId);
			if (row?.state !== "done") await deleteFile(storage, job);
			for (const old of await listJobRows(db, workspaceId, voiceoverId, maxJobs, maxJobs)) {
				if (old.finished_at === null) continue;
				if (old.file_key !== null) await storage.delete(old.file_key);
				await deleteJobRow(db, workspaceId, old.id);
			}
		});
	},
});

const fileKey = ({ workspaceId, voiceoverId, jobId }: Job): string =>
	`${voiceoverFolder(workspaceId, voiceoverId)}/exports/${jobId}`;

const deleteFile = (storage: Storage, job: Job): Promise<void> => storage.delete(fileKey(job));

/** Null if it was canceled before it began. */
async function write(
	{ db, storage }: ExportServices,
	job: Job,
	attemptEnded: AbortSignal,
): Promise<{ key: string; bytes: number; seconds: number } | null> {
	const { workspaceId, voiceoverId, jobId } = job;
	if (!(await beginJob(db, workspaceId, jobId))) return null;
	const row = await findJob(db, workspaceId, jobId);
	if (!row) throw new PermanentFailure(canceled);
	const clips = await listClipRows(db, workspaceId, voiceoverId);
	const lines = await listLineRows(db, workspaceId, voiceoverId);
	const shown = clips.map(presentClip);
	const lengthMs = lengthOf({
		source: shown.find(({ kind }) => kind === "source") ?? null,
		sounds: shown.filter(({ kind }) => kind === "sound"),
		lines: presentLines(lines),
	});
	let reported = 0;
	const onProgress = (share: number) => {
		if (performance.now() - reported < reportMs) return;
		reported = performance.now();
		updateProgress(db, workspaceId, jobId, { progress: share * 0.95 }).catch(() => {});
	};
	const key = fileKey(job);
	const watched = { isRunning: () => isRunning(db, workspaceId, jobId), canceled, attemptEnded };
	const file = await whileRunning(watched, (signal) =>
		writeExport(storage, { clips, lines, lengthMs }, { key, format: row.format as ExportFormat, signal, onProgress }),
	);
	return { key, ...file };
}
