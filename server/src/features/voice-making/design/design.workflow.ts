import type { Database } from "@timbre/db/connect.ts";
import { z } from "zod";
import type { Storage } from "../../../core/storage/storage.ts";
import { defineWorkflow } from "../../../core/workflow.ts";
import { deleteDesignPreviews, listAudioKeys } from "./design.repo.ts";

type Job = { workspaceId: string; previewIds: string[]; keptSeconds: number };

/** Deletes previews after a day. Saved voices have their own clip. */
export const designPreviewsWorkflow = defineWorkflow<Job, { db: Database; storage: Storage }>({
	name: "DesignPreviews",
	input: z.object({ workspaceId: z.string(), previewIds: z.array(z.string()), keptSeconds: z.number() }),
	run: async (context, { workspaceId, previewIds, keptSeconds }, { db, storage }) => {
		await context.sleep(keptSeconds * 1000);
		// Delete the rows last: an interrupted step still knows which files to delete.
		await context.step("remove audio", async () => {
			for (const key of await listAudioKeys(db, workspaceId, previewIds)) await storage.delete(key);
		});
		await context.step("remove previews", () => deleteDesignPreviews(db, workspaceId, previewIds));
	},
});
