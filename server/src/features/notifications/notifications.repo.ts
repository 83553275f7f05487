import type { Severity } from "@timbre/contract/notifications.ts";
import type { Db } from "@timbre/db/connect.ts";
import { sql } from "kysely";

// By person first: a message is one person's. The workspace is the one the person is in at the moment; what concerns another is not shown.

/** Under this name the database tells every api process what has happened, once it is committed. */
export const notificationChannel = "timbre_notification";

type NewNotification = {
	id: string;
	userId: string;
	severity: Severity;
	title: string;
	description: string;
	needsAttention: boolean;
	link: string | null;
	cause: string | null;
};

/** False when the person was told of this cause before. */
export async function insertNotification(db: Db, workspaceId: string | null, message: NewNotification) {
	const inserted = await db
		.insertInto("notification")
		.values({
			id: message.id,
			user_id: message.userId,
			workspace_id: workspaceId,
			severity: message.severity,
			title: message.title,
			description: message.description,
			needs_attention: message.needsAttention,
			link: message.link,
			cause: message.cause,
		})
		.onConflict((conflict) => conflict.columns(["user_id", "cause"]).where("cause", "is not", null).doNothing())
		.returning("id")
		.executeTakeFirst();
	return inserted !== undefined;
}

/** Who looks after a workspace: programs cannot read, and who is locked out has no business with it. */
export async function listAdmins(db: Db, workspaceId: string): Promise<string[]> {
	const rows = await db
		.selectFrom("workspace_member as member")
		.innerJoin("auth_user as person", "person.id", "member.user_id")
		.select("member.user_id")
		.where("member.workspace_id", "=", workspaceId)
		.where("member.role", "=", "admin")
		.where("member.locked_at", "is", null)
		.where("person.service_account_of", "is", null)
		.execute();
	return rows.map((row) => row.user_id);
}

/** Reaches the listening processes when the transaction is committed, and never otherwise. */
export async function tellListeners(db: Db, news: unknown): Promise<void> {
	await sql`select pg_notify(${notificationChannel}, ${JSON.stringify(news)})`.execute(db);
}

function ofPerson(db: Db, workspaceId: string, userId: string) {
	return db
		.selectFrom("notification")
		.where("user_id", "=", userId)
		.where((eb) => eb.or([eb("workspace_id", "is", null), eb("workspace_id", "=", workspaceId)]));
}

export async function listNotifications(
	db: Db,
	workspaceId: string,
	wanted: { userId: string; after: string | undefined; unreadOnly: boolean; limit: number },
) {
	let query = ofPerson(db, workspaceId, wanted.userId)
		.select(["id", "severity", "title", "description", "needs_attention", "link", "created_at", "read_at"])
		.orderBy("created_at", "desc")
		.orderBy("id", "desc")
		.limit(wanted.limit);
	if (wanted.unreadOnly) query = query.where("read_at", "is", null);
	if (wanted.after !== undefined) {
		query = query.where(
			sql<boolean>`(created_at, id) < (select before.created_at, before.id from notification before
				where before.id = ${wanted.after} and before.user_id = ${wanted.userId})`,
		);
	}
	return query.execute();
}
export type NotificationRow = Awaited<ReturnType<typeof listNotifications>>[number];

export async function countUnread(db: Db, workspaceId: string, userId: string): Promise<number> {
	const { count } = await ofPerson(db, workspaceId, userId)
		.select((eb) => eb.fn.countAll<string>().as("count"))
		.where("read_at", "is", null)
		.executeTakeFirstOrThrow();
	return Number(count);
}

/** Undefined when the person has no such message; false when it was read before. */
export async function markRead(
	db: Db,
	workspaceId: string,
	{ userId, id }: { userId: string; id: string },
): Promise<boolean | undefined> {
	const found = await ofPerson(db, workspaceId, userId)
		.select("read_at")
		.where("id", "=", id)
		.forUpdate()
		.executeTakeFirst();
	if (!found) return undefined;
	if (found.read_at !== null) return false;
	await db
		.updateTable("notification")
		.set({ read_at: sql`now()` })
		.where("user_id", "=", userId)
		.where("id", "=", id)
		.execute();
	return true;
}

export async function markAllRead(db: Db, workspaceId: string, userId: string): Promise<boolean> {
	const read = await db
		.updateTable("notification")
		.set({ read_at: sql`now()` })
		.where("user_id", "=", userId)
		.where((eb) => eb.or([eb("workspace_id", "is", null), eb("workspace_id", "=", workspaceId)]))
		.where("read_at", "is", null)
		.returning("id")
		.execute();
	return read.length > 0;
}
