// Workspaces own everything users create.
// Invariant: every user who can sign in is a member of at least one workspace, created with the account.
import { defaultFeatures, features, type Permission, permissionsOf, type Role } from "@timbre/contract/permissions.ts";
import type { Tier } from "@timbre/contract/plans.ts";
import type { Database, Db } from "@timbre/db/connect.ts";
import { newId } from "../../../core/ids.ts";
import { toRole } from "../parse.ts";
import { findCurrentMembership, findMembership, insertWorkspace } from "../workspace.repo.ts";

/** `inactivitySeconds` is the workspace's inactivity timeout for sessions. */
export type Membership = { workspaceId: string; inactivitySeconds?: number | null } & MembershipStatus;
/** A member's current role and permissions in a workspace. */
export type MembershipStatus = {
	role: Role;
	permissions: ReadonlySet<Permission>;
	/** The reason if the workspace is suspended. */
	suspended: string | undefined;
	/** Whether the workspace requires two-factor authentication, which the member hasn't turned on. */
	needsTwoFactor: boolean;
};

const ownerStatus: MembershipStatus = {
	role: "admin",
	permissions: permissionsOf("admin", []),
	suspended: undefined,
	needsTwoFactor: false,
};

/**
 * Returns the session's selected workspace or the user's default. Creates one if sign-up was interrupted before it did.
 */
export async function ensureWorkspace(
	db: Database,
	user: { id: string; name: string },
	defaultPlan: Tier,
	sessionId = "",
): Promise<Membership> {
	const existing = await findCurrentMembership(db, user.id, sessionId);
	if (existing)
		return {
			workspaceId: existing.workspace_id,
			inactivitySeconds: existing.session_inactivity_timeout,
			...toMembershipStatus(existing),
		};
	const workspaceId = newId();
	const created = await db.transaction().execute((tx) =>
		insertWorkspace(tx, workspaceId, {
			name: `${user.name}'s workspace`,
			ownerUserId: user.id,
			tier: defaultPlan,
		}),
	);
	return created ? { workspaceId, ...ownerStatus } : ensureWorkspace(db, user, defaultPlan, sessionId);
}

/** Returns undefined if the user isn't a member or is locked out. */
export async function getMembershipStatus(
	db: Db,
	workspaceId: string,
	userId: string,
): Promise<MembershipStatus | undefined> {
	const found = await findMembership(db, workspaceId, userId);
	return found && toMembershipStatus(found);
}

function toMembershipStatus(row: NonNullable<Awaited<ReturnType<typeof findMembership>>>): MembershipStatus {
	const role = toRole(row.role);
	const allowed = [...(row.all_members_permissions ?? defaultFeatures), ...row.group_permissions];
	return {
		role,
		permissions: permissionsOf(
			role,
			features.filter((feature) => allowed.includes(feature)),
		),
		suspended: row.suspended_at ? (row.suspended_reason ?? "No reason was given.") : undefined,
		needsTwoFactor: row.needs_two_factor,
	};
}
