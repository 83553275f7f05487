// The plan of a workspace.
import type { Tier } from "@timbre/contract/plans.ts";
import type { Db } from "@timbre/db/connect.ts";
import { toTier } from "../parse.ts";
import { findWorkspace, updateTier } from "../workspace.repo.ts";

export async function getTier(db: Db, workspaceId: string): Promise<Tier> {
	return toTier((await findWorkspace(db, workspaceId))?.tier);
}

/** Professional voices in addition to those of the plan. */
export async function getExtraVoiceSlots(db: Db, workspaceId: string): Promise<number> {
	return (await findWorkspace(db, workspaceId))?.extra_pvc_slots ?? 0;
}

export async function setTier(db: Db, workspaceId: string, tier: Tier): Promise<void> {
	await updateTier(db, workspaceId, tier);
}
