// Compares a revised manuscript with its project, and applies it once the user has seen what it changes.
import { z } from "zod";
import { defineWorkflow } from "../../../core/workflow.ts";
import { reasonFor } from "../../../core/workflow-failure.ts";
import { applyRevision } from "./apply.service.ts";
import { compareRevision, type RevisionServices } from "./compare.service.ts";
import { applyWorkflowName, compareWorkflowName } from "./queue.service.ts";
import { updateRevision } from "./revisions.repo.ts";

type Job = z.output<typeof job>;
const job = z.object({ workspaceId: z.string(), importId: z.string() });

const notCompared = "The manuscript couldn't be compared. Compare it again in a few minutes.";
const notApplied = "The revision couldn't be applied. The project is as it was. Compare again, then apply it.";

export const revisionCompareWorkflow = defineWorkflow<Job, RevisionServices>({
	name: compareWorkflowName,
	input: job,
	run: async (context, { workspaceId, importId }, services) => {
		try {
			await context.longStep("compare", () => compareRevision(services, workspaceId, importId));
		} catch (error) {
			const change = { state: "failed", error: reasonFor(error, notCompared) } as const;
			await context.outcome("give up", () =>
				updateRevision(services.deps.db, workspaceId, importId, "comparing", change),
			);
		}
	},
});

export const revisionApplyWorkflow = defineWorkflow<Job, RevisionServices>({
	name: applyWorkflowName,
	input: job,
	run: async (context, { workspaceId, importId }, services) => {
		try {
			await context.longStep("apply", () => applyRevision(services.deps, workspaceId, importId));
		} catch (error) {
			const change = { state: "failed", error: reasonFor(error, notApplied) } as const;
			await context.outcome("give up", () =>
				updateRevision(services.deps.db, workspaceId, importId, "applying", change),
			);
		}
	},
});
