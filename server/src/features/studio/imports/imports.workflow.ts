// Imports a document: read it in a confined process, store its text, and write the chapters once the user has accepted them.
// Invariant: chapters are written in the transaction that completes the import, so they are written once.
import { maxChapterCharacters, maxChapters, maxImportCharacters } from "@timbre/contract/studio/rules.ts";
import type { Database } from "@timbre/db/connect.ts";
import { DocumentError } from "@timbre/engines/documents/errors.ts";
import { readDocument } from "@timbre/engines/documents/read.ts";
import { droppedKinds } from "@timbre/engines/documents/types.ts";
import { withTemporaryFile } from "@timbre/engines/media/upload/temporary-file.ts";
import { z } from "zod";
import type { Storage } from "../../../core/storage/storage.ts";
import { defineWorkflow } from "../../../core/workflow.ts";
import { whileRunning } from "../../../core/workflow-cancel.ts";
import { PermanentFailure, reasonFor } from "../../../core/workflow-failure.ts";
import { readUpload, removeUpload } from "../../uploads/uploads.public.ts";
import { queueComparison } from "../revisions/queue.service.ts";
import { type ImportChoice, summarizeDocument } from "./document-text.ts";
import { deleteImportRow, endImport, findImport, isReviewed, isRunning, updateRunningImport } from "./imports.repo.ts";
import { deleteText, storeText } from "./text-store.service.ts";
import { writeImport } from "./write.service.ts";

export type ImportServices = { db: Database; storage: Storage };

const job = z.object({ workspaceId: z.string(), importId: z.string() });
const readJob = job.extend({ uploadId: z.string(), fileName: z.string(), article: z.boolean() });
const writeJob = job.extend({
	keep: z.array(z.enum(droppedKinds)),
	chapters: z.array(z.number()).optional(),
});
const expiryJob = job.extend({ seconds: z.number() });
type Job = z.output<typeof job>;
type ReadJob = z.output<typeof readJob>;

const failed = "The document couldn't be imported. Try again in a few minutes.";
const reportMs = 1_000;
const limits = { maxChapters, maxChapterCharacters, maxCharacters: maxImportCharacters };

/** Reads a document. Writes its chapters unless they are reviewed first. */
export const importWorkflow = defineWorkflow<ReadJob, ImportServices>({
	name: "StudioImport",
	input: readJob,
	run: async (context, work, services) => {
		try {
			const next = await context.longStep("read", (signal) => read(services, work, signal));
			if (next === "write")
				await context.longStep("write", () => writeImport(services, work.workspaceId, work.importId, { keep: [] }));
		} catch (error) {
			await context.outcome("give up", () => giveUp(services, work, error));
		}
		await context.outcome("clean up", () => removeUpload(services, work.workspaceId, work.uploadId));
	},
});

/** Writes the chapters of an import that the user has accepted. */
export const importWriteWorkflow = defineWorkflow<Job & ImportChoice, ImportServices>({
	name: "StudioImportWrite",
	input: writeJob,
	run: async (context, { workspaceId, importId, keep, chapters }, services) => {
		try {
			await context.longStep("write", () => writeImport(services, workspaceId, importId, { keep, chapters }));
		} catch (error) {
			await context.outcome("give up", () => giveUp(services, { workspaceId, importId }, error));
		}
	},
});

/** Deletes an import that nobody has accepted. */
export const importExpiryWorkflow = defineWorkflow<Job & { seconds: number }, ImportServices>({
	name: "StudioImportExpiry",
	input: expiryJob,
	run: async (context, { workspaceId, importId, seconds }, services) => {
		await context.sleep(seconds * 1000);
		await context.step("remove", async () => {
			const row = await findImport(services.db, workspaceId, importId);
			if (row && row.accepted_at !== null) return;
			// The row may be gone with its project, and its text not.
			await deleteImportRow(services.db, workspaceId, importId);
			await deleteText(services.storage, workspaceId, importId);
		});
	},
});

/** What to do next. */
async function read(services: ImportServices, work: ReadJob, attemptEnded: AbortSignal): Promise<"write" | "nothing"> {
	const { db, storage } = services;
	const { workspaceId, importId, uploadId, fileName, article } = work;
	const row = await findImport(db, workspaceId, importId);
	// It was deleted, or an earlier attempt got this far.
	if (row?.state !== "reading") return row?.state === "writing" ? "write" : "nothing";
	let reported = 0;
	const watched = {
		isRunning: () => isRunning(db, workspaceId, importId),
		canceled: "The import was deleted.",
		attemptEnded,
	};
	const document = await whileRunning(watched, (signal) =>
		withTemporaryFile(readUpload(services, workspaceId, uploadId), (file) =>
			readDocument(file, {
				fileName,
				article,
				signal,
				limits,
				onProgress: (share) => {
					if (performance.now() - reported < reportMs) return;
					reported = performance.now();
					updateRunningImport(db, workspaceId, importId, { progress: share * 0.9 }).catch(() => {});
				},
			}),
		),
	).catch((error: unknown) => {
		throw error instanceof DocumentError ? new PermanentFailure(error.message, { cause: error }) : error;
	});
	await storeText(storage, workspaceId, importId, document);
	const state = isReviewed(row.purpose) ? "review" : "writing";
	const summary = summarizeDocument(document);
	const updated = await db.transaction().execute(async (tx) => {
		if (row.purpose === "revision") await queueComparison(tx, workspaceId, importId);
		return updateRunningImport(tx, workspaceId, importId, { progress: 0.9, state, document: summary });
	});
	if (updated) return state === "writing" ? "write" : "nothing";
	await deleteText(storage, workspaceId, importId);
	return "nothing";
}

async function giveUp({ db, storage }: ImportServices, { workspaceId, importId }: Job, error: unknown): Promise<void> {
	await endImport(db, workspaceId, importId, { state: "failed", error: reasonFor(error, failed) });
	await deleteText(storage, workspaceId, importId);
}
