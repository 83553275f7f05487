// Workspaces own everything a product makes. Always: a user who can sign in is a member of at least one, made with the account.
import {
	features,
	type Permission,
	permissionsOf,
	type Role,
	roles,
	usualFeatures,
} from "@timbre/contract/permissions.ts";
import { type Tier, tiers } from "@timbre/contract/plans.ts";
import type { Database, Db } from "@timbre/db/connect.ts";
import { newId } from "../../core/ids.ts";
import { findMembership, findMembershipOfUser, findWorkspace, insertWorkspace, updateTier } from "./workspace.repo.ts";

/** With the seconds without a sign of life after which a session in this workspace ends. */
export type Membership = { workspaceId: string; inactivitySeconds?: number | null } & Standing;
/** What a member may in a workspace, as things stand now. */
export type Standing = {
	role: Role;
	permissions: ReadonlySet<Permission>;
	/** Why nothing in the workspace answers at the moment. */
	suspended: string | undefined;
};

const madeNow: Standing = { role: "admin", permissions: permissionsOf("admin", []), suspended: undefined };

/** The workspace a session has chosen, else the user's first; made now if sign-up was cut off before it was. */
export async function ensureWorkspace(
	db: Database,
	user: { id: string; name: string },
	sessionId = "",
): Promise<Membership> {
	const existing = await findMembershipOfUser(db, user.id, sessionId);
	if (existing)
		return {
			workspaceId: existing.workspace_id,
			inactivitySeconds: existing.session_inactivity_timeout,
			...asStanding(existing),
		};
	const workspaceId = newId();
	const made = await db
		.transaction()
		.execute((tx) => insertWorkspace(tx, workspaceId, { name: `${user.name}'s workspace`, ownerUserId: user.id }));
	return made ? { workspaceId, ...madeNow } : ensureWorkspace(db, user, sessionId);
}

/** What a user may in a workspace; undefined when the user is no member (any more) or is locked out of it. */
export async function getStanding(db: Db, workspaceId: string, userId: string): Promise<Standing | undefined> {
	const found = await findMembership(db, workspaceId, userId);
	return found && asStanding(found);
}

function asStanding(row: NonNullable<Awaited<ReturnType<typeof findMembership>>>): Standing {
	const role = asRole(row.role);
	const allowed = [...(row.all_members_permissions ?? usualFeatures), ...row.group_permissions];
	return {
		role,
		permissions: permissionsOf(
			role,
			features.filter((feature) => allowed.includes(feature)),
		),
		suspended: row.suspended_at ? (row.suspended_reason ?? "No reason was given.") : undefined,
	};
}

export async function getTier(db: Db, workspaceId: string): Promise<Tier> {
	return asTier((await findWorkspace(db, workspaceId))?.tier);
}

/** Professional voices beyond those of the plan. */
export async function getExtraVoiceSlots(db: Db, workspaceId: string): Promise<number> {
	return (await findWorkspace(db, workspaceId))?.extra_pvc_slots ?? 0;
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
