import { z } from "zod";
import { endpoint } from "./endpoint.ts";

export const severities = ["info", "success", "warning", "error"] as const;
export type Severity = (typeof severities)[number];

const notificationMessage = z.object({
	message_id: z.string(),
	severity: z.enum(severities),
	title: z.string(),
	description: z.string(),
	/** True while something should be done about it. */
	needs_attention: z.boolean(),
	/** A page of the app where that can be done. */
	link: z.string().nullable(),
	create_date_unix_ms: z.int(),
	has_been_read: z.boolean(),
});
export type NotificationMessage = z.output<typeof notificationMessage>;

/** A line of the stream: which message, and what has happened to it. Without an id it is about all of them. */
export type MessageEvent = { message_id: string | null; event: (typeof messageEvents)[number] };
const messageEvents = ["created", "read", "changed"] as const;

/** Without a schema: every page listens, and most need no validator otherwise. */
export function isMessageEvent(value: unknown): value is MessageEvent {
	if (typeof value !== "object" || value === null || !("message_id" in value) || !("event" in value)) return false;
	const { message_id, event } = value;
	return (message_id === null || typeof message_id === "string") && messageEvents.some((known) => known === event);
}

const messageId = z.object({ message_id: z.string().regex(/^[A-Za-z0-9]{1,64}$/) });

export const notificationsEndpoints = {
	listNotifications: endpoint({
		id: "notifications_list",
		method: "GET",
		path: "/v1/notifications",
		summary: "What the caller was told, newest first: about the account, and about the workspace the call is made in",
		since: "0.3.0",
		auth: "user",
		permission: "user_read",
		query: z.object({
			page_size: z.coerce.number().int().min(1).max(100).default(20),
			/** `next_cursor` of the page before. */
			cursor: z
				.string()
				.regex(/^[A-Za-z0-9]{1,64}$/)
				.optional(),
			unread_only: z.stringbool().default(false),
		}),
		response: z.object({
			messages: z.array(notificationMessage),
			unread_count: z.int(),
			has_more: z.boolean(),
			next_cursor: z.string().nullable(),
		}),
	}),
	readNotification: endpoint({
		id: "notifications_read",
		method: "POST",
		path: "/v1/notifications/{message_id}/read",
		summary: "Mark a message as read",
		since: "0.3.0",
		auth: "user",
		permission: "user_write",
		params: messageId,
		response: z.object({ unread_count: z.int() }),
		errors: ["not_found"],
	}),
	readAllNotifications: endpoint({
		id: "notifications_read_all",
		method: "POST",
		path: "/v1/notifications/read-all",
		summary: "Mark all messages as read",
		since: "0.3.0",
		auth: "user",
		permission: "user_write",
		response: z.object({ unread_count: z.int() }),
	}),
	followNotifications: endpoint({
		id: "notifications_follow",
		method: "GET",
		path: "/v1/notifications/events",
		summary: "What happens to the caller's messages, as it happens: a stream of server-sent events",
		since: "0.3.0",
		auth: "user",
		permission: "user_read",
		response: "events",
		errors: ["too_many_concurrent_requests"],
	}),
};
