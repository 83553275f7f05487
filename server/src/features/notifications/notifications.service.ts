// Notifications.
// Invariant: a notification belongs to one user, who alone can read it or mark it as read; all of their other tabs are
// informed of the change.
import type { InputOf, ResponseOf } from "@timbre/contract/endpoint.ts";
import { AppError } from "@timbre/contract/errors.ts";
import type { notificationsEndpoints } from "@timbre/contract/notifications/endpoints.ts";
import { notificationTopics } from "@timbre/contract/notifications/rules.ts";
import type { Database } from "@timbre/db/connect.ts";
import type { Context } from "../../core/http/context.ts";
import type { MessageChange } from "./notifications.feed.service.ts";
import { presentNotification } from "./notifications.present.ts";
import {
	countUnread,
	listMutedTopics,
	listNotificationRows,
	markAllRead,
	markRead,
	publishChange,
	updateMutedTopics,
} from "./notifications.repo.ts";

type Change = Omit<MessageChange, "userId">;

type Caller = Pick<Context, "workspaceId" | "userId">;
type Query = InputOf<typeof notificationsEndpoints.listNotifications>["query"];
type Page = ResponseOf<typeof notificationsEndpoints.listNotifications>;

export async function listNotifications(db: Database, { workspaceId, userId }: Caller, query: Query): Promise<Page> {
	const rows = await listNotificationRows(db, workspaceId, {
		userId,
		after: query.cursor,
		unreadOnly: query.unread_only,
		limit: query.page_size + 1,
	});
	const page = rows.slice(0, query.page_size);
	const hasMore = rows.length > page.length;
	return {
		messages: page.map(presentNotification),
		unread_count: await countUnread(db, workspaceId, userId),
		has_more: hasMore,
		next_cursor: hasMore ? (page.at(-1)?.id ?? null) : null,
	};
}

export async function markNotificationRead(
	db: Database,
	caller: Caller,
	id: string,
): Promise<{ unread_count: number }> {
	const { workspaceId, userId } = caller;
	await db.transaction().execute(async (tx) => {
		const changed = await markRead(tx, workspaceId, { userId, id });
		if (changed === undefined) throw new AppError("not_found", "Notification not found.");
		if (changed) await publishChange(tx, userId, { workspaceId: null, message_id: id, event: "read" } satisfies Change);
	});
	return { unread_count: await countUnread(db, workspaceId, userId) };
}

export async function markAllNotificationsRead(db: Database, caller: Caller): Promise<{ unread_count: number }> {
	const { workspaceId, userId } = caller;
	await db.transaction().execute(async (tx) => {
		if (await markAllRead(tx, workspaceId, userId))
			await publishChange(tx, userId, { workspaceId: null, message_id: null, event: "read" } satisfies Change);
	});
	return { unread_count: await countUnread(db, workspaceId, userId) };
}

type Preferences = ResponseOf<typeof notificationsEndpoints.getPreferences>;

export async function getPreferences(db: Database, { userId }: Pick<Context, "userId">): Promise<Preferences> {
	const muted = await listMutedTopics(db, userId);
	return { muted_topics: notificationTopics.filter((topic) => muted.includes(topic)) };
}

export async function updatePreferences(
	db: Database,
	context: Pick<Context, "userId">,
	{ muted_topics }: Preferences,
): Promise<Preferences> {
	await updateMutedTopics(db, context.userId, muted_topics);
	return getPreferences(db, context);
}
