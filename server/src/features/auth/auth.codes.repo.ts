import type { Db } from "@timbre/db/connect.ts";
import { sql } from "kysely";

// Codes belong to a person, whatever the workspace, so functions take the user and not a workspace.

export type Purpose = "verify_email" | "sign_in" | "email_change" | "email_revert" | "internal_email";

export async function insertCode(
	db: Db,
	code: { id: string; purpose: Purpose; userId: string; hash: Buffer; data: Record<string, unknown>; seconds: number },
): Promise<Date> {
	// Cleared away here, so that the table stays small without anybody looking after it.
	await db.deleteFrom("auth_code").where("expires_at", "<", sql<Date>`now()`).execute();
	const { expires_at } = await db
		.insertInto("auth_code")
		.values({
			id: code.id,
			purpose: code.purpose,
			user_id: code.userId,
			code_hash: code.hash,
			data: JSON.stringify(code.data),
			expires_at: sql`now() + make_interval(secs => ${code.seconds})`,
		})
		.returning("expires_at")
		.executeTakeFirstOrThrow();
	return expires_at;
}

export async function deleteCodes(db: Db, userId: string, purpose: Purpose): Promise<void> {
	await db.deleteFrom("auth_code").where("user_id", "=", userId).where("purpose", "=", purpose).execute();
}

/** Takes the code away: of many who bring it at once, one gets it. */
export async function takeCodeByHash(db: Db, purpose: Purpose, hash: Buffer) {
	return db
		.deleteFrom("auth_code")
		.where("purpose", "=", purpose)
		.where("code_hash", "=", hash)
		.where("expires_at", ">", sql<Date>`now()`)
		.returning(["user_id", "data", "created_at"])
		.executeTakeFirst();
}

/** Locked until the transaction ends, so that many tries at once are counted one after the other. */
export async function lockCode(db: Db, purpose: Purpose, where: { id: string } | { userId: string }) {
	return db
		.selectFrom("auth_code")
		.select(["id", "user_id", "code_hash", "data", "wrong_tries"])
		.where("purpose", "=", purpose)
		.where("expires_at", ">", sql<Date>`now()`)
		.$if("id" in where, (query) => query.where("id", "=", "id" in where ? where.id : ""))
		.$if("userId" in where, (query) => query.where("user_id", "=", "userId" in where ? where.userId : ""))
		.orderBy("created_at", "desc")
		.limit(1)
		.forUpdate()
		.executeTakeFirst();
}

export async function countWrongTry(db: Db, id: string): Promise<void> {
	await db
		.updateTable("auth_code")
		.set((eb) => ({ wrong_tries: eb("wrong_tries", "+", 1) }))
		.where("id", "=", id)
		.execute();
}

export async function deleteCode(db: Db, id: string): Promise<void> {
	await db.deleteFrom("auth_code").where("id", "=", id).execute();
}

export async function findCodeOwner(db: Db, purpose: Purpose, id: string): Promise<string | undefined> {
	const row = await db
		.selectFrom("auth_code")
		.select("user_id")
		.where("purpose", "=", purpose)
		.where("id", "=", id)
		.where("expires_at", ">", sql<Date>`now()`)
		.executeTakeFirst();
	return row?.user_id;
}
