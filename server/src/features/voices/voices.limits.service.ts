// How many voices a workspace may have, and how often they may be added or edited in a period. Always: whoever makes a voice takes a
// place for it in the same transaction, so that no two take the last one.
import { AppError } from "@timbre/contract/errors.ts";
import { plans } from "@timbre/contract/plans.ts";
import { maxVoiceEdits } from "@timbre/contract/voices.own.ts";
import type { Db } from "@timbre/db/connect.ts";
import { getPeriodStart } from "../usage/usage.public.ts";
import { getTier } from "../workspace/workspace.public.ts";
import { addEdit, countEdits, countVoices, lockVoices } from "./voices.own.repo.ts";

export type VoiceUsage = { slots: number; professional: number; edits: number };

export async function readVoiceUsage(db: Db, workspaceId: string): Promise<VoiceUsage> {
	const tier = await getTier(db, workspaceId);
	const [{ all, professional }, edits] = await Promise.all([
		countVoices(db, workspaceId),
		countEdits(db, workspaceId, await getPeriodStart(db, workspaceId, tier)),
	]);
	return { slots: all, professional, edits };
}

/** Before a voice is added: refuses when the plan has no place for it, and counts it. */
export async function takeVoiceSlot(tx: Db, workspaceId: string): Promise<void> {
	await lockVoices(tx, workspaceId);
	const { label, voiceLimit } = plans[await getTier(tx, workspaceId)];
	const { all } = await countVoices(tx, workspaceId);
	if (all >= voiceLimit)
		throw new AppError(
			"voice_limit_reached",
			`The ${label} plan has room for ${voiceLimit} voices, and all of them are taken. Delete one first.`,
		);
	await takeVoiceEdit(tx, workspaceId);
}

/** Before a voice is edited. */
export async function takeVoiceEdit(tx: Db, workspaceId: string): Promise<void> {
	await lockVoices(tx, workspaceId);
	const tier = await getTier(tx, workspaceId);
	const most = maxVoiceEdits(plans[tier].voiceLimit);
	const periodStart = await getPeriodStart(tx, workspaceId, tier);
	if ((await countEdits(tx, workspaceId, periodStart)) >= most)
		throw new AppError(
			"voice_edit_limit_reached",
			`Voices can be added and edited ${most} times a month with this plan. Wait until the month is over.`,
		);
	await addEdit(tx, workspaceId, periodStart);
}
