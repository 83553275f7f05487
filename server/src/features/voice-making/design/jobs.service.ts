// Design jobs: voice design in the background, which continues when the page is closed.
// Invariant: a job's credits are reserved under its id before it starts, and charged or released exactly once.
import type { InputOf, ResponseOf } from "@timbre/contract/endpoint.ts";
import { AppError } from "@timbre/contract/errors.ts";
import type { DesignJob } from "@timbre/contract/voice-making/design-jobs.ts";
import type { voiceMakingEndpoints } from "@timbre/contract/voice-making/endpoints.ts";
import type { Database } from "@timbre/db/connect.ts";
import { availableTraits } from "@timbre/engines/voices/trait-results.ts";
import { addToOutbox } from "../../../core/events/outbox.repo.ts";
import type { Context } from "../../../core/http/context.ts";
import { newId } from "../../../core/ids.ts";
import { GLOBAL } from "../../../core/tenancy.ts";
import { unix } from "../../../core/time.ts";
import { settleCredits } from "../../usage/usage.public.ts";
import { getUsableVoice } from "../../voices/voices.public.ts";
import { getTier } from "../../workspace/workspace.public.ts";
import { blendingEngine } from "../blending.ts";
import { type DesignDeps, releaseReservation, requireRemixable, usageFacts } from "./design.service.ts";
import { type DesignJobRow, endJob, findJob, insertJob, listJobs } from "./jobs.repo.ts";
import { designJobWorkflow, leaseSeconds } from "./jobs.workflow.ts";
import { planPreviews } from "./previews.service.ts";

type Endpoints = typeof voiceMakingEndpoints;

const maxListed = 20;
const previewCount = 3;

export function understandDescription(
	engines: readonly string[],
	description: string,
): ResponseOf<Endpoints["understandDescription"]> {
	const { traits, unrecognizedWords } = availableTraits(description, blendingEngine(engines));
	return { traits, not_understood: unrecognizedWords };
}

export async function createDesignJob(
	deps: DesignDeps,
	context: Context,
	{ voice_id, auto_generate_text: _, ...body }: InputOf<Endpoints["createDesignJob"]>["body"],
): Promise<DesignJob> {
	const { db } = deps;
	const { workspaceId, userId } = context;
	const source = voice_id ? await getUsableVoice(db, workspaceId, voice_id, context) : undefined;
	if (source) await requireRemixable(deps, source);
	const plan = planPreviews(deps.engines, body, source);
	const id = newId();
	await deps.reserveCredits(workspaceId, {
		generationId: id,
		amount: plan.amount,
		tier: await getTier(db, workspaceId),
		holder: `design-job:${id}`,
		leaseSeconds,
		facts: usageFacts(context, plan, source),
	});
	try {
		await db.transaction().execute(async (tx) => {
			const request = {
				...body,
				text: plan.text,
				seed: plan.seed,
				...(source ? { source: { id: source.id, speaker: source.speaker, language: source.language } } : {}),
			};
			await insertJob(tx, workspaceId, { id, userId, request });
			await addToOutbox(tx, GLOBAL, {
				target: designJobWorkflow.name,
				key: id,
				payload: { workspaceId, jobId: id },
			});
		});
	} catch (error) {
		await releaseReservation(db, workspaceId, id);
		throw error;
	}
	return getDesignJob(db, context, id);
}

export async function listDesignJobs(
	db: Database,
	{ workspaceId, userId }: Context,
): Promise<ResponseOf<Endpoints["listDesignJobs"]>> {
	return { jobs: (await listJobs(db, workspaceId, userId, maxListed)).map(presentJob) };
}

export async function getDesignJob(db: Database, context: Context, id: string): Promise<DesignJob> {
	return presentJob(await requireJob(db, context, id));
}

export async function cancelDesignJob(db: Database, context: Context, id: string): Promise<DesignJob> {
	const { workspaceId } = context;
	await requireJob(db, context, id);
	await db.transaction().execute(async (tx) => {
		if (await endJob(tx, workspaceId, id, { state: "cancelled" })) await settleCredits(tx, workspaceId, id, 0);
	});
	return getDesignJob(db, context, id);
}

/** Jobs are private to the user who created them. */
async function requireJob(db: Database, { workspaceId, userId }: Context, id: string): Promise<DesignJobRow> {
	const job = await findJob(db, workspaceId, id);
	if (!job || job.created_by !== userId)
		throw new AppError("not_found", "This design job does not exist or has expired.", { param: "job_id" });
	return job;
}

function presentJob(row: DesignJobRow): DesignJob {
	return {
		job_id: row.id,
		state: row.state as DesignJob["state"],
		voice_description: row.request.voice_description,
		source_voice_id: row.request.source?.id ?? null,
		previews_done: row.done,
		previews_total: previewCount,
		created_at_unix: unix(row.created_at),
		error: row.error,
		result: row.result,
	};
}
