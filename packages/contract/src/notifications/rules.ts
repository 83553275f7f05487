// Limits, fixed values and rules that browsers and the server share. Without zod, which would cost every page its size.

/** An event of the stream: a message and what happened to it; a null id means all messages. */
export type MessageEvent = { message_id: string | null; event: (typeof messageEvents)[number] };
const messageEvents = ["created", "read", "changed"] as const;

/** Without a schema, because every page uses this and most don't load zod. */
export function isMessageEvent(value: unknown): value is MessageEvent {
	if (typeof value !== "object" || value === null || !("message_id" in value) || !("event" in value)) return false;
	const { message_id, event } = value;
	return (message_id === null || typeof message_id === "string") && messageEvents.some((known) => known === event);
}

/** What a user can choose not to be notified about. Messages about the account's security are always sent. */
export const notificationTopics = ["invitations", "exports", "webhooks", "voices"] as const;
export type NotificationTopic = (typeof notificationTopics)[number];
