// Looks for the speakers of a project in the background.
import type { Database } from "@timbre/db/connect.ts";
import { z } from "zod";
import type { LanguageModel } from "../../../core/http/language-model.ts";
import { defineWorkflow } from "../../../core/workflow.ts";
import { PermanentFailure, reasonFor } from "../../../core/workflow-failure.ts";
import { convertIfWanted } from "../conversions/queue.service.ts";
import { updateCast } from "./cast.repo.ts";
import { findSpeakers } from "./find.service.ts";
import { assignVoices } from "./voices.service.ts";

export type CastServices = { db: Database; languageModel?: LanguageModel | undefined };

const job = z.object({
	workspaceId: z.string(),
	projectId: z.string(),
	runId: z.string(),
	assignVoices: z.boolean(),
});

const failed = "The speakers couldn't be found. Try again in a few minutes.";

export const castWorkflow = defineWorkflow<z.output<typeof job>, CastServices>({
	name: "StudioCast",
	input: job,
	run: async (context, { workspaceId, projectId, runId, assignVoices: withVoices }, { db, languageModel }) => {
		try {
			await context.longStep("find", () =>
				findSpeakers(db, workspaceId, projectId, {
					languageModel,
					onProgress: async (progress) => {
						if (await updateCast(db, workspaceId, projectId, runId, { progress })) return;
						throw new PermanentFailure("The project was deleted.");
					},
				}),
			);
			if (withVoices) await context.step("voices", () => assignVoices(db, workspaceId, projectId));
			await context.outcome("ready", () =>
				db.transaction().execute(async (tx) => {
					await updateCast(tx, workspaceId, projectId, runId, { state: "ready" });
					await convertIfWanted(tx, workspaceId, projectId);
				}),
			);
		} catch (error) {
			await context.outcome("give up", () =>
				updateCast(db, workspaceId, projectId, runId, { state: "failed", error: reasonFor(error, failed) }),
			);
		}
	},
});
