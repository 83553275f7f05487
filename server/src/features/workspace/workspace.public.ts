// Workspaces own everything a product makes. Always: a user who can sign in has exactly one workspace, made with the account.
import { type Role, roles } from "@timbre/contract/permissions.ts";
import { type Tier, tiers } from "@timbre/contract/plans.ts";
import type { Database, Db } from "@timbre/db/connect.ts";
import { newId } from "../../core/ids.ts";
import { findMembership, findMembershipOfUser, findWorkspace, insertWorkspace, updateTier } from "./workspace.repo.ts";

export type Membership = { workspaceId: string; role: Role };

/** The user's workspace, made now if sign-up was cut off before it was. */
export async function ensureWorkspace(db: Database, user: { id: string; name: string }): Promise<Membership> {
	const existing = await findMembershipOfUser(db, user.id);
	if (existing) return { workspaceId: existing.workspace_id, role: asRole(existing.role) };
	const workspaceId = newId();
	const made = await db
		.transaction()
		.execute((tx) => insertWorkspace(tx, workspaceId, { name: `${user.name}'s workspace`, ownerUserId: user.id }));
	return made ? { workspaceId, role: "admin" } : ensureWorkspace(db, user);
}

/** The role of a user in a workspace; undefined when the user is no member (any more). */
export async function getRole(db: Db, workspaceId: string, userId: string): Promise<Role | undefined> {
	const found = await findMembership(db, workspaceId, userId);
	return found && asRole(found.role);
}

export async function getTier(db: Db, workspaceId: string): Promise<Tier> {
	const found = await findWorkspace(db, workspaceId);
	return tiers.find((tier) => tier === found?.tier) ?? "free";
}

export async function setTier(db: Db, workspaceId: string, tier: Tier): Promise<void> {
	await updateTier(db, workspaceId, tier);
}

function asRole(role: string): Role {
	return roles.find((known) => known === role) ?? "editor";
}
