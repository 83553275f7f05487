// What people are told inside the product. Always: a message is one person's, and only that person reads it or marks it as read; in
// whatever tab or process that happens, all others of the person hear of it.
import type { InputOf, ResponseOf } from "@timbre/contract/endpoint.ts";
import { AppError } from "@timbre/contract/errors.ts";
import type { notificationsEndpoints } from "@timbre/contract/notifications.ts";
import type { Database } from "@timbre/db/connect.ts";
import type { Context } from "../../core/context.ts";
import type { News } from "./notifications.feed.service.ts";
import { presentNotification } from "./notifications.present.ts";
import { countUnread, listNotifications, markAllRead, markRead, tellListeners } from "./notifications.repo.ts";

type Caller = Pick<Context, "workspaceId" | "userId">;
type Wanted = InputOf<typeof notificationsEndpoints.listNotifications>["query"];
type Page = ResponseOf<typeof notificationsEndpoints.listNotifications>;

export async function readNotifications(db: Database, { workspaceId, userId }: Caller, wanted: Wanted): Promise<Page> {
	const rows = await listNotifications(db, workspaceId, {
		userId,
		after: wanted.cursor,
		unreadOnly: wanted.unread_only,
		limit: wanted.page_size + 1,
	});
	const page = rows.slice(0, wanted.page_size);
	const hasMore = rows.length > page.length;
	return {
		messages: page.map(presentNotification),
		unread_count: await countUnread(db, workspaceId, userId),
		has_more: hasMore,
		next_cursor: hasMore ? (page.at(-1)?.id ?? null) : null,
	};
}

export async function readMessage(db: Database, caller: Caller, id: string): Promise<{ unread_count: number }> {
	const { workspaceId, userId } = caller;
	await db.transaction().execute(async (tx) => {
		const changed = await markRead(tx, workspaceId, { userId, id });
		if (changed === undefined) throw new AppError("not_found", "There is no such message.");
		if (changed) await tellListeners(tx, { userId, workspaceId: null, message_id: id, event: "read" } satisfies News);
	});
	return { unread_count: await countUnread(db, workspaceId, userId) };
}

export async function readAllMessages(db: Database, caller: Caller): Promise<{ unread_count: number }> {
	const { workspaceId, userId } = caller;
	await db.transaction().execute(async (tx) => {
		if (await markAllRead(tx, workspaceId, userId))
			await tellListeners(tx, { userId, workspaceId: null, message_id: null, event: "read" } satisfies News);
	});
	return { unread_count: await countUnread(db, workspaceId, userId) };
}
