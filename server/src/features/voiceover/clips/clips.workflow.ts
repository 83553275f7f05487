// Reads an uploaded file and makes it ready for the timeline.
import { acceptedTypesText } from "@timbre/contract/files.ts";
import type { Database } from "@timbre/db/connect.ts";
import { UploadError } from "@timbre/engines/errors.ts";
import { withTemporaryFile } from "@timbre/engines/media/upload/temporary-file.ts";
import { createLimiter } from "@timbre/engines/workers/limiter.ts";
import { z } from "zod";
import { deleteAll, type Storage } from "../../../core/storage/storage.ts";
import { defineWorkflow } from "../../../core/workflow.ts";
import { whileRunning } from "../../../core/workflow-cancel.ts";
import { PermanentFailure, reasonFor } from "../../../core/workflow-failure.ts";
import { readUpload, removeUpload } from "../../uploads/uploads.public.ts";
import { clipFolder } from "../files.ts";
import { endReading, findClip } from "./clips.repo.ts";
import { readClip } from "./read.service.ts";

type ClipServices = { db: Database; storage: Storage };
type Job = { workspaceId: string; voiceoverId: string; clipId: string; uploadId: string };

/** Each may take a gigabyte of the temporary folder. */
const maxFiles = 2;
const limitFiles = createLimiter(maxFiles);

const failed = "The file could not be read. Upload it again.";
const deleted = "The clip was deleted.";

export const clipWorkflow = defineWorkflow<Job, ClipServices>({
	name: "VoiceoverClip",
	input: z.object({ workspaceId: z.string(), voiceoverId: z.string(), clipId: z.string(), uploadId: z.string() }),
	run: async (context, job, services) => {
		const { db, storage } = services;
		const { workspaceId, voiceoverId, clipId, uploadId } = job;
		try {
			await context.longStep("read", (signal) => read(services, job, signal));
		} catch (error) {
			const reason = reasonFor(error, failed);
			await context.outcome("give up", () => endReading(db, workspaceId, clipId, { state: "failed", error: reason }));
		}
		await context.outcome("clean up", async () => {
			await removeUpload(services, workspaceId, uploadId);
			const row = await findClip(db, workspaceId, voiceoverId, clipId);
			if (row?.state !== "ready") await deleteAll(storage, `${clipFolder(workspaceId, voiceoverId, clipId)}/`);
		});
	},
});

async function read(services: ClipServices, job: Job, attemptEnded: AbortSignal): Promise<void> {
	const { db, storage } = services;
	const { workspaceId, voiceoverId, clipId, uploadId } = job;
	const row = await findClip(db, workspaceId, voiceoverId, clipId);
	if (row?.state !== "reading") return;
	const isRunning = async () => (await findClip(db, workspaceId, voiceoverId, clipId)) !== undefined;
	try {
		await whileRunning({ isRunning, canceled: deleted, attemptEnded }, (signal) =>
			limitFiles(() =>
				withTemporaryFile(readUpload(services, workspaceId, uploadId), async (file) => {
					const folder = clipFolder(workspaceId, voiceoverId, clipId);
					const media = await readClip(storage, folder, file, { needsAudio: row.kind === "sound", signal });
					await endReading(db, workspaceId, clipId, { state: "ready", ...media });
				}),
			),
		);
	} catch (error) {
		if (!(error instanceof UploadError)) throw error;
		const accepted = error.fault === "unsupported" ? ` ${acceptedTypesText}` : "";
		throw new PermanentFailure(`${error.message}${accepted}`, { cause: error });
	}
}
