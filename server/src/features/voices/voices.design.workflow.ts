import type { Database } from "@timbre/db/connect.ts";
import { z } from "zod";
import type { Storage } from "../../core/storage.ts";
import { defineWorkflow } from "../../core/workflow.ts";
import { listAudioOf, removeDesignPreviews } from "./voices.design.repo.ts";

type Forgetting = { workspaceId: string; previewIds: string[]; keptSeconds: number };

/** Previews are for choosing among them: a day later they are gone. What was saved has a clip of its own. */
export const designPreviewsWorkflow = defineWorkflow<Forgetting, { db: Database; storage: Storage }>({
	name: "DesignPreviews",
	input: z.object({ workspaceId: z.string(), previewIds: z.array(z.string()), keptSeconds: z.number() }),
	run: async (context, { workspaceId, previewIds, keptSeconds }, { db, storage }) => {
		await context.sleep(keptSeconds * 1000);
		// The rows go last: as long as they are there, a step that was cut off knows what it has to remove.
		await context.step("remove audio", async () => {
			for (const key of await listAudioOf(db, workspaceId, previewIds)) await storage.remove(key);
		});
		await context.step("remove previews", () => removeDesignPreviews(db, workspaceId, previewIds));
	},
});
