import type { Db } from "@timbre/db/connect.ts";
import { sql } from "kysely";
import type { Global } from "../../../core/tenancy.ts";

// Users don't belong to one workspace: they are found by id or email address, for the caller or for someone proving to
// be that user.

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

/** Never returns a service account, since no one reads its email. */
export async function findHumanUserByEmail(db: Db, _scope: Global, email: string) {
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

/** Returns false if the account's email address has changed since. */
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

export async function isEmailTaken(db: Db, _scope: Global, email: string): Promise<boolean> {
	return (await db.selectFrom("auth_user").select("id").where("email", "=", email).executeTakeFirst()) !== undefined;
}

/** Returns the previous address, or undefined if the new one is taken. */
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

/** False for users who only sign in through an identity provider. */
export async function hasPassword(db: Db, userId: string): Promise<boolean> {
	const account = await db
		.selectFrom("auth_account")
		.select("id")
		.where("user_id", "=", userId)
		.where("provider_id", "=", "credential")
		.where("password", "is not", null)
		.executeTakeFirst();
	return account !== undefined;
}

/** Deletes everything besides the password that helps to sign in: reset links, trusted devices and pending sign-ins. */
export async function deleteSignInGrants(db: Db, userId: string): Promise<void> {
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
	await deleteSignInGrants(db, userId);
	const gone = await db.deleteFrom("auth_user").where("id", "=", userId).returning("id").executeTakeFirst();
	return gone !== undefined;
}

/** Creates a user that no one can sign in as: it has no password and an address that can't exist. */
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
