// Limits on the number of voices of a workspace and on adding and editing them per billing period.
// Invariant: a voice is created and its slot reserved in the same transaction, so two requests cannot take the last
// slot.
import { AppError } from "@timbre/contract/errors.ts";
import { plans } from "@timbre/contract/plans.ts";
import { maxVoiceEdits } from "@timbre/contract/voices/rules.ts";
import type { Db } from "@timbre/db/connect.ts";
import { getPeriodStart } from "../../usage/usage.public.ts";
import { getTier } from "../../workspace/workspace.public.ts";
import { addEdit, countEdits, countVoices, lockVoices } from "./own.repo.ts";

export type VoiceUsage = { slots: number; professional: number; edits: number };

export async function getVoiceUsage(db: Db, workspaceId: string): Promise<VoiceUsage> {
	const tier = await getTier(db, workspaceId);
	const [{ all, professional }, edits] = await Promise.all([
		countVoices(db, workspaceId),
		countEdits(db, workspaceId, await getPeriodStart(db, workspaceId, tier)),
	]);
	return { slots: all, professional, edits };
}

/** Call before adding a voice: throws if the plan has no free slot, and counts the edit. */
export async function reserveVoiceSlot(tx: Db, workspaceId: string): Promise<void> {
	await lockVoices(tx, workspaceId);
	const { label, voiceLimit } = plans[await getTier(tx, workspaceId)];
	const { all } = await countVoices(tx, workspaceId);
	if (all >= voiceLimit)
		throw new AppError(
			"voice_limit_reached",
			`The ${label} plan includes ${voiceLimit} voices, and all slots are in use. Delete a voice first.`,
		);
	await reserveVoiceEdit(tx, workspaceId);
}

/** Call before editing a voice: throws if the monthly limit is reached, and counts the edit. */
export async function reserveVoiceEdit(tx: Db, workspaceId: string): Promise<void> {
	await lockVoices(tx, workspaceId);
	const tier = await getTier(tx, workspaceId);
	const max = maxVoiceEdits(plans[tier].voiceLimit);
	const periodStart = await getPeriodStart(tx, workspaceId, tier);
	if ((await countEdits(tx, workspaceId, periodStart)) >= max)
		throw new AppError(
			"voice_edit_limit_reached",
			`This plan allows adding and editing voices ${max} times a month. Wait until next month.`,
		);
	await addEdit(tx, workspaceId, periodStart);
}
