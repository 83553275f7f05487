// Sends the result of a conversion to the callback URL of its project until it is received or there are no more attempts.
import type { Database } from "@timbre/db/connect.ts";
import { z } from "zod";
import { deliver } from "../../../core/http/delivery.ts";
import type { OutboundOptions } from "../../../core/http/outbound-http.ts";
import { defineWorkflow } from "../../../core/workflow.ts";
import { notify } from "../../notifications/notifications.public.ts";
import { findProject } from "../projects/projects.repo.ts";
import { callbackWorkflowName } from "./callbacks.service.ts";

export type CallbackServices = {
	db: Database;
	outgoing: OutboundOptions;
	/** Delays between attempts; there are no retries after the last. */
	pausesMs: readonly number[];
};

const job = z.object({
	workspaceId: z.string(),
	projectId: z.string(),
	conversionId: z.string(),
	body: z.string(),
});

export const callbackWorkflow = defineWorkflow<z.output<typeof job>, CallbackServices>({
	name: callbackWorkflowName,
	input: job,
	run: async (context, { workspaceId, projectId, conversionId, body }, { db, outgoing, pausesMs }) => {
		for (let number = 1; ; number++) {
			const failure = await context.step(`attempt ${number}`, async () => {
				const project = await findProject(db, workspaceId, projectId);
				if (!project || project.callback_url === null) return null;
				const { error, retryable } = await deliver(outgoing, { url: project.callback_url, body });
				return error === null ? null : { error, retryable };
			});
			if (failure === null) return;
			const pauseMs = failure.retryable ? pausesMs[number - 1] : undefined;
			if (pauseMs === undefined) {
				await context.outcome("give up", () => giveUp(db, workspaceId, { projectId, conversionId, ...failure }));
				return;
			}
			await context.sleep(pauseMs);
		}
	},
});

async function giveUp(
	db: Database,
	workspaceId: string,
	{ projectId, conversionId, error }: { projectId: string; conversionId: string; error: string },
): Promise<void> {
	await db.transaction().execute(async (tx) => {
		const project = await findProject(tx, workspaceId, projectId);
		if (!project) return;
		await notify(tx, {
			topic: "webhooks",
			workspaceId,
			severity: "warning",
			title: "Callback failed",
			description: `The result of a conversion of “${project.name}” couldn't be sent to its callback URL. Last error: ${error}`,
			link: `/app/studio/${projectId}`,
			cause: `studio-callback:${conversionId}`,
		});
	});
}
