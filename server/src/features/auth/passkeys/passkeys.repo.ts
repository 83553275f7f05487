import type { Db } from "@timbre/db/connect.ts";
import { sql } from "kysely";
import type { Global } from "../../../core/tenancy.ts";

// Passkeys belong to a user, not to a workspace, so queries are scoped by user.

const columns = ["id", "name", "backed_up", "created_at", "last_used_at"] as const;
export type PasskeyRow = NonNullable<Awaited<ReturnType<typeof findPasskey>>>;

export async function listPasskeyRows(db: Db, userId: string) {
	return db
		.selectFrom("auth_passkey")
		.select(columns)
		.where("user_id", "=", userId)
		.orderBy("created_at", "desc")
		.execute();
}

export async function findPasskey(db: Db, userId: string, id: string) {
	return db
		.selectFrom("auth_passkey")
		.select(columns)
		.where("user_id", "=", userId)
		.where("id", "=", id)
		.executeTakeFirst();
}

export async function updatePasskeyName(db: Db, userId: string, id: string, name: string) {
	return db
		.updateTable("auth_passkey")
		.set({ name })
		.where("user_id", "=", userId)
		.where("id", "=", id)
		.returning(columns)
		.executeTakeFirst();
}

export async function touchPasskey(db: Db, userId: string, credentialId: string): Promise<void> {
	await db
		.updateTable("auth_passkey")
		.set({ last_used_at: sql`now()` })
		.where("user_id", "=", userId)
		.where("credential_id", "=", credentialId)
		.execute();
}

/** Without the last passkey, no session counts as signed in with one. */
export async function deletePasskeyRow(db: Db, userId: string, id: string) {
	const gone = await db
		.deleteFrom("auth_passkey")
		.where("user_id", "=", userId)
		.where("id", "=", id)
		.returning(columns)
		.executeTakeFirst();
	if ((await listPasskeyRows(db, userId)).length === 0)
		await db.updateTable("auth_session").set({ passkey: false }).where("user_id", "=", userId).execute();
	return gone;
}

/** Whether the user has a passkey and, if a session is given, has used one in it. */
export async function hasUsablePasskey(db: Db, userId: string, sessionId: string | undefined): Promise<boolean> {
	const found = await db
		.selectFrom("auth_passkey as passkey")
		.select("passkey.id")
		.where("passkey.user_id", "=", userId)
		.$if(sessionId !== undefined, (query) =>
			query.where((eb) =>
				eb.exists(
					eb
						.selectFrom("auth_session as session")
						.select("session.id")
						.where("session.id", "=", sessionId ?? "")
						.where("session.user_id", "=", userId)
						.where("session.passkey", "=", true),
				),
			),
		)
		.limit(1)
		.executeTakeFirst();
	return found !== undefined;
}

/** Deletes the passkeys added since the given time. */
export async function deletePasskeysSince(db: Db, userId: string, since: Date): Promise<void> {
	await db.deleteFrom("auth_passkey").where("user_id", "=", userId).where("created_at", ">=", since).execute();
}

/** The user who signs in with a passkey. Not scoped by user, because the passkey says who it is. */
export async function findPasskeyOwner(db: Db, _scope: Global, credentialId: string) {
	return db
		.selectFrom("auth_passkey as passkey")
		.innerJoin("auth_user as person", "person.id", "passkey.user_id")
		.select(["person.id", "person.email", "person.email_verified"])
		.where("passkey.credential_id", "=", credentialId)
		.executeTakeFirst();
}
