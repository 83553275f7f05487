import type { Db } from "@timbre/db/connect.ts";
import { sql } from "kysely";

/** Returns false if the workspace is at its limit. Locks the workspace row, so concurrent inserts can't exceed it. */
export async function insertSecret(
	db: Db,
	workspaceId: string,
	secret: { id: string; name: string; sealed: Buffer; createdBy: string },
	max: number,
): Promise<boolean> {
	await db.selectFrom("workspace").select("id").where("id", "=", workspaceId).forNoKeyUpdate().execute();
	const { count } = await db
		.selectFrom("workspace_secret")
		.select((eb) => eb.fn.countAll<number>().as("count"))
		.where("workspace_id", "=", workspaceId)
		.executeTakeFirstOrThrow();
	if (count >= max) return false;
	await db
		.insertInto("workspace_secret")
		.values({
			id: secret.id,
			workspace_id: workspaceId,
			name: secret.name,
			secret: secret.sealed,
			created_by: secret.createdBy,
		})
		.execute();
	return true;
}

export async function listSecretRows(
	db: Db,
	workspaceId: string,
	page: { after?: string; search?: string; size: number },
) {
	return db
		.selectFrom("workspace_secret")
		.select(["id", "name"])
		.where("workspace_id", "=", workspaceId)
		.$if(page.after !== undefined, (query) => query.where("id", ">", page.after ?? ""))
		.$if(page.search !== undefined, (query) =>
			query.where(sql<boolean>`strpos(lower(name), lower(${page.search ?? ""})) > 0`),
		)
		.orderBy("id")
		.limit(page.size)
		.execute();
}

export async function findSecret(db: Db, workspaceId: string, id: string) {
	return db
		.selectFrom("workspace_secret")
		.select(["id", "name"])
		.where("workspace_id", "=", workspaceId)
		.where("id", "=", id)
		.executeTakeFirst();
}

export async function updateSecretRow(
	db: Db,
	workspaceId: string,
	id: string,
	change: { name: string; sealed: Buffer },
): Promise<boolean> {
	const updated = await db
		.updateTable("workspace_secret")
		.set({ name: change.name, secret: change.sealed, updated_at: sql`now()` })
		.where("workspace_id", "=", workspaceId)
		.where("id", "=", id)
		.returning("id")
		.executeTakeFirst();
	return updated !== undefined;
}

export async function deleteSecretRow(db: Db, workspaceId: string, id: string): Promise<string | undefined> {
	const deleted = await db
		.deleteFrom("workspace_secret")
		.where("workspace_id", "=", workspaceId)
		.where("id", "=", id)
		.returning("name")
		.executeTakeFirst();
	return deleted?.name;
}
