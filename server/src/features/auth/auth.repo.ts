import type { Db } from "@timbre/db/connect.ts";

/** A user is found by its own id only: it is the caller itself, whatever the workspace. */
export async function findUser(db: Db, userId: string) {
	return db
		.selectFrom("auth_user")
		.select(["id", "email", "name", "created_at"])
		.where("id", "=", userId)
		.executeTakeFirst();
}
