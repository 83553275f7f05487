// Who may what with a single thing of the workspace. Always: its maker and the admins may everything; a share never takes anything away,
// it gives a person, a service account or a group more than everybody has.
import { type ResourceRole, type ResourceType, resourceRoles } from "@timbre/contract/workspace.entities.ts";
import type { Db } from "@timbre/db/connect.ts";
import type { Identity } from "../../core/context.ts";
import { listDefaultSharesOf, listSharesFor, upsertShare } from "./workspace.sharing.repo.ts";

export type Sharer = Pick<Identity, "workspaceId" | "userId" | "role">;
/** What sharing says for one caller: `everyone` in place of what the maker said, `own` on top of it. */
export type Shared = { everyone?: ResourceRole; own?: ResourceRole };

/** By the things' ids; one that is shared with nobody is not in it. */
export async function getShared(
	db: Db,
	caller: Sharer,
	type: ResourceType,
	ids: readonly string[],
): Promise<Map<string, Shared>> {
	return ids.length === 0 ? new Map() : sharesOf(db, caller, type, ids);
}

/** Everything of a kind that is shared with the caller. */
export async function getAllShared(db: Db, caller: Sharer, type: ResourceType): Promise<Map<string, Shared>> {
	return sharesOf(db, caller, type, undefined);
}

async function sharesOf(
	db: Db,
	caller: Sharer,
	type: ResourceType,
	ids: readonly string[] | undefined,
): Promise<Map<string, Shared>> {
	const found = new Map<string, Shared>();
	// Whoever may everything anyway is not looked up.
	if (caller.role === "admin") return found;
	for (const row of await listSharesFor(db, caller.workspaceId, caller.userId, type, ids)) {
		const role = asResourceRole(row.role);
		const before = found.get(row.resource_id) ?? {};
		found.set(
			row.resource_id,
			row.for_everyone ? { ...before, everyone: role } : { ...before, own: higher(before.own, role) },
		);
	}
	return found;
}

/** `access` is what the maker lets every member do; null is what their role says. */
export function effectiveRole(
	thing: { ownerUserId: string; access: ResourceRole | null },
	caller: Pick<Sharer, "userId" | "role">,
	shared: Shared = {},
): ResourceRole {
	if (caller.role === "admin" || thing.ownerUserId === caller.userId) return "admin";
	return higher(shared.own, shared.everyone ?? thing.access ?? caller.role);
}

/** The same for what may be nobody else's: undefined is no access at all. */
export function roleOn(
	thing: { ownerUserId: string; access: ResourceRole | "none" | null },
	caller: Pick<Sharer, "userId" | "role">,
	shared: Shared = {},
): ResourceRole | undefined {
	const { ownerUserId, access } = thing;
	if (access !== "none") return effectiveRole({ ownerUserId, access }, caller, shared);
	if (caller.role === "admin" || ownerUserId === caller.userId) return "admin";
	return shared.everyone === undefined ? shared.own : higher(shared.own, shared.everyone);
}

/** What a service account makes is shared with the groups chosen for it. Call it in the transaction that makes the thing. */
export async function shareByDefault(tx: Db, maker: Sharer, thing: { type: ResourceType; id: string }): Promise<void> {
	const { workspaceId, userId } = maker;
	for (const { group_id: groupId, role } of await listDefaultSharesOf(tx, workspaceId, userId))
		await upsertShare(tx, workspaceId, { ...thing, ownerUserId: userId, role, target: { groupId } });
}

function higher(one: ResourceRole | undefined, other: ResourceRole): ResourceRole {
	return one !== undefined && resourceRoles.indexOf(one) > resourceRoles.indexOf(other) ? one : other;
}

function asResourceRole(role: string): ResourceRole {
	return resourceRoles.find((known) => known === role) ?? "viewer";
}
