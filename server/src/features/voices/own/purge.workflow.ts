import { z } from "zod";
import type { Storage } from "../../../core/storage/storage.ts";
import { defineWorkflow } from "../../../core/workflow.ts";

/** Deletes the stored files of a deleted voice. Rejects any other folder: an empty one would be the entire storage. */
export const voicePurgeWorkflow = defineWorkflow<{ folder: string }, { storage: Storage }>({
	name: "VoicePurge",
	input: z.object({ folder: z.string().regex(/^voices\/[^/]+\/[^/]+\/$/) }),
	run: async (context, { folder }, { storage }) => {
		await context.step("remove", async () => {
			for (const key of await storage.list(folder)) await storage.delete(key);
		});
	},
});
