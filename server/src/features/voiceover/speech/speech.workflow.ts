// Generates the speech of lines one after another, so that a sentence that two lines share is paid once.
import { z } from "zod";
import { defineWorkflow } from "../../../core/workflow.ts";
import { longStepWhenFree } from "../../../core/workflow-busy.ts";
import { reasonFor } from "../../../core/workflow-failure.ts";
import { beginJob, endJob, findJob } from "../jobs/jobs.repo.ts";
import { type SpeechServices, speakLine } from "./line.service.ts";
import { speechWorkflowName } from "./speech.service.ts";

type Job = { workspaceId: string; jobId: string };

const failed = "Something went wrong. Generate again: what was generated costs nothing the second time.";

export const voiceoverSpeechWorkflow = defineWorkflow<Job, SpeechServices>({
	name: speechWorkflowName,
	input: z.object({ workspaceId: z.string(), jobId: z.string() }),
	run: async (context, { workspaceId, jobId }, services) => {
		const { db } = services.deps;
		try {
			const count = await context.step("begin", async () => {
				if (!(await beginJob(db, workspaceId, jobId))) return 0;
				return (await findJob(db, workspaceId, jobId))?.line_ids.length ?? 0;
			});
			for (let at = 0; at < count; at++)
				await longStepWhenFree(context, `line ${at}`, (signal) =>
					speakLine(services, workspaceId, { jobId, at }, signal),
				);
			if (count > 0) await context.outcome("complete", () => endJob(db, workspaceId, jobId, { state: "done" }));
		} catch (error) {
			const reason = reasonFor(error, failed);
			await context.outcome("give up", () => endJob(db, workspaceId, jobId, { state: "failed", error: reason }));
		}
	},
});
