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

/** Also clears away what has expired, so that the table stays small without anybody looking after it. */
export async function insertToken(
	db: Db,
	workspaceId: string,
	token: {
		hash: Buffer;
		userId: string;
		apiKeyId: string | undefined;
		type: string;
		permissions: readonly string[];
		seconds: number;
	},
): Promise<void> {
	await db
		.deleteFrom("single_use_token")
		.where("workspace_id", "=", workspaceId)
		.where("expires_at", "<", sql<Date>`now()`)
		.execute();
	await db
		.insertInto("single_use_token")
		.values({
			token_hash: token.hash,
			workspace_id: workspaceId,
			user_id: token.userId,
			api_key_id: token.apiKeyId ?? null,
			token_type: token.type,
			permissions: [...token.permissions],
			expires_at: sql`now() + make_interval(secs => ${token.seconds})`,
		})
		.execute();
}

/** Without a workspace by design: the token itself says which one it opens. Of many who ask at once, one gets it. */
export async function takeToken(db: Db, hash: Buffer, type: string) {
	return db
		.updateTable("single_use_token")
		.set({ used_at: sql`now()` })
		.where("token_hash", "=", hash)
		.where("token_type", "=", type)
		.where("used_at", "is", null)
		.where("expires_at", ">", sql<Date>`now()`)
		.returning(["workspace_id", "user_id", "api_key_id", "permissions"])
		.returning(
			sql<boolean>`exists (select from api_key k where k.id = single_use_token.api_key_id and k.revoked_at is not null)`.as(
				"key_revoked",
			),
		)
		.executeTakeFirst();
}
