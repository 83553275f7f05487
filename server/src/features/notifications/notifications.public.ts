import type { Severity } from "@timbre/contract/notifications.ts";
import type { Db } from "@timbre/db/connect.ts";
import { newId } from "../../core/ids.ts";
import { insertNotification, listAdmins, tellListeners } from "./notifications.repo.ts";

export type Notification = {
	severity: Severity;
	title: string;
	description: string;
	/** True where something should be done about it. */
	needsAttention?: boolean;
	/** A page of the app where that can be done, such as `/app/settings/webhooks`. */
	link?: string;
	/** What it tells of, such as `webhook-disabled:<id>`: told again, the person hears it once. */
	cause?: string;
} & (
	| /** One person; with a workspace, it is shown in that one only. */ { userId: string; workspaceId?: string }
	| /** The admins of a workspace. */ { userId?: undefined; workspaceId: string }
);

/** Tells somebody something inside the product. Call it in the transaction of what it tells of: who looks at that moment sees it come. */
export async function notify(tx: Db, message: Notification): Promise<void> {
	const workspaceId = message.workspaceId ?? null;
	const people = message.userId === undefined ? await listAdmins(tx, message.workspaceId) : [message.userId];
	for (const userId of people) {
		const id = newId();
		const told = await insertNotification(tx, workspaceId, {
			id,
			userId,
			severity: message.severity,
			title: message.title,
			description: message.description,
			needsAttention: message.needsAttention ?? false,
			link: message.link ?? null,
			cause: message.cause ?? null,
		});
		if (told) await tellListeners(tx, { userId, workspaceId, message_id: id, event: "created" });
	}
}
