import type { Database } from "@timbre/db/connect.ts";
import { z } from "zod";
import { deleteAll, type Storage } from "../../core/storage/storage.ts";
import { defineWorkflow } from "../../core/workflow.ts";
import { deleteUploadRow, findUpload } from "./uploads.repo.ts";

type Job = { workspaceId: string; uploadId: string; seconds: number };

/** Deletes an upload that nothing uses after a day. */
export const uploadExpiryWorkflow = defineWorkflow<Job, { db: Database; storage: Storage }>({
	name: "UploadExpiry",
	input: z.object({ workspaceId: z.string(), uploadId: z.string(), seconds: z.number() }),
	run: async (context, { workspaceId, uploadId, seconds }, { db, storage }) => {
		await context.sleep(seconds * 1000);
		await context.step("remove", async () => {
			const upload = await findUpload(db, workspaceId, uploadId);
			if (!upload || upload.used_by !== null) return;
			await deleteAll(storage, `uploads/${workspaceId}/${uploadId}/`);
			await deleteUploadRow(db, workspaceId, uploadId);
		});
	},
});
