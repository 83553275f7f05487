import type { Db } from "@timbre/db/connect.ts";
import { sql } from "kysely";

export type GroupRow = Awaited<ReturnType<typeof listGroupRows>>[number];

function groups(db: Db, workspaceId: string) {
	return db
		.selectFrom("workspace_group as own")
		.select(["own.id", "own.name", "own.permissions"])
		.select([
			sql<string[]>`array(
				select belongs.user_id from workspace_group_member belongs where belongs.group_id = own.id order by belongs.created_at, belongs.user_id
			)`.as("members"),
			sql<string[]>`array(
				select person.email from workspace_group_member belongs join auth_user person on person.id = belongs.user_id
				where belongs.group_id = own.id order by person.email
			)`.as("emails"),
		])
		.where("own.workspace_id", "=", workspaceId);
}

export async function listGroupRows(db: Db, workspaceId: string, ids?: readonly string[]) {
	let query = groups(db, workspaceId);
	if (ids !== undefined) query = query.where("own.id", "in", [...ids]);
	return query.orderBy(sql`lower(own.name)`).execute();
}

export async function findGroup(db: Db, workspaceId: string, id: string) {
	return groups(db, workspaceId).where("own.id", "=", id).executeTakeFirst();
}

export async function findGroupsByName(db: Db, workspaceId: string, name: string) {
	return groups(db, workspaceId).where(sql<string>`lower(own.name)`, "=", sql<string>`lower(${name})`).execute();
}

export async function insertGroup(
	db: Db,
	workspaceId: string,
	group: { id: string; name: string; permissions: string[] },
): Promise<void> {
	await db
		.insertInto("workspace_group")
		.values({ workspace_id: workspaceId, ...group })
		.execute();
}

export async function updateGroupRow(
	db: Db,
	workspaceId: string,
	id: string,
	change: { name?: string; permissions?: string[] },
): Promise<void> {
	if (change.name === undefined && change.permissions === undefined) return;
	await db
		.updateTable("workspace_group")
		.set(change)
		.where("workspace_id", "=", workspaceId)
		.where("id", "=", id)
		.execute();
}

export async function deleteGroupRow(db: Db, workspaceId: string, id: string): Promise<void> {
	await db.deleteFrom("workspace_group").where("workspace_id", "=", workspaceId).where("id", "=", id).execute();
}

export async function insertGroupMember(db: Db, workspaceId: string, id: string, userId: string): Promise<void> {
	await db
		.insertInto("workspace_group_member")
		.values({ workspace_id: workspaceId, group_id: id, user_id: userId })
		.onConflict((conflict) => conflict.doNothing())
		.execute();
}

export async function deleteGroupMember(db: Db, workspaceId: string, id: string, userId: string): Promise<void> {
	await db
		.deleteFrom("workspace_group_member")
		.where("workspace_id", "=", workspaceId)
		.where("group_id", "=", id)
		.where("user_id", "=", userId)
		.execute();
}
