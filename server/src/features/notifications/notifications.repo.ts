import type { Severity } from "@timbre/contract/notifications/endpoints.ts";
import type { Db } from "@timbre/db/connect.ts";
import { sql } from "kysely";

// Scoped by user: a notification belongs to one user. Only those of the current workspace, or of none, are shown.

/** The Postgres channel that informs all api processes after commit. */
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

/** Returns false if the user was already notified of this cause. */
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

/** Admins of a workspace, without service accounts and locked members. */
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

/** Delivered to listening processes when the transaction commits. */
export async function publishChange(db: Db, userId: string, change: Record<string, unknown>): Promise<void> {
	await sql`select pg_notify(${notificationChannel}, ${JSON.stringify({ userId, ...change })})`.execute(db);
}

function visibleTo(db: Db, workspaceId: string, userId: string) {
	return db
		.selectFrom("notification")
		.where("user_id", "=", userId)
		.where((eb) => eb.or([eb("workspace_id", "is", null), eb("workspace_id", "=", workspaceId)]));
}

export async function listNotificationRows(
	db: Db,
	workspaceId: string,
	filter: { userId: string; after: string | undefined; unreadOnly: boolean; limit: number },
) {
	let query = visibleTo(db, workspaceId, filter.userId)
		.select(["id", "severity", "title", "description", "needs_attention", "link", "created_at", "read_at"])
		.orderBy("created_at", "desc")
		.orderBy("id", "desc")
		.limit(filter.limit);
	if (filter.unreadOnly) query = query.where("read_at", "is", null);
	if (filter.after !== undefined) {
		query = query.where(
			sql<boolean>`(created_at, id) < (select before.created_at, before.id from notification before
				where before.id = ${filter.after} and before.user_id = ${filter.userId})`,
		);
	}
	return query.execute();
}
export type NotificationRow = Awaited<ReturnType<typeof listNotificationRows>>[number];

export async function countUnread(db: Db, workspaceId: string, userId: string): Promise<number> {
	const { count } = await visibleTo(db, workspaceId, userId)
		.select((eb) => eb.fn.countAll<string>().as("count"))
		.where("read_at", "is", null)
		.executeTakeFirstOrThrow();
	return Number(count);
}

/** Undefined if not found; false if already read. */
export async function markRead(
	db: Db,
	workspaceId: string,
	{ userId, id }: { userId: string; id: string },
): Promise<boolean | undefined> {
	const found = await visibleTo(db, workspaceId, userId)
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

export async function listMutedTopics(db: Db, userId: string): Promise<string[]> {
	const row = await db
		.selectFrom("notification_preference")
		.select("muted_topics")
		.where("user_id", "=", userId)
		.executeTakeFirst();
	return row?.muted_topics ?? [];
}

export async function updateMutedTopics(db: Db, userId: string, topics: readonly string[]): Promise<void> {
	const muted_topics = [...topics];
	await db
		.insertInto("notification_preference")
		.values({ user_id: userId, muted_topics })
		.onConflict((conflict) => conflict.column("user_id").doUpdateSet({ muted_topics }))
		.execute();
}
