// Workspaces own everything a product makes. Always: a user who can sign in is a member of at least one, made with the account.
import { type Role, roles } from "@timbre/contract/permissions.ts";
import { type Tier, tiers } from "@timbre/contract/plans.ts";
import type { Database, Db } from "@timbre/db/connect.ts";
import { newId } from "../../core/ids.ts";
import { findMembership, findMembershipOfUser, findWorkspace, insertWorkspace, updateTier } from "./workspace.repo.ts";

export type Membership = { workspaceId: string; role: Role };

/** The workspace a session has chosen, else the user's first; made now if sign-up was cut off before it was. */
export async function ensureWorkspace(
	db: Database,
	user: { id: string; name: string },
	sessionId = "",
): Promise<Membership> {
	const existing = await findMembershipOfUser(db, user.id, sessionId);
	if (existing) return { workspaceId: existing.workspace_id, role: asRole(existing.role) };
	const workspaceId = newId();
	const made = await db
		.transaction()
		.execute((tx) => insertWorkspace(tx, workspaceId, { name: `${user.name}'s workspace`, ownerUserId: user.id }));
	return made ? { workspaceId, role: "admin" } : ensureWorkspace(db, user, sessionId);
}

/** The role of a user in a workspace; undefined when the user is no member (any more). */
export async function getRole(db: Db, workspaceId: string, userId: string): Promise<Role | undefined> {
	const found = await findMembership(db, workspaceId, userId);
	return found && asRole(found.role);
}

export async function getTier(db: Db, workspaceId: string): Promise<Tier> {
	return asTier((await findWorkspace(db, workspaceId))?.tier);
}

export async function setTier(db: Db, workspaceId: string, tier: Tier): Promise<void> {
	await updateTier(db, workspaceId, tier);
}

export function asTier(tier: string | undefined): Tier {
	return tiers.find((known) => known === tier) ?? "free";
}

export function asRole(role: string): Role {
	return roles.find((known) => known === role) ?? "editor";
}
