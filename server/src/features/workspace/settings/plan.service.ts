// The plan of a workspace.
import type { Tier } from "@timbre/contract/plans.ts";
import type { Db } from "@timbre/db/connect.ts";
import { GLOBAL } from "../../../core/tenancy.ts";
import { toTier } from "../parse.ts";
import { findWorkspace, listAllWorkspaces, updateDefaultTier, updateTier } from "../workspace.repo.ts";

export async function getTier(db: Db, workspaceId: string): Promise<Tier> {
	return toTier((await findWorkspace(db, workspaceId))?.tier);
}

/** Professional voices in addition to those of the plan. */
export async function getExtraVoiceSlots(db: Db, workspaceId: string): Promise<number> {
	return (await findWorkspace(db, workspaceId))?.extra_pvc_slots ?? 0;
}

/** Returns false if the workspace doesn't exist. */
export async function setTier(db: Db, workspaceId: string, tier: Tier): Promise<boolean> {
	return updateTier(db, workspaceId, tier, true);
}

/** Returns a workspace to the server's default plan, which it follows from then on. */
export async function resetTier(db: Db, workspaceId: string, defaultPlan: Tier): Promise<boolean> {
	return updateTier(db, workspaceId, defaultPlan, false);
}

/** Applies the server's default plan to workspaces that follow it. Returns those whose plan changed. */
export async function applyDefaultPlan(db: Db, defaultPlan: Tier): Promise<string[]> {
	return updateDefaultTier(db, GLOBAL, defaultPlan);
}

export async function listOperatorWorkspaces(db: Db, email: string) {
	return listAllWorkspaces(db, GLOBAL, email);
}
