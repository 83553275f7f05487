import type { Db } from "@timbre/db/connect.ts";
import { sql } from "kysely";
import type { Global } from "../../../core/tenancy.ts";

// Devices and sessions belong to a user, not to a workspace, so queries are scoped by user.

export async function insertDevice(
	db: Db,
	userId: string,
	device: { id: string; hash: Buffer; userAgent: string | null },
): Promise<void> {
	// Their cookies have expired, so these devices can't be recognized again.
	await db
		.deleteFrom("auth_device")
		.where("user_id", "=", userId)
		.where("last_seen_at", "<", sql<Date>`now() - interval '400 days'`)
		.execute();
	await db
		.insertInto("auth_device")
		.values({ id: device.id, user_id: userId, secret_hash: device.hash, user_agent: device.userAgent })
		.execute();
	await db.updateTable("auth_user").set({ had_device: true }).where("id", "=", userId).execute();
}

/** Whether the user ever signed in on a device, including devices forgotten since. */
export async function hadDevice(db: Db, userId: string): Promise<boolean> {
	const user = await db.selectFrom("auth_user").select("had_device").where("id", "=", userId).executeTakeFirst();
	return user?.had_device ?? false;
}

export async function findDevice(db: Db, userId: string, id: string) {
	return db
		.selectFrom("auth_device")
		.select(["id", "secret_hash"])
		.where("user_id", "=", userId)
		.where("id", "=", id)
		.executeTakeFirst();
}

export async function touchDevice(db: Db, userId: string, id: string): Promise<void> {
	await db
		.updateTable("auth_device")
		.set({ last_seen_at: sql`now()` })
		.where("user_id", "=", userId)
		.where("id", "=", id)
		.execute();
}

export async function listDeviceRows(db: Db, userId: string) {
	return db
		.selectFrom("auth_device")
		.select(["id", "user_agent", "created_at", "last_seen_at"])
		.where("user_id", "=", userId)
		.orderBy("last_seen_at", "desc")
		.execute();
}

export async function deleteDevice(db: Db, userId: string, id: string): Promise<boolean> {
	const gone = await db
		.deleteFrom("auth_device")
		.where("user_id", "=", userId)
		.where("id", "=", id)
		.returning("id")
		.executeTakeFirst();
	return gone !== undefined;
}

export async function deleteDevices(db: Db, userId: string): Promise<void> {
	await db.deleteFrom("auth_device").where("user_id", "=", userId).execute();
}

const sessionColumns = ["id", "created_at", "last_seen_at", "expires_at", "ip_address", "user_agent"] as const;

export async function listSessionRows(db: Db, userId: string) {
	return db
		.selectFrom("auth_session")
		.select(sessionColumns)
		.where("user_id", "=", userId)
		.where("expires_at", ">", sql<Date>`now()`)
		.orderBy("last_seen_at", "desc")
		.execute();
}

/** Includes the session's user. Not scoped by user, because an ID token only names the session. */
export async function findSession(db: Db, _scope: Global, sessionId: string) {
	return db
		.selectFrom("auth_session as session")
		.innerJoin("auth_user as person", "person.id", "session.user_id")
		.select(["session.id", "session.user_id", "session.last_seen_at", "person.email", "person.name"])
		.where("session.id", "=", sessionId)
		.where("session.expires_at", ">", sql<Date>`now()`)
		.executeTakeFirst();
}

export async function deleteSession(db: Db, userId: string, sessionId: string): Promise<boolean> {
	const gone = await db
		.deleteFrom("auth_session")
		.where("user_id", "=", userId)
		.where("id", "=", sessionId)
		.returning("id")
		.executeTakeFirst();
	return gone !== undefined;
}

/** Deletes all sessions of the user, or all except one. Returns how many. */
export async function deleteSessions(db: Db, userId: string, except?: string): Promise<number> {
	const gone = await db
		.deleteFrom("auth_session")
		.where("user_id", "=", userId)
		.$if(except !== undefined, (query) => query.where("id", "<>", except ?? ""))
		.returning("id")
		.execute();
	return gone.length;
}

export async function touchSession(db: Db, userId: string, sessionId: string): Promise<void> {
	await db
		.updateTable("auth_session")
		.set({ last_seen_at: sql`now()` })
		.where("user_id", "=", userId)
		.where("id", "=", sessionId)
		.execute();
}

export async function updateFingerprint(db: Db, userId: string, sessionId: string, hash: Buffer): Promise<void> {
	await db
		.updateTable("auth_session")
		.set({ fingerprint_hash: hash })
		.where("user_id", "=", userId)
		.where("id", "=", sessionId)
		.execute();
}
