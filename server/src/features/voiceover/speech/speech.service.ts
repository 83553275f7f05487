// Generating speech: the price before, and the job that does it.
// Invariant: what can be rejected is rejected before a job is queued, and one job at a time speaks for a voice-over.
import { AppError } from "@timbre/contract/errors.ts";
import type { VoiceoverJob, VoiceoverPrice } from "@timbre/contract/voiceover/schemas.ts";
import { addToOutbox } from "../../../core/events/outbox.repo.ts";
import { newId } from "../../../core/ids.ts";
import { GLOBAL } from "../../../core/tenancy.ts";
import { requireCredits } from "../../usage/usage.public.ts";
import { getTier } from "../../workspace/workspace.public.ts";
import { findActiveJob, insertJob } from "../jobs/jobs.repo.ts";
import { getJob } from "../jobs/jobs.service.ts";
import { stateOf } from "../lines/lines.present.ts";
import { findLine, type LineRow, listLineRows } from "../lines/lines.repo.ts";
import { lineNotFound } from "../lines/lines.service.ts";
import { requireVoiceover } from "../projects/access.service.ts";
import { touchVoiceover } from "../projects/voiceovers.repo.ts";
import type { VoiceoverCaller } from "../types.ts";
import { isSpoken, type PlanDeps, priceLines } from "./plan.service.ts";

export const speechWorkflowName = "VoiceoverSpeech";

export async function getPrice(
	deps: PlanDeps,
	caller: VoiceoverCaller,
	voiceoverId: string,
	lineId: string | undefined,
): Promise<VoiceoverPrice> {
	await requireVoiceover(deps.db, caller, voiceoverId, "read");
	return priceLines(deps, caller, await linesToSpeak(deps, caller, voiceoverId, lineId));
}

export async function createSpeech(
	deps: PlanDeps,
	caller: VoiceoverCaller,
	voiceoverId: string,
	lineId: string | undefined,
): Promise<VoiceoverJob> {
	const { db } = deps;
	const { workspaceId, userId, via, apiKeyId } = caller;
	await requireVoiceover(db, caller, voiceoverId, "edit");
	const lines = await linesToSpeak(deps, caller, voiceoverId, lineId);
	if (lines.length === 0)
		throw new AppError(
			"empty_text",
			lineId === undefined
				? "All lines with text have their speech already. Change a line or add one first."
				: "This line has no text. Write some first.",
		);
	const price = await priceLines(deps, caller, lines);
	await requireCredits(db, workspaceId, await getTier(db, workspaceId), price.credits);
	const id = newId();
	await db.transaction().execute(async (tx) => {
		await touchVoiceover(tx, workspaceId, voiceoverId);
		if (await findActiveJob(tx, workspaceId, voiceoverId, "speech"))
			throw new AppError("conflict", "Speech of this voice-over is being generated already. Wait or cancel it first.");
		await insertJob(tx, workspaceId, {
			id,
			voiceoverId,
			userId,
			via,
			apiKeyId: apiKeyId ?? null,
			kind: "speech",
			lineIds: lines.map((line) => line.id),
			credits: price.credits,
		});
		await addToOutbox(tx, GLOBAL, { target: speechWorkflowName, key: id, payload: { workspaceId, jobId: id } });
	});
	return getJob(db, caller, { voiceover_id: voiceoverId, voiceover_job_id: id });
}

async function linesToSpeak(
	{ db }: PlanDeps,
	{ workspaceId }: VoiceoverCaller,
	voiceoverId: string,
	lineId: string | undefined,
): Promise<LineRow[]> {
	if (lineId === undefined)
		return (await listLineRows(db, workspaceId, voiceoverId)).filter(
			(line) => isSpoken(line) && stateOf(line) !== "current",
		);
	const line = await findLine(db, workspaceId, voiceoverId, lineId);
	if (!line) throw lineNotFound();
	return isSpoken(line) ? [line] : [];
}
