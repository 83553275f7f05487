// Generations that continue without their client.
// Invariant: only the user who started a job can see it. Everything that can be rejected is rejected before it starts.
import { AppError } from "@timbre/contract/errors.ts";
import type { SpeechJob } from "@timbre/contract/speech/endpoints.ts";
import type { Database } from "@timbre/db/connect.ts";
import { addToOutbox } from "../../../core/events/outbox.repo.ts";
import type { Context } from "../../../core/http/context.ts";
import { newId } from "../../../core/ids.ts";
import { GLOBAL } from "../../../core/tenancy.ts";
import { unix } from "../../../core/time.ts";
import { requireCredits } from "../../usage/usage.public.ts";
import { prepareDialogue } from "../convert/dialogue.service.ts";
import { prepareSpeech } from "../convert/prepare.service.ts";
import type { PreparedSpeech, SpeechInput } from "../convert/types.ts";
import type { SpeechDeps } from "../generate/types.ts";
import { creditsFor } from "../plan/credits.ts";
import { requireItem } from "../takes/takes.service.ts";
import type { StoredRequest } from "../takes/types.ts";
import { findJob, finishJob, insertJob, isContinued, type JobRow, listActiveJobs } from "./jobs.repo.ts";

export const jobWorkflowName = "SpeechJob";

type Caller = Pick<Context, "workspaceId" | "userId">;

const maxTitleCharacters = 100;
/** Each job holds credits and a place in the queue only while it runs, so this only prevents mistakes. */
const maxActiveJobs = 20;

export async function createJob(
	deps: SpeechDeps,
	context: Context,
	{ voiceId, body, format }: Omit<SpeechInput, "storeHistory">,
): Promise<SpeechJob> {
	return start(deps, context, await prepareRequest(deps, context, { voiceId, body, format }), null);
}

/** Generates the rest of a partial generation. */
export async function continueItem(deps: SpeechDeps, context: Context, itemId: string): Promise<SpeechJob> {
	const { item, row } = await requireItem(deps.db, context.workspaceId, itemId);
	if (!item.request || !row.partial) throw new AppError("conflict", "This generation is complete.");
	if (await isContinued(deps.db, context.workspaceId, itemId))
		throw new AppError("conflict", "This generation is already being continued.");
	return start(deps, context, await prepareRequest(deps, context, item.request), itemId);
}

export async function prepareRequest(
	deps: SpeechDeps,
	context: Context,
	request: StoredRequest,
): Promise<PreparedSpeech> {
	return request.voiceId === undefined
		? prepareDialogue(deps, context, { ...request, storeHistory: true }, "known")
		: prepareSpeech(deps, context, { ...request, storeHistory: true }, "known");
}

async function start(
	{ db }: SpeechDeps,
	context: Context,
	{ plan, generation }: PreparedSpeech,
	continuesItemId: string | null,
): Promise<SpeechJob> {
	const { workspaceId, userId, apiKeyId, via } = context;
	const { request, tier, model } = generation;
	if (!request) throw new Error("a prepared generation has a request");
	if ((await listActiveJobs(db, workspaceId, userId)).length >= maxActiveJobs)
		throw new AppError(
			"too_many_concurrent_requests",
			`You have ${maxActiveJobs} jobs that are not finished. Wait for one to finish.`,
			{ retryAfterSeconds: 60 },
		);
	await requireCredits(db, workspaceId, tier, creditsFor(plan.newWeightedCharacters, model.cost));
	const id = newId();
	await db.transaction().execute(async (tx) => {
		const { characters } = plan;
		await insertJob(tx, workspaceId, { id, userId, apiKeyId, via, request, characters, continuesItemId });
		await addToOutbox(tx, GLOBAL, { target: jobWorkflowName, key: id, payload: { workspaceId, jobId: id } });
	});
	return getJob(db, context, id);
}

export async function listJobs(db: Database, { workspaceId, userId }: Caller): Promise<{ jobs: SpeechJob[] }> {
	return { jobs: (await listActiveJobs(db, workspaceId, userId)).map(presentJob) };
}

export async function getJob(db: Database, caller: Caller, id: string): Promise<SpeechJob> {
	const row = await findJob(db, caller.workspaceId, id);
	if (!row || row.user_id !== caller.userId) throw new AppError("not_found", "This job doesn't exist.");
	return presentJob(row);
}

/** A running job notices within a second, and stores what it has generated. */
export async function cancelJob(db: Database, caller: Caller, id: string): Promise<SpeechJob> {
	await getJob(db, caller, id);
	await finishJob(db, caller.workspaceId, id, { state: "canceled" });
	return getJob(db, caller, id);
}

function presentJob(row: JobRow): SpeechJob {
	return {
		speech_job_id: row.id,
		status: row.state as SpeechJob["status"],
		title: row.request ? textOf(row.request).slice(0, maxTitleCharacters) : "",
		characters: row.characters,
		delivered_characters: row.delivered_characters,
		history_item_id: row.history_item_id,
		continues_history_item_id: row.continues_item_id,
		error: row.error,
		created_at_unix: unix(row.created_at),
	};
}

function textOf(request: StoredRequest): string {
	return request.voiceId === undefined ? request.body.inputs.map(({ text }) => text).join("\n") : request.body.text;
}
