import type { Db } from "@timbre/db/connect.ts";
import { sql } from "kysely";

function serviceAccounts(db: Db, workspaceId: string) {
	return db
		.selectFrom("auth_user as machine")
		.innerJoin("workspace_member as member", "member.user_id", "machine.id")
		.select([
			"machine.id",
			"machine.name",
			"machine.email",
			"machine.created_at",
			"member.role",
			sql<string[]>`array(
				select belongs.group_id from workspace_group_member belongs
				where belongs.workspace_id = member.workspace_id and belongs.user_id = member.user_id
				order by belongs.group_id
			)`.as("group_ids"),
		])
		.where("member.workspace_id", "=", workspaceId)
		.where("machine.service_account_of", "=", workspaceId);
}

/** Lists current members only: a deleted account keeps its user row as the owner of what it created. */
export async function listServiceAccountRows(db: Db, workspaceId: string) {
	return serviceAccounts(db, workspaceId).orderBy("machine.created_at", "desc").orderBy("machine.id").execute();
}

export async function findServiceAccount(db: Db, workspaceId: string, userId: string) {
	return serviceAccounts(db, workspaceId).where("machine.id", "=", userId).executeTakeFirst();
}

export async function listDefaultShares(db: Db, workspaceId: string) {
	return db
		.selectFrom("workspace_default_share")
		.select(["user_id", "group_id", "role"])
		.where("workspace_id", "=", workspaceId)
		.orderBy("group_id")
		.execute();
}

export async function insertDefaultShare(
	db: Db,
	workspaceId: string,
	share: { userId: string; groupId: string; role: string },
): Promise<void> {
	await db
		.insertInto("workspace_default_share")
		.values({ workspace_id: workspaceId, user_id: share.userId, group_id: share.groupId, role: share.role })
		.onConflict((conflict) =>
			conflict.columns(["workspace_id", "user_id", "group_id"]).doUpdateSet({ role: share.role }),
		)
		.execute();
}
