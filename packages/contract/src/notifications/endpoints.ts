import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { notificationsPaths } from "./paths.ts";
import { notificationTopics } from "./rules.ts";

export const severities = ["info", "success", "warning", "error"] as const;
export type Severity = (typeof severities)[number];

const notificationMessage = z.object({
	message_id: z.string().meta({ description: "Id of the notification.", examples: ["n0TfK6jPz3WgC9aHxU7e"] }),
	severity: z.enum(severities).meta({ description: "How important it is.", examples: ["warning"] }),
	title: z.string().meta({ description: "Short title.", examples: ["New sign-in"] }),
	description: z.string().meta({
		description: "What happened and what to do, as plain text.",
		examples: ["Firefox on Linux, from 203.0.113.7. If this wasn't you, change your password."],
	}),
	needs_attention: z.boolean().meta({ description: "Whether you should act on it.", examples: [true] }),
	link: z
		.string()
		.nullable()
		.meta({
			description: "Path of the app page to act on it. Null if there is none.",
			examples: ["/app/settings/security"],
		}),
	create_date_unix_ms: z
		.int()
		.meta({ description: "When it was created, in Unix milliseconds.", examples: [1_760_000_000_000] }),
	has_been_read: z.boolean().meta({ description: "Whether it is marked as read.", examples: [false] }),
});
export type NotificationMessage = z.output<typeof notificationMessage>;

const messageId = z.object({
	message_id: z
		.string()
		.regex(/^[A-Za-z0-9]{1,64}$/)
		.meta({ description: "Id of the notification.", examples: ["n0TfK6jPz3WgC9aHxU7e"] }),
});
const unread = z.object({
	unread_count: z
		.int()
		.meta({ description: "Notifications still unread, of your account and the current workspace.", examples: [2] }),
});

const preferences = z.object({
	muted_topics: z
		.array(z.enum(notificationTopics))
		.max(notificationTopics.length)
		.meta({
			description:
				"Topics you are not notified about: accepted `invitations`, finished `exports`, failing `webhooks`, or changes of library `voices`.",
			examples: [["invitations"]],
		}),
});

export const notificationsEndpoints = {
	listNotifications: endpoint({
		...notificationsPaths.listNotifications,
		summary: "List notifications",
		description:
			"Returns your notifications about your account and the current workspace, newest first. For the next page, send `next_cursor` as `cursor`.",
		since: "0.3.0",
		auth: "user",
		permission: "user_read",
		query: z.object({
			page_size: z.coerce
				.number()
				.int()
				.min(1)
				.max(100)
				.default(20)
				.meta({
					description: "Notifications per page, 1 to 100. Default: 20.",
					examples: [20],
				}),
			cursor: z
				.string()
				.regex(/^[A-Za-z0-9]{1,64}$/)
				.optional()
				.meta({ description: "The `next_cursor` of the previous page.", examples: ["n0TfK6jPz3WgC9aHxU7e"] }),
			unread_only: z
				.stringbool()
				.default(false)
				.meta({ description: "Whether to return only unread notifications. Default: false.", examples: [true] }),
		}),
		response: z.object({
			messages: z.array(notificationMessage).meta({ description: "Notifications of this page, newest first." }),
			unread_count: unread.shape.unread_count,
			has_more: z.boolean().meta({ description: "Whether there is another page.", examples: [false] }),
			next_cursor: z
				.string()
				.nullable()
				.meta({
					description: "Cursor of the next page. Null on the last page.",
					examples: ["n0TfK6jPz3WgC9aHxU7e"],
				}),
		}),
	}),
	readNotification: endpoint({
		...notificationsPaths.readNotification,
		summary: "Mark a notification as read",
		description:
			"Returns how many notifications are still unread and updates your other open tabs. A notification that is already read doesn't change.",
		since: "0.3.0",
		auth: "user",
		permission: "user_write",
		params: messageId,
		response: unread,
		errors: ["not_found"],
	}),
	readAllNotifications: endpoint({
		...notificationsPaths.readAllNotifications,
		summary: "Mark all notifications as read",
		description:
			"Marks the notifications of your account and the current workspace as read and updates your other open tabs.",
		since: "0.3.0",
		auth: "user",
		permission: "user_write",
		response: unread,
	}),
	followNotifications: endpoint({
		...notificationsPaths.followNotifications,
		summary: "Stream notification changes",
		description:
			"Sends server-sent events with `message_id` and `event`: `created`, `read` or `changed`. If `message_id` is null, fetch the list again. A stream ends after five minutes; reconnect to continue. At most 10 streams per user.",
		since: "0.3.0",
		auth: "user",
		permission: "user_read",
		response: "events",
		errors: ["too_many_concurrent_requests"],
	}),
	getPreferences: endpoint({
		...notificationsPaths.getPreferences,
		summary: "Get your notification preferences",
		description:
			"Returns the topics you are not notified about. Messages about your account's security are always sent.",
		since: "0.5.0",
		auth: "user",
		permission: "user_read",
		response: preferences,
	}),
	updatePreferences: endpoint({
		...notificationsPaths.updatePreferences,
		summary: "Update your notification preferences",
		description: "Replaces the topics you are not notified about, in all workspaces. Earlier notifications stay.",
		since: "0.5.0",
		auth: "user",
		permission: "user_write",
		body: preferences,
		response: preferences,
	}),
};
