import type { Db } from "@timbre/db/connect.ts";
import { sql } from "kysely";

export async function listKeys(db: Db, workspaceId: string, userId: string) {
	return db
		.selectFrom("api_key")
		.selectAll()
		.where("workspace_id", "=", workspaceId)
		.where("user_id", "=", userId)
		.where("revoked_at", "is", null)
		.orderBy("created_at", "desc")
		.execute();
}

export async function insertKey(
	db: Db,
	workspaceId: string,
	key: { id: string; userId: string; name: string; hash: Buffer; preview: string; permissions: readonly string[] },
) {
	return db
		.insertInto("api_key")
		.values({
			id: key.id,
			workspace_id: workspaceId,
			user_id: key.userId,
			name: key.name,
			key_hash: key.hash,
			preview: key.preview,
			permissions: [...key.permissions],
		})
		.returningAll()
		.executeTakeFirstOrThrow();
}

export async function revokeKey(db: Db, workspaceId: string, userId: string, id: string): Promise<boolean> {
	const revoked = await db
		.updateTable("api_key")
		.set({ revoked_at: sql`now()` })
		.where("workspace_id", "=", workspaceId)
		.where("user_id", "=", userId)
		.where("id", "=", id)
		.where("revoked_at", "is", null)
		.returning("id")
		.executeTakeFirst();
	return revoked !== undefined;
}

/** Without a workspace by design: the key itself says which workspace it belongs to. */
export async function findKeyByHash(db: Db, hash: Buffer) {
	return db
		.selectFrom("api_key")
		.select(["id", "workspace_id", "user_id", "permissions", "last_used_at"])
		.where("key_hash", "=", hash)
		.where("revoked_at", "is", null)
		.executeTakeFirst();
}

export async function touchKey(db: Db, workspaceId: string, id: string): Promise<void> {
	await db
		.updateTable("api_key")
		.set({ last_used_at: sql`now()` })
		.where("workspace_id", "=", workspaceId)
		.where("id", "=", id)
		.execute();
}
