import type { Db } from "@timbre/db/connect.ts";

/** A user is found by its own id only: it is the caller itself, whatever the workspace. */
export async function findUser(db: Db, userId: string) {
	return db
		.selectFrom("auth_user")
		.select(["id", "email", "name", "public_user_name", "created_at"])
		.where("id", "=", userId)
		.executeTakeFirst();
}

export async function updatePublicName(db: Db, userId: string, name: string): Promise<boolean> {
	const updated = await db
		.updateTable("auth_user")
		.set({ public_user_name: name })
		.where("id", "=", userId)
		.returning("id")
		.executeTakeFirst();
	return updated !== undefined;
}
