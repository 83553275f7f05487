import type { Db } from "@timbre/db/connect.ts";
import { sql } from "kysely";

// A person is found by its own id or address, whatever the workspace: it is the caller itself, or somebody who proves to be it.

const columns = [
	"id",
	"email",
	"name",
	"public_user_name",
	"public_user_id",
	"email_verified",
	"two_factor_enabled",
	"setup_at",
	"service_account_of",
	"created_at",
] as const;

export async function findUser(db: Db, userId: string) {
	return db.selectFrom("auth_user").select(columns).where("id", "=", userId).executeTakeFirst();
}

/** Never a service account: nobody reads its mails. */
export async function findPersonByEmail(db: Db, email: string) {
	return db
		.selectFrom("auth_user")
		.select(columns)
		.where("email", "=", email.trim().toLowerCase())
		.where("service_account_of", "is", null)
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

export async function updateName(db: Db, userId: string, name: string): Promise<void> {
	await db.updateTable("auth_user").set({ name, updated_at: sql`now()` }).where("id", "=", userId).execute();
}

export async function markSetUp(db: Db, userId: string): Promise<void> {
	await db
		.updateTable("auth_user")
		.set({ setup_at: sql`now()` })
		.where("id", "=", userId)
		.where("setup_at", "is", null)
		.execute();
}

/** False when the account has another address by now. */
export async function markEmailVerified(db: Db, userId: string, email: string): Promise<boolean> {
	const verified = await db
		.updateTable("auth_user")
		.set({ email_verified: true, updated_at: sql`now()` })
		.where("id", "=", userId)
		.where("email", "=", email)
		.returning("id")
		.executeTakeFirst();
	return verified !== undefined;
}

export async function isEmailTaken(db: Db, email: string): Promise<boolean> {
	return (await db.selectFrom("auth_user").select("id").where("email", "=", email).executeTakeFirst()) !== undefined;
}

/** The address it had; undefined when somebody else has the new one. */
export async function replaceEmail(db: Db, userId: string, email: string): Promise<string | undefined> {
	const before = await db
		.selectFrom("auth_user")
		.select("email")
		.where("id", "=", userId)
		.forUpdate()
		.executeTakeFirstOrThrow();
	const taken = await db
		.selectFrom("auth_user")
		.select("id")
		.where("email", "=", email)
		.where("id", "<>", userId)
		.executeTakeFirst();
	if (taken) return undefined;
	await db
		.updateTable("auth_user")
		.set({ email, email_verified: true, updated_at: sql`now()` })
		.where("id", "=", userId)
		.execute();
	return before.email;
}

/** What was good for signing in beside the password: links for a new one, devices that need no second factor, sign-ins under way. */
export async function forgetTrust(db: Db, userId: string): Promise<void> {
	await db.deleteFrom("auth_verification").where("value", "=", userId).execute();
	await db.deleteFrom("auth_code").where("user_id", "=", userId).where("purpose", "=", "sign_in").execute();
}

export async function deleteSecondFactor(db: Db, userId: string, since?: Date): Promise<boolean> {
	const gone = await db
		.deleteFrom("auth_two_factor")
		.where("user_id", "=", userId)
		.$if(since !== undefined, (query) => query.where("created_at", ">=", since ?? new Date()))
		.returning("id")
		.executeTakeFirst();
	if (!gone) return false;
	await db.updateTable("auth_user").set({ two_factor_enabled: false }).where("id", "=", userId).execute();
	return true;
}

export async function deleteUserRow(db: Db, userId: string): Promise<boolean> {
	await forgetTrust(db, userId);
	const gone = await db.deleteFrom("auth_user").where("id", "=", userId).returning("id").executeTakeFirst();
	return gone !== undefined;
}

/** A user nobody can sign in as: it has no account with a password, and an address that nobody can have. */
export async function insertServiceUser(
	db: Db,
	workspaceId: string,
	user: { id: string; name: string },
): Promise<void> {
	await db
		.insertInto("auth_user")
		.values({
			id: user.id,
			name: user.name,
			email: `${user.id.toLowerCase()}@service.invalid`,
			service_account_of: workspaceId,
			setup_at: sql`now()`,
		})
		.execute();
}
