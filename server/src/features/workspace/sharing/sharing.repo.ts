import type { Db } from "@timbre/db/connect.ts";
import { sql } from "kysely";

/** A user or a group. Neither means every member. */
export type ShareTarget = { userId?: string; groupId?: string };

const targetOf = (target: ShareTarget) => ({
	user_id: target.userId ?? null,
	group_id: target.groupId ?? null,
});

export async function upsertShare(
	db: Db,
	workspaceId: string,
	share: { type: string; id: string; ownerUserId: string; role: string; target: ShareTarget },
): Promise<void> {
	await db
		.insertInto("workspace_resource_share")
		.values({
			workspace_id: workspaceId,
			resource_type: share.type,
			resource_id: share.id,
			owner_user_id: share.ownerUserId,
			role: share.role,
			...targetOf(share.target),
		})
		.onConflict((conflict) =>
			conflict
				.columns(["workspace_id", "resource_type", "resource_id", "user_id", "group_id"])
				.doUpdateSet({ role: share.role }),
		)
		.execute();
}

export async function deleteShare(
	db: Db,
	workspaceId: string,
	share: { type: string; id: string; target: ShareTarget },
): Promise<void> {
	const { user_id, group_id } = targetOf(share.target);
	await db
		.deleteFrom("workspace_resource_share")
		.where("workspace_id", "=", workspaceId)
		.where("resource_type", "=", share.type)
		.where("resource_id", "=", share.id)
		.where("user_id", "is not distinct from", user_id)
		.where("group_id", "is not distinct from", group_id)
		.execute();
}

export async function listShares(db: Db, workspaceId: string, type: string, id: string) {
	return db
		.selectFrom("workspace_resource_share")
		.select(["role", "user_id", "group_id"])
		.where("workspace_id", "=", workspaceId)
		.where("resource_type", "=", type)
		.where("resource_id", "=", id)
		.orderBy("created_at")
		.execute();
}

/**
 * Shares that apply to one member: with everyone, with the member, or with one of their groups. Undefined ids means all
 * resources.
 */
export async function listSharesFor(
	db: Db,
	workspaceId: string,
	userId: string,
	type: string,
	ids: readonly string[] | undefined,
) {
	return db
		.selectFrom("workspace_resource_share as share")
		.select(["share.resource_id", "share.role"])
		.select(sql<boolean>`num_nonnulls(share.user_id, share.group_id) = 0`.as("for_everyone"))
		.where("share.workspace_id", "=", workspaceId)
		.where("share.resource_type", "=", type)
		.$if(ids !== undefined, (query) => query.where("share.resource_id", "in", [...(ids ?? [])]))
		.where(
			sql<boolean>`(
				num_nonnulls(share.user_id, share.group_id) = 0
				or share.user_id = ${userId}
				or exists (
					select from workspace_group_member belongs
					where belongs.group_id = share.group_id and belongs.user_id = ${userId}
				)
			)`,
		)
		.execute();
}

export async function listSharedRows(db: Db, workspaceId: string, filter: { ownerUserId?: string; type?: string }) {
	let query = db
		.selectFrom("workspace_resource_share")
		.select(["resource_type", "resource_id", "owner_user_id"])
		.distinct()
		.where("workspace_id", "=", workspaceId);
	if (filter.ownerUserId !== undefined) query = query.where("owner_user_id", "=", filter.ownerUserId);
	if (filter.type !== undefined) query = query.where("resource_type", "=", filter.type);
	return query.orderBy("resource_type").orderBy("resource_id").limit(1_000).execute();
}

export async function listDefaultSharesOf(db: Db, workspaceId: string, userId: string) {
	return db
		.selectFrom("workspace_default_share")
		.select(["group_id", "role"])
		.where("workspace_id", "=", workspaceId)
		.where("user_id", "=", userId)
		.execute();
}
