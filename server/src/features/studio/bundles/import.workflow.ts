// Imports a bundle: its audio is checked and stored while it is read, then the project is written at once.
// Invariant: the project is written in the transaction that completes the import, so it is written once.
import type { Database } from "@timbre/db/connect.ts";
import { z } from "zod";
import type { Log } from "../../../core/log.ts";
import { deleteAll } from "../../../core/storage/storage.ts";
import { defineWorkflow } from "../../../core/workflow.ts";
import { whileRunning } from "../../../core/workflow-cancel.ts";
import { PermanentFailure, reasonFor } from "../../../core/workflow-failure.ts";
import type { SpeechDeps } from "../../speech/speech.public.ts";
import { readUpload, removeUpload } from "../../uploads/uploads.public.ts";
import { backgroundContext } from "../../workspace/workspace.public.ts";
import { endImport, findImport, isRunning, updateRunningImport } from "../imports/imports.repo.ts";
import { findProject } from "../projects/projects.repo.ts";
import { storeBundle } from "./store.service.ts";
import { writeBundle } from "./write.service.ts";

export type BundleServices = { deps: SpeechDeps; log: Log };

const job = z.object({
	workspaceId: z.string(),
	projectId: z.string(),
	importId: z.string(),
	uploadId: z.string(),
	userId: z.string(),
	via: z.string(),
	apiKeyId: z.string().nullable(),
	bytes: z.number(),
});
export type BundleJob = z.output<typeof job>;

const failed = "The bundle couldn't be imported. Try again in a few minutes.";
const deleted = "The project was deleted.";
const reportMs = 1_000;
const readShare = 0.9;

export const bundleImportWorkflow = defineWorkflow<BundleJob, BundleServices>({
	name: "StudioBundleImport",
	input: job,
	run: async (context, work, services) => {
		const { db } = services.deps;
		try {
			await context.longStep("import", (ended) => importAll(services, work, ended));
		} catch (error) {
			const reason = reasonFor(error, failed);
			await context.outcome("give up", () =>
				endImport(db, work.workspaceId, work.importId, { state: "failed", error: reason }),
			);
		}
		await context.outcome("clean up", () => cleanUp(services, work));
	},
});

async function importAll(services: BundleServices, work: BundleJob, attemptEnded: AbortSignal): Promise<void> {
	const { db } = services.deps;
	const { workspaceId, projectId, importId, uploadId } = work;
	const row = await findImport(db, workspaceId, importId);
	// An earlier attempt finished, but its result was lost; or the project was deleted.
	if (row?.state !== "reading" && row?.state !== "writing") return;
	const watched = { isRunning: () => isRunning(db, workspaceId, importId), canceled: deleted, attemptEnded };
	await whileRunning(watched, async (signal) => {
		const starter = { workspaceId, userId: work.userId, via: work.via, apiKeyId: work.apiKeyId };
		const context = await backgroundContext(db, services.log, starter, { requestId: importId, signal });
		const file = counted(readUpload(services.deps, workspaceId, uploadId), reporter(db, work), signal);
		const bundle = await storeBundle(services.deps, { workspaceId, projectId, importId }, file);
		if (!(await updateRunningImport(db, workspaceId, importId, { progress: readShare, state: "writing" })))
			throw new PermanentFailure(deleted);
		await writeBundle(services.deps, context, { projectId, importId }, bundle);
	});
}

async function* counted(
	file: AsyncIterable<Uint8Array>,
	onBytes: (bytes: number) => void,
	signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
	let read = 0;
	for await (const bytes of file) {
		signal.throwIfAborted();
		read += bytes.length;
		onBytes(read);
		yield bytes;
	}
}

function reporter(db: Database, { workspaceId, importId, bytes }: BundleJob) {
	let reported = performance.now();
	return (read: number) => {
		if (performance.now() - reported < reportMs) return;
		reported = performance.now();
		updateRunningImport(db, workspaceId, importId, { progress: (readShare * read) / bytes }).catch(() => {});
	};
}

/** The takes of a project that was deleted meanwhile are removed with it, as they are held for it. */
async function cleanUp({ deps }: BundleServices, { workspaceId, projectId, uploadId }: BundleJob): Promise<void> {
	await removeUpload(deps, workspaceId, uploadId);
	if (!(await findProject(deps.db, workspaceId, projectId)))
		await deleteAll(deps.storage, `studio/${workspaceId}/${projectId}/`);
}
