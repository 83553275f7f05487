import type { Db } from "@timbre/db/connect.ts";

export async function findMembershipOfUser(db: Db, userId: string) {
	return db
		.selectFrom("workspace_member")
		.innerJoin("workspace", "workspace.id", "workspace_member.workspace_id")
		.select(["workspace.id as workspace_id", "workspace.tier", "workspace_member.role"])
		.where("workspace_member.user_id", "=", userId)
		.executeTakeFirst();
}

export async function findMembership(db: Db, workspaceId: string, userId: string) {
	return db
		.selectFrom("workspace_member")
		.select(["role"])
		.where("workspace_id", "=", workspaceId)
		.where("user_id", "=", userId)
		.executeTakeFirst();
}

export async function findWorkspace(db: Db, workspaceId: string) {
	return db.selectFrom("workspace").selectAll().where("id", "=", workspaceId).executeTakeFirst();
}

/** False when the user has a workspace already. Run it in a transaction. */
export async function insertWorkspace(
	db: Db,
	workspaceId: string,
	values: { name: string; ownerUserId: string },
): Promise<boolean> {
	await db
		.insertInto("workspace")
		.values({ id: workspaceId, name: values.name, owner_user_id: values.ownerUserId })
		.execute();
	const member = await db
		.insertInto("workspace_member")
		.values({ workspace_id: workspaceId, user_id: values.ownerUserId, role: "admin" })
		.onConflict((conflict) => conflict.column("user_id").doNothing())
		.returning("user_id")
		.executeTakeFirst();
	if (member !== undefined) return true;
	// Another request made the user's workspace first: leave nothing behind.
	await db.deleteFrom("workspace").where("id", "=", workspaceId).execute();
	return false;
}

export async function updateTier(db: Db, workspaceId: string, tier: string) {
	await db.updateTable("workspace").set({ tier }).where("id", "=", workspaceId).execute();
}
