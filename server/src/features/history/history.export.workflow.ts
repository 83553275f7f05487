import { distinctNames } from "@timbre/contract/files.ts";
import type { Database } from "@timbre/db/connect.ts";
import { z } from "zod";
import { type ArchivePart, joinArchiveParts, writeArchivePart } from "../../core/archive-parts.ts";
import { deleteAll, type Storage } from "../../core/storage/storage.ts";
import { unix } from "../../core/time.ts";
import { defineWorkflow } from "../../core/workflow.ts";
import { reasonFor } from "../../core/workflow-failure.ts";
import type { ZipFile } from "../../core/zip.ts";
import { type FileFormat, fileFormat, openFile } from "./history.download.service.ts";
import { endExport, findExport, finishExport, startExport, updateProgress } from "./history.export.repo.ts";
import { itemFileName } from "./history.present.ts";
import { listItemsById } from "./history.repo.ts";

export type ExportServices = { db: Database; storage: Storage };
type Job = { workspaceId: string; exportId: string; keepSeconds: number };
type PlannedItem = { id: string; name: string };
type Part = ArchivePart & { cancelled: boolean; skipped: number };

/** Limits of a part: the most work lost if a worker dies, and the longest a cancellation waits. */
const maxPartItems = 25;
const maxPartSeconds = 1_800;

/**
 * Builds an archive in parts. Each part is a storage object, so a finished part is never written again. The parts are joined at the end,
 * and the archive is removed when it expires.
 */
export const exportWorkflow = defineWorkflow<Job, ExportServices>({
	name: "HistoryExport",
	input: z.object({ workspaceId: z.string(), exportId: z.string(), keepSeconds: z.number() }),
	run: async (context, job, services) => {
		try {
			const plan = await context.step("plan", () => planExport(services, job));
			const written: Part[] = [];
			let done = 0;
			let skipped = 0;
			for (const [number, items] of (plan?.parts ?? []).entries()) {
				const part = await context.step(`part ${number}`, () =>
					writePart(services, job, { number, items, format: plan?.format ?? "mp3", done, skipped }),
				);
				if (part.cancelled) break;
				written.push(part);
				done += items.length;
				skipped += part.skipped;
			}
			const finished = await context.step("join", () => joinParts(services, job, written));
			await context.step("remove parts", () => deleteAll(services.storage, partFolder(job)));
			if (!finished) {
				await context.step("remove archive", () => services.storage.delete(archiveKey(job)));
				return;
			}
		} catch (error) {
			await context.outcome("give up", () => giveUp(services, job, reasonFor(error, unexpected)));
			return;
		}
		await context.sleep(job.keepSeconds * 1000);
		await context.step("expire", () => expire(services, job));
	},
});

const unexpected = "Something went wrong. Try again or select fewer items.";

const partFolder = (job: Job) => `exports/${job.workspaceId}/${job.exportId}/`;
const partKey = (job: Job, number: number) => `${partFolder(job)}part-${number}`;
export const archiveKey = (job: Pick<Job, "workspaceId" | "exportId">) =>
	`exports/${job.workspaceId}/${job.exportId}.zip`;

/** Returns null if the export was canceled. Items deleted since the request are left out. */
async function planExport(
	{ db }: ExportServices,
	{ workspaceId, exportId }: Job,
): Promise<{ format: FileFormat; parts: PlannedItem[][] } | null> {
	const started = await startExport(db, workspaceId, exportId);
	if (!started) return null;
	const format: FileFormat = started.output_format === "wav" ? "wav" : "mp3";
	const byId = new Map((await listItemsById(db, workspaceId, started.item_ids)).map((row) => [row.id, row]));
	const rows = started.item_ids.flatMap((id) => byId.get(id) ?? []);
	const names = distinctNames(rows.map((row) => itemFileName(row, fileFormat(row, format))));
	const parts: PlannedItem[][] = [];
	let current: PlannedItem[] = [];
	let seconds = 0;
	for (const [index, row] of rows.entries()) {
		if (current.length === maxPartItems || (current.length > 0 && seconds + row.duration_seconds > maxPartSeconds)) {
			parts.push(current);
			current = [];
			seconds = 0;
		}
		current.push({ id: row.id, name: names[index] ?? row.id });
		seconds += row.duration_seconds;
	}
	if (current.length > 0) parts.push(current);
	return { format, parts };
}

async function writePart(
	{ db, storage }: ExportServices,
	job: Job,
	part: { number: number; items: readonly PlannedItem[]; format: FileFormat; done: number; skipped: number },
): Promise<Part> {
	const { workspaceId, exportId } = job;
	if (!(await updateProgress(db, workspaceId, exportId, { done: part.done, skipped: part.skipped })))
		return { cancelled: true, entries: [], bytes: 0, skipped: 0 };
	const rows = new Map(
		(
			await listItemsById(
				db,
				workspaceId,
				part.items.map((item) => item.id),
			)
		).map((row) => [row.id, row]),
	);
	let skipped = 0;
	async function* files(): AsyncGenerator<ZipFile> {
		for (const item of part.items) {
			const row = rows.get(item.id);
			const file = row && (await openFile(storage, row, part.format));
			if (file) yield { name: item.name, dateUnix: unix(row.created_at), body: file.body };
			else skipped++;
		}
	}
	const written = await writeArchivePart(storage, partKey(job, part.number), files());
	await updateProgress(db, workspaceId, exportId, {
		done: part.done + part.items.length,
		skipped: part.skipped + skipped,
	});
	return { cancelled: false, ...written, skipped };
}

/** Returns false if the export was canceled. The caller then removes the archive if there is one. */
async function joinParts({ db, storage }: ExportServices, job: Job, parts: readonly ArchivePart[]): Promise<boolean> {
	const current = await findExport(db, job.workspaceId, job.exportId);
	// An earlier attempt finished but its result was lost: do not write the archive again.
	if (current?.status === "done") return true;
	// Canceled: some parts may be missing.
	if (current?.status !== "running") return false;
	const key = archiveKey(job);
	const keyed = parts.map((part, number) => ({ ...part, key: partKey(job, number) }));
	const bytes = await joinArchiveParts(storage, key, keyed);
	return finishExport(db, job.workspaceId, job.exportId, { key, bytes, keepSeconds: job.keepSeconds });
}

/** Removes the archive first, so that an expired export never has a file. */
async function expire({ db, storage }: ExportServices, job: Job): Promise<void> {
	await storage.delete(archiveKey(job));
	await endExport(db, job.workspaceId, job.exportId, "expired", ["done"]);
}

async function giveUp({ db, storage }: ExportServices, job: Job, reason: string): Promise<void> {
	await deleteAll(storage, partFolder(job));
	await storage.delete(archiveKey(job));
	await endExport(db, job.workspaceId, job.exportId, "failed", ["waiting", "running", "done"], reason);
}
