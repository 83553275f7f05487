import type { Database, Db } from "@timbre/db/connect.ts";
import type { Global } from "../../../core/tenancy.ts";

// The column `image` of the identity library holds the id of the picture.

/** Sets the picture and returns the id of the previous one. */
export async function replaceAvatarId(db: Database, userId: string, avatarId: string | null): Promise<string | null> {
	return db.transaction().execute(async (tx) => {
		const before = await tx
			.selectFrom("auth_user")
			.select("image")
			.where("id", "=", userId)
			.forUpdate()
			.executeTakeFirst();
		await tx.updateTable("auth_user").set({ image: avatarId }).where("id", "=", userId).execute();
		return before?.image ?? null;
	});
}

/** Not scoped by user: whoever knows the id of a picture, which can't be guessed, may see it. */
export async function findAvatarOwner(db: Db, _scope: Global, avatarId: string): Promise<string | undefined> {
	const row = await db.selectFrom("auth_user").select("id").where("image", "=", avatarId).executeTakeFirst();
	return row?.id;
}
