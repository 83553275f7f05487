import type { Db } from "@timbre/db/connect.ts";
import { sql } from "kysely";
import { readRow } from "../../../core/json-columns/column.ts";
import { authCodeColumns } from "../../../core/json-columns/platform.ts";
import type { Global } from "../../../core/tenancy.ts";

// Codes belong to a user, not to a workspace, so queries are scoped by user.

export type Purpose = "verify_email" | "sign_in" | "email_change" | "email_revert" | "internal_email";

export async function insertCode(
	db: Db,
	userId: string,
	code: { id: string; purpose: Purpose; hash: Buffer; data: Record<string, string>; seconds: number },
): Promise<Date> {
	// Deleting expired codes here keeps the table small without a cleanup job.
	await db.deleteFrom("auth_code").where("expires_at", "<", sql<Date>`now()`).execute();
	const { expires_at } = await db
		.insertInto("auth_code")
		.values({
			id: code.id,
			purpose: code.purpose,
			user_id: userId,
			code_hash: code.hash,
			data: authCodeColumns.data.write(code.data),
			expires_at: sql`now() + make_interval(secs => ${code.seconds})`,
		})
		.returning("expires_at")
		.executeTakeFirstOrThrow();
	return expires_at;
}

export async function deleteCodes(db: Db, userId: string, purpose: Purpose): Promise<void> {
	await db.deleteFrom("auth_code").where("user_id", "=", userId).where("purpose", "=", purpose).execute();
}

/** Deletes and returns the code, so only one of several concurrent requests can use it. */
export async function deleteCodeByHash(db: Db, _scope: Global, purpose: Purpose, hash: Buffer) {
	const row = await db
		.deleteFrom("auth_code")
		.where("purpose", "=", purpose)
		.where("code_hash", "=", hash)
		.where("expires_at", ">", sql<Date>`now()`)
		.returning(["user_id", "data", "created_at"])
		.executeTakeFirst();
	return row && readRow(authCodeColumns, row);
}

/** Locks the code until the transaction ends, so concurrent attempts are counted one by one. */
export async function lockCode(db: Db, _scope: Global, purpose: Purpose, where: { id: string } | { userId: string }) {
	const row = await db
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
	return row && readRow(authCodeColumns, row);
}

export async function incrementWrongTries(db: Db, userId: string, id: string): Promise<void> {
	await db
		.updateTable("auth_code")
		.set((eb) => ({ wrong_tries: eb("wrong_tries", "+", 1) }))
		.where("user_id", "=", userId)
		.where("id", "=", id)
		.execute();
}

export async function deleteCode(db: Db, userId: string, id: string): Promise<void> {
	await db.deleteFrom("auth_code").where("user_id", "=", userId).where("id", "=", id).execute();
}

export async function findCodeOwner(db: Db, _scope: Global, purpose: Purpose, id: string): Promise<string | undefined> {
	const row = await db
		.selectFrom("auth_code")
		.select("user_id")
		.where("purpose", "=", purpose)
		.where("id", "=", id)
		.where("expires_at", ">", sql<Date>`now()`)
		.executeTakeFirst();
	return row?.user_id;
}
