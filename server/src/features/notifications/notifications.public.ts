import type { Severity } from "@timbre/contract/notifications/endpoints.ts";
import type { NotificationTopic } from "@timbre/contract/notifications/rules.ts";
import type { Db } from "@timbre/db/connect.ts";
import { newId } from "../../core/ids.ts";
import { insertNotification, listAdmins, listMutedTopics, publishChange } from "./notifications.repo.ts";

export type Notification = {
	severity: Severity;
	title: string;
	description: string;
	/** Users can mute a topic. Without one, the message is always sent. */
	topic?: NotificationTopic;
	/** Whether the user should act on it. */
	needsAttention?: boolean;
	/** The app page to act on it, such as `/app/settings/webhooks`. */
	link?: string;
	/** Deduplication key, such as `webhook-disabled:<id>`: each user is notified once per cause. */
	cause?: string;
} & (
	| /** One user; with a workspace, it is shown only there. */ { userId: string; workspaceId?: string }
	| /** The admins of a workspace. */ { userId?: undefined; workspaceId: string }
);

/** Notifies a user or the admins of a workspace. Call it in the transaction of the change itself. */
export async function notify(tx: Db, message: Notification): Promise<void> {
	const workspaceId = message.workspaceId ?? null;
	const userIds = message.userId === undefined ? await listAdmins(tx, message.workspaceId) : [message.userId];
	for (const userId of userIds) {
		if (message.topic !== undefined && (await listMutedTopics(tx, userId)).includes(message.topic)) continue;
		const id = newId();
		const inserted = await insertNotification(tx, workspaceId, {
			id,
			userId,
			severity: message.severity,
			title: message.title,
			description: message.description,
			needsAttention: message.needsAttention ?? false,
			link: message.link ?? null,
			cause: message.cause ?? null,
		});
		if (inserted) await publishChange(tx, userId, { workspaceId, message_id: id, event: "created" });
	}
}
