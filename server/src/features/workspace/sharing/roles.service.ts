// Access to individual resources of a workspace.
// Invariant: the owner and workspace admins have full access, and sharing only adds access for a user, service account
// or group.
import { type ResourceRole, type ResourceType, resourceRoles } from "@timbre/contract/workspace/schemas.ts";
import type { Db } from "@timbre/db/connect.ts";
import type { Identity } from "../../../core/http/context.ts";
import { listDefaultSharesOf, listSharesFor, upsertShare } from "./sharing.repo.ts";

export type ResourceCaller = Pick<Identity, "workspaceId" | "userId" | "role">;
/** Roles of one caller through sharing: `everyone` replaces the owner's setting for all members, `own` adds to it. */
export type SharedRoles = { everyone?: ResourceRole; own?: ResourceRole };

/** Keyed by resource id. Resources that aren't shared are missing. */
export async function getSharedRoles(
	db: Db,
	caller: ResourceCaller,
	type: ResourceType,
	ids: readonly string[],
): Promise<Map<string, SharedRoles>> {
	return ids.length === 0 ? new Map() : loadSharedRoles(db, caller, type, ids);
}

/** All resources of a type that are shared with the caller. */
export async function getAllSharedRoles(
	db: Db,
	caller: ResourceCaller,
	type: ResourceType,
): Promise<Map<string, SharedRoles>> {
	return loadSharedRoles(db, caller, type, undefined);
}

async function loadSharedRoles(
	db: Db,
	caller: ResourceCaller,
	type: ResourceType,
	ids: readonly string[] | undefined,
): Promise<Map<string, SharedRoles>> {
	const found = new Map<string, SharedRoles>();
	// Admins have full access anyway.
	if (caller.role === "admin") return found;
	for (const row of await listSharesFor(db, caller.workspaceId, caller.userId, type, ids)) {
		const role = toResourceRole(row.role);
		const before = found.get(row.resource_id) ?? {};
		found.set(
			row.resource_id,
			row.for_everyone ? { ...before, everyone: role } : { ...before, own: higherRole(before.own, role) },
		);
	}
	return found;
}

/** `access` is what the owner allows every member. Null means the member's role. */
export function effectiveRole(
	resource: { ownerUserId: string; access: ResourceRole | null },
	caller: Pick<ResourceCaller, "userId" | "role">,
	shared: SharedRoles = {},
): ResourceRole {
	if (caller.role === "admin" || resource.ownerUserId === caller.userId) return "admin";
	return higherRole(shared.own, shared.everyone ?? resource.access ?? caller.role);
}

/** Like `effectiveRole`, for resources that can be private. Returns undefined for no access. */
export function resolveRole(
	resource: { ownerUserId: string; access: ResourceRole | "none" | null },
	caller: Pick<ResourceCaller, "userId" | "role">,
	shared: SharedRoles = {},
): ResourceRole | undefined {
	const { ownerUserId, access } = resource;
	if (access !== "none") return effectiveRole({ ownerUserId, access }, caller, shared);
	if (caller.role === "admin" || ownerUserId === caller.userId) return "admin";
	return shared.everyone === undefined ? shared.own : higherRole(shared.own, shared.everyone);
}

/**
 * Shares a new resource with the default groups of its service account. Call it in the transaction that creates the
 * resource.
 */
export async function applyDefaultShares(
	tx: Db,
	creator: ResourceCaller,
	resource: { type: ResourceType; id: string },
): Promise<void> {
	const { workspaceId, userId } = creator;
	for (const { group_id: groupId, role } of await listDefaultSharesOf(tx, workspaceId, userId))
		await upsertShare(tx, workspaceId, { ...resource, ownerUserId: userId, role, target: { groupId } });
}

function higherRole(one: ResourceRole | undefined, other: ResourceRole): ResourceRole {
	return one !== undefined && resourceRoles.indexOf(one) > resourceRoles.indexOf(other) ? one : other;
}

function toResourceRole(role: string): ResourceRole {
	return resourceRoles.find((known) => known === role) ?? "viewer";
}
